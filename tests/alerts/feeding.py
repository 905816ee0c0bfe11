"""Points for detectors, all at once or in pieces."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vdlite.alerts.detectors.detector import Detector, Start

Floats = NDArray[np.float64]


class Column:
    """Points with these values [N]; a second and a step from one to the next, unless others are given."""

    def __init__(
        self, values: Floats, walltimes: Floats | None = None, steps: Floats | None = None
    ) -> None:
        count = np.arange(len(values))
        self.values = values
        self.walltimes = count.astype(float) if walltimes is None else walltimes
        self.steps = count if steps is None else steps.astype(np.int64)

    def take(self, piece: slice) -> Column:
        return Column(self.values[piece], self.walltimes[piece], self.steps[piece])


def at_once(detector: Detector, values: Floats) -> list[Start]:
    return detector.feed(Column(values))


def in_pieces(detector: Detector, points: Column, cuts: Iterable[int]) -> list[Start]:
    """The events of all points, of which those from each cut up to the next are fed together."""
    edges = [0, *sorted(cuts), len(points.values)]
    found = []
    for begin, end in pairwise(edges):
        found += detector.feed(points.take(slice(begin, end)))
    return found
