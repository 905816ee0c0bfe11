"""Many points of a series, in a file that is mapped."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vdlite.cache.columns_file import ColumnsFile, Extent
from vdlite.reader.series.columns import Columns, concatenate

MAPPED_FROM = 1 << 14
"""Points of a series in one log; fewer are kept in memory."""

POINT_BYTES = 24

_AT_ONCE = 1 << 20  # points
_GROWTH = 8  # room that is not filled takes no space on disk, and what was written is copied seldom


class PointFacts(NamedTuple):
    """What is to be known of a file's points without looking at them."""

    rising: bool  # each step is larger than the one before
    walltimes_rise: bool
    all_finite: bool
    first_step: int
    highest_step: int
    first_walltime: float
    least_walltime: float
    last_step: int
    last_walltime: float
    last_value: float


def facts_of(points: Columns) -> PointFacts:
    """The facts of some points (one or more)."""
    steps, walltimes = points.steps, points.walltimes
    return PointFacts(
        rising=bool((steps[1:] > steps[:-1]).all()),
        walltimes_rise=bool((walltimes[1:] >= walltimes[:-1]).all()),
        all_finite=bool(np.isfinite(points.values).all()),
        first_step=int(steps[0]),
        highest_step=int(steps.max()),
        first_walltime=float(walltimes[0]),
        least_walltime=float(np.fmin.reduce(walltimes)),
        last_step=int(steps[-1]),
        last_walltime=float(walltimes[-1]),
        last_value=float(points.values[-1]),
    )


class MappedColumns:
    """Columns that points are appended to, as `GrowingColumns` are. What `view` gave stays as it is."""

    def __init__(self, file: ColumnsFile, extent: Extent, length: int, *, rising: bool) -> None:
        """The first `length` points of an extent."""
        self.file = file
        self.extent = extent
        self.length = length
        self.rising = rising  # each step is larger than the one before
        self._last_step: int | None = None
        self._mapped: Columns | None = None  # as long as the extent

    @classmethod
    def copy_of(
        cls, file: ColumnsFile, points: Columns, further: int, *, rising: bool
    ) -> MappedColumns:
        """The points, in a file, with room for so many further ones. Raises OSError."""
        extent = file.reserve(_room(file, len(points) + further))
        file.write(extent, 0, (points.steps, points.walltimes, points.values))
        return cls(file, extent, len(points), rising=rising)

    def append(self, points: Columns) -> None:
        """Add points. Raises OSError, and has added none."""
        if not len(points):
            return
        end = self.length + len(points)
        if end > self.extent.capacity:
            # Also written before what is appended is: nobody looks there until the length says so.
            self._move(_room(self.file, end))
        self.file.write(self.extent, self.length, (points.steps, points.walltimes, points.values))
        steps = points.steps
        if self.rising:
            in_order = not self.length or bool(steps[0] > self._last())
            self.rising = in_order and bool((steps[1:] > steps[:-1]).all())
        self._last_step, self.length = int(steps[-1]), end

    def _last(self) -> int:
        return int(self.view().steps[-1]) if self._last_step is None else self._last_step

    def _move(self, capacity: int) -> None:
        before = self.view()
        extent = self.file.reserve(capacity)
        for start in range(0, len(before), _AT_ONCE):
            part = before.take(slice(start, start + _AT_ONCE))
            self.file.write(extent, start, (part.steps, part.walltimes, part.values))
            self.file.look_at(POINT_BYTES * len(part))
        self.extent, self._mapped = extent, None

    def view(self) -> Columns:
        """The points so far, mapped. Raises OSError if the file was cut short."""
        if not self.length:
            return concatenate([])
        if self._mapped is None:
            self._mapped = Columns(*self.file.columns(self.extent, self.extent.capacity))
        return self._mapped.take(slice(0, self.length))


def _room(file: ColumnsFile, length: int) -> int:
    """How many points there is to be room for."""
    return int(length * max(_GROWTH, file.growth * 1.1))
