"""A slow rise, which no spike is."""

from __future__ import annotations

import numpy as np

from vdlite.alerts.detectors.detector import Floats, Points, Start

_BLOCK = 10  # points of which the median counts
_FAST = 2.0 / (5 + 1)  # weights of the averages: over about 50 points ...
_SLOW = 2.0 / (50 + 1)  # ... and over about 500
_FEWEST = 50  # blocks before the slow one says what is usual


class SlowRise:
    """The places from which on a fast average is above the lowest that a slow one was, by a share of it, for so many points.

    The averages are exponential ones of the medians of 10 points; values that are not finite are left out.
    """

    def __init__(self, *, rise: float, points: int) -> None:
        self._rise = rise
        self._blocks = max(1, points // _BLOCK)
        self._seen = 0
        self._kept: Floats = np.empty(0)  # values of a block that is not full
        self._places: list[int] = []
        self._count = 0  # of blocks
        self._fast = self._slow = 0.0
        self._lowest = np.inf  # that the slow one was
        self._row: list[int] = []  # first points of blocks that are above, up to the last one
        self._is_on = False

    def feed(self, points: Points) -> list[Start]:
        finite = np.isfinite(points.values)
        self._places += (self._seen + np.flatnonzero(finite)).tolist()
        self._seen += len(finite)
        self._kept = np.concatenate([self._kept, points.values[finite]])
        full = len(self._kept) // _BLOCK
        if not full:
            return []
        medians = np.median(self._kept[: full * _BLOCK].reshape(full, _BLOCK), axis=1)
        found = []
        for block, median in enumerate(medians.tolist()):
            start = self._add(median, self._places[block * _BLOCK])
            if start is not None:
                found.append(start)
        self._kept = self._kept[full * _BLOCK :].copy()
        del self._places[: full * _BLOCK]
        return found

    def _add(self, median: float, place: int) -> Start | None:
        """Take in a block, which begins at a place."""
        if not self._count:
            self._fast = self._slow = median
        self._count += 1
        self._fast += _FAST * (median - self._fast)
        self._slow += _SLOW * (median - self._slow)
        if self._count > _FEWEST:
            self._lowest = min(self._lowest, self._slow)
        if self._count <= _FEWEST or self._fast <= self._lowest + self._rise * abs(self._lowest):
            self._row, self._is_on = [], False
            return None
        if self._is_on:
            return None
        self._row.append(place)
        if len(self._row) < self._blocks:
            return None
        self._is_on = True
        return Start(self._row[0], self._lowest)
