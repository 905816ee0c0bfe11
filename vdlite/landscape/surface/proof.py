"""Whether points of a surface are what a model gives of which nothing was used before."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.landscape.agreement import apart
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.problem import Problem
from vdlite.landscape.surface.affordable import affordable

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
    plain: Any = getattr(problem, "plain", None)
    if plain is None or not len(points):
        return None
    most = min(_MOST, math.ceil(len(points) / _EACH))
    number = max(1, int(min(most, affordable(_SHARE, len(points), seconds_each))))
    # The last one, and others evenly before it.
    some = len(points) - 1 - np.arange(number) * len(points) // number
    truth = next(iter(plain.values_at(directions, points[some], device).values()))
    return max(map(apart, losses[some].tolist(), truth.tolist()))
