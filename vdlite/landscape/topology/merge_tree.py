"""The minimum that each point of a grid leads down to, and the points at which their basins join."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class MergeTree:
    """The minima of a grid of N points, [M], lowest first. Equal heights count as rising with their position."""

    minima: Places  # positions in the flattened grid
    saddles: Places  # where the basin joins that of a lower minimum; -1: nowhere
    joins: (
        Places  # the index of that minimum, the lowest of all that are joined by then; -1: of none
    )
    basins: Places  # [N]: the index of the minimum that each point leads down to; -1: its height is not finite


def merge_tree(heights: Floats) -> MergeTree:
    """The merge tree of the sublevel sets of heights, [X] or [Y, X]; what is not finite belongs to none.

    Points of a plane have eight neighbors, so that a narrow valley along a diagonal is one valley.
    The branches are those of the elder rule (Edelsbrunner and Harer, Computational Topology, 2010, VII.1): where two
    basins meet, the one with the higher minimum ends, and its persistence is saddle - minimum.
    """
    flat = heights.reshape(-1)
    finite = np.isfinite(flat)
    order = np.argsort(np.where(finite, flat, np.inf), kind="stable")
    ranks = np.empty(len(flat), np.intp)
    ranks[order] = np.arange(len(flat))
    bottoms = _bottoms(ranks.reshape(heights.shape), order, finite)
    minima = np.flatnonzero((bottoms == np.arange(len(flat))) & finite)
    minima = minima[np.argsort(ranks[minima])]
    numbers = np.full(len(flat), -1, np.intp)
    numbers[minima] = np.arange(len(minima))
    basins = np.where(finite, numbers[bottoms], -1)
    saddles, joins = _joined(*_passes(ranks.reshape(heights.shape), basins), len(minima))
    return MergeTree(minima, np.where(saddles < 0, -1, order[saddles]), joins, basins)


def _pairs(grid: Places) -> list[tuple[Places, Places]]:
    """All neighbors in a grid, each pair once, as views of it."""
    if grid.ndim == 1:
        return [(grid[:-1], grid[1:])]
    return [
        (grid[:, :-1], grid[:, 1:]),
        (grid[:-1], grid[1:]),
        (grid[:-1, :-1], grid[1:, 1:]),
        (grid[:-1, 1:], grid[1:, :-1]),
    ]


def _bottoms(ranks: Places, order: Places, finite: NDArray[np.bool_]) -> Places:
    """The position of the minimum that each point leads to by its lowest neighbors."""
    lowest = ranks.copy()
    for (first, second), (first_rank, second_rank) in zip(
        _pairs(lowest), _pairs(ranks), strict=True
    ):
        np.minimum(first, second_rank, out=first)
        np.minimum(second, first_rank, out=second)
    # A point without a height leads nowhere, and nothing leads to it: it ranks behind all others.
    down = np.where(finite, order[lowest.reshape(-1)], np.arange(finite.size))
    while True:
        further = down[down]
        if np.array_equal(further, down):
            return down
        down = further


def _passes(ranks: Places, basins: Places) -> tuple[Places, Places, Places]:
    """The passes between basins that touch: the one, the other, and the rank of the lowest point at which they meet."""
    grid = basins.reshape(ranks.shape)
    ones, others, heights = [], [], []
    for (first, second), (first_rank, second_rank) in zip(_pairs(grid), _pairs(ranks), strict=True):
        apart = (first != second) & (first >= 0) & (second >= 0)
        ones.append(np.minimum(first, second)[apart])
        others.append(np.maximum(first, second)[apart])
        heights.append(np.maximum(first_rank, second_rank)[apart])
    one, other, height = (np.concatenate(parts) for parts in (ones, others, heights))
    by_height = np.lexsort((height, other, one))
    one, other, height = one[by_height], other[by_height], height[by_height]
    begins = np.ones(len(one), np.bool_)
    begins[1:] = (one[1:] != one[:-1]) | (other[1:] != other[:-1])
    return one[begins], other[begins], height[begins]


def _joined(ones: Places, others: Places, heights: Places, count: int) -> tuple[Places, Places]:
    """The rank of each minimum's saddle and the minimum that it joins there; -1 where it joins none."""
    saddles, joins = np.full(count, -1, np.intp), np.full(count, -1, np.intp)
    parents = list(range(count))

    def root(at: int) -> int:
        while parents[at] != at:
            parents[at] = parents[parents[at]]
            at = parents[at]
        return at

    # A loop over pairs of basins, of which there are far fewer than points.
    by_height = np.argsort(heights)
    passes = zip(
        ones[by_height].tolist(),
        others[by_height].tolist(),
        heights[by_height].tolist(),
        strict=True,
    )
    for one, other, height in passes:
        # Minima are numbered from the lowest, so the root of a basin is its lowest minimum.
        lower, higher = sorted((root(one), root(other)))
        if lower != higher:
            parents[higher] = lower
            saddles[higher], joins[higher] = height, lower
    return saddles, joins
