"""The curve of a baseline: the mean of some series over steps, and how far another series is from it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.series.columns import Columns
from vdlite.reader.series.scalar_series import Snapshot


@dataclass(frozen=True, slots=True)
class MeanCurve:
    """A curve in straight lines between its points; there is nothing of it outside of them."""

    steps: NDArray[np.int64]  # [K], rising
    values: NDArray[np.float64]  # [K]; NaN: unknown, from the point before up to the one behind it


def mean_curve(series: Sequence[Columns]) -> MeanCurve:
    """The mean of series, from the step on that all have reached up to the last that all have; empty if there is none.

    series: points in step order, one for each step. Between two of its points a series is a straight line; beside a
    value that is not finite it is unknown.
    """
    known = [each for each in series if len(each)]
    if not known:
        return MeanCurve(np.empty(0, np.int64), np.empty(0))
    low = max(each.steps[0] for each in known)
    high = min(each.steps[-1] for each in known)
    steps = _merged([each.steps for each in known])
    steps = steps[(steps >= low) & (steps <= high)]
    values = np.zeros(len(steps))
    for each in known:
        finite = np.where(np.isfinite(each.values), each.values, np.nan)
        values += np.interp(steps, each.steps, finite) / len(known)
    return MeanCurve(steps, values)


def _merged(rising: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Each number of some rising arrays once, rising; a stable sort is fast on what is in order, np.unique is not."""
    if len(rising) == 1:
        return rising[0]
    steps: NDArray[np.int64] = np.sort(np.concatenate(rising), kind="stable")
    is_new = np.append(True, steps[1:] != steps[:-1])
    found: NDArray[np.int64] = steps[is_new]
    return found


def difference(series: Snapshot, curve: MeanCurve) -> Snapshot:
    """The series with the curve taken away from each of its values, at its step; points where that is unknown are left out."""
    points = series.columns
    steps = points.steps
    begin, end = 0, 0
    if len(curve.steps):
        begin = int(np.searchsorted(steps, curve.steps[0], "left"))
        end = int(np.searchsorted(steps, curve.steps[-1], "right"))
    points = points.take(slice(begin, max(begin, end)))
    if len(points):
        from_curve = np.interp(points.steps, curve.steps, curve.values)
        known = np.isfinite(from_curve)
        if not known.all():
            points, from_curve = points.take(known), from_curve[known]
        points = replace(points, values=points.values - from_curve)
    return replace(
        series,
        columns=points,
        total=series.total - (len(steps) - len(points)),
        all_finite=bool(np.isfinite(points.values).all()),
    )
