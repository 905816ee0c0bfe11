"""One log file of a run: what it declares, and where its records go."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from vdlite.format.batch import Batch, Damage, Gap, Header, Scalars
from vdlite.reader.columns import Columns, concatenate
from vdlite.reader.record_series import RecordSeries
from vdlite.reader.scalar_series import FileKey, ScalarSeries
from vdlite.reader.tail import LogTail

Series = ScalarSeries | RecordSeries
Grown = dict[tuple[str, str], Series]
"""Series that have new records, by kind and tag."""
OpenSeries = Callable[[str, str], Series]
"""Gives a run's series of this kind and tag."""


class RunFile:
    """Follows one log file and hands its records to the run's series. Not for several threads at once."""

    def __init__(self, path: Path, open_series: OpenSeries) -> None:
        self.tail = LogTail(path)
        self.key: FileKey = (0.0, path.name)
        self.header: Header | None = None
        self.ended = False
        self.damage: list[Damage] = []
        self.gaps: list[Gap] = []
        self.records = 0
        self._open_series = open_series
        self._names: dict[int, tuple[str, str]] = {}
        self._series: dict[int, Series] = {}
        # Records whose declaration was damaged wait here: it is repeated further on.
        self._undeclared: dict[int, list[Columns]] = {}

    @property
    def path(self) -> Path:
        return self.tail.path

    @property
    def undeclared(self) -> int:
        """Scalars of series whose declaration has not been read."""
        return sum(len(points) for waiting in self._undeclared.values() for points in waiting)

    def read(self, buffer: bytearray) -> Grown | None:
        """Read the next piece; returns the series that grew, or None if nothing more is there for now."""
        batch = self.tail.read(buffer)
        if batch is None:
            return None
        if batch.header is not None and self.header is None:
            self.header = batch.header
            self.key = (_created(batch.header), self.path.name)
        self.ended = batch.ended is not None or (self.ended and not batch.scalars)
        self.damage += batch.damage
        self.gaps += batch.gaps
        grown: Grown = {}
        self._declare(batch, grown)
        if batch.scalars:
            self._add_scalars(batch.scalars, grown)
        for entry in batch.entries:
            series = self._series.get(entry.series)
            if isinstance(series, RecordSeries):
                series.append(self.key, self.path, entry)
                grown[series.kind, series.tag] = series
                self.records += 1
            else:
                lost = Damage(
                    entry.offset, entry.length, "a record of a series that is not declared"
                )
                self.damage.append(lost)
        return grown

    def _declare(self, batch: Batch, grown: Grown) -> None:
        for declaration in batch.declarations:
            number, name = declaration.series, (declaration.kind, declaration.tag)
            if self._names.setdefault(number, name) != name:
                lost = Damage(
                    self.tail.offset, 0, f"series {number} is declared twice, differently"
                )
                self.damage.append(lost)
                continue
            series = self._series.get(number)
            if series is None:
                series = self._series[number] = self._open_series(*name)
            if isinstance(series, ScalarSeries):
                for points in self._undeclared.pop(number, ()):
                    series.append(self.key, points)
                    grown[name] = series

    def _add_scalars(self, runs: list[Scalars], grown: Grown) -> None:
        """Give each series its points. NumPy sorts 16-bit numbers by radix, which is fast."""
        points = concatenate([Columns(run.steps, run.walltimes, run.values) for run in runs])
        numbers = np.concatenate([run.series for run in runs]) if len(runs) > 1 else runs[0].series
        self.records += len(numbers)
        if not (numbers == numbers[0]).all():
            order = np.argsort(numbers, kind="stable")
            numbers, points = numbers[order], points.take(order)
        starts = np.concatenate([[0], np.flatnonzero(numbers[1:] != numbers[:-1]) + 1])
        ends = np.append(starts[1:], len(numbers))
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            self._add_points(int(numbers[start]), points.take(slice(start, end)), grown)

    def _add_points(self, number: int, points: Columns, grown: Grown) -> None:
        series = self._series.get(number)
        if isinstance(series, ScalarSeries):
            series.append(self.key, points)
            grown[self._names[number]] = series
        elif series is None:
            self._undeclared.setdefault(number, []).append(points)


def _created(header: Header) -> float:
    created = header.about.get("created")
    return created if isinstance(created, float) and 0 < created < float("inf") else 0.0
