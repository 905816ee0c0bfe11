"""A small landscape around the present weights of a model that is being trained, within a budget of seconds."""

import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import torch
from torch import nn

from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import Landscape
from vdlite.landscape.budget import LEAST, SIDES, Budget, Extent
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.directions.factories import random_directions
from vdlite.landscape.surface.compute import compute_surface
from vdlite.landscape.torch.batches import Batch
from vdlite.landscape.torch.problem import TorchProblem

_SHARE = 0.7  # of what is left of the budget: not all that a surface does is a pass
_QUICK = 0.1  # of the budget: a point that is measured with all samples
_TOO_LONG = 2  # budgets
_REPEATS = 4
_TRIED = 4  # points, for which little is tried to make them fast


def around(
    model: nn.Module,
    data: Iterable[Batch],
    budget: Budget,
    *,
    loss: Callable[..., Any] | None,
    batch_loss: Callable[..., Any] | None,
    seed: int,
    unit: str = "step",
    like: Extent | None = None,
) -> tuple[Landscape, Extent]:
    """The loss on a line or plane around a model, which stays as it is.

    The directions are those of the seed, normalized by filter with the present weights. Where there is no time for all
    points and samples there are fewer; `wanted_size` among the landscape's facts says how many points were wanted.
    like: as many points and samples as an earlier one, with which it is compared.
    Raises LandscapeError where the least would take twice the budget, and what the loss raises.
    """
    began = time.monotonic()
    # The caller may be inside of any of these; what a landscape says must not depend on it.
    kind = next((one.device.type for one in model.parameters()), "cpu")
    with torch.inference_mode(False), torch.enable_grad(), torch.autocast(kind, enabled=False):
        problem = TorchProblem(
            model,
            data,
            loss=loss,
            batch_loss=batch_loss,
            num_samples=budget.num_samples,
            seed=seed,
            facts={"wanted_size": budget.size, "budget_seconds": budget.seconds},
        )
        directions = random_directions(problem.weights, axes=budget.axes, seed=seed)
        extent = like if like is not None else _extent(problem, directions, budget, began)
        if extent.samples < problem.count:
            problem = problem.limited(extent.samples)
        found = compute_surface(
            problem,
            directions,
            x=(-1.0, 1.0, extent.side),
            workers=1,
            axis_curvature="grid",
            settings={"mode": "snapshots", "unit": unit},
        )
        return found, extent


def _extent(problem: TorchProblem, directions: Directions, budget: Budget, began: float) -> Extent:
    """The extent that there is time for."""
    count, seconds = problem.count, budget.seconds
    each = _seconds_of_a_sample(problem.limited(min(count, LEAST)), directions)
    if each * count < _QUICK * seconds:
        # In larger batches it may take far less.
        each = min(each, _seconds_of_a_sample(problem, directions))
    least = budget.least_seconds(each, count)
    if least > _TOO_LONG * seconds:
        raise LandscapeError(
            f"{SIDES[0] ** budget.axes} points of {LEAST} samples would take about {least:.2g} s, and there are {seconds:g}"
        )
    left = max(seconds - (time.monotonic() - began), 0.0)
    return budget.extent(_SHARE * left / max(each, 1e-9), count)


def _seconds_of_a_sample(problem: TorchProblem, directions: Directions) -> float:
    """The seconds that a sample takes at a point that is not the first."""
    problem.expect(_TRIED)
    evaluator = problem.evaluator(directions)
    try:
        times = [time.monotonic()]
        for _ in range(_REPEATS):
            evaluator(np.zeros((1, len(directions))))
            times.append(time.monotonic())
    finally:
        evaluator.close()
    # Whatever else the machine does only adds to it.
    return float(np.diff(times).min()) / problem.count
