"""The series that a writer has declared, and how far each of them is."""

import os
from collections.abc import Sequence

from vdlite.format.layout import LOG_SUFFIX, SPOOL_SUFFIX
from vdlite.format.records import MAX_SMALL_SERIES, scalar_head
from vdlite.kinds.scalar import NAME as SCALAR

Key = tuple[str, str]
"""Kind and tag."""

MOST_ROWS = 64
"""Rows that are known at a time: who makes up new tags again and again needs no more of the old ones."""


class Series:
    """A series that was declared, and how far it is."""

    __slots__ = ("head", "key", "last_step", "number", "rows", "seen")

    def __init__(self, number: int, key: Key, last_step: int | None) -> None:
        self.number = number
        # What each of its scalars begins with, if that is of the usual length.
        self.head = scalar_head(number) if number <= MAX_SMALL_SERIES else None
        self.key = key
        self.last_step = last_step  # None before the first record; of single numbers: see `rows`
        self.rows: tuple[RowOfSeries, ...] = ()  # that it belongs to
        self.seen = 0  # how many rows of the log `last_step` knows of


class RowOfSeries:
    """The series of a row's tags, as far as they are declared, and how far they are together.

    A row changes nothing in its series: there may be a million. What was logged last of a series is found when it is
    asked for, by the numbers of the rows. A series that belongs to rows is out of `SeriesTable.scalars` whenever a row
    may be newer than what it knows.
    """

    __slots__ = ("apart", "count", "is_shared", "last_step", "lists", "logged", "tags")

    def __init__(self, tags: tuple[str, ...]) -> None:
        self.tags = tags
        self.lists: list[int] = []  # numbers of lists of series, by which the file knows them
        self.count = 0  # of tags that are declared
        self.last_step: int | None = None
        self.logged = 0  # number of the last row among all of the log; 0 before the first
        self.apart: set[str] = set()  # tags that may have been logged alone since
        self.is_shared = False  # some of its series belong to other rows, too


class SeriesTable:
    """The series of one log file. Use it with the file's lock held."""

    def __init__(self, earlier_files: Sequence[str]) -> None:
        """earlier_files: log files of the run that were there before; a missing step goes on from theirs."""
        self.scalars: dict[str, Series] = {}  # by tag
        self._series: dict[Key, Series] = {}
        self._rows: dict[int, RowOfSeries] = {}  # by identity of the tags; the oldest first
        self._logged = 0  # rows
        self._earlier_files = earlier_files
        self._earlier_steps: dict[Key, int] = {}

    def find(self, kind: str, tag: str) -> Series | None:
        """The series of this kind and tag; None if it was not declared."""
        series = self._series.get((kind, tag))
        if series is not None and series.rows:
            self._catch_up(series)
            self.scalars[tag] = series
            for row in series.rows:
                row.apart.add(tag)
        return series

    def known(self, kind: str, tag: str) -> Series:
        """The series of this kind and tag, which was declared."""
        return self._series[kind, tag]

    def add(self, kind: str, tag: str, number: int) -> Series:
        """A series that was declared under this number."""
        series = Series(number, (kind, tag), self._earlier_steps.get((kind, tag)))
        self._series[series.key] = series
        if kind == SCALAR:
            self.scalars[tag] = series
        return series

    def next_step(self, series: Series) -> int:
        """One more than the last step; 0 for a series that has none."""
        step = self._last_step(series)
        return 0 if step is None else step + 1

    def _last_step(self, series: Series) -> int | None:
        if series.last_step is None:
            series.last_step = self._earlier_step(series.key)
        return series.last_step

    def _earlier_step(self, key: Key) -> int | None:
        if self._earlier_files:
            # A resumed run: the only time that the writer looks at what others wrote, and needs to decode.
            from vdlite.writer.life.resume import last_steps

            earlier = last_steps(self._earlier_files)
            self._earlier_steps = {**earlier, **self._earlier_steps}
            self._earlier_files = []
        return self._earlier_steps.get(key)

    def largest_step(self) -> int | None:
        """The largest of the last steps of scalars that this writer has logged; None if it has logged none."""
        alone = (each.last_step for (kind, _), each in self._series.items() if kind == SCALAR)
        steps = [*alone, *(row.last_step for row in self._rows.values())]
        return max((step for step in steps if step is not None), default=None)

    # -- rows

    def row(self, tags: tuple[str, ...]) -> RowOfSeries:
        """The row of these tags; another tuple, though it is equal, is another row."""
        row = self._rows.get(id(tags))
        if row is None:
            row = self._rows[id(tags)] = RowOfSeries(tags)
        return row

    def oldest_row(self) -> RowOfSeries | None:
        """The row to be forgotten, now that there are too many; None if there are not."""
        return next(iter(self._rows.values())) if len(self._rows) > MOST_ROWS else None

    def forget_row(self, row: RowOfSeries) -> None:
        """Forget a row, but not how far its series are."""
        del self._rows[id(row.tags)]
        for tag in row.tags[: row.count]:
            series = self._series[SCALAR, tag]
            self._catch_up(series)
            series.rows = tuple(each for each in series.rows if each is not row)
            if not series.rows:
                self.scalars[tag] = series

    def put_in_row(self, row: RowOfSeries, series: Sequence[Series]) -> None:
        """Have the next series belong to a row."""
        for each in series:
            for other in each.rows:
                other.is_shared = row.is_shared = True
            each.rows = (*each.rows, row)
            row.apart.add(each.key[1])
        row.count += len(series)

    def row_logged(self, row: RowOfSeries, step: int) -> None:
        """A row is logged at that step."""
        for tag in row.apart:
            self.scalars.pop(tag, None)
        row.apart.clear()
        self._logged += 1
        row.logged = self._logged
        row.last_step = step

    def next_row_step(self, row: RowOfSeries) -> int:
        """One more than the largest of the last steps of a row's tags; 0 if there is none."""
        whole = row.count == len(row.tags) and not row.apart and not row.is_shared
        if whole and row.last_step is not None:
            return row.last_step + 1
        steps = (self._last_step_of(tag) for tag in row.tags)
        return max((step + 1 for step in steps if step is not None), default=0)

    def _last_step_of(self, tag: str) -> int | None:
        series = self._series.get((SCALAR, tag))
        if series is None:
            return self._earlier_step((SCALAR, tag))
        if series.rows:
            self._catch_up(series)
        return self._last_step(series)

    def _catch_up(self, series: Series) -> None:
        """Have a series know of its last row, if that is newer than what it knows."""
        newest = max(series.rows, key=_logged)
        if newest.logged > series.seen:
            series.last_step = newest.last_step
        series.seen = self._logged

    def clear(self) -> None:
        """Forget the series of a file that is left, but not how far they were."""
        for key, series in self._series.items():
            if series.rows:
                self._catch_up(series)
            if series.last_step is not None:
                self._earlier_steps[key] = series.last_step
        self._series.clear()
        self._rows.clear()
        self.scalars.clear()


def _logged(row: RowOfSeries) -> int:
    return row.logged


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
