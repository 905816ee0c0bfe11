"""Curvature of a loss: eigenvalues, trace and spectral density of its Hessian, and maps of them over a landscape."""

import copy
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import Curvature
from vdlite.landscape.directions import Directions
from vdlite.landscape.lanczos import Ritz, Vector, lanczos
from vdlite.landscape.making import along
from vdlite.landscape.normalise import Norm
from vdlite.landscape.problem import Evaluator, Problem, Values, collected
from vdlite.landscape.progress import Pace, Report
from vdlite.landscape.weights import Array, Weight

_DENSITY_POINTS = 512
_PROBE_STEPS = 40
_SHARE = 0.05  # of the smallest eigenvalue: how well it is to be known
_FLOOR = 1e-4  # of the largest: what is nearer to zero counts as if it were there


class Hessian(Protocol):
    """The Hessian of a loss, averaged over all samples, by its products with vectors."""

    @property
    def size(self) -> int:
        """Its rows: entries of all weights that count."""

    @property
    def rounding(self) -> float:
        """How exact a product is, as a share of its length."""

    def __call__(self, vector: Vector) -> Vector:
        """The product with a vector [N], where the model is now."""

    def move(self, point: Sequence[float]) -> None:
        """Put the model to a point of the plane."""

    def split(self, vector: Vector) -> list[Array]:
        """A vector [N] as an array for each weight; zeros for those that do not count."""

    def close(self) -> None: ...


class Curved(Problem, Protocol):
    """A problem whose loss has a Hessian."""

    def hessian(
        self,
        directions: Directions | None = None,
        *,
        device: str | None = None,
        samples: int | None = None,
        ignore: Sequence[str] = (),
    ) -> Hessian:
        """samples: the first so many; all, if left out. ignore: weights that count as constants."""

    def slope(self) -> list[Array]:
        """The gradient of the loss at the center, an array for each weight."""


def curved(problem: Problem, what: str) -> Curved:
    """The problem. Raises LandscapeError if its loss has no derivatives. what: needs them."""
    if not hasattr(problem, "hessian"):
        raise LandscapeError(f"{what}: want a problem with derivatives, this one has none")
    return cast(Curved, problem)


def curvature(
    problem: Curved,
    *,
    top: int = 5,
    steps: int = 80,
    tolerance: float = 1e-3,
    probes: int = 4,
    samples: int | None = None,
    ignore: Sequence[str] = (),
    seed: int = 0,
    report: Report | None = None,
) -> Curvature:
    """The curvature at the center, as a landscape's record holds it.

    top: how many of the largest eigenvalues; the smallest is always with them. They are computed until each is known
        within `tolerance` of the largest, and the smallest within a twentieth of itself, or `steps` products are used;
        `errors` says how well.
    probes: random vectors, of 40 products each, of which trace (Hutchinson's estimate) and density (stochastic Lanczos
        quadrature) are made; 0 for neither.
    report: is told how many products of those that it may take at most are done.
    The trace has its standard error, and the density an area of 1.
    """
    if top < 1 or probes < 0:
        raise LandscapeError(f"curvature: got top {top} and probes {probes}, want 1 and 0 or more")
    hessian = problem.hessian(samples=samples, ignore=ignore)
    most = min(steps, hessian.size) + probes * min(steps, _PROBE_STEPS, hessian.size)
    counted = _Counted(hessian, Pace(most, unit="products"), report)
    try:
        ends = _ends(counted, top, steps, tolerance, seed)
        found = _spectrum(counted, ends, steps, probes, seed) if probes else Curvature()
        known = problem.facts().get("samples")
        return replace(
            found,
            eigenvalues=np.array(_outer(ends.values, top)),
            errors=np.array(_outer(_errors(ends, hessian), top)),
            products=counted.end(),
            parameter_count=hessian.size,
            samples=known if known is None or samples is None else min(known, samples),
        )
    finally:
        hessian.close()


def hessian_directions(
    problem: Curved,
    *,
    axes: int = 2,
    smallest: bool = False,
    steps: int = 80,
    samples: int | None = None,
    ignore: Sequence[str] = (),
    norm: Norm = "none",
    seed: int = 0,
) -> Directions:
    """Directions along eigenvectors of the Hessian: the two largest eigenvalues, or the largest and the smallest.

    A random plane shows the mean curvature only, in which a saddle is hardly ever seen (L. Boettcher and G. Wheeler,
    Visualizing high-dimensional loss landscapes with Hessian directions, 2022).
    """
    hessian = problem.hessian(samples=samples, ignore=ignore)
    try:
        if hessian.size < axes:
            raise LandscapeError(f"directions: got {hessian.size} parameters, want {axes} or more")
        ends = _ends(hessian, 2, steps, 1e-4, seed, keep=2)
        chosen = [0, -1 if smallest else 1][:axes]
        vectors = [hessian.split(ends.vectors[place]) for place in chosen]
        values = [float(ends.values[place]) for place in chosen]
    finally:
        hessian.close()
    return along(
        problem.weights, *vectors, kind="hessian", norm=norm, facts={"eigenvalues": values}
    )


