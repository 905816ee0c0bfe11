"""What a landscape is computed of: weights, and what gives the loss of them."""

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown
from vdlite.kinds.landscape import Plain
from vdlite.landscape.array_hessian import ArrayHessian, moved_to
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.facts import check_facts
from vdlite.landscape.identity import identity
from vdlite.landscape.keywords import names_near_misses
from vdlite.landscape.surface.second_derivatives import AxisCurvatures
from vdlite.landscape.weights import Array, Weight, as_weights, fingerprint

Values = dict[str, NDArray[np.float64]]
"""For each metric its values at some points, [N]; the first metric is the loss."""


class Evaluator(Protocol):
    """Gives the metrics at points of a plane. What it holds is let go by `close`.

    One thread uses it at a time, unless it has a `concurrent` that is true.
    """

    def __call__(self, points: NDArray[np.float64]) -> Values:
        """The metrics at points [N, A]: multiples of the A directions. NaN and infinities are values."""

    def close(self) -> None: ...


class Problem(Protocol):
    """Weights, and what gives the loss of them. It is sent to other processes by pickle.

    One whose loss has derivatives may have `curvatures_along(directions, device=None)`, too: the `AxisCurvatures` at
    the center, or None.
    """

    @property
    def weights(self) -> tuple[Weight, ...]:
        """The center of the landscape."""

    def evaluator(self, directions: Directions, device: str | None = None) -> Evaluator:
        """The evaluator of points of the plane through the center along the directions."""

    def values_of(self, models: Sequence[Sequence[Array]]) -> Values:
        """The metrics of whole models: each has an array for each weight."""

    @property
    def whole(self) -> "Problem":
        """The problem with all that makes the model what it is among its weights, such as statistics of batch norm."""

    def at(self, arrays: Sequence[Array]) -> "Problem":
        """The problem around another model, given by arrays for the weights of `whole`."""

    def exact(self, directions: Directions, points: NDArray[np.float64]) -> Values | None:
        """The metrics at some points without shortcuts that cost precision; None where none are taken."""

    def facts(self) -> dict[str, Any]:
        """The facts for a landscape's record: loss, samples, model, ..."""

    @property
    def fingerprint(self) -> str:
        """A text that is equal for equal weights, samples and settings."""


Loss = Callable[[list[Array]], float | Mapping[str, float]]


