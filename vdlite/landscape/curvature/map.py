"""Maps of the curvature: a problem whose metrics are the ends of the Hessian's spectrum."""

import copy
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.landscape.curvature.ends import FLOOR, SHARE, ends_of, errors_of
from vdlite.landscape.curvature.hessian import Curved, Hessian, curved
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.problem import Evaluator, Values, collected
from vdlite.landscape.weights import Array, Weight, left_out


class CurvatureProblem:
    """The curvature of a problem instead of its loss: of it `compute_surface` makes a map.

    Its metrics are hessian/ratio, |smallest / largest| eigenvalue, both, and hessian/error: within this of the smallest
    there is an eigenvalue. Each point takes the products that the smallest one needs, `steps` at most, and each of them
    costs several passes over the samples: fewer samples and a coarser grid than the loss has are the rule.
    """

    def __init__(
        self,
        problem: Curved,
        *,
        steps: int = 80,
        tolerance: float = 1e-3,
        samples: int | None = None,
        ignore: Sequence[str] = (),
        only: Sequence[str] = (),
        seed: int = 0,
    ) -> None:
        self.problem = problem
        self.steps = steps
        self.tolerance = tolerance
        self.samples = samples
        self.ignore = tuple(left_out(problem.weights, ignore, only)) if only else tuple(ignore)
        self.seed = seed

    @property
    def weights(self) -> tuple[Weight, ...]:
        return self.problem.weights

    @property
    def fingerprint(self) -> str:
        rule = (self.steps, self.tolerance, SHARE, FLOOR)
        settings = (*rule, self.samples, self.ignore, self.seed)
        return f"{self.problem.fingerprint}/curvature{settings}"

    def evaluator(self, directions: Directions, device: str | None = None) -> Evaluator:
        hessian = self.problem.hessian(
            directions, device=device, samples=self.samples, ignore=self.ignore
        )
        return _CurvatureEvaluator(self, hessian)

    def values_of(self, models: Sequence[Sequence[Array]]) -> Values:
        raise LandscapeError("curvature: want points of a plane, not whole models")

    def exact(self, directions: Directions, points: NDArray[np.float64]) -> Values | None:
        return None

    @property
    def whole(self) -> "CurvatureProblem":
        return self

    def at(self, arrays: Sequence[Array]) -> "CurvatureProblem":
        made = copy.copy(self)
        made.problem = curved(self.problem.at(arrays), "curvature")
        return made

    def facts(self) -> dict[str, Any]:
        facts = {**self.problem.facts(), "mode": "curvature", "products": self.steps}
        known = facts.get("samples")
        if self.samples is not None and known is not None:
            facts["samples"] = min(known, self.samples)
        return facts


_METRICS = ("hessian/ratio", "hessian/max", "hessian/min", "hessian/error")


class _CurvatureEvaluator:
    def __init__(self, problem: CurvatureProblem, hessian: Hessian) -> None:
        self._problem = problem
        self._hessian = hessian

    def __call__(self, points: NDArray[np.float64]) -> Values:
        return collected([self._value(point) for point in points])

    def _value(self, point: NDArray[np.float64]) -> dict[str, float]:
        asked = self._problem
        self._hessian.move(point.tolist())
        try:
            ends = ends_of(self._hessian, 1, asked.steps, asked.tolerance, asked.seed)
        except LandscapeError:
            # Where the loss has left all numbers, so has its curvature.
            return dict.fromkeys(_METRICS, math.nan)
        largest, smallest = float(ends.values[0]), float(ends.values[-1])
        ratio = abs(smallest / largest) if largest else math.nan
        error = float(errors_of(ends, self._hessian)[-1])
        return dict(zip(_METRICS, (ratio, largest, smallest, error), strict=True))

    def close(self) -> None:
        self._hessian.close()
