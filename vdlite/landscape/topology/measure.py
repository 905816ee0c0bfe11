"""The minima of a landscape in numbers."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import Landscape
from vdlite.landscape.topology.merge_tree import MergeTree, merge_tree

MOST_POINTS = 1 << 20
"""The largest landscape whose minima are looked for: of more points it takes too long."""

_ENOUGH = 0.9  # of the points have to be computed
_SHALLOW = 0.01  # of the way from the lowest value to the median

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Minimum:
    """A minimum of the grid, and the lowest way out of it."""

    x: float
    y: float | None  # None along a line
    value: float
    depth: float  # saddle - value, its persistence; infinite where it joins no lower one
    saddle: float  # the value at which its basin joins that of a lower minimum; infinite: nowhere
    saddle_x: float | None
    saddle_y: float | None
    joins: int | None  # the index of that minimum
    share: float  # of the finite points that lead down to it, shallower minima on the way included
    edge: bool  # it lies at the edge, beside points without a value: the loss may fall beyond


@dataclass(frozen=True, slots=True)
class Topology:
    """The minima of one metric of a landscape."""

    metric: str
    minima: tuple[Minimum, ...]  # the deepest first, of equally deep ones the lowest
    least_depth: float  # minima that are less deep are not among them
    shallow: int  # how many are not
    mean_depth: float
    """Mean of saddle - value of all minima that join a lower one; NaN without one. Large where high passes part deep
    valleys, small where a single valley is merely rough (Xie et al., arXiv 2411.09807)."""


def topology(
    landscape: Landscape, *, metric: str | None = None, least_depth: float | None = None
) -> Topology | None:
    """The minima of a landscape and how deep they are; None if they can't be known.

    metric: its name; the loss if None, and then not of a map of the Hessian.
    least_depth: a minimum counts if its basin is so deep, in the unit of the metric; a hundredth of the way from the
    lowest value up to the median if None. With 0 every dip counts, also those of rounding.
    They are unknown with less than 9 tenths of the points, or of more than a million. Raises LandscapeError for a
    depth below 0 or not finite.
    """
    if least_depth is not None and not (math.isfinite(least_depth) and least_depth >= 0):
        raise LandscapeError(f"least_depth is {least_depth!r}, wanted is a number from 0")
    name = next(iter(landscape.values)) if metric is None else metric
    values = landscape.values.get(name)
    size = landscape.done.size
    if metric is None and (name.startswith("hessian/") or landscape.settings.mode == "barriers"):
        return None
    if values is None or size > MOST_POINTS or np.count_nonzero(landscape.done) < _ENOUGH * size:
        return None
    heights = np.where(landscape.done, values, math.nan)
    finite = heights[np.isfinite(heights)]
    if finite.size == 0:
        return None
    with np.errstate(over="ignore"):  # heights may span more than the largest number
        if least_depth is None:
            least_depth = _SHALLOW * float(np.median(finite) - finite.min())
        tree = merge_tree(heights)
        return _topology(landscape, name, heights, tree, least_depth)


def _topology(
    landscape: Landscape, name: str, heights: Floats, tree: MergeTree, least_depth: float
) -> Topology:
    flat = heights.reshape(-1)
    joined = tree.saddles >= 0
    saddles = np.where(joined, flat[tree.saddles], math.inf)
    depths = saddles - flat[tree.minima]
    # Dips of no depth are points of one plateau.
    real = depths > 0
    deep = real & (depths >= least_depth)
    order = np.flatnonzero(deep)[np.lexsort((flat[tree.minima[deep]], -depths[deep]))]
    numbers = np.full(len(depths), -1, np.intp)
    numbers[order] = np.arange(len(order))
    shares = _shares(tree, deep)
    edge = _at_edge(heights)
    minima = []
    for at in order.tolist():
        x, y = _place(landscape, int(tree.minima[at]))
        way = _place(landscape, int(tree.saddles[at])) if joined[at] else None
        minima.append(
            Minimum(
                x,
                y,
                float(flat[tree.minima[at]]),
                float(depths[at]),
                float(saddles[at]),
                saddle_x=None if way is None else way[0],
                saddle_y=None if way is None else way[1],
                # What a minimum joins is deeper than itself, so it is among them.
                joins=int(numbers[tree.joins[at]]) if joined[at] else None,
                share=float(shares[at]),
                edge=bool(edge[tree.minima[at]]),
            )
        )
    finite = depths[deep & joined]
    mean = float(finite.mean()) if finite.size else math.nan
    return Topology(name, tuple(minima), least_depth, int(np.count_nonzero(real & ~deep)), mean)


def _shares(tree: MergeTree, deep: NDArray[np.bool_]) -> Floats:
    """The share of points of each minimum: those whose first deep minimum, from join to join, it is."""
    counts = np.bincount(tree.basins[tree.basins >= 0], minlength=len(tree.minima)).astype(float)
    total = float(counts.sum())
    # A minimum joins one of a smaller index: from the highest on, each hands over all that came to it.
    for at in np.flatnonzero(~deep)[::-1].tolist():
        if tree.joins[at] >= 0:
            counts[tree.joins[at]] += counts[at]
    shares: Floats = counts / total
    return shares


def _at_edge(heights: Floats) -> NDArray[np.bool_]:
    """True for points, flattened, at the edge or beside one without a value."""
    known = np.pad(np.isfinite(heights), 1)
    inside = np.ones(heights.shape, np.bool_)
    if heights.ndim == 1:
        inside &= known[:-2] & known[2:]
    else:
        rows, columns = heights.shape
        for down in range(3):
            for right in range(3):
                inside &= known[down : down + rows, right : right + columns]
    return ~inside.reshape(-1)


def _place(landscape: Landscape, at: int) -> tuple[float, float | None]:
    if landscape.y is None:
        return float(landscape.x[at]), None
    row, column = divmod(at, len(landscape.x))
    return float(landscape.x[column]), float(landscape.y[row])
