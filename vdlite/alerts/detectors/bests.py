"""Values that are the best so far."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vdlite.alerts.detectors.detector import Flags, Floats, Points, Start


class Bests:
    """The places of values that are better than all before them by `delta`: at most one in `seconds`, none in the first `points`.

    Of several in that time, the best one is an event once it is over, with the first point behind it. What is expected
    is the best before, of which somebody has heard.
    """

    def __init__(
        self,
        *,
        goal: str,
        delta: float,
        points: int,
        seconds: float,
        after: Bests | None = None,
    ) -> None:
        """goal: "min" or "max". after: what an earlier writer's points were fed to, with whose values this goes on."""
        self._sign = 1.0 if goal == "min" else -1.0
        self._delta = delta
        self._seconds = seconds
        self._seen = 0
        self._early = points  # finite values that are still to come before anything is news
        self._best = math.inf
        self._place = 0  # of the best one
        self._known = math.inf  # the best of which somebody has heard
        self._time = -math.inf  # the latest walltime
        self._rests_until = -math.inf
        if after is not None:
            self._early, self._known = after._early, after._known
            self._best, self._place = after._best, after._place - after._seen
            self._time, self._rests_until = after._time, after._rests_until

    def feed(self, points: Points) -> list[Start]:
        count = len(points.values)
        if not count:
            return []
        finite = np.isfinite(points.values)
        values = np.where(finite, self._sign * points.values, np.inf)
        best = np.minimum(np.fmin.accumulate(values), self._best)
        times = np.fmax(np.fmax.accumulate(points.walltimes), self._time)
        is_better = best < np.r_[self._best, best[:-1]]
        first, self._seen = self._seen, self._seen + count
        own = np.where(is_better, first + np.arange(count), self._place)
        places = np.maximum.accumulate(own)  # that of the best one rises
        found = self._of(best, times, places, self._begin(finite, best))
        self._best, self._place, self._time = float(best[-1]), int(places[-1]), float(times[-1])
        return found

    def _begin(self, finite: Flags, best: Floats) -> int:
        """The index of the first point that may be news; what is best before it is known."""
        if not self._early:
            return 0
        places = np.flatnonzero(finite)
        if len(places) < self._early:
            self._early -= len(places)
            return len(finite)
        last = int(places[self._early - 1])
        self._early, self._known = 0, float(best[last])
        return last + 1

    def _of(
        self, best: Floats, times: Floats, places: NDArray[np.int64], begin: int
    ) -> list[Start]:
        """The events, from an index on: times do not fall and bests do not rise, so that each is found by halving."""
        found: list[Start] = []
        falling = -best
        while begin < len(best):
            wanted = self._known - self._delta
            better = int(np.searchsorted(falling, -wanted, "right"))
            rested = int(np.searchsorted(times, self._rests_until, "left"))
            at = max(begin, better, rested)
            if at >= len(best):
                break
            known = self._sign * self._known
            found.append(Start(int(places[at]), float(known) if np.isfinite(known) else None))
            self._known, self._rests_until = float(best[at]), float(times[at]) + self._seconds
            begin = at + 1
        return found
