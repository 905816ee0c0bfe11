"""A run that leaves the band of others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vdlite.alerts.detectors.detector import Floats, Points, Start

BLOCK = 20  # points of which the mean is compared
_FEWEST = 4  # others that make a band
_SIGMAS = 4.0
_DEVIATION = 1.4826  # the standard deviation of normal numbers by their median absolute deviation


class AboveOthers:
    """The places from which on a series is above the band of others at the same steps, for so many points.

    The band ends 4 sigma, or a share of its middle if that is more, above the median of the others. Their means over the
    steps of 20 points of the series are compared; where fewer than 4 others have some there, nothing is said.
    """

    def __init__(self, *, rise: float, points: int) -> None:
        self._rise = rise
        self._blocks = max(1, points // BLOCK)
        self._seen = 0
        self._row: list[int] = []  # first points of blocks that are above, up to the last one
        self._is_on = False

    def feed(self, points: Points, others: Sequence[Points]) -> tuple[list[Start], int]:
        """The events that begin in the next points [N], and how many of these were used: whole blocks."""
        blocks = len(points.steps) // BLOCK
        used = blocks * BLOCK
        if not blocks:
            return [], 0
        first = points.steps[:used:BLOCK]
        last = points.steps[BLOCK - 1 : used : BLOCK]
        own = _means(points, first, last)
        theirs = np.full((_FEWEST, blocks), np.nan)
        if len(others) >= _FEWEST:
            theirs = np.array([_means(other, first, last) for other in others])
        enough = np.isfinite(theirs).sum(axis=0) >= _FEWEST
        middles, limits = np.full(blocks, np.nan), np.full(blocks, np.inf)
        if enough.any():
            some = theirs[:, enough]
            middles[enough] = np.nanmedian(some, axis=0)
            spread = np.nanmedian(np.abs(some - middles[enough]), axis=0)
            limits[enough] = middles[enough] + np.maximum(
                _SIGMAS * _DEVIATION * spread, self._rise * np.abs(middles[enough])
            )
        found = []
        for block, above in enumerate((own > limits).tolist()):
            if not above:
                self._row, self._is_on = [], False
                continue
            self._row.append(self._seen + block * BLOCK)
            if len(self._row) >= self._blocks and not self._is_on:
                self._is_on = True
                found.append(Start(self._row[0], float(middles[block])))
        self._row = self._row[-self._blocks :]
        self._seen += used
        return found, used


def _means(points: Points, first: NDArray[np.int64], last: NDArray[np.int64]) -> Floats:
    """The means of the finite values from each first step up to each last one [W]; NaN where there is none."""
    finite = np.isfinite(points.values)
    begin, end = points.steps.searchsorted(first), points.steps.searchsorted(last, "right")
    sums = np.concatenate([[0.0], np.cumsum(np.where(finite, points.values, 0.0))])
    counts = np.concatenate([[0], np.cumsum(finite)])
    number = counts[end] - counts[begin]
    with np.errstate(all="ignore"):
        return np.where(number > 0, (sums[end] - sums[begin]) / number, np.nan)
