"""Values beyond a limit."""

from __future__ import annotations

import numpy as np

from vdlite.alerts.detectors.detector import Flags, Floats, Points, Start


class Beyond:
    """The places where values are above or below a limit, for so many points in a row."""

    def __init__(
        self, *, above: float | None, below: float | None, points: int, resolve: float | None
    ) -> None:
        """above, below: with `above` less than `below`, what is between them is beyond.

        resolve: the event ends where a value is back behind this; None for the limit."""
        self._above = above
        self._below = below
        self._points = points
        self._resolve = resolve
        self._seen = 0
        self._row = 0  # points beyond it, up to the last one
        self._is_on = False

    def feed(self, points: Points) -> list[Start]:
        outside, back = self._flags(points.values)
        first, self._seen = self._seen, self._seen + len(outside)
        if not outside.any():
            if len(outside):
                self._row = 0
                self._is_on = self._is_on and not back.any()
            return []
        found: list[Start] = []
        backs = np.flatnonzero(back)
        edges = np.flatnonzero(np.diff(outside, prepend=False, append=False))
        since = 0  # from where on nothing has ended the event
        for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            if np.searchsorted(backs, begin) > np.searchsorted(backs, since):
                self._is_on = False
            since = begin
            earlier = self._row if begin == 0 else 0
            if earlier + end - begin >= self._points and not self._is_on:
                self._is_on = True
                found.append(Start(first + begin - earlier, self._limit))
        self._row = (end - begin + earlier) if end == len(outside) else 0
        if np.searchsorted(backs, since) < len(backs):
            self._is_on = False
        return found

    def _flags(self, values: Floats) -> tuple[Flags, Flags]:
        """Flags of the values that are beyond, and of those that are back behind it [N]; NaN is neither."""
        if self._above is not None and self._below is not None and self._above < self._below:
            between = (values > self._above) & (values < self._below)
            return between, np.isfinite(values) & ~between
        outside = np.zeros(len(values), bool)
        back = np.zeros(len(values), bool)
        if self._above is not None:
            outside |= values > self._above
            back |= values <= (self._above if self._resolve is None else self._resolve)
        if self._below is not None:
            outside |= values < self._below
            back |= values >= (self._below if self._resolve is None else self._resolve)
        return outside, back & ~outside

    @property
    def _limit(self) -> float | None:
        return self._above if self._below is None else self._below
