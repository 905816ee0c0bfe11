"""A small landscape around the present weights of a model that is being trained, within a budget of seconds."""

import time
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

import numpy as np
import torch
from torch import nn

from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import Landscape
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.directions.factories import random_directions
from vdlite.landscape.surface.compute import compute_surface
from vdlite.landscape.torch.batches import Batch
from vdlite.landscape.torch.problem import TorchProblem

Shape = Literal["line", "plane"]

_SIDES = (3, 5)  # points along a side, at least and where there are enough samples
_LEAST, _ENOUGH = 16, 64  # samples
_BESIDE = 4  # points that a surface computes beside its own: the center, its check, how far the loss is off
_SHARE = 0.7  # of what is left of the budget: those are not all
_QUICK = 0.02  # of the budget: a point that is measured with all samples
_TOO_LONG = 2  # budgets
_REPEATS = 4
_TRIED = 4  # points, for which little is tried to make them fast


class Extent(NamedTuple):
    """How much is computed."""

    side: int  # points along each side
    samples: int


def around(
    model: nn.Module,
    data: Iterable[Batch],
    *,
    loss: Callable[..., Any] | None,
    batch_loss: Callable[..., Any] | None,
    shape: Shape,
    size: int,
    num_samples: int,
    seconds: float,
    seed: int,
    unit: str = "step",
    like: Extent | None = None,
) -> tuple[Landscape, Extent]:
    """The loss on a line or plane around a model, which stays as it is.

    The directions are those of the seed, normalized by filter with the present weights. Where there is no time for all
    points there are fewer along each side, three at least, and of these fewer samples where that takes too long, too;
    `wanted_size` among the landscape's facts tells how many points were wanted.
    like: as many points and samples as an earlier one, with which it is compared.
    Raises LandscapeError where the least would take twice the budget, and what the loss raises.
    """
    began = time.monotonic()
    axes = 1 if shape == "line" else 2
    # The caller may be inside of any of these; what a landscape tells must not depend on it.
    kind = next((one.device.type for one in model.parameters()), "cpu")
    with torch.inference_mode(False), torch.enable_grad(), torch.autocast(kind, enabled=False):
        problem = TorchProblem(
            model,
            data,
            loss=loss,
            batch_loss=batch_loss,
            num_samples=num_samples,
            seed=seed,
            facts={"wanted_size": size, "budget_seconds": seconds},
        )
        directions = random_directions(problem.weights, axes=axes, seed=seed)
        extent = like
        if extent is None:
            extent = _extent(problem, directions, size, seconds, began)
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


def _extent(
    problem: TorchProblem, directions: Directions, size: int, seconds: float, began: float
) -> Extent:
    """What there is time for."""
    axes, count = len(directions), problem.count
    each = _seconds_of_a_sample(problem.limited(min(count, _LEAST)), directions)
    if each * count < _QUICK * seconds:
        # In larger batches it may take far less.
        each = min(each, _seconds_of_a_sample(problem, directions))
    least = (_SIDES[0] ** axes + _BESIDE) * min(count, _LEAST) * each
    if least > _TOO_LONG * seconds:
        raise LandscapeError(
            f"{_SIDES[0] ** axes} points of {_LEAST} samples would take about {least:.2g} s, and there are {seconds:g}"
        )
    left = _SHARE * max(seconds - (time.monotonic() - began), 0.0) / max(each, 1e-9)
    return _affordable(left, size, count, axes)


def _affordable(passes: float, size: int, count: int, axes: int) -> Extent:
    """Points along a side, and samples: of so many passes of a sample as there is time for.

    Points are given up before samples, down to five along a side, and to three where there would be too few samples.
    """
    points = passes / count - _BESIDE
    side = int(max(points, 0.0) ** (1 / axes) + 1e-9)
    if side >= size:
        return Extent(size, count)
    side -= 1 - side % 2  # an odd number of points has the model itself among them
    fewest, some = (min(one, size) for one in _SIDES)
    if side >= some:
        return Extent(side, count)
    for side in (some, fewest):
        samples = int(passes / (side**axes + _BESIDE))
        if samples >= _ENOUGH:
            break
    return Extent(side, min(count, max(samples, _LEAST)))


def _seconds_of_a_sample(problem: TorchProblem, directions: Directions) -> float:
    """What one takes at a point that is not the first."""
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
