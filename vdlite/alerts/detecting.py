"""Detectors: where in a series something begins that a rule looks for. Columns in, indexes out.

Each gives the first point of every event, in order: what goes on is one event, and ends before another can begin.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

BEFORE = 200
"""Points that a spike is compared with."""

_HUGE = 2.0**960
_RECENT = 5  # points whose median is compared
_RENEWED = 20  # points for which the ones before are looked at together
_SIGMAS = 4.0
_DEVIATION = 1.4826  # the standard deviation of normal numbers by their median absolute deviation
_HIGH = (
    1.2816  # and the distance of their 90th percentile from the median, by the standard deviation
)
_LEAST = 1e-3  # of the median's size: a smaller deviation is none, so that the last digits of a constant are no spike


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of an event."""

    at: int  # index of its first point
    expected: float | None = None  # the value that would have been usual; None: nothing says it


def not_finite(values: Floats) -> list[Start]:
    """The places where values [N] begin to be NaN or infinite."""
    return [Start(at) for at in _starts(~np.isfinite(values))]


def spikes(values: Floats) -> list[Start]:
    """The places where values [N] rise out of what they were: the median of 5 points is above median + 4 sigma of the 200 before.

    sigma is the larger of 1.4826 times the median absolute deviation and of what the 90th percentile says, for noise
    that reaches farther up than down; and a thousandth of the median's size at least. The 200 points are those before
    the 5, looked at anew every 20 points. Values that are not finite are left out.
    """
    places = np.flatnonzero(np.isfinite(values))
    kept = values[places]
    first = BEFORE + _RECENT - 1  # the first point that has all of them before it
    if len(kept) <= first:
        return []
    if np.abs(kept).max() > _HUGE:  # differences would have no room in a float
        return [
            Start(int(places[each.at]), (each.expected or 0.0) * _HUGE)
            for each in spikes(kept / _HUGE)
        ]
    recent = np.median(np.lib.stride_tricks.sliding_window_view(kept, _RECENT), axis=1)
    ends = np.arange(first, len(kept), _RENEWED)
    windows = np.lib.stride_tricks.sliding_window_view(kept, BEFORE)[ends - first]
    middles, high = np.percentile(windows, [50, 90], axis=1)
    sigmas = _DEVIATION * np.median(np.abs(windows - middles[:, None]), axis=1)
    sigmas = np.maximum(sigmas, (high - middles) / _HIGH)
    limits = middles + _SIGMAS * np.maximum(sigmas, _LEAST * np.abs(middles))
    which = (np.arange(first, len(kept)) - first) // _RENEWED
    above = recent[first - _RECENT + 1 :] > limits[which]
    return [Start(int(places[first + at]), float(middles[which[at]])) for at in _starts(above)]


def beyond(
    values: Floats, *, above: float | None, below: float | None, points: int, resolve: float | None
) -> list[Start]:
    """The places where values [N] are above or below a limit, for so many points in a row.

    resolve: the event ends where a value is back behind this; None for the limit.
    """
    outside = np.zeros(len(values), bool)
    back = np.zeros(len(values), bool)
    if above is not None:
        outside |= values > above
        back |= values <= (above if resolve is None else resolve)
    if below is not None:
        outside |= values < below
        back |= values >= (below if resolve is None else resolve)
    found: list[Start] = []
    row, is_on = 0, False
    for at in np.flatnonzero(outside | back).tolist():
        if outside[at]:
            row = row + 1 if at and outside[at - 1] else 1
            if row >= points and not is_on:
                is_on = True
                found.append(Start(at - points + 1, above if below is None else below))
        elif back[at]:
            row, is_on = 0, False
    return found


def plateaus(values: Floats, *, goal: str, delta: float, points: int) -> list[Start]:
    """The places where values [N] stop to get better by `delta`, for so many points. goal: "min" or "max"."""
    signed = values if goal == "min" else -values
    best = (
        np.fmin.accumulate(np.where(np.isfinite(signed), signed, np.inf)) if len(signed) else signed
    )
    found: list[Start] = []
    reached, since, is_on = np.inf, 0, False
    # Only where the best changes, something can happen: those are few.
    changes = np.flatnonzero(np.r_[True, best[1:] < best[:-1]]) if len(best) else np.empty(0, int)
    for at in [*changes.tolist(), len(best)]:
        if not is_on and at - since > points:
            found.append(Start(since + points))
            is_on = True
        if at < len(best) and best[at] < reached - delta:
            reached, since, is_on = float(best[at]), at, False
    return [each for each in found if each.at < len(values)]


def pauses(walltimes: Floats, *, seconds: float, times: float) -> list[Start]:
    """The last points [N] before a time without one that is longer than `seconds` and `times` the usual one."""
    if len(walltimes) < 2:
        return []
    waits = np.diff(walltimes)
    return [Start(int(at)) for at in np.flatnonzero(waits > limit_of(waits, seconds, times))]


def limit_of(waits: Floats, seconds: float, times: float) -> float:
    """The seconds after which a run is silent for too long."""
    usual = float(np.median(waits)) if len(waits) else 0.0
    return max(seconds, times * usual)


def _starts(flags: Flags) -> list[int]:
    """The indexes at which flags [N] begin to be true."""
    before = np.r_[False, flags[:-1]]
    return np.flatnonzero(flags & ~before).tolist()
