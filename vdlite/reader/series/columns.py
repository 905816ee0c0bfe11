"""Points of a scalar series as columns."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Columns:
    """Scalar points; all columns are of one length [N]. Not to be written to."""

    steps: NDArray[np.int64]
    walltimes: NDArray[np.float64]  # seconds since 1970
    values: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.steps)

    def take(self, index: "slice | NDArray[np.intp] | NDArray[np.bool_]") -> "Columns":
        """The points that `index` chooses."""
        return Columns(self.steps[index], self.walltimes[index], self.values[index])

    def copy(self) -> "Columns":
        """The points in memory of their own."""
        return Columns(self.steps.copy(), self.walltimes.copy(), self.values.copy())


def concatenate(parts: list[Columns]) -> Columns:
    """All points, in the order of the parts."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return Columns(np.empty(0, np.int64), np.empty(0), np.empty(0))
    return Columns(
        np.concatenate([part.steps for part in parts]),
        np.concatenate([part.walltimes for part in parts]),
        np.concatenate([part.values for part in parts]),
    )


class GrowingColumns:
    """Columns that points are appended to.

    The arrays are larger than what they hold: memory that was not written to yet costs nothing. What `view` gave
    stays as it is, whatever is appended later.
    """

    _FIRST_CAPACITY = 64
    _GROWTH = 4  # what was held is copied a third as often as with 2

    def __init__(self) -> None:
        self.length = 0
        self.rising = True  # each step is larger than the one before
        self._held = Columns(np.empty(0, np.int64), np.empty(0), np.empty(0))

    @classmethod
    def over(cls, points: Columns) -> "GrowingColumns":
        """These points, which are not copied as long as none is appended."""
        columns = cls()
        columns.length, columns._held = len(points), points
        columns.rising = bool((points.steps[1:] > points.steps[:-1]).all())
        return columns

    def append(self, points: Columns) -> None:
        end = self.length + len(points)
        if end > len(self._held):
            self._reserve(end)
        held = self._held
        for target, source in (
            (held.steps, points.steps),
            (held.walltimes, points.walltimes),
            (held.values, points.values),
        ):
            target[self.length : end] = source
        steps = held.steps[max(self.length - 1, 0) : end]
        self.rising = self.rising and bool((steps[1:] > steps[:-1]).all())
        self.length = end

    def _reserve(self, length: int) -> None:
        capacity = max(length, self._GROWTH * len(self._held), self._FIRST_CAPACITY)
        old, length = self.view(), self.length
        self._held = Columns(np.empty(capacity, np.int64), np.empty(capacity), np.empty(capacity))
        self._held.steps[:length] = old.steps
        self._held.walltimes[:length] = old.walltimes
        self._held.values[:length] = old.values

    def view(self) -> Columns:
        """The points so far, without a copy."""
        return self._held.take(slice(0, self.length))
