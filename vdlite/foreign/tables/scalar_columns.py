"""Scalars that are met one by one, in rows of different names."""

import math

import numpy as np

from vdlite.foreign.decoder_state import SeriesNumbers
from vdlite.format.batch import Batch, Scalars

_MOST_SERIES = 1 << 16


class ScalarColumns:
    """Collects the scalars of one file, and hands them over as columns."""

    def __init__(self, numbers: SeriesNumbers | None = None) -> None:
        """numbers: of the file's series; None if it has no others."""
        self._numbers = SeriesNumbers() if numbers is None else numbers
        self._known: set[str] = set()  # tags
        self._points: dict[str, tuple[list[int], list[float], list[float]]] = {}

    def add(self, tag: str, step: int, walltime: float, value: float) -> bool:
        """Take a point; False if it has one name too many."""
        columns = self._points.get(tag)
        if columns is None:
            if tag not in self._known:
                if len(self._known) >= _MOST_SERIES:
                    return False
                self._known.add(tag)
            columns = self._points[tag] = ([], [], [])
        columns[0].append(step)
        columns[1].append(walltime)
        columns[2].append(value)
        return True

    def hand_over(self, batch: Batch) -> None:
        """Everything that was collected is in the batch then."""
        for tag, (steps, walltimes, values) in self._points.items():
            number = self._numbers.of("scalar", tag, batch)
            batch.scalars.append(
                Scalars(
                    np.full(len(values), number, np.uint32),
                    np.array(steps, np.int64),
                    np.array(walltimes, np.float64),
                    np.array(values, np.float64),
                )
            )
        self._points.clear()


def number_of(value: float) -> float:
    """A number as a scalar holds it: JSON has whole numbers of any size."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
