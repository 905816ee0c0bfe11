"""The series that a writer has declared, and how far each of them is."""

import os
from collections.abc import Sequence

from vdlite.format.layout import LOG_SUFFIX, SPOOL_SUFFIX
from vdlite.format.records import MAX_SMALL_SERIES, scalar_head
from vdlite.kinds.scalar import NAME as SCALAR

Key = tuple[str, str]
"""Kind and tag."""


class Series:
    """A series that was declared, and how far it is."""

    __slots__ = ("head", "key", "last_step", "number")

    def __init__(self, number: int, key: Key, last_step: int | None) -> None:
        self.number = number
        # What each of its scalars begins with, if that is of the usual length.
        self.head = scalar_head(number) if number <= MAX_SMALL_SERIES else None
        self.key = key
        self.last_step = last_step  # None before the first record


class SeriesTable:
    """The series of one log file. Use it with the file's lock held."""

    def __init__(self, earlier_files: Sequence[str]) -> None:
        """earlier_files: log files of the run that were there before; a missing step goes on from theirs."""
        self.scalars: dict[str, Series] = {}  # by tag
        self._series: dict[Key, Series] = {}
        self._earlier_files = earlier_files
        self._earlier_steps: dict[Key, int] = {}

    def find(self, kind: str, tag: str) -> Series | None:
        return self._series.get((kind, tag))

    def add(self, kind: str, tag: str, number: int) -> Series:
        """A series that was declared under this number."""
        series = Series(number, (kind, tag), self._earlier_steps.get((kind, tag)))
        self._series[series.key] = series
        if kind == SCALAR:
            self.scalars[tag] = series
        return series

    def next_step(self, series: Series) -> int:
        """One more than the last step; 0 for a series that has none."""
        if series.last_step is None and self._earlier_files:
            # A resumed run: the only time that the writer looks at what others wrote, and needs to decode.
            from vdlite.writer.life.resume import last_steps

            self._earlier_steps.update(last_steps(self._earlier_files))
            self._earlier_files = []
        if series.last_step is None:
            series.last_step = self._earlier_steps.get(series.key)
        return 0 if series.last_step is None else series.last_step + 1

    def clear(self) -> None:
        """Forget the series of a file that is left, but not how far they were."""
        for key, series in self._series.items():
            if series.last_step is not None:
                self._earlier_steps[key] = series.last_step
        self._series.clear()
        self.scalars.clear()


def earlier_files(folder: str) -> tuple[list[str], list[str]]:
    """Paths of the log files in a folder, and of its spools, those of living writers too; none if it can't be read."""
    try:
        names = sorted(os.listdir(folder))
    except (OSError, ValueError):  # ValueError: a name that no folder can have
        return [], []  # making the log file will tell
    logs, spools = (
        [os.path.join(folder, name) for name in names if name.endswith(suffix)]
        for suffix in (LOG_SUFFIX, SPOOL_SUFFIX)
    )
    return logs, spools
