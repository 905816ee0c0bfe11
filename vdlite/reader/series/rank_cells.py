"""A scalar of many ranks as a picture: ranks by steps, in which nothing that stands out is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.series.columns import Columns


@dataclass(frozen=True, slots=True)
class RankCells:
    """Cells of R ranks and C columns of steps."""

    ranks: tuple[int, ...]  # [R], rising
    first_steps: NDArray[np.int64]  # [C], of each column, rising
    values: NDArray[np.float64]  # [R, C]; NaN where a value is NaN or there is none
    counts: NDArray[np.int64]  # [R, C], points in each cell
    means: NDArray[np.float64]  # [R, C], of the finite values; NaN where there are none


def rank_cells(points: Mapping[int, Columns], most_columns: int) -> RankCells:
    """The cells of the points of each rank. most_columns: C at most; each column has as many different steps as the others, but one.

    A cell shows the value in it that is farthest from the others: from the median of the ranks' means in its column.
    A value that is not finite is the farthest of all.
    """
    ranks = tuple(sorted(points))
    all_steps = np.unique(np.concatenate([points[rank].steps for rank in ranks] or [_NO_STEPS]))
    size = max(1, -(-len(all_steps) // max(1, most_columns)))
    first_steps = all_steps[::size]
    shape = (len(ranks), len(first_steps))
    means, counts = np.full(shape, np.nan), np.zeros(shape, np.int64)
    places = []
    for row, rank in enumerate(ranks):
        of_rank = points[rank]
        place = first_steps.searchsorted(of_rank.steps, side="right") - 1
        places.append(place)
        counts[row] = np.bincount(place, minlength=shape[1])
        finite = np.isfinite(of_rank.values)
        number = np.bincount(place[finite], minlength=shape[1])
        total = np.bincount(place[finite], of_rank.values[finite], minlength=shape[1])
        means[row, number > 0] = total[number > 0] / number[number > 0]
    middles = _medians(means)
    values = np.full(shape, np.nan)
    for row, (rank, place) in enumerate(zip(ranks, places, strict=True)):
        own = points[rank].values
        with np.errstate(all="ignore"):  # infinity from infinity, and beyond the largest float
            distance = np.abs(own - np.nan_to_num(middles)[place])
        distance[~np.isfinite(own)] = np.inf
        order = np.lexsort((distance, place))
        last = np.flatnonzero(np.r_[np.diff(place[order]) > 0, np.ones(min(1, len(order)), bool)])
        values[row, place[order[last]]] = own[order[last]]
    return RankCells(ranks, first_steps, values, counts, means)


_NO_STEPS = np.empty(0, np.int64)


def _medians(means: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median of each column [C], without NaN; NaN where it has nothing else."""
    found = np.full(means.shape[1], np.nan)
    has_any = ~np.isnan(means).all(axis=0)
    found[has_any] = np.nanmedian(means[:, has_any], axis=0)
    return found
