"""A landscape while its points come in."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.landscape import Landscape, Mark
from vdlite.landscape.problem import Values
from vdlite.landscape.surface.grid import coarse_first, points_of
from vdlite.landscape.surface.second_derivatives import AxisCurvatures, SecondDerivatives


class SurfaceCollector:
    """Takes values by the positions of their points.

    Behind those of the surface are those of its `SecondDerivatives` and of its marks, which need not lie on the grid.
    """

    def __init__(
        self, landscape: Landscape, *, pairs: int, circle: NDArray[np.float64] | None = None
    ) -> None:
        """pairs: of points along each axis of which second derivatives are fitted. circle: points around the center."""
        self._landscape = landscape
        self._loss = landscape.metrics[0]
        self._done = landscape.done.reshape(-1).copy()
        self._values = {name: array.reshape(-1).copy() for name, array in landscape.values.items()}
        self._derivatives = SecondDerivatives(landscape.x, landscape.y, pairs)
        self._marks = [_at_center(mark, landscape) for mark in landscape.marks]
        axes = self._derivatives.points.shape[1]
        self._circle = circle if circle is not None else np.empty((0, axes))
        if landscape.directions.circle_radius is not None or self._is_of_hessian:
            self._circle = self._circle[:0]
        places = np.array([(mark.x, mark.y)[:axes] for mark in self._marks], dtype=np.float64)
        self.points: NDArray[np.float64] = np.concatenate(
            [
                points_of(landscape.x, landscape.y),
                self._derivatives.points,
                self._circle,
                places.reshape(-1, axes),
            ]
        )
        """[N, A] for A axes, by position."""
        beside = len(self.points) - len(self._done)
        self._beside = {name: np.full(beside, math.nan) for name in landscape.values}

    def todo(self) -> NDArray[np.int64]:
        """Positions of the points that are still to be computed, in the order in which they are wanted."""
        whole = coarse_first(self._landscape.shape)
        around = len(self._done) + len(self._derivatives.points)
        circle = np.arange(around, around + len(self._circle))
        first = around + len(self._circle)
        marked = [first + place for place, mark in enumerate(self._marks) if not mark.values]
        return np.concatenate(
            [whole[~self._done[whole]], circle, np.array(marked, dtype=np.int64)], dtype=np.int64
        )

    @property
    def wants_curvatures(self) -> bool:
        """True if the second derivatives are still to be found."""
        known = self._landscape.directions.curvatures is not None
        return not (known or self._is_of_hessian)

    @property
    def _is_of_hessian(self) -> bool:
        """True if a surface is one of the Hessian, whose eigenvalues are no loss with second derivatives."""
        return self._loss.startswith("hessian/")

    def around(self) -> NDArray[np.int64]:
        """Positions of the points of which the second derivatives are fitted, where none are given."""
        return len(self._done) + np.arange(len(self._derivatives.points))

    def take(self, at: NDArray[np.int64], found: Values) -> tuple[NDArray[np.int64], Values]:
        """Keep values; gives back those that belong to the surface."""
        inside = at < len(self._done)
        for name, column in self._beside.items():
            column[at[~inside] - len(self._done)] = found[name][~inside]
        at, found = at[inside], {name: found[name][inside] for name in self._values}
        for name, column in self._values.items():
            column[at] = found[name]
        self._done[at] = True
        return at, found

    def losses(self, at: NDArray[np.int64]) -> NDArray[np.float64]:
        """The losses of points of the surface that have come."""
        return self._values[self._loss][at]

    def landscape(
        self,
        *,
        seconds: float,
        exact: AxisCurvatures | None = None,
        checked: float | None = None,
    ) -> Landscape:
        """The landscape with all that has come. seconds: what it took. exact: second derivatives along the axes.

        checked: how far losses were off those of a fresh model; what was known of it before, if None.
        """
        shape = self._landscape.shape
        directions, settings = self._landscape.directions, self._landscape.settings
        around = self._beside[self._loss][: len(self._derivatives.points)]
        found = exact or self._derivatives.fitted(self._landscape.center[self._loss], around)
        if found is not None:
            directions = replace(
                directions,
                curvatures=found.values,
                curvature_errors=found.errors,
                curvature_method=found.method,
            )
        if len(self._circle):
            start = len(self._derivatives.points)
            losses = self._beside[self._loss][start : start + len(self._circle)]
            # Where it is no number, the loss has left all bounds.
            directions = replace(
                directions,
                circle_radius=float(np.linalg.norm(self._circle[0])),
                circle_greatest=float(np.max(np.where(np.isnan(losses), np.inf, losses))),
            )
        return replace(
            self._landscape,
            directions=directions,
            values={name: column.reshape(shape) for name, column in self._values.items()},
            done=self._done.reshape(shape),
            marks=tuple(
                mark if mark.values else replace(mark, values=self._beside_at(place))
                for place, mark in enumerate(self._marks)
            ),
            settings=replace(
                settings,
                seconds=round(seconds, 3),
                checked=settings.checked if checked is None else checked,
            ),
        )

    def _beside_at(self, mark: int) -> dict[str, float]:
        place = len(self._derivatives.points) + len(self._circle) + mark
        return {name: float(column[place]) for name, column in self._beside.items()}


def is_complete(landscape: Landscape, marks: Sequence[Mark] = ()) -> bool:
    """True if nothing is left to compute: neither of the grid, nor of what comes after its last point.

    marks: named places whose values are wanted.
    """
    # Written at the end only: without it there was none.
    ended = bool(landscape.done.all()) and landscape.settings.seconds is not None
    return ended and all(mark.values for mark in with_values(marks, landscape))


def with_values(marks: Sequence[Mark], before: Landscape | None) -> tuple[Mark, ...]:
    """The marks, with their values as far as an earlier attempt has them."""
    known = {} if before is None else {(mark.x, mark.y): mark.values for mark in before.marks}
    return tuple(
        mark if mark.values else replace(mark, values=known.get((mark.x, mark.y), {}))
        for mark in marks
    )


def _at_center(mark: Mark, landscape: Landscape) -> Mark:
    """There its values are known."""
    if mark.values or (mark.x, 0.0 if landscape.y is None else mark.y) != (0.0, 0.0):
        return mark
    return replace(mark, values=dict(landscape.center))
