"""Spikes: points far away from what was before and what came after."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

_BLOCK = 200  # points that follow each other and have a middle and a spread of their own
_FEWEST = 20  # points of a series
_FAR = 8.0  # standard deviations, as the middle half of the points has them
_BESIDE = 5  # points before and after, which a spike must stand out from
_LONGEST = 50  # points; longer it is another level, not a spike
_HUGE = 2.0**960
_RARE = 0.01  # of all points; what is more often is how the series is
_MOST_LOOKED_AT = 20_000  # candidates: the farthest ones
_PIECE = 5_000  # blocks at once, so that long series need no memory of their own size

_DEVIATION = 1.4826  # the standard deviation of normal numbers by their median absolute deviation
_RANGE = 3.29  # and the distance between their 5th and 95th percentile by the standard deviation

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Spike:
    """Points that left the others and came back."""

    at: int  # index of the farthest
    points: int  # how many of them follow each other
    before: float  # median of the points before
    after: float
    size: float  # distance from the nearer of the two, in standard deviations of the points around


def spikes(values: Floats) -> list[Spike]:
    """The spikes of finite values [N], in their order.

    A point is a candidate if it is more than 8 standard deviations away from the median of its block of 200 points,
    and from those of the blocks before and after, so that a new level is none. The standard deviation is the larger of
    what the median absolute deviation and what the 5th and 95th percentile say. Candidates side by side are a spike
    if they are as far from the median of the 5 points before and from that of the 5 points after, to the same side.
    Where more than a hundredth of all points would be spikes, none is: that is how the series is.
    """
    if len(values) < _FEWEST:
        return []
    if np.abs(values).max() > _HUGE:  # differences would have no room in a float
        return [
            replace(each, before=each.before * _HUGE, after=each.after * _HUGE)
            for each in spikes(values / _HUGE)
        ]
    if _is_calm(values):
        return []
    middles, spreads = _blocks(values)
    candidates = _candidates(values, middles, spreads)
    found = []
    for group in np.split(candidates, np.nonzero(np.diff(candidates) > _BESIDE)[0] + 1):
        if not len(group):
            continue
        first, last = int(group[0]), int(group[-1])
        before, after = (
            values[max(0, first - _BESIDE) : first],
            values[last + 1 : last + 1 + _BESIDE],
        )
        if not (len(before) and len(after)) or last - first >= _LONGEST:
            continue
        spike = _spike(values, first, last, float(np.median(before)), float(np.median(after)))
        spread = float(spreads[min(spike.at // _BLOCK, len(spreads) - 1)])
        if spike.size > _FAR * spread:
            size = spike.size / spread if spread else np.inf
            found.append(Spike(spike.at, spike.points, spike.before, spike.after, float(size)))
    often = len(found) > 1 and sum(each.points for each in found) > _RARE * len(values)
    return [] if often else found


def _is_calm(values: Floats) -> bool:
    """Whether a short series has no candidate, as a glance at its sorted values shows."""
    number = len(values)
    if number >= 2 * _BLOCK:
        return False
    order = np.sort(values)
    # Never more than the standard deviation that is worked out otherwise, nor less than the distance from the middle.
    spread = (order[int(0.95 * (number - 1))] - order[-int(-0.05 * (number - 1) // 1)]) / _RANGE
    farthest = max(order[-1] - order[(number - 1) // 2], order[number // 2] - order[0])
    return bool(farthest <= _FAR * spread)


def _spike(values: Floats, first: int, last: int, before: float, after: float) -> Spike:
    """The spike between two indexes; its size has the unit of the values."""
    inside = values[first : last + 1]
    above, below = inside - max(before, after), min(before, after) - inside
    if above.max() >= below.max():
        return Spike(first + int(above.argmax()), len(inside), before, after, float(above.max()))
    return Spike(first + int(below.argmax()), len(inside), before, after, float(below.max()))


def _blocks(values: Floats) -> tuple[Floats, Floats]:
    """The median and the standard deviation of each block [blocks]; the last one has up to twice as many points."""
    number = max(1, len(values) // _BLOCK)
    middles, spreads = np.empty(number), np.empty(number)
    whole = number - 1
    for start in range(0, whole, _PIECE):
        part = slice(start, min(start + _PIECE, whole))
        rows = values[part.start * _BLOCK : part.stop * _BLOCK].reshape(-1, _BLOCK)
        middles[part], spreads[part] = _facts(rows)
    middles[whole:], spreads[whole:] = _facts(values[None, whole * _BLOCK :])
    return middles, spreads


def _facts(rows: Floats) -> tuple[Floats, Floats]:
    low, middle, high = np.percentile(rows, [5, 50, 95], axis=1)
    with np.errstate(over="ignore"):
        deviation = np.median(np.abs(rows - middle[:, None]), axis=1) * _DEVIATION
        spread = np.maximum(deviation, (high - low) / _RANGE)
    # What differs by rounding only is one value.
    return middle, np.maximum(spread, np.abs(middle) * 1e-9)


def _candidates(values: Floats, middles: Floats, spreads: Floats) -> NDArray[np.intp]:
    """Indexes of the points that are far from the middles of their block and of its neighbors, in order."""
    number = len(middles)
    found, sizes = [], []
    for start in range(0, number, _PIECE):
        end = min(start + _PIECE, number)
        inside = values[start * _BLOCK : len(values) if end == number else end * _BLOCK]
        own = np.minimum(np.arange(len(inside)) // _BLOCK + start, number - 1)
        least = np.full(len(inside), np.inf)
        for beside in (-1, 0, 1):
            of = np.clip(own + beside, 0, number - 1)
            with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
                distance = np.abs(inside - middles[of]) / spreads[of]
            # Nothing is far from what it equals, also where there is no spread.
            np.fmin(least, np.where(inside == middles[of], 0.0, distance), out=least)
        far = np.nonzero(least > _FAR)[0]
        found.append(far + start * _BLOCK)
        sizes.append(least[far])
    all_found, size = np.concatenate(found), np.concatenate(sizes)
    if len(all_found) > _MOST_LOOKED_AT:
        all_found = np.sort(all_found[np.argpartition(-size, _MOST_LOOKED_AT)[:_MOST_LOOKED_AT]])
    return all_found
