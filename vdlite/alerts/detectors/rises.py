"""Values that rise out of what they were."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vdlite.alerts.detectors.detector import Floats, Points, Start, starts

BEFORE = 200
"""Points that recent ones are compared with."""

Limits = Callable[[Floats], tuple[Floats, Floats]]
"""Gives for windows [W, BEFORE] of finite values what is usual, and what a recent median may not be above [W]."""

_RENEWED = 20  # points for which the ones before are looked at together
_SIGMAS = 4.0
_DEVIATION = 1.4826  # the standard deviation of normal numbers by their median absolute deviation
_HIGH = (
    1.2816  # and the distance of their 90th percentile from the median, by the standard deviation
)
_LEAST = 1e-3  # of the median's size: a smaller deviation is none, so that the last digits of a constant are no spike
_SCALE = 2.0**-64  # so that differences have room in a float
_HUGE = 2.0**960


class Rises:
    """The places where the median of some recent values is above a limit of the 200 before them.

    Those are looked at anew every 20 points. Values that are not finite are left out.
    """

    def __init__(self, recent: int, limits: Limits) -> None:
        self._recent = recent
        self._limits = limits
        self._first = BEFORE + recent - 1  # the first point that has all of them before it
        self._seen = 0
        # The values from the windows of the last point on, and how many of them were judged.
        self._kept: Floats = np.empty(0)
        self._judged = 0
        self._known: tuple[float, float] | None = (
            None  # usual value and limit of the first window of `_kept`
        )
        self._is_on = False

    def feed(self, points: Points) -> list[Start]:
        finite = np.isfinite(points.values)
        places = self._seen + np.flatnonzero(finite)
        self._seen += len(finite)
        self._kept = np.concatenate([self._kept, points.values[finite]])
        begin, end = max(self._first, self._judged), len(self._kept)
        offset, self._judged = self._judged, end
        if begin >= end:
            return []
        which = (np.arange(begin, end) - self._first) // _RENEWED
        usual, limits = self._windows(int(which[-1]) + 1)
        above = _medians(self._kept[begin - self._recent + 1 :], self._recent) > limits[which]
        found = [
            Start(int(places[begin + at - offset]), float(usual[which[at]]))
            for at in starts(above, is_on=self._is_on)
        ]
        self._is_on = bool(above[-1])
        last = int(which[-1])
        self._known = (float(usual[last]), float(limits[last]))
        self._kept = self._kept[last * _RENEWED :].copy()
        self._judged -= last * _RENEWED
        return found

    def _windows(self, number: int) -> tuple[Floats, Floats]:
        """Usual value and limit of each of the first so many windows of what is kept [number]."""
        if number == 1 and self._known is not None:
            return np.array([self._known[0]]), np.array([self._known[1]])
        every = np.lib.stride_tricks.sliding_window_view(self._kept, BEFORE)
        return self._limits(every[np.arange(number) * _RENEWED])


def sigma_limits(windows: Floats) -> tuple[Floats, Floats]:
    """The medians of windows [W, N], and 4 sigma above them [W].

    sigma is the larger of 1.4826 times the median absolute deviation and of what the 90th percentile says, for noise
    that reaches farther up than down; and a thousandth of the median's size at least.
    """
    if np.abs(windows).max() > _HUGE:
        usual, limits = sigma_limits(windows * _SCALE)
        with np.errstate(over="ignore"):
            return usual / _SCALE, limits / _SCALE
    middles, high = np.percentile(windows, [50, 90], axis=1)
    sigmas = _DEVIATION * np.median(np.abs(windows - middles[:, None]), axis=1)
    sigmas = np.maximum(sigmas, (high - middles) / _HIGH)
    return middles, middles + _SIGMAS * np.maximum(sigmas, _LEAST * np.abs(middles))


def factor_limits(factor: float) -> Limits:
    """The medians of windows, and so many times of them."""

    def limits(windows: Floats) -> tuple[Floats, Floats]:
        middles = np.median(windows, axis=1)
        return middles, factor * middles

    return limits


def _medians(values: Floats, of: int) -> Floats:
    """The medians of each so many values that follow each other [N - of + 1]."""
    if len(values) - of < _RENEWED and of % 2:  # NumPy takes longer to begin
        kept = values.tolist()
        middle = of // 2
        return np.array(
            [sorted(kept[at : at + of])[middle] for at in range(len(kept) - of + 1)], np.float64
        )
    return np.median(np.lib.stride_tricks.sliding_window_view(values, of), axis=1)
