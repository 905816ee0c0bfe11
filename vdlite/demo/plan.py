"""What the demo trains: six plans, and the digits that they learn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vdlite.demo.network import Array, Labels


@dataclass(frozen=True, slots=True)
class Plan:
    """The hyperparameters of one run."""

    optimizer: str
    rate: float  # learning rate at its highest: after the warm-up, before it falls along a cosine
    width: int = 64  # of both hidden layers

    @property
    def name(self) -> str:
        return f"{self.optimizer}-lr{self.rate:g}-width{self.width}"


PLANS = (
    Plan("sgd", 0.02),
    Plan("adam", 0.003),
    Plan("momentum", 0.02),
    Plan("momentum", 1.0),  # too much: once the rate is up, gradient/norm and the loss explode
    Plan("adam", 0.003, width=8),
    Plan("sgd", 0.3),
)


@dataclass(frozen=True, slots=True)
class Digits:
    """Images [N, 64] with values from 0 to 1, and which digit each shows [N]."""

    train_images: Array
    train_labels: Labels
    test_images: Array
    test_labels: Labels


def load_digits() -> Digits:
    """The 1797 digits that come with scikit-learn, a fifth of them for testing."""
    from sklearn.datasets import load_digits as load

    images, labels = load(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(labels))
    images, labels = images[order].astype(np.float32) / 16, labels[order].astype(np.int64)
    return Digits(images[360:], labels[360:], images[:360], labels[:360])
