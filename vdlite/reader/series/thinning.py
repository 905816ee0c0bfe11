"""The points of a series that a drawing can show, and none of the extremes less."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.series.columns import Columns
from vdlite.reader.series.mean_curve import MeanCurve, difference
from vdlite.reader.series.scalar_series import ScalarSeries, Snapshot
from vdlite.reader.series.smoothing import smooth

AXES = ("step", "relative", "wall")
MOST_PER_PIXEL = 4  # first, last, smallest and largest
_LONG_BUCKET = 400  # points; from here on a loop over buckets beats a pass over all points
_MOST_FOR_QUANTILES = 1 << 20

NAN, POSITIVE_INFINITY, NEGATIVE_INFINITY = 0, 1, 2

Index = NDArray[np.intp]
_NO_POINTS: Index = np.empty(0, np.intp)
_INT64 = np.iinfo(np.int64)
_FAR = 1e300  # an end of the range beyond that is as good as there
_EXACT = 2.0**62  # floats up to here convert to int64


@dataclass(frozen=True, slots=True)
class NonFinite:
    """Points that are no finite number: of each bucket and sort the first, and how many there are; all [M]."""

    step: NDArray[np.int64]
    walltime: NDArray[np.float64]
    what: NDArray[np.uint8]  # 0 NaN, 1 +infinity, 2 -infinity
    count: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Stats:
    """Statistics of the points in the range; None where there is no finite one. `last` is of the whole series."""

    min: float | None
    min_step: int | None
    max: float | None
    max_step: int | None
    last: float | None
    last_step: int | None
    nan: int
    posinf: int
    neginf: int
    q05: float | None
    q95: float | None


@dataclass(frozen=True, slots=True)
class Thinned:
    """Points to draw: columns of one length, in step order."""

    version: int
    count: int  # points of the series
    superseded: int
    in_range: int
    exact: bool  # all points of the range are here
    append: bool  # only the points that the caller did not have yet are here
    origin: float  # the series' first walltime, seconds since 1970
    step: NDArray[np.int64]
    walltime: NDArray[np.float64]
    value: NDArray[np.float64]
    smoothed: NDArray[np.float64] | None
    nonfinite: NonFinite
    stats: Stats
    resumed: tuple[int, ...]  # steps at which later writers went on


def thin(
    series: ScalarSeries,
    *,
    axis: str = "step",
    low: float | None = None,
    high: float | None = None,
    pixels: int = 1000,
    smoothing: float = 0.0,
    quantiles: bool = False,
    have: int | None = None,
    version: int | None = None,
    baseline: MeanCurve | None = None,
) -> Thinned:
    """The points of a range that a drawing `pixels` wide needs.

    The range is cut into `pixels` buckets of equal width on the axis; of each, the first, last, smallest and largest
    finite point is kept, of the values and, with smoothing, of the smoothed values. If at most four points
    fall to a pixel, all are kept.

    axis: "step", "relative" (seconds since the series' first walltime) or "wall" (seconds since 1970).
    low, high: the range on that axis; None is open. One point beyond each end comes along.
    have, version: what the caller holds: if it is still right, only what follows is given (see `Thinned.append`).
    baseline: a curve that is taken away from the values first; then all points are given, whatever the caller holds.
    Raises ValueError for a wrong axis, number of pixels or smoothing weight.
    """
    if axis not in AXES:
        raise ValueError(f"axis: got {axis!r}, want one of {', '.join(AXES)}")
    if pixels < 1:
        raise ValueError(f"pixels: got {pixels}, want at least 1")
    now, origin = series.at_once(), series.origin
    if baseline is None:
        smoothed = series.smoothed(now, smoothing) if smoothing else None
    else:
        now, have = difference(now, baseline), None
        smoothed = smooth(now.columns.values, smoothing) if smoothing else None
    points = now.columns
    if axis != "step" and not now.walltimes_rise:
        order = np.argsort(points.walltimes, kind="stable")
        points = points.take(order)
        smoothed = None if smoothed is None else smoothed[order]
    x = points.steps if axis == "step" else points.walltimes
    shift = origin if axis == "relative" else 0.0
    low, high = (None if end is None else end + shift for end in (low, high))
    first = 0 if low is None else int(np.searchsorted(x, _end_of(x, low, "left"), "left"))
    last = len(x) if high is None else int(np.searchsorted(x, _end_of(x, high, "right"), "right"))
    last = max(first, last)
    begin, end = max(first - 1, 0), min(last + 1, len(x))

    exact = end - begin <= MOST_PER_PIXEL * pixels
    append = exact and have is not None and _goes_on(now, have, version, low, high)
    starts = None
    if exact:
        index = np.arange(begin, end)
    else:
        starts = _bucket_starts(x[first:last], low, high, pixels) + first
        chosen = [np.arange(begin, first), np.arange(last, end)]
        for values in (points.values, smoothed):
            if values is not None:
                chosen.append(_extremes(values, starts, last, now.all_finite))
        index = np.unique(np.concatenate(chosen))
    marked = _NO_POINTS if now.all_finite else _nonfinite_points(points.values, first, last)
    nonfinite = _gather(points, marked, starts)
    stats = _stats(now, points, index[(index >= first) & (index < last)], nonfinite)
    if quantiles:
        q05, q95 = _quantiles(points.values[first:last])
        stats = replace(stats, q05=q05, q95=q95)
    if append:
        index = index[have:]
        nonfinite = _gather(points, marked[marked >= (have or 0)], None)
    if points is not now.columns:
        index = index[np.argsort(points.steps[index])]
    return Thinned(
        version=now.version,
        count=len(points),
        superseded=now.total - len(points),
        in_range=last - first,
        exact=exact,
        append=append,
        origin=origin,
        step=points.steps[index],
        walltime=points.walltimes[index],
        value=points.values[index],
        smoothed=None if smoothed is None else smoothed[index],
        nonfinite=nonfinite,
        stats=stats,
        resumed=now.resumed,
    )


def outline(x: NDArray[np.float64], y: NDArray[np.float64], pixels: int) -> Index:
    """The points of a curve that a drawing `pixels` wide needs: all, or of each pixel first, last and extremes.

    x: rising; y: what is not finite is left out where the curve is thinned.
    """
    if len(x) <= MOST_PER_PIXEL * pixels:
        return np.arange(len(x))
    starts = _bucket_starts(x, None, None, pixels)
    return np.unique(_extremes(y, starts, len(x), bool(np.isfinite(y).all())))


def _goes_on(
    now: Snapshot, have: int, version: int | None, low: float | None, high: float | None
) -> bool:
    """True if the first `have` points of the whole series are what the caller holds."""
    whole = low is None and high is None
    return whole and version == now.version and 0 <= have <= len(now.columns)


def _end_of(x: NDArray[Any], end: float, side: str) -> Any:
    """An end of the range in the type of the axis: NumPy would convert all of `x` instead."""
    if x.dtype != np.int64:
        return end
    whole = math.ceil(end) if side == "left" else math.floor(end)
    return np.int64(min(max(whole, _INT64.min), _INT64.max))


def _bucket_starts(x: NDArray[Any], low: float | None, high: float | None, pixels: int) -> Index:
    """The places in `x` (rising, not empty) where the buckets that hold points begin; the first is 0."""
    left = float(x[0]) if low is None else max(low, -_FAR)
    right = float(x[-1]) if high is None else min(high, _FAR)
    edges = np.linspace(left, right, pixels, endpoint=False)
    if x.dtype == np.int64:
        edges = np.clip(np.ceil(edges), -_EXACT, _EXACT).astype(np.int64)
    starts = np.unique(np.searchsorted(x, edges, "left"))
    starts = starts[starts < len(x)]
    return starts if len(starts) and starts[0] == 0 else np.concatenate([[0], starts])


def _extremes(values: NDArray[np.float64], starts: Index, last: int, all_finite: bool) -> Index:
    """The first, last, smallest and largest finite point of each bucket (some may be the same)."""
    if all_finite:
        return _extremes_of_finite(values[:last], starts)
    first = starts[0]
    finite: Index = np.flatnonzero(np.isfinite(values[first:last])) + first
    if not len(finite):
        return finite
    inner = np.unique(np.searchsorted(finite, starts))
    return finite.take(_extremes_of_finite(values[finite], inner[inner < len(finite)]))


def _extremes_of_finite(values: NDArray[np.float64], starts: Index) -> Index:
    """The extremes of finite values: each bucket ends at the next one's start, and the last with `values`."""
    ends = np.append(starts[1:], len(values))
    parts = [starts, ends - 1]
    if len(values) - starts[0] > _LONG_BUCKET * len(starts):
        pairs = list(zip(starts.tolist(), ends.tolist(), strict=True))
        parts.append(np.array([a + int(values[a:b].argmin()) for a, b in pairs]))
        parts.append(np.array([a + int(values[a:b].argmax()) for a, b in pairs]))
    else:
        for extreme in (np.minimum, np.maximum):
            parts.append(_first_extreme(values, starts, ends, extreme))
    return np.concatenate(parts)


def _first_extreme(
    values: NDArray[np.float64], starts: Index, ends: Index, extreme: np.ufunc
) -> Index:
    """The first point of each bucket that has the bucket's smallest or largest value."""
    begin = int(starts[0])
    values = values[begin:]
    best = np.repeat(extreme.reduceat(values, starts - begin), ends - starts)
    equal = np.flatnonzero(values == best) + begin
    return equal[np.searchsorted(equal, starts)]


def _nonfinite_points(values: NDArray[np.float64], first: int, last: int) -> Index:
    return np.flatnonzero(~np.isfinite(values[first:last])) + first


def _gather(points: Columns, marked: Index, starts: Index | None) -> NonFinite:
    """The first of the marked points of each bucket and sort, and their count; without buckets every point."""
    values = points.values[marked]
    what = np.where(
        np.isnan(values), NAN, np.where(values > 0, POSITIVE_INFINITY, NEGATIVE_INFINITY)
    )
    chosen: Index = np.arange(len(marked))
    count: NDArray[Any] = np.ones(len(marked), np.int32)
    if starts is not None:
        bucket = np.searchsorted(starts, marked, "right")
        _, chosen, count = np.unique(bucket * 3 + what, return_index=True, return_counts=True)
    return NonFinite(
        points.steps[marked[chosen]],
        points.walltimes[marked[chosen]],
        what[chosen].astype(np.uint8),
        count.astype(np.int32),
    )


def _stats(now: Snapshot, points: Columns, index: Index, nonfinite: NonFinite) -> Stats:
    """`index` holds the extremes of the range, whether it is thinned or not."""
    finite = index[np.isfinite(points.values[index])]
    values, steps = points.values[finite], points.steps[finite]
    least, most = (int(values.argmin()), int(values.argmax())) if len(finite) else (None, None)
    nan, posinf, neginf = (
        int(nonfinite.count[nonfinite.what == what].sum())
        for what in (NAN, POSITIVE_INFINITY, NEGATIVE_INFINITY)
    )
    whole = now.columns
    return Stats(
        min=None if least is None else float(values[least]),
        min_step=None if least is None else int(steps[least]),
        max=None if most is None else float(values[most]),
        max_step=None if most is None else int(steps[most]),
        last=float(whole.values[-1]) if len(whole) else None,
        last_step=int(whole.steps[-1]) if len(whole) else None,
        nan=nan,
        posinf=posinf,
        neginf=neginf,
        q05=None,
        q95=None,
    )


def _quantiles(values: NDArray[np.float64]) -> tuple[float | None, float | None]:
    """The 5 % and 95 % quantiles; of every k-th point where there are more than a million."""
    values = values[:: len(values) // _MOST_FOR_QUANTILES + 1]
    values = values[np.isfinite(values)]
    if not len(values):
        return None, None
    q05, q95 = np.quantile(values, (0.05, 0.95))
    return float(q05), float(q95)
