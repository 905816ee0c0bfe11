"""Sharpness of a model itself, not of a plane: how far the loss rises within a radius, on the mean and at worst."""

import math
from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown
from vdlite.kinds.landscape import Sharpness
from vdlite.landscape.curvature.hessian import curved
from vdlite.landscape.flatness.ball import Ball
from vdlite.landscape.problem import Problem
from vdlite.landscape.surface.progress import Pace, Report
from vdlite.landscape.weights import left_out

Scale = Literal["element", "filter"]
"""What an adaptive radius is a share of: element: of each weight. filter: of the length of its filter."""

Floats = NDArray[np.float64]

_SETTLED = 1e-4  # of the rise: an ascent that gains less has arrived


def sharpness(
    problem: Problem,
    *,
    radius: float = 0.05,
    adaptive_radius: float = 0.5,
    scale: Scale = "element",
    directions: int = 32,
    steps: int = 20,
    ignore: Sequence[str] = (),
    only: Sequence[str] = (),
    seed: int = 0,
    report: Report | None = None,
) -> Sharpness:
    """How far the loss rises at a distance from the model: the mean over random directions, and the worst case.

    radius: Euclidean, in the unit of the weights: all models with the same radius can be compared, as far as their
        weights are of one scale. P. Foret et al., Sharpness-Aware Minimization (2021, arXiv 2010.01412), section 2.
    adaptive_radius: without unit, of steps that are first divided by the scale T of the weights, |step / T| <= radius:
        networks of ReLUs whose layers are scaled against each other compute the same, and have the same adaptive
        sharpness. J. Kwon et al., ASAM (2021, arXiv 2102.11600), section 3.
    scale: T is the size of each weight, or the length of its filter; see `Weight.filters`.
    directions: how many are drawn by the seed, evenly on the sphere of all weights that count. The loss is taken on both
        ends of each; the mean of both has no slope in it, and of a quadratic loss is radius^2 trace(T H T) / (2 n).
        `mean_error` is the standard error over directions, `spread` the standard deviation of the rise at a point.
    steps: of the ascent that looks for the worst case, half from the gradient and half from a random direction: each
        goes to where the slope points on the sphere, so that at the minimum of a quadratic loss it is radius^2 / 2
        times the largest eigenvalue. What is found is a lower bound of the worst case. 0: none is looked for; a problem
        without derivatives has none.
    ignore, only: weights that stay; see `chosen`. report: is called with how many losses are computed.

    A loss that is not finite has risen to infinity.
    """
    for name, value in (("radius", radius), ("adaptive_radius", adaptive_radius)):
        if not (value > 0 and math.isfinite(value)):
            raise LandscapeError(f"{name}: got {value}, want a number above 0")
    if scale not in get_args(Scale):
        raise LandscapeError(f"scale: got {shown(scale)}, want one of {get_args(Scale)}")
    if directions < 2 or steps < 0:
        raise LandscapeError(
            f"sharpness: got {directions} directions and {steps} steps, want 2 and 0 or more"
        )
    if not (hasattr(problem, "hessian") and getattr(problem, "has_gradient", True)):
        steps = 0
    pace = Pace(2 * (2 * directions + steps), unit="losses")

    def come(number: int) -> None:
        if report is not None:
            report(pace.progress(number))

    come(0)
    ignored = left_out(problem.weights, ignore, only)
    here = _first(problem, [[weight.value for weight in problem.weights]])[0]
    found = []
    for kind, length in ((None, radius), (scale, adaptive_radius)):
        ball = Ball(problem.weights, length, kind, ignored)
        rises = _finite(_first(problem, ball.displaced(directions, seed)) - here).reshape(-1, 2)
        come(2 * directions)
        with np.errstate(invalid="ignore"):
            means = rises.mean(axis=1)
            spread, error = rises.std(ddof=1), means.std(ddof=1) / math.sqrt(directions)
        worst = _worst(problem, ball, ignored, steps, seed) if steps else math.nan
        come(steps)
        found.append(
            (float(means.mean()), float(error), float(spread), float(np.fmax(worst, rises.max())))
        )
    (mean, error, spread, worst), (own_mean, own_error, own_spread, own_worst) = found
    samples = problem.facts().get("samples")
    return Sharpness(
        radius=float(radius),
        mean=mean,
        mean_error=error,
        spread=spread,
        worst=worst if steps else None,
        adaptive_radius=float(adaptive_radius),
        adaptive_scale=scale,
        adaptive_mean=own_mean,
        adaptive_mean_error=own_error,
        adaptive_spread=own_spread,
        adaptive_worst=own_worst if steps else None,
        directions=directions,
        steps=steps,
        seed=seed,
        samples=samples if isinstance(samples, int) else None,
    )


def _worst(problem: Problem, ball: Ball, ignored: Sequence[str], steps: int, seed: int) -> float:
    """The greatest rise of the loss that an ascent finds on the sphere."""
    hessian = curved(problem, "sharpness").hessian(ignore=ignored)
    try:
        hessian.place(ball.center)
        here, slope = hessian.loss_and_gradient()
        starts = [ball.uphill(slope), ball.random(np.random.Generator(np.random.PCG64([seed, 1])))]
        found = -math.inf
        for start, most in zip(starts, (steps // 2, steps - steps // 2), strict=True):
            way, before = start, -math.inf
            for _ in range(most if way is not None else 0):
                assert way is not None
                hessian.place(ball.at(way))
                loss, slope = hessian.loss_and_gradient()
                if not math.isfinite(loss):
                    return math.inf
                rise = loss - here
                found = max(found, rise)
                if rise - before <= _SETTLED * abs(rise):
                    break
                way, before = ball.uphill(slope), rise
                if way is None:
                    break
        return found
    finally:
        hessian.close()


def _first(problem: Problem, models: Sequence[Sequence[NDArray[np.float64]]]) -> Floats:
    """The losses of whole models."""
    return np.asarray(next(iter(problem.values_of(models).values())), dtype=np.float64)


def _finite(rises: Floats) -> Floats:
    return np.where(np.isfinite(rises), rises, np.inf)
