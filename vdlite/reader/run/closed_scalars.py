"""The scalars of one log that nobody holds: those that were kept of it, and those whose rows stay in it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.run.kept_scalars import KeptScalars, Newest, joint_newest
from vdlite.reader.run.logged_rows import LoggedRows
from vdlite.reader.series.columns import Columns, GrowingColumns
from vdlite.reader.series.mapped_columns import facts_of
from vdlite.reader.series.restarts import FileKey
from vdlite.reader.series.scalar_series import ScalarSeries

End = tuple[int, float]
"""The largest step of a series, and the value that was logged last."""


class ClosedScalars:
    """What is known of series by their tags before anybody opens them. Who opens one holds the lock of `rows`."""

    def __init__(self, rows: LoggedRows) -> None:
        self.numbers: dict[str, int] = {}  # of all series of scalars that the log declares, by tag
        self.kept: KeptScalars | None = None
        self.rows = rows

    @property
    def holds_points(self) -> bool:
        """True if series may have points here."""
        return self.kept is not None or bool(self.rows)

    def ends(
        self, tags: Iterable[str], *, below: int | None = None, highest: bool = False
    ) -> dict[str, End]:
        """See `Run.ends`: of these tags.

        below, highest: as of `LoggedRows.ends`; kept series don't know these, and have to be open.
        """
        ends: dict[int, End] = {} if self.kept is None else self.kept.ends()
        if self.rows:
            for number, (step, value) in self.rows.ends(below, highest=highest).items():
                largest = max(step, ends[number][0]) if number in ends else step
                ends[number] = (largest, value)
        found = {}
        for tag in tags:
            end = ends.get(self.numbers.get(tag, -1))
            if end is not None:
                found[tag] = end
        return found

    def newest(self, without: Iterable[str]) -> Newest:
        """See `OpenNewest`: of all tags but these."""
        numbers = [self.numbers[tag] for tag in without if tag in self.numbers]
        if not self.rows:
            return (0, None) if self.kept is None else self.kept.newest(numbers)
        if self.kept is None:
            return self.rows.newest(numbers)
        # A series that was logged in rows and alone counts once: where its last value is.
        in_rows, elsewhere = self.rows.in_turns()
        parts = [self.kept.newest([*numbers, *in_rows]), self.rows.newest([*numbers, *elsewhere])]
        if in_rows:
            parts.append((0, self.kept.newest(numbers)[1]))
        return joint_newest(parts)

    def counts(self) -> dict[str, int]:
        """About how many points each series has here, by tag: those in turns may count twice."""
        counts = {} if self.kept is None else self.kept.counts()
        for series, count in self.rows.counts():
            counts |= {number: counts.get(number, 0) + count for number in series.tolist()}
        known = list(self.numbers.items())
        return {tag: counts[number] for tag, number in known if number in counts}

    def unsure(self) -> list[str]:
        """The tags of all series but those that have finite values only, as it was seen when these were read."""
        if not self.rows:
            return list(self.numbers)
        sure = set(self.rows.only_in_rows().tolist()) - self.rows.not_finite
        return [tag for tag, number in list(self.numbers.items()) if number not in sure]

    @property
    def kept_numbers(self) -> NDArray[np.int64]:
        """The series of which points were kept, by number."""
        return np.zeros(0, np.int64) if self.kept is None else self.kept.numbers

    def kept_tags(self) -> set[str]:
        """The tags of series of which points were kept."""
        numbers = set(self.kept_numbers.tolist())
        return {tag for tag, number in list(self.numbers.items()) if number in numbers}

    # -- opening

    def extent(self, tag: str) -> tuple[int, int]:
        """The rows from which the points of a series have to be read, from the first up to before the second."""
        number = self.numbers.get(tag)
        return (0, 0) if number is None or not self.rows else self.rows.extent(number)

    def read(self, tag: str, start: int, stop: int) -> Columns:
        """The points of a series in these rows. Without the lock. Raises OSError."""
        return self.rows.points(self.numbers[tag], start, stop)

    def only_rows(self, tag: str) -> Columns | None:
        """All points of a series, as they were logged, if they are in rows; None: not so, or not known. Raises OSError."""
        number = self.numbers.get(tag)
        if number is None or not self.rows or self.rows.is_alone(number):
            return None
        with self.rows.lock:
            start, stop = self.rows.extent(number)
        return self.rows.points(number, start, stop) if stop else None

    def give(self, number: int, key: FileKey, series: ScalarSeries, rows: Columns | None) -> None:
        """Give a series its points, before any other of this file; rows: those of the extent, which were read."""
        if self.kept is not None:
            self.kept.give(number, key, series)
        if rows is None or not len(rows):
            return
        if len(series.points_of(key)):
            series.append(key, rows)
        else:
            series.restore(key, GrowingColumns.over(rows), facts_of(rows))
