"""Times without a point."""

from __future__ import annotations

import numpy as np

from vdlite.alerts.detectors.detector import Floats, Points, Start

_KNOWN = 200  # waits whose median is what is usual
_FEWEST = 4  # waits that say what is usual; before them, ...
_LONGER = 12.0  # ... so many times as long a wait is one


class Pauses:
    """The last points before a time without one that is longer than `seconds`, and `times` the usual one.

    Usual is the median of the 200 waits before; clocks that go back have no wait.
    """

    def __init__(self, *, seconds: float, times: float) -> None:
        self._shortest = seconds
        self._times = times
        self._seen = 0
        self._latest: float | None = None  # walltime
        self._waits: Floats = np.empty(0)  # the last ones

    def feed(self, points: Points) -> list[Start]:
        times = points.walltimes
        if not len(times):
            return []
        before = times[0] if self._latest is None else self._latest
        latest = np.fmax(np.fmax.accumulate(times), before)  # a log may have any times
        waits = np.diff(latest, prepend=before)
        known = len(self._waits)
        every = np.concatenate([self._waits, waits[1:] if self._latest is None else waits])
        first = 0 if self._latest is None else -1  # the point before the first of the new waits
        found = []
        for at in (known + np.flatnonzero(every[known:] > self._shortest)).tolist():
            if every[at] > self._limit(every[max(0, at - _KNOWN) : at]):
                found.append(Start(self._seen + first + at - known))
        self._seen += len(times)
        self._latest = float(latest[-1])
        self._waits = every[-_KNOWN:].copy()
        return found

    def limit(self) -> float:
        """The seconds after which the next point is late."""
        return self._limit(self._waits)

    def _limit(self, waits: Floats) -> float:
        if len(waits) < _FEWEST:
            return _LONGER * self._shortest
        return max(self._shortest, self._times * float(np.median(waits)))
