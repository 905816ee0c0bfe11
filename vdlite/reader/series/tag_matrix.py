"""Many scalars as one picture, tags by steps, in which nothing that stands out is lost."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.series.tag_points import TagPoints, middles

Statistic: TypeAlias = Literal["value", "magnitude", "change", "quantile"]
STATISTICS: tuple[Statistic, ...] = get_args(Statistic)


@dataclass(frozen=True, slots=True)
class TagMatrix:
    """Cells of H rows, each of tags that follow each other, and C columns of steps that do."""

    first_tags: NDArray[np.int64]  # [H], the place of the first tag of each row, rising
    first_steps: NDArray[np.int64]  # [C], of each column, rising
    last_steps: NDArray[np.int64]  # [C]
    values: NDArray[np.float64]  # [H, C]; of the statistic
    tags: NDArray[
        np.int64
    ]  # [H, C], the place of the tag whose value is seen; -1: there is nothing
    steps: NDArray[np.int64]  # [H, C], the step of the value that is seen


def tag_matrix(points: TagPoints, statistic: Statistic, rows: int, columns: int) -> TagMatrix:
    """The cells of R tags at S steps. rows, columns: at most so many; as many tags or steps in each as in others, but for one more.

    statistic: what the cells show.

    - `value`: the value as it was logged;
    - `magnitude`: without its sign;
    - `change`: less the value of the same tag before; its first point has none;
    - `quantile`: its place among the finite values of the step, from 0 to 1: the share of those below it, and half of
      the equal ones, itself among them.

    A value that is not finite stays as it is. A cell of several values shows the one that is farthest from the others:
    from the median of the tags at its step (for `magnitude`, by powers of ten). What is not finite is the farthest.
    """
    shown, there = _shown(points, statistic)
    away = _away(shown, there, by_powers=statistic == "magnitude")
    row_bounds = _bounds(len(shown), rows)
    column_bounds = _bounds(len(points.steps), columns)
    at_step = np.empty((len(shown), len(column_bounds) - 1), np.intp)
    for column, (low, high) in enumerate(pairwise(column_bounds.tolist())):
        at_step[:, column] = low + away[:, low:high].argmax(axis=1)
    farthest = np.take_along_axis(away, at_step, axis=1)
    at_tag = np.empty((len(row_bounds) - 1, at_step.shape[1]), np.intp)
    for row, (low, high) in enumerate(pairwise(row_bounds.tolist())):
        at_tag[row] = low + farthest[low:high].argmax(axis=0)
    places = np.take_along_axis(at_step, at_tag, axis=0)
    is_there = there[at_tag, places]
    return TagMatrix(
        first_tags=row_bounds[:-1],
        first_steps=points.steps[column_bounds[:-1]],
        last_steps=points.steps[column_bounds[1:] - 1],
        values=shown[at_tag, places],
        tags=np.where(is_there, at_tag, -1),
        steps=points.steps[places],
    )


def _shown(
    points: TagPoints, statistic: Statistic
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The statistic of each point [R, S], and where there is one [R, S]."""
    values, there = points.values, points.there
    if statistic == "magnitude":
        return np.abs(values), there
    if statistic == "change":
        return _changes(values, there)
    if statistic == "quantile":
        return _quantiles(values), there
    return values, there


def _changes(
    values: NDArray[np.float64], there: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    if not values.size:
        return values, there
    before = np.where(there, np.arange(values.shape[1]), -1)
    before = np.maximum.accumulate(before, axis=1)
    before = np.concatenate([np.full((len(values), 1), -1, before.dtype), before[:, :-1]], axis=1)
    has_both = there & (before >= 0)
    with np.errstate(all="ignore"):  # infinity from infinity, and beyond the largest float
        changes = values - np.take_along_axis(values, np.maximum(before, 0), axis=1)
    # A value that is not finite is seen itself, not what a difference makes of it.
    is_odd = there & ~np.isfinite(values)
    changes[is_odd] = values[is_odd]
    return changes, has_both | is_odd


def _quantiles(values: NDArray[np.float64]) -> NDArray[np.float64]:
    found = values.copy()
    for column in range(values.shape[1]):
        finite = np.isfinite(values[:, column])
        own = values[finite, column]
        ordered = np.sort(own)
        below, up_to = ordered.searchsorted(own, "left"), ordered.searchsorted(own, "right")
        found[finite, column] = (below + up_to) / (2 * max(1, len(own)))
    return found


def _away(
    shown: NDArray[np.float64], there: NDArray[np.bool_], *, by_powers: bool
) -> NDArray[np.float64]:
    """How far each value is from the median of its step [R, S]; -1 where there is none."""
    measured = shown
    if by_powers:
        positive = shown[np.isfinite(shown) & (shown > 0)]
        least = positive.min() if len(positive) else 1.0
        measured = np.log10(np.maximum(shown, least / 10))  # zero is less than all others
        measured[~np.isfinite(shown)] = np.nan
    with np.errstate(all="ignore"):
        away = np.abs(measured - np.nan_to_num(middles(measured)))
    away[~np.isfinite(away)] = np.inf
    away[~there] = -1.0
    return away


def _bounds(count: int, most: int) -> NDArray[np.int64]:
    """The place where each part begins, and the one where the last ends [parts + 1]."""
    parts = max(0, min(count, most))
    return np.arange(parts + 1, dtype=np.int64) * count // max(1, parts)
