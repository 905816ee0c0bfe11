"""What a store says of a refresh, and of how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from vdlite.reader.run.file_series import Series
from vdlite.reader.run.run_file import Grown
from vdlite.reader.run.run_info import RunInfo
from vdlite.reader.series.scalar_series import ScalarSeries


@dataclass(frozen=True, slots=True)
class Progress:
    """How far reading has come."""

    done: bool
    files: int
    files_read: int
    bytes: int
    bytes_read: int


@dataclass(frozen=True, slots=True)
class GrownSeries:
    """A series with new records, and the newest of them."""

    kind: str
    tag: str
    count: int  # records, the superseded ones included
    step: int
    walltime: float  # seconds since 1970
    value: float | None  # of a scalar


class AllGrown(Sequence[GrownSeries]):
    """The series of a run that grew, by kind and tag. How each stands is worked out when it is first asked for."""

    __slots__ = ("_grown", "_listed")

    def __init__(self, grown: Grown) -> None:
        self._grown = grown
        self._listed: tuple[GrownSeries, ...] | None = None

    def __len__(self) -> int:
        return len(self._grown)

    @overload
    def __getitem__(self, at: int) -> GrownSeries: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[GrownSeries]: ...
    def __getitem__(self, at: int | slice) -> GrownSeries | Sequence[GrownSeries]:
        if self._listed is None:
            self._listed = tuple(_grown(*key, self._grown[key]) for key in sorted(self._grown))
        return self._listed[at]


@dataclass(frozen=True, slots=True)
class Growth:
    run: RunInfo
    series: Sequence[GrownSeries]


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes that one refresh found."""

    runs: bool  # the list of runs changed
    tags: bool  # the tags of a run changed
    growth: tuple[Growth, ...]


def _grown(kind: str, tag: str, series: Series) -> GrownSeries:
    if isinstance(series, ScalarSeries):
        step, walltime, value = series.newest
        return GrownSeries(kind, tag, len(series), step, walltime, value)
    newest = series.newest
    if newest is None:  # its file has gone meanwhile
        return GrownSeries(kind, tag, 0, 0, 0.0, None)
    return GrownSeries(kind, tag, len(series), newest.step, newest.walltime, None)