class ArrayProblem:
    """A loss of arrays: any callable of them, such as one written with NumPy.

    weights: the center, a list of arrays (or `Weight`, which says what each is).
    loss: gives the loss of such a list, or several metrics by name, the loss first. It gets arrays of its own.
    gradient: gives a list of arrays, the gradient of the loss; only `curvature` and `gradient_directions` need it.
    name, model: of the loss and of the model, as the page shows them. facts: what else a landscape's record shall tell.
    """

    @names_near_misses
    def __init__(
        self,
        weights: Sequence[Array | Weight],
        loss: Loss,
        *,
        gradient: Callable[[list[Array]], Sequence[Array]] | None = None,
        name: str = "loss",
        model: str = "",
        facts: Mapping[str, Plain] | None = None,
    ) -> None:
        self._weights = tuple(
            replace(one, value=np.array(one.value)) for one in as_weights(weights)
        )
        self._loss = loss
        self._gradient = gradient
        self._name = name
        if facts is not None:
            check_facts(facts)
        self._facts = {"loss": name, **({"model": model} if model else {}), **(facts or {})}

    @property
    def weights(self) -> tuple[Weight, ...]:
        return self._weights

    @property
    def whole(self) -> "ArrayProblem":
        return self

    def at(self, arrays: Sequence[Array]) -> "ArrayProblem":
        made = copy.copy(self)
        made._weights = tuple(
            replace(weight, value=np.array(array, dtype=weight.value.dtype))
            for weight, array in zip(self._weights, arrays, strict=True)
        )
        return made

    def evaluator(self, directions: Directions, device: str | None = None) -> "ArrayEvaluator":
        directions.check(self._weights)
        return ArrayEvaluator(self, directions)

    def exact(self, directions: Directions, points: NDArray[np.float64]) -> Values | None:
        return None

    def value(self, arrays: list[Array]) -> dict[str, float]:
        """The metrics of one model."""
        with np.errstate(all="ignore"):
            given = self._loss(arrays)
        named = given if isinstance(given, Mapping) else {self._name: given}
        try:
            return {str(name): float(value) for name, value in named.items()}
        except (TypeError, ValueError):
            raise LandscapeError(
                f"loss: got {shown(given)}, want a number, or numbers by name"
            ) from None

    def values_of(self, models: Sequence[Sequence[Array]]) -> Values:
        return collected([self.value([np.array(array) for array in model]) for model in models])

    def gradient(self, arrays: Sequence[Array]) -> list[Array]:
        """The gradient of the loss. Raises LandscapeError if the problem was made without one."""
        if self._gradient is None:
            raise LandscapeError("gradient: this problem was made without one, want gradient=...")
        return [np.asarray(array) for array in self._gradient(list(arrays))]

    @property
    def has_gradient(self) -> bool:
        return self._gradient is not None

    def slope(self) -> list[Array]:
        return self.gradient([weight.value.copy() for weight in self._weights])

    def hessian(
        self,
        directions: Directions | None = None,
        *,
        device: str | None = None,
        samples: int | None = None,
        ignore: Sequence[str] = (),
    ) -> "ArrayHessian":
        return ArrayHessian(self, directions, ignore)

    def curvatures_along(
        self, directions: Directions, device: str | None = None
    ) -> AxisCurvatures | None:
        if self._gradient is None:
            return None
        hessian = self.hessian()
        values, errors = [], []
        for axis in directions.axes:
            way = np.concatenate([np.asarray(part, np.float64).reshape(-1) for part in axis])
            with np.errstate(all="ignore"):
                parts = way * hessian(way)
            values.append(float(parts.sum()))
            errors.append(hessian.rounding * float(np.abs(parts).sum()))
        if not np.isfinite(values).all():
            return None
        return AxisCurvatures(tuple(values), tuple(errors), "hessian")

    def facts(self) -> dict[str, Any]:
        count = sum(weight.value.size for weight in self._weights)
        return {**self._facts, "parameters": count, "model_fingerprint": self._of_weights()}

    @property
    def fingerprint(self) -> str:
        facts = sorted(self._facts.items(), key=str)
        return fingerprint((), self._of_weights(), identity(self._loss), facts)

    def _of_weights(self) -> str:
        return fingerprint(weight.value for weight in self._weights)


class ArrayEvaluator:
    """Computes points of an `ArrayProblem`, each from the center: rounding does not add up along the way."""

    concurrent = True

    def __init__(self, problem: ArrayProblem, directions: Directions) -> None:
        self._problem = problem
        self._directions = directions

    def __call__(self, points: NDArray[np.float64]) -> Values:
        return collected([self._problem.value(self._at(point)) for point in points])

    def _at(self, point: NDArray[np.float64]) -> list[Array]:
        weights = self._problem.weights
        moved = moved_to(weights, self._directions, point)
        return [
            array.astype(weight.value.dtype, copy=False)
            for array, weight in zip(moved, weights, strict=True)
        ]

    def close(self) -> None:
        pass


def collected(values: Sequence[Mapping[str, float]]) -> Values:
    """Metrics of several points, by metric. Raises LandscapeError if some points have other metrics."""
    if not values:
        return {}
    names = list(values[0])
    if not names:
        raise LandscapeError("loss: got no metric, want at least one")
    for one in values:
        if list(one) != names:
            raise LandscapeError(f"loss: got metrics {list(one)}, and {names} at another point")
    return {name: np.array([one[name] for one in values], dtype=np.float64) for name in names}
