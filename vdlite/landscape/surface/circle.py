"""Points at one distance from the center, whose losses tell how sharp the valley is where a grid is coarse."""

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vdlite.landscape.surface.affordable import affordable

Floats = NDArray[np.float64]
SharpnessMethod = Literal["points", "grid"]
"""points: computed on the circle. grid: interpolated between the points of the grid."""

_AROUND = 16  # points
_SHARE = 0.05  # of the time of the points


def usual_radius(x: Floats, y: Floats | None) -> float:
    """A quarter of the shorter half-axis."""
    return min(float(axis[-1] - axis[0]) for axis in ([x] if y is None else [x, y])) / 8


def circle(x: Floats, y: Floats | None, each: float, points: int) -> Floats:
    """Points at the usual radius, [K, A]; none where they would take more than a twentieth of the time of the surface.

    each: seconds that a point takes. points: of the surface.
    """
    radius = usual_radius(x, y)
    angles = np.linspace(0, 2 * math.pi, _AROUND, endpoint=False)
    found = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    if y is None:
        found = np.array([[radius], [-radius]])
    if not radius or len(found) > affordable(_SHARE, points, each):
        return found[:0]
    low, high = np.array([[axis[0], axis[-1]] for axis in ([x] if y is None else [x, y])]).T
    return found[np.all((found >= low) & (found <= high), axis=1)]
