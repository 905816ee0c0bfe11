"""The connected region around the origin that lies at or below a level, and what it measures."""

import numpy as np
from numpy.typing import NDArray

from vdlite.packages import needed

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Region = tuple[float, float, bool]
"""Its area or width, the integral of level - height over it, whether it touches the edge or what is not computed."""


def line_region(x: Floats, heights: Floats, level: float, done: Flags) -> Region:
    """The region of heights that are linear between the points, [N]; what is infinite is a hole."""
    low = np.flatnonzero(heights <= level)
    right = int(np.searchsorted(x, 0.0))
    starts = {right} if x[right] == 0 else {right - 1, right}
    seeds = [at for at in starts if heights[at] <= level]
    if not seeds:
        return 0.0, 0.0, False
    # The run of low points that a seed is in.
    runs = np.split(low, np.flatnonzero(np.diff(low) > 1) + 1)
    chosen = np.unique(np.concatenate([run for run in runs for seed in seeds if seed in run]))
    part = np.zeros(len(x), np.bool_)
    part[chosen] = True
    begin, end = np.arange(len(x) - 1), np.arange(1, len(x))
    used = part[begin] | part[end]
    begin, end = begin[used], end[used]
    depths = level - np.stack([heights[begin], heights[end]])
    width = x[end] - x[begin]
    deep, shallow = depths.max(axis=0), depths.min(axis=0)
    with np.errstate(invalid="ignore"):
        share = np.where(shallow >= 0, 1.0, deep / (deep - shallow))
    share = np.where(np.isfinite(shallow), share, 0.0)
    depth = np.where(shallow >= 0, (deep + np.maximum(shallow, 0)) / 2, deep / 2)
    beyond = ~done
    open_ends = bool(part[0] or part[-1] or (part[:-1] & beyond[1:]).any())
    open_ends = open_ends or bool((part[1:] & beyond[:-1]).any())
    return float((width * share).sum()), float((width * share * depth).sum()), open_ends


def plane_region(x: Floats, y: Floats, heights: Floats, level: float, done: Flags) -> Region:
    """The region of heights that are linear in the four triangles of each cell, [Y, X]; what is infinite is a hole."""
    rows, columns = heights.shape
    middles = (heights[:-1, :-1] + heights[:-1, 1:] + heights[1:, :-1] + heights[1:, 1:]) / 4
    nodes = np.arange(rows * columns).reshape(rows, columns)
    centers = rows * columns + np.arange(middles.size).reshape(middles.shape)
    depths = level - np.concatenate([heights.reshape(-1), middles.reshape(-1)])
    corners = (nodes[:-1, :-1], nodes[:-1, 1:], nodes[1:, 1:], nodes[1:, :-1])
    edges = [
        (nodes[:, :-1], nodes[:, 1:]),
        (nodes[:-1], nodes[1:]),
        *((corner, centers) for corner in corners),
    ]
    low = depths >= 0
    component = _components(low, edges)
    around = [component[seed] for seed in _seeds(x, y, nodes, centers, low)]
    region = np.isin(component, around) & low
    areas = np.diff(y)[:, np.newaxis] * np.diff(x) / 4
    area = volume = 0.0
    for first, second in zip(corners, (*corners[1:], corners[0]), strict=True):
        triangle = np.stack([first.reshape(-1), second.reshape(-1), centers.reshape(-1)])
        used = region[triangle].any(axis=0)
        share, depth = _below(depths[triangle[:, used]])
        covered = areas.reshape(-1)[used] * share
        area += float(covered.sum())
        volume += float((covered * depth).sum())
    inside = region[: rows * columns].reshape(rows, columns)
    edge = inside[0].any() or inside[-1].any() or inside[:, 0].any() or inside[:, -1].any()
    return area, volume, bool(edge) or _touches(inside, ~done)


def _seeds(
    x: Floats, y: Floats, nodes: NDArray[np.intp], centers: NDArray[np.intp], low: Flags
) -> list[int]:
    """The low points around the origin: itself if it is a point, else those of its cell."""
    column, row = int(np.searchsorted(x, 0.0)), int(np.searchsorted(y, 0.0))
    across = [column] if x[column] == 0 else [column - 1, column]
    up = [row] if y[row] == 0 else [row - 1, row]
    found = [int(nodes[i, j]) for i in up for j in across]
    if len(found) == 4:
        found.append(int(centers[row - 1, column - 1]))
    return [node for node in found if low[node]]


def _components(
    low: Flags, edges: list[tuple[NDArray[np.intp], NDArray[np.intp]]]
) -> NDArray[np.int32]:
    """A number for each node; nodes that are connected through low ones have equal numbers."""
    # SciPy takes longer to load than most landscapes take to measure.
    with needed("a valley"):
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

    begin = np.concatenate([first.reshape(-1) for first, _ in edges])
    end = np.concatenate([second.reshape(-1) for _, second in edges])
    used = low[begin] & low[end]
    links = np.ones(np.count_nonzero(used), np.bool_)
    graph = coo_array((links, (begin[used], end[used])), shape=(len(low), len(low)))
    numbers: NDArray[np.int32] = connected_components(graph, directed=False)[1]
    return numbers


def _below(depths: Floats) -> tuple[Floats, Floats]:
    """The share of each triangle that is below, and its mean depth, by the depths [3, N] at the corners."""
    low, middle, high = np.sort(depths, axis=0)  # the last is the deepest
    with np.errstate(invalid="ignore", divide="ignore"):
        # One corner is below: a triangle at it. Two are: all but a triangle at the third.
        tip = high / (high - low) * (high / (high - middle))
        rest = low / (low - high) * (low / (low - middle))
        whole = (low + middle + high) / 3
        share = np.where(low >= 0, 1.0, np.where(middle >= 0, 1 - rest, tip))
        # The integral over all less that over the corner which is above.
        two = (whole - rest * low / 3) / (1 - rest)
        depth = np.where(low >= 0, whole, np.where(middle >= 0, two, high / 3))
    holes = ~np.isfinite(low) | ~(share > 0)
    return np.where(holes, 0.0, share), np.where(holes, 0.0, depth)


def _touches(inside: Flags, beyond: Flags) -> bool:
    """True if a point of the region lies beside one of the others."""
    return bool(
        (inside[1:] & beyond[:-1]).any()
        or (inside[:-1] & beyond[1:]).any()
        or (inside[:, 1:] & beyond[:, :-1]).any()
        or (inside[:, :-1] & beyond[:, 1:]).any()
    )
