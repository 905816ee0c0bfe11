"""Training the bend of a curve between two models, so that the loss along it is low.

T. Garipov, P. Izmailov, D. Podoprikhin, D. Vetrov, A. Wilson, Loss Surfaces, Mode Connectivity, and Fast Ensembling of
DNNs (2018, arXiv 1802.10026), section 3: the mean loss over places of the curve, drawn anew in each step.
"""

import math
from collections.abc import Sequence

import numpy as np

from vdlite.errors import LandscapeError
from vdlite.landscape.connectivity.curve import Curve, CurveKind, bent, shares, untrained
from vdlite.landscape.curvature.hessian import curved
from vdlite.landscape.problem import Problem
from vdlite.landscape.surface.progress import Pace, Report
from vdlite.landscape.weights import Array


def connect(
    problem: Problem,
    end: Sequence[Array],
    *,
    start: Sequence[Array] | None = None,
    kind: CurveKind = "bezier",
    steps: int = 200,
    lr: float = 0.01,
    momentum: float = 0.9,
    seed: int = 0,
    report: Report | None = None,
) -> Curve:
    """A curve of low loss from one model to another, whose bend is trained by gradient descent with momentum.

    end, start: an array for each weight of `problem.whole`; start: the problem's own, if left out.
    steps: each takes the gradient of all samples of the problem at a random place of the curve, so that few samples
        are quick. lr, momentum: of all steps; the rate falls to 0 along a cosine. seed: of the places.
    The bend begins in the middle. What is not moved by `problem.weights`, such as the statistics of batch norm, stays
    there: `batch_norm="batch"` of the problem trains with those of the samples, `"reestimated"` measures with them.
    report: is called with the progress.
    Raises LandscapeError if the loss has no gradient, or is no number any more.
    """
    if steps < 1 or not lr > 0 or not 0 <= momentum < 1:
        raise LandscapeError(
            f"connect: got {steps} steps, lr {lr} and momentum {momentum}, want 1 or more, above 0, and from 0 below 1"
        )
    whole = problem.whole.weights
    first = [weight.value for weight in whole] if start is None else start
    for name, model in (("start", first), ("end", end)):
        if [np.shape(array) for array in model] != [weight.value.shape for weight in whole]:
            raise LandscapeError(f"{name}: want an array for each weight of problem.whole")
    curve = untrained(kind, first, end)
    names = [weight.name for weight in whole]
    moved = [names.index(weight.name) for weight in problem.weights]
    bend = [np.asarray(array, np.float64) for array in curve.bend]
    speed = {place: np.zeros_like(bend[place]) for place in moved}
    rng = np.random.default_rng(seed)
    pace, losses = Pace(steps, unit="steps"), list[float]()
    for step in range(steps):
        t = float(rng.uniform())
        here = curved(problem.at(bent(curve, bend, ()).at(t)), "connect")
        value = here.values_of([[weight.value for weight in here.weights]])
        losses.append(float(next(iter(value.values()))[0]))
        if not math.isfinite(losses[-1]):
            raise LandscapeError(
                f"connect: the loss is {losses[-1]} in step {step + 1}, want a smaller lr than {lr}"
            )
        rate = lr * (1 + math.cos(math.pi * step / steps)) / 2
        share = shares(kind, t)[1]
        for place, slope in zip(moved, here.slope(), strict=True):
            speed[place] = momentum * speed[place] + share * slope
            bend[place] = bend[place] - rate * speed[place]
        if report is not None:
            report(pace.progress(1))
    made = [one.astype(np.asarray(other).dtype) for one, other in zip(bend, first, strict=True)]
    return bent(curve, made, losses)
