"""A scalar along an axis of the reader's choice."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import NotFoundError
from vdlite.reader.run.run import Run

Axis = Literal["step", "relative", "tag"]

Floats = NDArray[np.float64]


def along(
    run: Run, tag: str, axis: Axis, *, x_tag: str | None = None, smoothing: float = 0.0
) -> tuple[Floats, Floats] | None:
    """The places of the points of a run's scalar, not falling, and their values, both [N]; None without any.

    axis: "step"; "relative", in seconds since the series' first walltime; or "tag": what the scalar `x_tag` of the
    same run was when the point was logged: its value of the same step, or else of the nearest step before.
    Points before the first value of `x_tag`, or where it is not finite, are left out. Smoothing goes by steps, whatever the axis.
    """
    try:
        series = run.scalars(tag)
        judge = run.scalars(x_tag) if axis == "tag" and x_tag is not None else None
    except NotFoundError:
        return None
    now = series.at_once()
    if not len(now.columns):
        return None
    values = series.smoothed(now, smoothing) if smoothing else now.columns.values
    if axis == "step":
        return now.columns.steps.astype(np.float64), values
    if judge is None:
        x = now.columns.walltimes - series.origin
    else:
        other = judge.snapshot()
        place = np.searchsorted(other.steps, now.columns.steps, "right") - 1
        known = np.flatnonzero(place >= 0)
        x = other.values[place[known]]
        # A scalar that is NaN or infinite is nowhere on its axis.
        known = known[np.isfinite(x)]
        x, values = other.values[place[known]], values[known]
    order = np.argsort(x, kind="stable")
    return x[order], values[order]
