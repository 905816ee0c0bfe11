"""Hyperparameters as numbers that a forest can split on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_MOST_LEVELS = 20  # of a hyperparameter of words; rarer ones are one level together


@dataclass(frozen=True, slots=True)
class Hyperparameter:
    """One value for each of N trials: a number, or a code of a word."""

    name: str
    numbers: NDArray[np.float64]  # [N]; NaN where the value is no finite number
    codes: NDArray[np.int64]  # [N]: -1 missing, -2 a number, else which word (0, 1, ...)

    @property
    def is_number(self) -> bool:
        """Every trial that has it has a number: it has an order."""
        return bool((self.codes < 0).all() and (self.codes == -2).any())

    @property
    def missing(self) -> int:
        """Trials that do not have it."""
        return int((self.codes == -1).sum())

    @property
    def distinct(self) -> int:
        """How many values there are, not counting missing."""
        values = self.numbers[self.codes == -2]
        return len(np.unique(values, equal_nan=True)) + len(np.unique(self.codes[self.codes >= 0]))

    @property
    def varies(self) -> bool:
        """True if any two trials differ in the feature."""
        return self.distinct + (self.missing > 0) > 1


def features(hyperparameters: Sequence[Hyperparameter]) -> tuple[NDArray[np.float64], list[slice]]:
    """A matrix [N, F], and which of its columns belong to each hyperparameter.

    Numbers are ranks; each word is a column of 0 and 1; so is being missing.
    """
    blocks: list[NDArray[np.float64]] = []
    places: list[slice] = []
    start = 0
    for each in hyperparameters:
        block = np.column_stack(_columns(each))
        blocks.append(block)
        places.append(slice(start, start + block.shape[1]))
        start += block.shape[1]
    return np.concatenate(blocks, axis=1), places


def _columns(each: Hyperparameter) -> list[NDArray[np.float64]]:
    found = []
    is_number = ~np.isnan(each.numbers)
    if is_number.any():
        # A forest asks for the order only; ranks keep apart what its 32 bits would not, and know infinities.
        _, ranks = np.unique(each.numbers[is_number], return_inverse=True)
        filled = np.full(len(each.numbers), np.median(ranks))
        filled[is_number] = ranks
        found.append(filled)
    words, counts = np.unique(each.codes[each.codes >= 0], return_counts=True)
    common = words[np.argsort(-counts, kind="stable")][:_MOST_LEVELS]
    found += [(each.codes == word).astype(np.float64) for word in common]
    if len(words) > len(common):
        found.append(np.isin(each.codes, np.setdiff1d(words, common)).astype(np.float64))
    if each.missing or not found:
        found.append((each.codes == -1).astype(np.float64))
    return found
