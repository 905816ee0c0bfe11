"""Trainings that become slow."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vdlite.alerts.detectors.beyond import Beyond
from vdlite.alerts.detectors.detector import Floats, Points, Start
from vdlite.alerts.detectors.rises import Rises, factor_limits

_RECENT = (
    21  # distances whose median counts: a single long one, as of a validation, makes no run slow
)


@dataclass(frozen=True, slots=True)
class _Column:
    """Values alone."""

    values: Floats
    steps: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    walltimes: Floats = field(default_factory=lambda: np.empty(0))


class Slowness:
    """The places where a step takes long: the median of 21 points that follow each other.

    Long is more than `times` the median of the 200 before them, or, if `below` is given, fewer than so many steps a second.
    """

    def __init__(self, *, times: float, below: float | None) -> None:
        self._rises = Rises(_RECENT, factor_limits(times)) if below is None else None
        self._beyond = (
            None
            if below is None
            else Beyond(above=None, below=below, points=1, resolve=1.1 * below)
        )
        self._last: tuple[int, float] | None = None
        self._recent: Floats = np.empty(0)  # seconds of a step, before the next point
        self._seen = 0

    def feed(self, points: Points) -> list[Start]:
        if not len(points.steps):
            return []
        seconds = self._seconds(points)
        if self._rises is not None:
            return self._rises.feed(_Column(seconds))
        assert self._beyond is not None
        known = len(self._recent)
        every = np.concatenate([self._recent, seconds])
        self._recent = every[-_RECENT + 1 :].copy()
        rates = np.full(len(every), np.nan)
        if len(every) >= _RECENT:
            windows = np.lib.stride_tricks.sliding_window_view(every, _RECENT)
            with np.errstate(divide="ignore"):
                rates[_RECENT - 1 :] = 1 / np.median(windows, axis=1)
        return self._beyond.feed(_Column(rates[known:]))

    def _seconds(self, points: Points) -> Floats:
        """The seconds that a step took before each point [N]; NaN where clocks or steps do not say it."""
        step, walltime = (points.steps[0], np.nan) if self._last is None else self._last
        distances = np.diff(points.steps, prepend=step).astype(np.float64)
        waits = np.diff(points.walltimes, prepend=walltime)
        self._last = (int(points.steps[-1]), float(points.walltimes[-1]))
        sound = (distances > 0) & (waits >= 0)
        return np.where(sound, waits / np.where(sound, distances, 1.0), np.nan)
