"""The points of many scalars of one run as a table: tags by steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.series.columns import Columns

MOST_CELLS = 1 << 24
"""Of a table: tags by steps."""

_LOOK_EVERY = 4096  # tags between two looks whether the answer is still wanted


@dataclass(frozen=True, slots=True)
class TagPoints:
    """The points of R tags at S steps."""

    steps: NDArray[np.int64]  # [S], rising
    values: NDArray[np.float64]  # [R, S]; NaN where there is no point, or its value is NaN
    there: NDArray[np.bool_]  # [R, S], whether there is a point


def tag_points(
    tags: Sequence[str],
    columns_of: Callable[[str], Columns],
    *,
    first_step: int | None = None,
    last_step: int | None = None,
    most_cells: int = MOST_CELLS,
    still_wanted: Callable[[], None] = lambda: None,
) -> TagPoints:
    """The points of some tags at all steps at which any of them was logged.

    columns_of: the points of a tag, in step order, one per step.
    first_step, last_step: only the points from and up to there. still_wanted: called now and then; what it raises ends
        the work.
    Raises ValueError for a table of more than so many cells.
    """
    # Tags that are logged together have the same steps, which are looked at once.
    axes: list[NDArray[np.int64]] = []
    axis_of: list[int] = []
    values: list[NDArray[np.float64]] = []
    for at, tag in enumerate(tags):
        if at % _LOOK_EVERY == 0:
            still_wanted()
        points = columns_of(tag)
        if first_step is not None or last_step is not None:
            points = points.take(_between(points.steps, first_step, last_step))
        if not axes or not np.array_equal(axes[-1], points.steps):
            axes.append(points.steps)
            _check(len(tags), len(points.steps), most_cells)  # before all of them are read
        axis_of.append(len(axes) - 1)
        values.append(points.values)
    steps = np.unique(np.concatenate(axes)) if axes else np.empty(0, np.int64)
    _check(len(tags), len(steps), most_cells)
    if len(axes) == 1:
        table = np.stack(values)
        return TagPoints(steps, table, np.ones(table.shape, bool))
    table = np.full((len(tags), len(steps)), np.nan)
    there = np.zeros(table.shape, bool)
    places = [steps.searchsorted(axis) for axis in axes]
    for row, (axis, own) in enumerate(zip(axis_of, values, strict=True)):
        table[row, places[axis]] = own
        there[row, places[axis]] = True
    return TagPoints(steps, table, there)


def _check(tags: int, steps: int, most_cells: int) -> None:
    if tags * steps > most_cells:
        raise ValueError(
            f"got {tags} tags by {steps} steps, want {most_cells} cells at most: "
            "ask for fewer tags or steps"
        )


def _between(steps: NDArray[np.int64], first: int | None, last: int | None) -> slice:
    low = 0 if first is None else int(steps.searchsorted(first, "left"))
    high = len(steps) if last is None else int(steps.searchsorted(last, "right"))
    return slice(low, max(low, high))


def middles(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median of the finite values of each column [S]; NaN where there is none. values: [R, S]."""
    found = np.full(values.shape[1], np.nan)
    for column in range(values.shape[1]):
        own = values[:, column]
        own = own[np.isfinite(own)]
        if len(own):
            found[column] = np.median(own)
    return found
