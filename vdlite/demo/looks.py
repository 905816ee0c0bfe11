"""What the demo logs beside its curves: what goes in, what is learned, and how well it distinguishes digits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vdlite import LogWriter
from vdlite.demo.decisions import decisions
from vdlite.demo.graph import network_graph
from vdlite.demo.network import Array, Labels, Network
from vdlite.demo.plan import Digits, Plan

SIDE = 8  # pixels of a digit
DIGITS = 10
MISTAKES = 25  # shown at most
POINTS = 360  # embedded
EPOCHS_APART = 4  # between two embeddings: the largest of what is logged here


def log_begin(
    writer: LogWriter, plan: Plan, digits: Digits, network: Network, *, batch: int
) -> None:
    """Log what the run was given, and what it does with a batch of images."""
    writer.add_hparams(
        {"optimizer": plan.optimizer, "learning rate": plan.rate, "width": plan.width},
        ["loss/test", "accuracy/test"],
    )
    writer.add_text(
        "about",
        f"# {plan.name}\n\n"
        "A perceptron with two hidden layers learns the **1797 handwritten digits** of scikit-learn.\n\n"
        "| hyperparameter | value |\n|---|---|\n"
        f"| optimizer | `{plan.optimizer}` |\n| learning rate | {plan.rate:g} |\n| width | {plan.width} |\n",
        0,
    )
    writer.add_custom_scalars(
        {"train and test": {"loss": ["loss/.*"], "accuracy": ["accuracy/.*"]}}
    )
    writer.add_graph(network_graph(network, batch=batch, optimizer=plan.optimizer))
    writer.add_image_matrix(
        "input/digits",
        digits.train_images[:25].reshape(-1, SIDE, SIDE),
        0,
        labels=digits.train_labels[:25],
    )


def log_epoch(
    writer: LogWriter,
    network: Network,
    gradients: list[Array],
    digits: Digits,
    *,
    epoch: int,
    step: int,
) -> None:
    """How the network looks now, and what it does with digits that it has never seen."""
    for layer, (weight, gradient) in enumerate(zip(network.weights, gradients, strict=False)):
        writer.add_histogram(f"weights/layer {layer}", weight, step)
        writer.add_histogram(f"gradients/layer {layer}", gradient, step)
    if not np.isnan(network.weights[0]).all():  # a run that has diverged has no filters to be seen
        writer.add_image_matrix("weights/filters", _filters(network.weights[0]), step)
    writer.add_tensor("weights/last layer", network.weights[-1], step)

    *_, hidden, logits = network.activations(digits.test_images)
    shares = _softmax(logits)
    said, right = logits.argmax(axis=1), digits.test_labels
    writer.add_confusion_matrix("test/digits", right, said, step)
    for digit in range(DIGITS):
        writer.add_pr_curve(f"precision and recall/{digit}", right == digit, shares[:, digit], step)
        writer.add_roc_curve(f"ROC/{digit}", right == digit, shares[:, digit], step)
    _log_mistakes(writer, digits, said, step)
    if epoch % EPOCHS_APART == 0:
        writer.add_mesh("decisions", *decisions(network, digits.test_images), step=step)
    if epoch % EPOCHS_APART == 0 and np.isfinite(hidden).all():
        writer.add_embeddings(
            "hidden layer",
            hidden[:POINTS],
            [right[:POINTS].tolist(), said[:POINTS].tolist()],
            ["digit", "said"],
            step=step,
            thumbnails=digits.test_images[:POINTS].reshape(-1, SIDE, SIDE),
        )


def _log_mistakes(writer: LogWriter, digits: Digits, said: Labels, step: int) -> None:
    wrong = np.flatnonzero(said != digits.test_labels)[:MISTAKES]
    if len(wrong):
        writer.add_image_matrix(
            "test/mistakes",
            digits.test_images[wrong].reshape(-1, SIDE, SIDE),
            step,
            labels=[f"{digits.test_labels[each]}, taken for {said[each]}" for each in wrong],
        )


def _filters(weight: Array) -> NDArray[np.float32]:
    """The pattern that each unit of the first layer looks for, [units, 8, 8] from 0 to 1; 0.5 is nothing."""
    pictures = weight.T.reshape(-1, SIDE, SIDE)
    most = np.abs(pictures).max()
    scaled = pictures / (2 * most) + 0.5 if most > 0 else pictures + 0.5
    return np.asarray(scaled, np.float32)


def _softmax(logits: Array) -> Array:
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
