"""How wide the valley around a model is, in numbers."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.landscape import Landscape
from vdlite.landscape.flatness.valley import line_region, plane_region
from vdlite.landscape.surface.circle import SharpnessMethod, usual_radius

MOST_POINTS = 1 << 20
"""The largest landscape that is measured: of more points the region around the center takes too long to find."""

_ENOUGH = 0.9  # of the points have to be computed
_AROUND = 720  # points on the circle of the sharpness

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Flatness:
    """Numbers of one metric of a landscape; NaN where it is not known. Holes count as above any level."""

    metric: str
    center: float  # the loss at (0, 0)
    minimum: float  # of the finite ones
    level: float
    area: float  # of the connected region around the center at or below the level; along a line its width
    volume: float  # the integral of level - loss over that region
    open: bool  # the region touches the edge, or points that are not computed: it is at least so large
    sharpness: float  # the greatest loss within the radius, less that at the center; infinite where it diverges
    radius: float  # in the unit of the axes
    sharpness_method: SharpnessMethod
    curvature_x: float  # second derivative along x at the center
    curvature_y: float | None  # along y; None along a line
    curvature_x_error: float
    curvature_y_error: float | None
    curvature_method: str
    """"hessian": exact but for rounding; "fit": of a parabola through points around the center, with its standard
    error; "grid": of a parabola through the grid's nearest points, whose error is not known."""


def flatness(
    landscape: Landscape,
    *,
    metric: str | None = None,
    rise: float = 1.0,
    radius: float | None = None,
) -> Flatness | None:
    """The flatness of a landscape; None if it can't be measured.

    metric: its name; the loss if None, and then not of a map of the Hessian.
    rise: the level is so much above the loss at the center.
    radius: of the sharpness; a quarter of the shorter half-axis if None.
    It can't be measured of less than 9 tenths of the points, of more than a million, without (0, 0) between the axes'
    ends, or where the loss at (0, 0) is not finite. Area and volume are those of the surface that is linear within
    the four triangles of each cell, whose middle is the mean of its corners.
    """
    with np.errstate(all="ignore"):  # NaN and infinities are values
        return _measured(landscape, metric, rise, radius)


def _measured(
    landscape: Landscape, metric: str | None, rise: float, radius: float | None
) -> Flatness | None:
    name = next(iter(landscape.values)) if metric is None else metric
    values = landscape.values.get(name)
    size = landscape.done.size
    axes = [landscape.x] if landscape.y is None else [landscape.y, landscape.x]
    if metric is None and name.startswith("hessian/"):
        return None
    if landscape.settings.mode == "barriers":
        return None  # rows are lines between models: it is no surface
    if values is None or size > MOST_POINTS or np.count_nonzero(landscape.done) < _ENOUGH * size:
        return None
    if any(len(axis) < 2 or not axis[0] <= 0 <= axis[-1] for axis in axes):
        return None
    known = landscape.center.get(name, math.nan)
    center = (
        known if math.isfinite(known) else _interpolated(axes, values, [np.zeros(1)] * len(axes))[0]
    )
    if not math.isfinite(center):
        return None
    if radius is None:
        radius = usual_radius(landscape.x, landscape.y)
    level = float(center) + rise
    finite = values[np.isfinite(values)]
    # What is not finite lies above every level.
    heights = np.where(np.isfinite(values), values, np.inf)
    if landscape.y is None:
        area, volume, edge = line_region(landscape.x, heights, level, landscape.done)
    else:
        area, volume, edge = plane_region(landscape.x, landscape.y, heights, level, landscape.done)
    on_circle = _on_circle(landscape, name, radius)
    second = _known_curvatures(landscape, name)
    if second is None:
        second = _curvatures(axes, values, known), [math.nan] * len(axes), "grid"
    bends, errors, method = second
    return Flatness(
        name,
        float(center),
        float(min(finite.min(initial=math.inf), center)),
        level,
        area,
        volume,
        edge,
        _highest(axes, values, landscape.done, radius, on_circle) - float(center),
        float(radius),
        "grid" if on_circle is None else "points",
        curvature_x=bends[-1],
        curvature_y=None if landscape.y is None else bends[0],
        curvature_x_error=errors[-1],
        curvature_y_error=None if landscape.y is None else errors[0],
        curvature_method=method,
    )


def _known_curvatures(
    landscape: Landscape, metric: str
) -> tuple[list[float], list[float], str] | None:
    """The second derivatives of the loss, last axis first, their errors and how they were found, where the record says."""
    directions, axes = landscape.directions, len(landscape.shape)
    known = directions.curvatures
    if metric != next(iter(landscape.values)) or known is None or len(known) != axes:
        return None
    uncertain = directions.curvature_errors
    errors = uncertain if uncertain is not None and len(uncertain) == axes else (math.nan,) * axes
    method = "hessian" if directions.curvature_method == "hessian" else "fit"
    return [float(one) for one in known[::-1]], [float(one) for one in errors[::-1]], method


