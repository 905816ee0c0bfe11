"""The surface that programs for three dimensions are given: one metric as heights, with holes."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError
from vdlite.kinds.landscape import Landscape
from vdlite.packages import needed

MOST_INTERPOLATED = 4096

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Options:
    """The ways to change the values before they are written."""

    metric: str | None = None
    """The metric of the heights; the loss if None."""
    interpolate: int | None = None
    """So many points along each axis instead, between the points by cubic splines: of the logarithms, where these are the
    heights, and never below the lowest point or above the highest, which splines between steep points would be."""
    zmax: float | None = None
    """Heights above it become it; infinite ones, too."""
    log: bool = False
    """Heights become ln(height + 0.1)."""


@dataclass(frozen=True, slots=True)
class Surface:
    """Corners and faces. Where a height is not finite there is a hole: no corner, no face."""

    name: str  # of the metric
    corners: Floats  # [N, 3]: x, y, height
    quads: NDArray[np.int64]  # [M, 4], corners counter-clockwise as seen from above


def surface(landscape: Landscape, options: Options) -> Surface:
    """Raises PayloadError along one direction, if there is no such metric, or for a wrong option."""
    if landscape.y is None:
        raise PayloadError("landscape: got one along one direction, want a surface")
    name = next(iter(landscape.values)) if options.metric is None else options.metric
    if name not in landscape.values:
        raise PayloadError(
            f"landscape metric: got {name!r}, want one of {', '.join(landscape.values)}"
        )
    x, y, heights = landscape.x, landscape.y, landscape.values[name]
    with np.errstate(all="ignore"):
        if options.zmax is not None:
            if math.isnan(options.zmax):
                raise PayloadError("landscape zmax: got NaN, want a height")
            heights = np.where(heights > options.zmax, options.zmax, heights)
        if options.log:
            heights = np.log(heights + 0.1)
        if options.interpolate is not None:
            x, y, heights = interpolated(x, y, heights, options.interpolate)
    return _meshed(name, x, y, heights)


def interpolated(
    x: Floats, y: Floats, heights: Floats, number: int
) -> tuple[Floats, Floats, Floats]:
    """The heights at `number` x `number` points between the same ends; holes stay where they are. Needs SciPy.

    None is lower than the lowest of those that are given, or higher than the highest.

    Raises PayloadError for another number than 2 to 4096.
    """
    with needed("interpolation"):
        from scipy.interpolate import RectBivariateSpline
        from scipy.ndimage import distance_transform_edt

    if not 2 <= number <= MOST_INTERPOLATED:
        raise PayloadError(f"interpolate: got {number}, want 2 to {MOST_INTERPOLATED} points")
    if min(heights.shape) < 2:
        raise PayloadError(f"interpolate: got {heights.shape} points, want two along each axis")
    finer_x, finer_y = np.linspace(x[0], x[-1], number), np.linspace(y[0], y[-1], number)
    holes = ~np.isfinite(heights)
    if holes.all():
        return finer_x, finer_y, np.full((number, number), np.nan)
    # A spline knows no holes: each takes the height of the nearest point for the time being.
    nearest = distance_transform_edt(holes, return_distances=False, return_indices=True)
    degrees = [min(3, size - 1) for size in heights.shape]
    spline = RectBivariateSpline(y, x, heights[tuple(nearest)], kx=degrees[0], ky=degrees[1], s=0)
    known = heights[~holes]
    finer = np.clip(spline(finer_y, finer_x), known.min(), known.max())
    if holes.any():
        covered = RectBivariateSpline(y, x, holes.astype(np.float64), kx=1, ky=1, s=0)
        finer[covered(finer_y, finer_x) > 1e-9] = np.nan
    return finer_x, finer_y, finer


def _meshed(name: str, x: Floats, y: Floats, heights: Floats) -> Surface:
    rows, columns = heights.shape
    across, up = np.meshgrid(x, y)
    corners = np.stack([across, up, heights], axis=-1).reshape(-1, 3)
    at = np.arange(rows * columns).reshape(rows, columns)
    sides = (at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1])
    quads = np.stack(sides, axis=-1).reshape(-1, 4)
    there = np.isfinite(corners[:, 2])
    quads = quads[there[quads].all(axis=1)]
    # Without corners that no face has: some programs take even those for part of the picture.
    used = np.unique(quads)
    places = np.zeros(len(corners), np.int64)
    places[used] = np.arange(len(used))
    return Surface(name, corners[used], places[quads])
