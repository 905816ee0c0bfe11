"""A scalar series in bounded size, such that nothing that happened in it can hide."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.series.columns import Columns
from vdlite.reader.series.scalar_series import ScalarSeries


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a series."""

    step: int
    value: float
    walltime: float  # seconds since 1970


@dataclass(frozen=True, slots=True)
class Bucket:
    """Points that follow each other. A spike of one step is the smallest or largest of its bucket."""

    first_step: int
    last_step: int
    count: int  # points
    min: float | None  # None: no value of it is finite
    max: float | None
    nan_count: int
    inf_count: int  # of both signs


@dataclass(frozen=True, slots=True)
class SeriesSummary:
    """How a scalar went; points that later ones superseded do not count."""

    run: str
    tag: str
    count: int  # points, also those that are not finite
    superseded: int  # points that others of the same step replaced
    nan_count: int
    inf_count: int
    nonfinite_step: int | None  # of the first value that is not finite; None: all are
    first: Point | None  # None: there is no point in these steps
    last: Point | None
    min: Point | None  # the first of the smallest finite values; None: no value is finite
    max: Point | None
    resumed: tuple[int, ...]  # steps at which a later writer went on
    buckets: tuple[Bucket, ...]  # in step order; every point is in one


def series_summary(
    run: str,
    tag: str,
    series: ScalarSeries,
    *,
    buckets: int,
    first_step: int | None = None,
    last_step: int | None = None,
) -> SeriesSummary:
    """The summary of a series, or of its steps from `first_step` to `last_step`.

    buckets: at most so many, of as many points each as the others, but one.
    Raises ValueError if there is to be no bucket.
    """
    if buckets < 1:
        raise ValueError(f"buckets: got {buckets}, want at least 1")
    now = series.at_once()
    points = now.columns
    low = 0 if first_step is None else int(np.searchsorted(points.steps, first_step, "left"))
    high = (
        len(points) if last_step is None else int(np.searchsorted(points.steps, last_step, "right"))
    )
    points = points.take(slice(low, max(low, high)))
    values = points.values
    finite = np.isfinite(values)
    nans = np.isnan(values)
    edges = np.linspace(0, len(points), min(buckets, len(points)) + 1).astype(int)
    return SeriesSummary(
        run=run,
        tag=tag,
        count=len(points),
        superseded=now.total - len(now.columns),
        nan_count=int(nans.sum()),
        inf_count=int((~finite & ~nans).sum()),
        nonfinite_step=None if finite.all() else int(points.steps[int(np.argmin(finite))]),
        first=_point(points, 0) if len(points) else None,
        last=_point(points, len(points) - 1) if len(points) else None,
        min=_point(points, int(np.argmin(np.where(finite, values, np.inf))))
        if finite.any()
        else None,
        max=_point(points, int(np.argmax(np.where(finite, values, -np.inf))))
        if finite.any()
        else None,
        resumed=now.resumed,
        buckets=tuple(
            _bucket(points, finite, nans, slice(int(start), int(end)))
            for start, end in pairwise(edges)
        ),
    )


def _point(points: Columns, at: int) -> Point:
    return Point(int(points.steps[at]), float(points.values[at]), float(points.walltimes[at]))


def _bucket(
    points: Columns, finite: NDArray[np.bool_], nans: NDArray[np.bool_], part: slice
) -> Bucket:
    steps, own = points.steps[part], points.values[part][finite[part]]
    missing = int(nans[part].sum())
    return Bucket(
        first_step=int(steps[0]),
        last_step=int(steps[-1]),
        count=len(steps),
        min=float(own.min()) if len(own) else None,
        max=float(own.max()) if len(own) else None,
        nan_count=missing,
        inf_count=len(steps) - len(own) - missing,
    )