def _interpolated(axes: list[Floats], values: Floats, at: list[Floats]) -> Floats:
    """Linear between the points of each axis; not finite where a neighbor that counts is not."""
    places = [_place(axis, places) for axis, places in zip(axes, at, strict=True)]
    if len(axes) == 1:
        ((low, share),) = places
        return _mixed(values[low], values[low + 1], share)
    (row, up), (column, across) = places
    left = _mixed(values[row, column], values[row + 1, column], up)
    right = _mixed(values[row, column + 1], values[row + 1, column + 1], up)
    return _mixed(left, right, across)


def _place(axis: Floats, places: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The coordinate that comes before each place, and how far it is from there to the next, 0 to 1."""
    low = np.clip(np.searchsorted(axis, places, "right") - 1, 0, len(axis) - 2)
    return low, (places - axis[low]) / (axis[low + 1] - axis[low])


def _mixed(first: Floats, second: Floats, share: Floats) -> Floats:
    # At a point itself its neighbor, which may be a hole, has no part.
    mixed = np.where(share == 0, first, first * (1 - share) + second * share)
    return np.where(share == 1, second, mixed)


def _on_circle(landscape: Landscape, metric: str, radius: float) -> float | None:
    """The greatest loss that was computed at this radius, where the record says."""
    directions = landscape.directions
    known, greatest = directions.circle_radius, directions.circle_greatest
    if metric != next(iter(landscape.values)) or known is None or greatest is None:
        return None
    return float(greatest) if math.isclose(known, radius, rel_tol=1e-9) else None


def _highest(
    axes: list[Floats],
    values: Floats,
    done: NDArray[np.bool_],
    radius: float,
    on_circle: float | None,
) -> float:
    """The greatest value within the radius: of the points, and of the circle, between them if it is not known there."""
    squares = axes[-1] ** 2 if len(axes) == 1 else axes[0][:, np.newaxis] ** 2 + axes[1] ** 2
    inside = values[(squares <= radius**2) & done]
    if on_circle is not None:
        found = np.append(inside, on_circle)
        return float(found.max()) if np.isfinite(found).all() else math.inf
    if len(axes) == 1:
        circle = [np.array([-radius, radius])]
    else:
        angles = np.linspace(0, 2 * math.pi, _AROUND, endpoint=False)
        circle = [radius * np.sin(angles), radius * np.cos(angles)]
    within = np.ones(len(circle[0]), np.bool_)
    for axis, places in zip(axes, circle, strict=True):
        within &= (places >= axis[0]) & (places <= axis[-1])
    between = _interpolated(axes, values, [places[within] for places in circle])
    if not np.isfinite(inside).all():
        return math.inf
    return float(
        max(inside.max(initial=-math.inf), between[np.isfinite(between)].max(initial=-math.inf))
    )


def _curvatures(axes: list[Floats], values: Floats, center: float) -> list[float]:
    """The second derivatives along each axis, of the parabola through the points nearest to the center."""
    near = [_nearest(axis) for axis in axes]
    grids = np.meshgrid(*(axis[at] for axis, at in zip(axes, near, strict=True)), indexing="ij")
    columns = [grid.reshape(-1) for grid in grids]
    heights = values[np.ix_(*near)].reshape(-1)
    if math.isfinite(center):
        columns = [np.append(column, 0.0) for column in columns]
        heights = np.append(heights, center)
    known = np.isfinite(heights)
    # In units of the spacing, so that the fit is as good for fine grids as for coarse ones.
    scales = [max(float(np.abs(column).max()), 1e-300) for column in columns]
    u = [column[known] / scale for column, scale in zip(columns, scales, strict=True)]
    terms = [np.ones(len(u[0])), *u, *(part * part for part in u)]
    if len(u) == 2:
        terms.append(u[0] * u[1])
    matrix = np.stack(terms, axis=1)
    if np.linalg.matrix_rank(matrix) < len(terms):
        return [math.nan] * len(axes)
    found = np.linalg.lstsq(matrix, heights[known], rcond=None)[0]
    return [
        2 * float(found[1 + len(axes) + index]) / scale**2 for index, scale in enumerate(scales)
    ]


def _nearest(axis: Floats) -> NDArray[np.intp]:
    """Positions of the three coordinates around 0, or four where 0 lies between two of them."""
    at = int(np.searchsorted(axis, 0.0))
    begin, end = (at - 1, at + 2) if axis[min(at, len(axis) - 1)] == 0 else (at - 2, at + 2)
    if begin < 0:
        begin, end = 0, end - begin
    if end > len(axis):
        begin, end = begin - (end - len(axis)), len(axis)
    return np.arange(max(0, begin), end)
