"""The points of the plane that are computed, and their order."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown

MOST_POINTS = 10_000_000

Range = str | tuple[float, float, int] | Sequence[float] | NDArray[np.float64]
"""Coordinates along an axis: "min:max:number", (min, max, number), or an array of them."""


def coordinates(given: Range, name: str = "x") -> NDArray[np.float64]:
    """The coordinates of an axis, strictly rising, [N].

    A tuple of three is (min, max, number); whatever else has numbers is taken as they stand. Any end may be zero.
    Raises LandscapeError for anything else.
    """
    if isinstance(given, str):
        given = _parsed(given, name)
    if isinstance(given, tuple) and len(given) == 3:
        low, high, number = given
        if not _is_whole(number):
            raise LandscapeError(f"{name}: got {shown(number)} points, want a whole number")
        if int(number) == 1:
            points = np.array([low], dtype=np.float64)
        elif int(number) < 1:
            raise LandscapeError(f"{name}: got {int(number)} points, want 1 or more")
        elif int(number) > MOST_POINTS:
            raise LandscapeError(f"{name}: got {int(number)} points, want {MOST_POINTS} at most")
        else:
            points = _spaced(float(low), float(high), int(number))
    else:
        try:
            points = np.array(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise LandscapeError(f"{name}: got {shown(given)}, want (min, max, number)") from None
    if points.ndim != 1 or not len(points):
        raise LandscapeError(f"{name}: got shape {points.shape}, want (min, max, number) or [N]")
    if not np.isfinite(points).all():
        raise LandscapeError(f"{name}: got NaN or infinity, want finite coordinates")
    if np.any(np.diff(points) <= 0):
        raise LandscapeError(f"{name}: got {shown(given)}, want coordinates that rise")
    return points


def _spaced(low: float, high: float, number: int) -> NDArray[np.float64]:
    """Evenly spaced, and exactly zero where it would be zero but for rounding: there is the model."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return np.array([low, high])
    with np.errstate(over="ignore", invalid="ignore"):  # of ends that are too far apart
        points = np.linspace(low, high, number)
    points[np.abs(points) < 1e-9 * max(abs(low), abs(high))] = 0.0
    return points


def _parsed(text: str, name: str) -> tuple[float, float, int]:
    parts = text.split(":")
    try:
        low, high, number = float(parts[0]), float(parts[1]), float(parts[2])
    except (IndexError, ValueError):
        raise LandscapeError(f"{name}: got {shown(text)}, want min:max:number") from None
    if len(parts) != 3 or not _is_whole(number):
        raise LandscapeError(f"{name}: got {shown(text)}, want min:max:number")
    return low, high, int(number)


def _is_whole(number: Any) -> bool:
    try:
        return math.isfinite(number) and int(number) == number
    except (TypeError, ValueError):
        return False


def odd(size: int) -> int:
    """The size, or one more: only an odd number of points has one in the middle."""
    return size | 1


def points_of(x: NDArray[np.float64], y: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """Every point of the grid, [Y * X, 2], row by row; of one axis [X, 1]."""
    if y is None:
        return x.reshape(-1, 1)
    rows, columns = np.meshgrid(y, x, indexing="ij")
    return np.stack([columns.reshape(-1), rows.reshape(-1)], axis=1)


def coarse_first(shape: Sequence[int]) -> NDArray[np.int64]:
    """The positions in a flattened grid, so ordered that a coarse picture is there early and is refined.

    Each lattice holds every second line of the next finer one, counted from the middle, and always the edges.
    """
    ranks = [_ranks(length) for length in shape]
    whole = ranks[0]
    for more in ranks[1:]:
        whole = np.maximum(whole[..., None], more)
    return np.argsort(whole.reshape(-1), kind="stable").astype(np.int64)


def _ranks(length: int) -> NDArray[np.int64]:
    """For each line, the first lattice that holds it: 0 is the coarsest."""
    middle = length // 2
    levels = max(0, math.ceil(math.log2(max(1, length))) - 2)
    away = np.abs(np.arange(length) - middle)
    ranks = np.full(length, levels, dtype=np.int64)
    for level in range(levels, -1, -1):
        ranks[away % (1 << (levels - level)) == 0] = level
    ranks[[0, -1]] = 0
    return ranks
