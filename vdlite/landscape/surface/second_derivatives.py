"""Second derivatives along the axes at the center, which no grid is fine enough to tell."""

import math
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.surface.affordable import affordable

Method = Literal["hessian", "fit"]
"""hessian: of products of the Hessian. fit: of a parabola through losses around the center."""

AxisCurvature = Literal["auto", "hessian", "fit", "grid"]
"""hessian: exact, of products of the Hessian, where the loss has one; they take as long as some 25 points. fit: of a
parabola through 20 points around the center, with its error. auto: the former if it takes a tenth of the time of the
points at most, else a fit of as many as fit into that. grid: neither; `flatness` has but the grid then."""

Floats = NDArray[np.float64]

_WIDEST = 0.1  # of half an axis
_OFFSETS = (0.05, 0.1, 0.2, 0.5, 1.0)  # of the widest, on either side
_FEWEST_PAIRS = 2  # from which a parabola and its error follow
_WINDOW = 3
"""Pairs that a fit takes where the loss is smooth, the nearest ones; all where it is rough."""

_SHARE = 0.1  # of the time of the points
_GRADIENT, _PRODUCT = 5, 10  # what they take, in points


class Way(NamedTuple):
    """How second derivatives are found."""

    exact: bool
    pairs: int  # of points on each axis, where they are not exact


def check_axis_curvature(asked: str) -> None:
    """Raises LandscapeError for what is none."""
    if asked not in get_args(AxisCurvature):
        raise LandscapeError(
            f"axis_curvature: got {shown(asked)}, want one of {get_args(AxisCurvature)}"
        )


def way_of(asked: AxisCurvature, axes: int, each: float, points: int) -> Way:
    """each: seconds that a point takes. points: how many are computed."""
    if asked == "hessian":
        return Way(True, len(_OFFSETS))
    if asked == "fit":
        return Way(False, len(_OFFSETS))
    if asked == "grid":
        return Way(False, 0)
    most = affordable(_SHARE, points, each)
    pairs = int(min(most / (2 * axes), len(_OFFSETS)))
    return Way(_GRADIENT + _PRODUCT * axes <= most, pairs if pairs >= _FEWEST_PAIRS else 0)


class AxisCurvatures(NamedTuple):
    """Second derivatives of the loss along each axis."""

    values: tuple[float, ...]
    errors: tuple[float, ...]  # of a fit the standard error, of products what rounding leaves
    method: Method


class SecondDerivatives:
    """Points around the center of a line or plane, and what their losses tell."""

    def __init__(self, x: Floats, y: Floats | None, pairs: int = len(_OFFSETS)) -> None:
        """pairs: of points on each axis; 0 for none."""
        self._near = np.array(
            [side * offset for offset in _OFFSETS[len(_OFFSETS) - pairs :] for side in (1, -1)]
        )
        axes = [x] if y is None else [x, y]
        self._widths = [_WIDEST * max(float(np.abs(axis).max()), 1e-6) for axis in axes]
        units = np.eye(len(axes))
        self.points: Floats = np.concatenate(
            [
                np.outer(self._near * width, unit)
                for width, unit in zip(self._widths, units, strict=True)
            ]
        )
        """[2 P A, A] for A axes and P pairs, the nearest of each axis first."""

    def fitted(self, center: float, losses: Floats) -> AxisCurvatures | None:
        """The curvatures of parabolas through the losses at the points; None if there are none, or those nearest to the center are not finite."""
        pairs = len(self._near) // 2
        if not pairs:
            return None
        found = []
        for width, own in zip(self._widths, losses.reshape(len(self._widths), -1), strict=True):
            tries = []
            for number in sorted({min(_WINDOW, pairs), pairs}):
                at = np.append(0.0, self._near[: 2 * number])
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

    The error is that of the scatter around the parabola, and of what a polynomial of the fourth degree says otherwise.
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
    free = len(u) - degree - 1
    variance = float(left @ left) / free if free else math.nan
    return 2 * float(factors[2]), 2 * math.sqrt(variance * float(inverse[2] @ inverse[2]))
