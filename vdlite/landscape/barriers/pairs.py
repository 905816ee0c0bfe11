"""The lines between models that a landscape of barriers has, and how high the barriers on them are."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown
from vdlite.kinds.landscape import Landscape

MODE = "barriers"

Align = Literal["none", "weights", "both"]
"""weights: the second model of each pair is permuted to lie near the first one. both: with and without."""

FEWEST_POINTS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """The way from one model to another; the other one permuted, if it is aligned."""

    first: int
    second: int
    aligned: bool


def lines_between(models: int, *, plain: bool, aligned: bool) -> list[Line]:
    """One for each pair, (0, 1), (0, 2), ...: all plain ones, then all aligned ones."""
    ways = [way for way, wanted in ((False, plain), (True, aligned)) if wanted]
    return [Line(*pair, way) for way in ways for pair in combinations(range(models), 2)]


def barrier(t: NDArray[np.float64], values: NDArray[np.float64], *, rises: bool = True) -> float:
    """How far values on a line, [T], leave the straight line between their ends: the largest difference.

    max over t of loss(t) - ((1 - t) loss(0) + t loss(1)): J. Frankle et al., Linear Mode Connectivity and the Lottery
    Ticket Hypothesis (2020, arXiv 1912.05671); R. Entezari et al., The Role of Permutation Invariance in Linear Mode
    Connectivity of Neural Networks (2022, arXiv 2110.06296). It is 0 or more.
    t: from 0 to 1, rising. rises: False for a score, such as an accuracy, whose greatest drop is given, 0 or less.
    NaN if one of the values is no number.
    """
    if np.isnan(values).any() or not np.isfinite(values[[0, -1]]).all():
        return math.nan
    above = values - ((1 - t) * values[0] + t * values[-1])
    return float(above.max() if rises else above.min())


@dataclass(frozen=True)
class Barriers:
    """The barriers between all pairs of models, symmetric; NaN where a line is not computed, or no number."""

    names: tuple[str, ...]  # of the M models
    plain: NDArray[np.float64] | None  # [M, M]
    aligned: NDArray[np.float64] | None


def barriers_of(landscape: Landscape, metric: str | None = None, *, rises: bool = True) -> Barriers:
    """The matrices of a landscape of barriers. metric: the loss, if left out. rises: see `barrier`.

    Raises LandscapeError for another landscape, or a metric that it does not have.
    """
    names, values = _names(landscape), landscape.values.get(metric or landscape.metrics[0])
    if values is None:
        raise LandscapeError(f"metric: got {shown(metric)}, want one of {list(landscape.metrics)}")
    align = str(landscape.settings.extra.get("align", "none"))
    lines = lines_between(len(names), plain=align != "weights", aligned=align != "none")
    if values.shape != (len(lines), len(landscape.x)):
        raise LandscapeError(f"landscape: got {values.shape} values of {len(names)} models")
    found = {
        way: np.full((len(names), len(names)), math.nan) for way in {one.aligned for one in lines}
    }
    for matrix in found.values():
        np.fill_diagonal(matrix, 0.0)
    for place, line in enumerate(lines):
        if landscape.done[place].all():
            height = barrier(landscape.x, values[place], rises=rises)
            found[line.aligned][line.first, line.second] = height
            found[line.aligned][line.second, line.first] = height
    return Barriers(names, found.get(False), found.get(True))


def _names(landscape: Landscape) -> tuple[str, ...]:
    named = landscape.settings.extra.get("models")
    if landscape.settings.mode != MODE or not isinstance(named, Sequence) or isinstance(named, str):
        raise LandscapeError("landscape: want one of barriers between models")
    return tuple(map(str, named))
