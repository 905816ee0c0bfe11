"""Products of the Hessian of a function of arrays, and the places that its weights are moved to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.weights import Array, Weight, chosen, split


class Differentiable(Protocol):
    """A function of arrays that gives its gradient, as an `ArrayProblem` with one does."""

    @property
    def weights(self) -> tuple[Weight, ...]:
        """The weights at which the loss is differentiated first."""

    def value(self, arrays: list[Array]) -> Mapping[str, float]:
        """The loss, and metrics behind it."""

    def gradient(self, arrays: Sequence[Array]) -> Sequence[Array]:
        """The gradient of the loss by each array."""


class ArrayHessian:
    """Products of the Hessian of a function, as central differences of its gradient: exact for a quadratic."""

    def __init__(
        self, problem: Differentiable, directions: Directions | None, ignore: Sequence[str]
    ) -> None:
        self._problem = problem
        self._directions = directions
        self._counts = chosen(problem.weights, ignore=ignore)
        self._here = [weight.value.astype(np.float64) for weight in problem.weights]

    @property
    def size(self) -> int:
        kept = zip(self._here, self._counts, strict=True)
        return sum(array.size for array, counts in kept if counts)

    @property
    def rounding(self) -> float:
        # What is left of both errors of the differences at that step.
        return 1e-9

    def __call__(self, vector: NDArray[np.float64]) -> NDArray[np.float64]:
        length = float(np.linalg.norm(vector))
        if length == 0:
            return np.zeros_like(vector)
        # The step that balances what is left out of the series against rounding (eps to the third, in the unit of
        # the weights).
        scale = 1 + max(float(np.abs(array).max(initial=0)) for array in self._here)
        step = 6e-6 * scale / length
        ahead, behind = self._slope(vector, step), self._slope(vector, -step)
        return (ahead - behind) / (2 * step)

    def _slope(self, vector: NDArray[np.float64], step: float) -> NDArray[np.float64]:
        way = self.split(vector)
        moved = [array + step * part for array, part in zip(self._here, way, strict=True)]
        found = self._problem.gradient(moved)
        kept = [one for one, counts in zip(found, self._counts, strict=True) if counts]
        return np.concatenate([np.asarray(one, dtype=np.float64).reshape(-1) for one in kept])

    def move(self, point: Sequence[float]) -> None:
        if self._directions is not None:
            self._here = moved_to(self._problem.weights, self._directions, point)

    def place(self, arrays: Sequence[Array]) -> None:
        self._here = [np.asarray(array, dtype=np.float64) for array in arrays]

    def loss_and_gradient(self) -> tuple[float, NDArray[np.float64]]:
        here = [array.copy() for array in self._here]
        loss = next(iter(self._problem.value(here).values()))
        return loss, self._slope(np.zeros(self.size), 0.0)

    def split(self, vector: NDArray[np.float64]) -> list[Array]:
        return split(vector, [array.shape for array in self._here], self._counts)

    def close(self) -> None:
        pass


def moved_to(
    weights: Sequence[Weight], directions: Directions, point: Sequence[float] | NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """New arrays: the weights at a point of the plane, in float64."""
    made = []
    for place, weight in enumerate(weights):
        moved = weight.value.astype(np.float64)
        for factor, axis in zip(point, directions.axes, strict=True):
            moved += factor * axis[place]
        made.append(moved)
    return made
