"""Values that no longer get better."""

from __future__ import annotations

import numpy as np

from vdlite.alerts.detectors.detector import Points, Start


class Plateaus:
    """The places where values stop to get better by `delta`, for so many points."""

    def __init__(self, *, goal: str, delta: float, points: int) -> None:
        """goal: "min" or "max"."""
        self._sign = 1.0 if goal == "min" else -1.0
        self._delta = delta
        self._points = points
        self._seen = 0
        self._best = np.inf  # of all values
        self._reached = np.inf  # the best that was better by delta
        self._since = 0  # where that was
        self._is_on = False

    def feed(self, points: Points) -> list[Start]:
        values = self._sign * points.values
        first, self._seen = self._seen, self._seen + len(values)
        best = np.fmin.accumulate(np.where(np.isfinite(values), values, np.inf))
        best = np.minimum(best, self._best)
        found: list[Start] = []
        # Only where the best changes, something can happen: those are few.
        changes = np.flatnonzero(best < np.r_[self._best, best[:-1]])
        for at in [*changes.tolist(), len(best)]:
            if not self._is_on and first + at - self._since > self._points:
                found.append(Start(self._since + self._points))
                self._is_on = True
            if at < len(best) and best[at] < self._reached - self._delta:
                self._reached, self._since, self._is_on = float(best[at]), first + at, False
        if len(best):
            self._best = float(best[-1])
        return found
