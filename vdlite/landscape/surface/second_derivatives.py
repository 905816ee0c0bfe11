"""Second derivatives along the axes at the center, which no grid is fine enough to tell."""

import math
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Method = Literal["hessian", "fit"]
"""hessian: of products of the Hessian. fit: of a parabola through losses around the center."""

Floats = NDArray[np.float64]

_WIDEST = 0.1  # of half an axis
_OFFSETS = (0.05, 0.1, 0.2, 0.5, 1.0)  # of the widest, on either side
_NEAR = np.array([side * offset for offset in _OFFSETS for side in (1, -1)])

_WINDOWS = (3, 5)
"""How many of the offsets a fit takes: the near ones where the loss is smooth, all where it is rough."""


class AxisCurvatures(NamedTuple):
    """Second derivatives of the loss along each axis."""

    values: tuple[float, ...]
    errors: tuple[float, ...]  # of a fit the standard error, of products what rounding leaves
    method: Method


class SecondDerivatives:
    """Points around the center of a line or plane, and what their losses tell."""

    def __init__(self, x: Floats, y: Floats | None) -> None:
        axes = [x] if y is None else [x, y]
        self._widths = [_WIDEST * max(float(np.abs(axis).max()), 1e-6) for axis in axes]
        units = np.eye(len(axes))
        self.points: Floats = np.concatenate(
            [np.outer(_NEAR * width, unit) for width, unit in zip(self._widths, units, strict=True)]
        )
        """[10 A, A] for A axes, the nearest of each axis first."""

    def fitted(self, center: float, losses: Floats) -> AxisCurvatures | None:
        """Of the losses at the points; None if those nearest to the center are not finite."""
        found = []
        for width, own in zip(self._widths, losses.reshape(len(self._widths), -1), strict=True):
            tries = []
            for number in _WINDOWS:
                at = np.append(0.0, _NEAR[: 2 * number])
                heights = np.append(center, own[: 2 * number])
                with np.errstate(all="ignore"):  # losses may be beyond what float64 holds
                    tries.append(_parabola(at * width, heights))
            found.append(min(tries, key=lambda one: one[1] if math.isfinite(one[1]) else math.inf))
        if not np.isfinite(found).all():
            return None
        values, errors = zip(*found, strict=True)
        return AxisCurvatures(values, errors, "fit")


def _parabola(at: Floats, heights: Floats) -> tuple[float, float]:
    """The second derivative of the least-squares parabola, and its error; NaN where a height is not finite.

    The error is that of the scatter around the parabola, and of what a polynomial of the fourth degree tells otherwise.
    """
    if not np.isfinite(heights).all():
        return math.nan, math.nan
    scale = float(np.abs(at).max())
    base = float(heights[0])
    found, scatter = _bend(at / scale, heights - base, 2)
    otherwise, _ = _bend(at / scale, heights - base, 4)
    return found / scale**2, math.hypot(scatter, found - otherwise) / scale**2


def _bend(u: Floats, heights: Floats, degree: int) -> tuple[float, float]:
    """The second derivative at 0 of the least-squares polynomial, and its standard error."""
    matrix = np.vander(u, degree + 1, increasing=True)
    inverse = np.linalg.pinv(matrix)
    factors = inverse @ heights
    left = heights - matrix @ factors
    variance = float(left @ left) / (len(u) - degree - 1)
    return 2 * float(factors[2]), 2 * math.sqrt(variance * float(inverse[2] @ inverse[2]))
