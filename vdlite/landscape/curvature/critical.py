"""Critical sharpness: how curved a loss is along the way that a training takes, by forward passes alone."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from vdlite.errors import LandscapeError
from vdlite.landscape.directions.factories import along
from vdlite.landscape.problem import Problem
from vdlite.landscape.weights import Array

_MOST_DOUBLINGS = 60
_FEW_PASSES = 16  # about what a search takes


class CriticalSharpness(NamedTuple):
    """The result of a search along a direction."""

    value: float
    """2 / step; 0 where no step raises the loss, NaN where even the least one does."""
    error: float  # the true one, of the interval that was searched, is within this of the value
    step: float  # the smallest one that raises the loss, a multiple of the direction
    passes: int  # over all samples


def critical_sharpness(
    problem: Problem,
    update: Sequence[Array],
    *,
    start: float = 1.0,
    tolerance: float = 0.01,
    ignore: Sequence[str] = (),
    only: Sequence[str] = (),
) -> CriticalSharpness:
    """2 / the smallest step that raises the loss: min {step > 0: L(weights - step * update) > L(weights)}.

    D. S. Kalra et al., A Scalable Measure of Loss Landscape Curvature for Analyzing the Training Dynamics of LLMs
    (2026, arXiv 2601.16979). Of a quadratic loss with the Hessian H and the gradient g it is u'Hu / g'u for an update
    u; where that is the gradient itself, the mean of the eigenvalues by the gradient's share along each, and at most
    the largest. A gradient descent is stable while it is less than 2 / learning rate.

    update: for each weight an array: what a step takes away from the weights, such as the gradient. start: the first
        step that is tried, such as the learning rate. tolerance: how exact the step is, as a share of it.
    ignore, only: weights that stay; see `chosen`.

    The step is doubled until it raises the loss, or halved until it does not, and then found by bisection: of a loss
    that rises and falls again within a doubling only one of these places is found. A loss that is not finite has risen.
    Raises LandscapeError for a start that is not above 0.
    """
    if not (start > 0 and math.isfinite(start)):
        raise LandscapeError(f"start: got {start}, want a step above 0")
    behind = [-np.asarray(array) for array in update]
    way = along(problem.weights, behind, kind="update", ignore=ignore, only=only)
    expect = getattr(problem, "expect", None)
    if expect is not None:
        expect(_FEW_PASSES)
    evaluator = problem.evaluator(way)

    def loss(step: float) -> float:
        found = evaluator(np.array([[step]], dtype=np.float64))
        return float(next(iter(found.values()))[0])

    try:
        return search(loss, start, tolerance)
    finally:
        evaluator.close()


def search(loss: Callable[[float], float], start: float, tolerance: float) -> CriticalSharpness:
    """Search for the critical step, given the loss by the step alone."""
    here, passes = loss(0.0), 1

    def rises(step: float) -> bool:
        nonlocal passes
        passes += 1
        return not loss(step) <= here

    low, high = 0.0, start
    while not rises(high):
        low, high = high, 2 * high
        if high >= start * 2**_MOST_DOUBLINGS:
            return CriticalSharpness(0.0, 2 / low, math.inf, passes)
    if low == 0:
        low = high / 2
        while rises(low):
            low, high = low / 2, low
            if low <= start / 2**_MOST_DOUBLINGS:
                return CriticalSharpness(math.nan, math.nan, math.nan, passes)
    while high - low > tolerance * high:
        middle = (low + high) / 2
        low, high = (low, middle) if rises(middle) else (middle, high)
    step = (low + high) / 2
    return CriticalSharpness(2 / step, 2 / low - 2 / step, step, passes)