def gradient_directions(
    problem: Curved, *, norm: Norm = "none", ignore: Sequence[str] = (), seed: int | None = None
) -> Directions:
    """The direction of the gradient at the center; with a seed, a random one beside it."""
    slope = problem.slope()
    if seed is None:
        return along(problem.weights, slope, kind="gradient", norm=norm, ignore=ignore)
    stream = np.random.Generator(np.random.PCG64(seed))
    drawn = [stream.standard_normal(weight.value.shape) for weight in problem.weights]
    length = math.sqrt(sum(float((array**2).sum()) for array in slope))
    scale = length / math.sqrt(sum(float((array**2).sum()) for array in drawn))
    other = [array * scale for array in drawn]
    return along(
        problem.weights,
        slope,
        other,
        kind="gradient",
        norm=norm,
        ignore=ignore,
        facts={"seed": seed},
    )


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
        seed: int = 0,
    ) -> None:
        self.problem = problem
        self.steps = steps
        self.tolerance = tolerance
        self.samples = samples
        self.ignore = tuple(ignore)
        self.seed = seed

    @property
    def weights(self) -> tuple[Weight, ...]:
        return self.problem.weights

    @property
    def fingerprint(self) -> str:
        rule = (self.steps, self.tolerance, _SHARE, _FLOOR)
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
        told = {**self.problem.facts(), "mode": "curvature", "products": self.steps}
        known = told.get("samples")
        if self.samples is not None and known is not None:
            told["samples"] = min(known, self.samples)
        return told


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
            ends = _ends(self._hessian, 1, asked.steps, asked.tolerance, asked.seed)
        except LandscapeError:
            # Where the loss has left all numbers, so has its curvature.
            return dict.fromkeys(_METRICS, math.nan)
        largest, smallest = float(ends.values[0]), float(ends.values[-1])
        ratio = abs(smallest / largest) if largest else math.nan
        error = float(_errors(ends, self._hessian)[-1])
        return dict(zip(_METRICS, (ratio, largest, smallest, error), strict=True))

    def close(self) -> None:
        self._hessian.close()


class _Counted:
    """A Hessian that counts its products."""

    def __init__(self, hessian: Hessian, pace: Pace, report: Report | None) -> None:
        self._hessian = hessian
        self.size = hessian.size
        self._pace = pace
        self._report = report
        self._products = 0

    def __call__(self, vector: Vector) -> Vector:
        image = self._hessian(vector)
        self._products += 1
        if self._report is not None:
            self._report(self._pace.progress(1))
        return image

    def end(self) -> int:
        """How many there were in all."""
        if self._report is not None:
            self._report(self._pace.end())
        return self._products


class _Multiplies(Protocol):
    @property
    def size(self) -> int: ...
    def __call__(self, vector: Vector) -> Vector: ...


def _ends(
    matrix: _Multiplies, top: int, steps: int, tolerance: float, seed: int, keep: int = 0
) -> Ritz:
    def enough(ritz: Ritz) -> bool:
        if len(ritz.values) <= top:
            return False
        size = float(np.abs(ritz.values).max())
        # The first vector has a share of about 1 / sqrt(N) of each eigenvector. In a crowd of eigenvalues near zero, one
        # that lies below them is at first seen only as so small an error of theirs.
        own = max(_SHARE * abs(float(ritz.values[-1])), _FLOOR * size) / math.sqrt(matrix.size)
        limits = np.full(top + 1, tolerance * size)
        limits[-1] = min(limits[-1], own)
        return bool(np.all(_outer(ritz.errors, top) <= limits))

    return lanczos(matrix, matrix.size, steps=steps, seed=seed, keep=keep, enough=enough)


def _errors(ends: Ritz, hessian: Hessian) -> Vector:
    """Within each of these of its value there is an eigenvalue: better than its products none can be."""
    return np.maximum(ends.errors, hessian.rounding * float(np.abs(ends.values).max()))


def _outer(column: Vector, top: int) -> list[float]:
    """The first ones, and the last."""
    if len(column) <= top + 1:
        return [float(one) for one in column]
    return [*(float(one) for one in column[:top]), float(column[-1])]


def _spectrum(matrix: _Multiplies, ends: Ritz, steps: int, probes: int, seed: int) -> Curvature:
    """Trace and density, both of the same random vectors."""
    stream = np.random.Generator(np.random.PCG64([seed, 1]))
    traces: list[float] = []
    runs: list[Ritz] = []
    for _ in range(probes):
        signs = stream.choice([-1.0, 1.0], matrix.size)
        run = lanczos(matrix, matrix.size, steps=min(steps, _PROBE_STEPS), start=signs)
        # v H v is the first entry of the tridiagonal matrix: the mean of its eigenvalues by their shares.
        traces.append(float(run.shares @ run.values) * matrix.size)
        runs.append(run)
    x, y = _density(runs, float(ends.values[-1]), float(ends.values[0]))
    return Curvature(
        trace=float(np.mean(traces)),
        trace_error=float(np.std(traces, ddof=1) / math.sqrt(probes)) if probes > 1 else None,
        density={"x": x, "y": y},
    )


def _density(runs: Sequence[Ritz], low: float, high: float) -> tuple[Vector, Vector]:
    """Each run's values by their shares, as normal curves of a hundredth of the range, with area 1 in all.

    Stochastic Lanczos quadrature: B. Ghorbani et al., An Investigation into Neural Net Optimization via Hessian
    Eigenvalue Density (2019), section 2.
    """
    low = min(low, *(float(run.values[-1]) for run in runs))
    high = max(high, *(float(run.values[0]) for run in runs))
    width = max((high - low) / 100, 1e-9 * max(abs(low), abs(high)), 1e-12)
    x = np.linspace(low - 5 * width, high + 5 * width, _DENSITY_POINTS)
    y = np.zeros_like(x)
    for run in runs:
        away = (x[:, None] - run.values) / width
        y += np.exp(-0.5 * away**2) @ run.shares
    return x, y / (len(runs) * width * math.sqrt(2 * math.pi))
