"""The proof that points of a surface are what a model gives of which nothing was used before."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vdlite.landscape.agreement import apart
from vdlite.landscape.surface.affordable import affordable
from vdlite.landscape.surface.work import Work

_SHARE = 0.02  # of the time that the surface takes
_MOST = 5  # points
_EACH = 20  # points of the surface, of which one is worth it


def difference(
    work: Work,
    points: NDArray[np.float64],
    losses: NDArray[np.float64],
    seconds_each: float,
    devices: Sequence[str] | None,
) -> float | None:
    """The largest between losses and those of the plain way at some of the points, as a share of these.

    points: [N, A], in the order in which they were computed: the last one shows what has crept in, others what was wrong
        from the beginning. None if the problem has no plainer way, or there are no points.
    """
    if not len(points):
        return None
    most = min(_MOST, math.ceil(len(points) / _EACH))
    number = max(1, int(min(most, affordable(_SHARE, len(points), seconds_each))))
    # The last one, and others evenly before it.
    some = len(points) - 1 - np.arange(number) * len(points) // number
    return _largest(losses[some], work.plain_losses(points[some], devices))


def early_difference(
    work: Work, center: float, point: NDArray[np.float64], devices: Sequence[str] | None
) -> float | None:
    """That at the center, of which the loss is known, and at a point [1, A] off it, before others are computed."""
    losses = np.append(center, work.losses(point, devices))
    points = np.concatenate([np.zeros_like(point), point])
    return _largest(losses, work.plain_losses(points, devices))


def _largest(losses: NDArray[np.float64], truth: NDArray[np.float64] | None) -> float | None:
    return None if truth is None else max(map(apart, losses.tolist(), truth.tolist()))
