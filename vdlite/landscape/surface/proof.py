"""Whether points of a surface are what a model gives of which nothing was used before."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.landscape.agreement import apart
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.problem import Problem
from vdlite.landscape.surface.affordable import affordable
from vdlite.landscape.surface.work import Work

_SHARE = 0.02  # of the time that the surface takes
_MOST = 5  # points
_EACH = 20  # points of the surface, of which one is worth it


def difference(
    problem: Problem,
    directions: Directions,
    points: NDArray[np.float64],
    losses: NDArray[np.float64],
    seconds_each: float,
    device: str | None,
) -> float | None:
    """The largest between losses and those of `problem.plain` at some of the points, as a share of these.

    points: [N, A], in the order in which they were computed: the last one shows what has crept in, others what was wrong
        from the beginning. None if the problem has no plainer way, or there are no points.
    """
    if not len(points):
        return None
    most = min(_MOST, math.ceil(len(points) / _EACH))
    number = max(1, int(min(most, affordable(_SHARE, len(points), seconds_each))))
    # The last one, and others evenly before it.
    some = len(points) - 1 - np.arange(number) * len(points) // number
    return _difference_at(problem, directions, points[some], losses[some], device)


def early_difference(
    problem: Problem,
    directions: Directions,
    work: Work,
    center: Mapping[str, float],
    point: NDArray[np.float64],
    devices: Sequence[str] | None,
) -> float | None:
    """The difference at the center, of which the metrics are known, and at a point [1, A] off it, before others are computed."""
    losses = [next(iter(center.values())), *work.losses(point, devices)]
    # A second copy of the model at the same time would take more memory than there may be.
    work.close()
    points = np.concatenate([np.zeros_like(point), point])
    return _difference_at(
        problem, directions, points, np.array(losses), devices[0] if devices else None
    )


def _difference_at(
    problem: Problem,
    directions: Directions,
    points: NDArray[np.float64],
    losses: NDArray[np.float64],
    device: str | None,
) -> float | None:
    """The largest between losses [N] and those of `problem.plain` at all of the points [N, A]; None if it has no plainer way."""
    plain: Any = getattr(problem, "plain", None)
    if plain is None:
        return None
    truth = next(iter(plain.values_at(directions, points, device).values()))
    return max(map(apart, losses.tolist(), truth.tolist()))
