"""Values that are NaN or infinite."""

from __future__ import annotations

import numpy as np

from vdlite.alerts.detectors.detector import Points, Start, starts


class NotFinite:
    """The places where values begin to be NaN or infinite."""

    def __init__(self) -> None:
        self._seen = 0
        self._is_on = False

    def feed(self, points: Points) -> list[Start]:
        flags = ~np.isfinite(points.values)
        found: list[Start] = []
        if self._is_on or flags.any():
            found = [Start(self._seen + at) for at in starts(flags, is_on=self._is_on)]
            self._is_on = bool(flags[-1]) if len(flags) else self._is_on
        self._seen += len(flags)
        return found
