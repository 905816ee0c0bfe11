"""A sweep over five hyperparameters, three seeds each: 180 trainings on scikit-learn's digits, with NumPy alone.

Run it (a minute), then `vdlite --logdir runs/sweep-digits` and look at Trials: which hyperparameter matters,
which trial is best, how its curves run beside the others'.

    python demos/sweep_digits.py [LOGDIR] [TRIALS]
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import TypedDict

# One process for each processor: more threads in each would only stand in each other's way.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

from vdlite import LogWriter

EPOCHS = 12
SEEDS = 3
METRICS = ["accuracy/test", "loss/test"]


class Settings(TypedDict):
    lr: float
    optimizer: str
    width: int
    weight_decay: float
    batch_size: int


def draw(random: np.random.Generator) -> Settings:
    """A random search: independent draws show what matters better than a grid does."""
    return {
        "lr": float(f"{10 ** random.uniform(-4, -0.5):.3g}"),
        "optimizer": str(random.choice(["sgd", "momentum", "adam"])),
        "width": int(random.choice([8, 16, 32, 64])),
        "weight_decay": float(random.choice([0.0, 1e-4, 1e-2])),
        "batch_size": int(random.choice([16, 32, 64])),
    }


def data() -> list[np.ndarray]:
    """Training and test images [N, 64] from 0 to 1, and their digits [N]."""
    digits = load_digits()
    return train_test_split(digits.data / 16, digits.target, test_size=0.3, random_state=0)


class Network:
    """One hidden layer of rectified units, and the optimizer that trains it."""

    def __init__(self, settings: Settings, random: np.random.Generator) -> None:
        width = settings["width"]
        self.weights = [
            random.normal(0, np.sqrt(2 / 64), (64, width)),
            np.zeros(width),
            random.normal(0, np.sqrt(2 / width), (width, 10)),
            np.zeros(10),
        ]
        self.settings = settings
        self.first = [np.zeros_like(each) for each in self.weights]  # moments of the gradients
        self.second = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def answers(self, images: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The hidden layer [N, width], and each digit's probability [N, 10]."""
        w1, b1, w2, b2 = self.weights
        hidden = np.maximum(images @ w1 + b1, 0)
        scores = hidden @ w2 + b2
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, powers / powers.sum(axis=1, keepdims=True)

    def learn(self, images: np.ndarray, digits: np.ndarray) -> float:
        """One step; returns the loss before it."""
        hidden, chances = self.answers(images)
        loss = -np.log(chances[np.arange(len(digits)), digits] + 1e-12).mean()
        error = chances
        error[np.arange(len(digits)), digits] -= 1
        error /= len(digits)
        back = (error @ self.weights[2].T) * (hidden > 0)
        decay = self.settings["weight_decay"]
        gradients = [
            images.T @ back + decay * self.weights[0],
            back.sum(axis=0),
            hidden.T @ error + decay * self.weights[2],
            error.sum(axis=0),
        ]
        self.steps += 1
        for i, gradient in enumerate(gradients):
            self.weights[i] = self.weights[i] - self.settings["lr"] * self.direction(i, gradient)
        return float(loss)

    def direction(self, i: int, gradient: np.ndarray) -> np.ndarray:
        if self.settings["optimizer"] == "sgd":
            return gradient
        if self.settings["optimizer"] == "momentum":
            self.first[i] = 0.9 * self.first[i] + gradient
            return self.first[i]
        self.first[i] = 0.9 * self.first[i] + 0.1 * gradient
        self.second[i] = 0.999 * self.second[i] + 0.001 * gradient**2
        mean = self.first[i] / (1 - 0.9**self.steps)
        return mean / (np.sqrt(self.second[i] / (1 - 0.999**self.steps)) + 1e-8)


def train(folder: str, settings: Settings, seed: int) -> None:
    """One trial: a run of its own."""
    images, test_images, digits, test_digits = data()
    random = np.random.default_rng(seed)
    network = Network(settings, random)
    with LogWriter(folder) as writer, np.errstate(all="ignore"):  # large rates diverge: so be it
        writer.add_hparams({**settings, "seed": seed}, METRICS)
        writer.add_environment(diff=False)
        step = 0
        for epoch in range(EPOCHS):
            order = random.permutation(len(images))
            for batch in np.split(
                order, range(settings["batch_size"], len(order), settings["batch_size"])
            ):
                loss = network.learn(images[batch], digits[batch])
                if step % 10 == 0:
                    writer.add_scalar("loss/train", loss, step)
                step += 1
            chances = network.answers(test_images)[1]
            correct = chances[np.arange(len(test_digits)), test_digits]
            accuracy = np.mean(chances.argmax(axis=1) == test_digits)
            writer.add_scalar("loss/test", -np.log(correct + 1e-12).mean(), epoch)
            writer.add_scalar("accuracy/test", accuracy, epoch)
        network_name = f"64-{settings['width']}-10"
        writer.add_lineage(loss="cross entropy", epochs=EPOCHS, others={"network": network_name})


def sweep(logdir: str, trials: int) -> None:
    """Trains `trials` times, three seeds of each draw, on all processors."""
    random = np.random.default_rng(0)
    with ProcessPoolExecutor() as pool:
        jobs = []
        for number in range(-(-trials // SEEDS)):
            settings = draw(random)
            for seed in range(min(SEEDS, trials - SEEDS * number)):
                folder = f"{logdir}/{number:02d}-seed{seed}"
                jobs.append(pool.submit(train, folder, settings, seed))
        for done, job in enumerate(jobs, 1):
            job.result()
            if done % 30 == 0 or done == len(jobs):
                print(f"{done} of {len(jobs)} trials", flush=True)


if __name__ == "__main__":
    sweep(
        sys.argv[1] if len(sys.argv) > 1 else "runs/sweep-digits",
        int(sys.argv[2]) if len(sys.argv) > 2 else 180,
    )
