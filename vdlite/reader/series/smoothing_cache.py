"""Smoothed values that are likely to be asked for again."""

import threading
from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.series.smoothing import smooth

LIMIT_BYTES = 128 << 20

Key = tuple[int, int, int, float]
"""Series, its version, its number of points, and the weight."""


class SmoothingCache:
    """Keeps what was used last, of all series together at most `limit` bytes. Threads may share it."""

    def __init__(self, limit: int = LIMIT_BYTES) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._held: OrderedDict[Key, NDArray[np.float64]] = OrderedDict()
        self._bytes = 0

    def smoothed(
        self, series: int, version: int, values: NDArray[np.float64], weight: float
    ) -> NDArray[np.float64]:
        """`smooth(values, weight)`, where `values` are all points of a version of a series.

        series: a number that no other series has, ever.
        """
        key = (series, version, len(values), weight)
        with self._lock:
            known = self._held.get(key)
            if known is not None:
                self._held.move_to_end(key)
                return known
        result = smooth(values, weight)
        with self._lock:
            if key not in self._held and result.nbytes <= self._limit:
                self._held[key] = result
                self._bytes += result.nbytes
                while self._bytes > self._limit:
                    _, dropped = self._held.popitem(last=False)
                    self._bytes -= dropped.nbytes
        return result
