"""The tutorial of VisualDL without a deep learning library: `python -m tests.browser.tutorial LOGDIR COPY`.

Logs two runs as demos/mnist_tutorial.py does, call by call. The network's convolutions are a layer that does not
learn, so that NumPy is enough. What was logged is also written to COPY, an .npz file, for comparison.
"""

# ruff: noqa: UP032  # the calls are kept as the tutorial has them

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from sklearn.datasets import load_digits

from vdlite import LogWriter

EPOCH_NUM = 4
BATCH_SIZE = 16
BATCHES = 90
FEATURES = 980

Array = NDArray[Any]
Batches = Iterator[tuple[Array, Array]]


def digits() -> tuple[Array, Array]:
    """Images [N, 1, 28, 28] from 0 to 1, and their classes [N]."""
    values, labels = load_digits(return_X_y=True)
    small = (values.reshape(-1, 8, 8) * (255 / 16)).astype(np.uint8)
    bicubic = Image.Resampling.BICUBIC
    large = [np.asarray(Image.fromarray(digit).resize((28, 28), bicubic)) for digit in small]
    return np.stack(large)[:, None].astype("float32") / 255, labels


class Model:
    """Fixed random features, and one layer over them that learns."""

    def __init__(self) -> None:
        random = np.random.default_rng(0)
        self._hidden = random.normal(0, 0.1, (784, FEATURES)).astype(np.float32)
        weight = random.uniform(-1, 1, (10, FEATURES)) / FEATURES**0.5
        self.fc = SimpleNamespace(weight=weight.astype(np.float32))
        self._seen: Array = np.empty(0)

    def __call__(self, images: Array) -> Array:
        self._seen = np.maximum(0, images.reshape(len(images), -1) @ self._hidden)
        return self._seen @ self.fc.weight.T

    def gradient(self, predicts: Array, labels: Array) -> Array:
        """Of the mean cross entropy, by the weights; for what was seen last."""
        return (softmax(predicts) - np.eye(10)[labels]).T @ self._seen / len(labels)


def softmax(predicts: Array) -> Array:
    powers = np.exp(predicts - predicts.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def cross_entropy(predicts: Array, labels: Array) -> Array:
    return -np.log(softmax(predicts)[range(len(labels)), labels]).mean(keepdims=True)


class Optimizer:
    """Changes weights in place: `sgd`, or `adam` (Kingma and Ba 2015, algorithm 1)."""

    def __init__(self, weight: Array, name: str, lr: float) -> None:
        self._weight, self._name, self._lr = weight, name, lr
        self._mean, self._square = np.zeros_like(weight), np.zeros_like(weight)
        self._steps = 0

    def step(self, gradient: Array) -> None:
        if self._name == "sgd":
            self._weight -= self._lr * gradient
            return
        self._steps += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.001 * (gradient**2 - self._square)
        mean = self._mean / (1 - 0.9**self._steps)
        square = self._square / (1 - 0.999**self._steps)
        self._weight -= self._lr * mean / (square**0.5 + 1e-8)


def batches(images: Array, labels: Array, order: Array) -> Batches:
    for start in range(0, len(order), BATCH_SIZE):
        some = order[start : start + BATCH_SIZE]
        yield images[some], labels[some]


class Copy:
    """What was logged, by tag."""

    def __init__(self) -> None:
        self._values: dict[str, list[Array]] = {}

    def keep(self, tag: str, value: Array) -> None:
        self._values.setdefault(tag, []).append(value.copy())

    def arrays(self, run: str) -> dict[str, Array]:
        return {f"{run}/{tag}": np.stack(values) for tag, values in self._values.items()}


def look_at_the_data(logwriter: LogWriter, images: Array, copy: Copy) -> None:
    image_matrix = []
    for i in range(9):
        image_matrix.append(images[i].transpose([1, 2, 0]))
        copy.keep("input_images", image_matrix[i])
    logwriter.add_image_matrix(tag="input_images", step=1, imgs=image_matrix, rows=-1)

    tags = ["image_{}".format(i) for i in range(9)]
    logwriter.add_embeddings(
        "input_image_embeddings", mat=[img.reshape(-1) for img in image_matrix], metadata=tags
    )


def train(
    logwriter: LogWriter,
    model: Model,
    opt: Optimizer,
    train_loader: Batches,
    epoch_id: int,
    copy: Copy,
) -> None:
    train_batchs_per_epoch = BATCHES
    for batch_id, (images, labels) in enumerate(train_loader):
        predicts = model(images)
        avg_loss = cross_entropy(predicts, labels)
        copy.keep("train_avg_loss", avg_loss)
        copy.keep("fc_weight", model.fc.weight)

        logwriter.add_scalar("train_avg_loss", value=avg_loss, step=batch_id+epoch_id*(train_batchs_per_epoch))  # fmt: skip
        logwriter.add_histogram("fc_weight", values=model.fc.weight, step=batch_id+epoch_id*(train_batchs_per_epoch))  # fmt: skip

        opt.step(model.gradient(predicts, labels))


def evaluate(
    logwriter: LogWriter, model: Model, test_loader: Batches, epoch_id: int, copy: Copy
) -> None:
    accuracies, losses, class_probs, class_preds = [], [], [], []
    for images, labels in test_loader:
        predicts = model(images)
        accuracies.append(np.float32((predicts.argmax(1) == labels).mean()))
        losses.append(cross_entropy(predicts, labels))
        class_probs.append(softmax(predicts))
        class_preds.append(predicts.argmax(1))
    avg_acc, avg_loss = np.mean(accuracies), np.mean(losses)
    copy.keep("test_avg_loss", avg_loss)
    copy.keep("test_avg_acc", avg_acc)
    logwriter.add_scalar("test_avg_loss", value=avg_loss, step=epoch_id)
    logwriter.add_scalar("test_avg_acc", value=avg_acc, step=epoch_id)

    test_probs = np.concatenate(class_probs)
    test_preds = np.concatenate(class_preds)
    copy.keep("test_probs", test_probs)
    copy.keep("test_preds", test_preds)
    for i in range(10):
        logwriter.add_pr_curve('class_{}'.format(i), labels=(test_preds == i), predictions=test_probs[:,i], step=epoch_id)  # fmt: skip


def experiment(logdir: str, name: str, learning_rate: float) -> dict[str, Array]:
    """Train and log; returns what was logged."""
    random = np.random.default_rng(0)
    images, labels = digits()
    number = BATCHES * BATCH_SIZE
    model = Model()
    opt = Optimizer(model.fc.weight, name, learning_rate)
    copy = Copy()

    logwriter = LogWriter(logdir=f"{logdir}/{name}")
    look_at_the_data(logwriter, images, copy)
    logwriter.add_hparams(hparams_dict={'lr': learning_rate, 'batch_size': 16, 'opt': name},
                          metrics_list=['train_avg_loss', 'test_avg_loss', 'test_avg_acc'])  # fmt: skip
    for epoch_id in range(EPOCH_NUM):
        train_loader = batches(images, labels, random.permutation(number))
        train(logwriter, model, opt, train_loader, epoch_id, copy)
        test_loader = batches(images, labels, np.arange(number, len(images)))
        evaluate(logwriter, model, test_loader, epoch_id, copy)
    # No close(): nothing is lost without it.
    return copy.arrays(name)


if __name__ == "__main__":
    logdir, path = sys.argv[1:]
    np.savez(path, **experiment(logdir, "sgd", 0.001), **experiment(logdir, "adam", 0.001))
