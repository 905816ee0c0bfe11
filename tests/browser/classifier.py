"""A classifier that learns over ten epochs, for what is drawn of its answers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page


@dataclass(frozen=True)
class Answers:
    """A classifier of ten classes, asked about 300 samples."""

    labels: NDArray[np.int64]  # [300]
    probabilities: NDArray[np.float32]  # [300, 10]

    def of(self, number: int) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
        return self.labels == number, self.probabilities[:, number]


def answers(skill: float) -> Answers:
    rng = np.random.default_rng(round(100 * skill))
    labels = rng.integers(0, 10, 300)
    scores = rng.normal(0, 1, (300, 10))
    scores[np.arange(300), labels] += skill
    shares = np.exp(scores)
    return Answers(labels, (shares / shares.sum(1, keepdims=True)).astype(np.float32))


EPOCHS = [answers(0.4 * epoch) for epoch in range(10)]


def card(page: Page, tag: str) -> Locator:
    return page.get_by_role("article", name=tag, exact=True).first
