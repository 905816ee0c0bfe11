"""The series that one log declares, by their numbers in it: which are open, and what is known of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from vdlite.cache.arrays import Later
from vdlite.cache.columns_file import ColumnsFile
from vdlite.format.batch import Declaration, Entries
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.run.closed_scalars import ClosedScalars
from vdlite.reader.run.kept_records import facts_of_records, records_of_facts
from vdlite.reader.run.kept_scalars import KeptScalars, facts_of_series, newest_of_facts
from vdlite.reader.run.logged_rows import LoggedRows
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.record_series import RecordSeries
from vdlite.reader.series.restarts import FileKey
from vdlite.reader.series.scalar_series import ScalarSeries

PURGE = "purge"
"""The kind of a record from whose step on nothing counts any more that earlier files hold."""

Series = ScalarSeries | RecordSeries
OpenSeries = Callable[[str, str], Series]
"""Gives a run's series of this kind and tag."""
ListScalars = Callable[[Sequence[str]], Mapping[str, ScalarSeries]]
"""Makes tags of scalars known; gives the series of those that are open."""


class FileSeries:
    """Series are open when they have points that were logged alone, records, or somebody who looks at them.

    For the thread that reads the log, but for `closed`, and what is said to need the lock.
    """

    def __init__(
        self, open_series: OpenSeries, list_scalars: ListScalars, rows: LoggedRows
    ) -> None:
        self.closed = ClosedScalars(rows)
        self.purges: set[int] = set()  # numbers of what is no series
        self.opened: dict[int, Series] = {}
        self.names: dict[int, tuple[str, str]] = {}  # kind and tag, of all but scalars
        self._open_series = open_series
        self._list_scalars = list_scalars
        self._tags: dict[int, str] = {}  # of scalars
        self._are_tagged = True  # whether the tags of kept scalars are among those
        self._has_doubles = False  # whether two numbers stand for one series

    def tags(self) -> dict[int, str]:
        """The tags of all scalars, by number."""
        if not self._are_tagged:  # only what grows needs them
            self._are_tagged = True
            self._tags |= {number: tag for tag, number in self.closed.numbers.items()}
        return self._tags

    def declare(self, declarations: Iterable[Declaration], suffix: str) -> list[int]:
        """Know these series; returns the numbers of those that were another one before. suffix: of tags of scalars."""
        tags, new, wrong = self.tags(), dict[str, int](), list[int]()
        for number, kind, tag, _ in declarations:
            if kind == SCALAR:
                tag += suffix
                known = tags.get(number)
                if known is None and number not in self.names:
                    tags[number] = tag
                    if self.closed.numbers.setdefault(tag, number) == number:
                        new[tag] = number
                    else:
                        self.opened[number] = self._open_series(kind, tag)
                        self._has_doubles = True
                elif known != tag:
                    wrong.append(number)
            elif number not in self.names and number not in tags:
                self._declare_other(number, kind, tag)
            elif self.names.get(number) != (kind, tag):
                wrong.append(number)
        if new:
            opened = self._list_scalars(list(new))
            self.opened |= {new[tag]: series for tag, series in opened.items()}
        return wrong

    def _declare_other(self, number: int, kind: str, tag: str) -> None:
        self.names[number] = (kind, tag)
        if kind == PURGE:
            self.purges.add(number)
        else:
            self.opened[number] = self._open_series(kind, tag)

    def is_only(self, number: int) -> bool:
        """True if the number is that of a series of scalars, and no other number is."""
        tag = self.tags().get(number)
        return tag is not None and self.closed.numbers.get(tag) == number

    def open(self, number: int) -> Series | None:
        """The series of that number; None if it is not declared."""
        series = self.opened.get(number)
        if series is None and number not in self.purges:
            tag = self.tags().get(number)
            name = self.names.get(number) if tag is None else (SCALAR, tag)
            if name is not None:
                series = self.opened[number] = self._open_series(*name)
        return series

    # -- with the lock held

    def give(
        self, tag: str, key: FileKey, series: ScalarSeries, rows: Columns | None, *, hold: bool
    ) -> None:
        """Give a series of scalars that is opened now what there is of it here.

        rows: see `ClosedScalars.give`. hold: whether it is to get what comes, too.
        """
        number = self.closed.numbers.get(tag)
        if number is not None and number not in self.opened:
            self.closed.give(number, key, series, rows)
            if hold:
                self.opened[number] = series
                if self.closed.rows:
                    self.closed.rows.open(number)

    def is_given(self, tag: str) -> bool:
        """True if the series of that tag has what there is of it here, and gets what comes."""
        number = self.closed.numbers.get(tag)
        return number is None or number in self.opened

    def close(self, tag: str) -> None:
        """A series of scalars is not open any more."""
        number = self.closed.numbers.get(tag)
        if number is not None and self.opened.pop(number, None) is not None:
            self.closed.rows.close(number)

    # -- between processes

    def facts(self, key: FileKey, columns: ColumnsFile | None) -> dict[str, Any]:
        """Everything that `go_on` needs; columns: the file of columns. Raises ValueError if it can't be kept, OSError."""
        if self._has_doubles:
            raise ValueError("two numbers stand for one series")
        opened = self.opened.items()
        scalars = {at: series for at, series in opened if isinstance(series, ScalarSeries)}
        records = [
            entries
            for _, series in opened
            if isinstance(series, RecordSeries)
            for entries in series.entries_of(key)
        ]
        rows, known = self.closed.rows, self.closed.numbers
        numbers = np.fromiter(known.values(), np.int64, len(known))
        in_columns = np.setdiff1d(numbers, rows.only_in_rows()).tolist()
        of_scalars = facts_of_series(in_columns, scalars, key, self.closed.kept, columns)
        return {
            "names": [[number, *name] for number, name in self.names.items()],
            "tags": list(known),
            "numbers": numbers,
            "newest": newest_of_facts(of_scalars),
            "scalars": Later(of_scalars),
            "rows": rows.facts(scalars),
            "has_columns": len(of_scalars["many"]) > 0,
            "records": facts_of_records(records),
        }

    def hold(self, facts: Mapping[str, Any], columns: ColumnsFile | None) -> None:
        """Hold the points of closed series in what was kept."""
        self.tags()
        self.closed.kept = KeptScalars(facts["scalars"], tuple(facts["newest"]), columns)
        # Last: from now on who opens one of them takes what is there.
        self.closed.numbers = dict(zip(facts["tags"], facts["numbers"].tolist(), strict=True))

    def go_on(self, facts: Mapping[str, Any], columns: ColumnsFile | None) -> Entries | None:
        """Go on from what was kept, of which no scalar is open; returns the records that are to be added."""
        if facts["rows"] is not None:
            self.closed.rows.go_on(facts["rows"].get())
        self.hold(facts, columns)
        self._are_tagged = False
        for number, kind, tag in facts["names"]:
            self._declare_other(number, kind, tag)
        return records_of_facts(facts["records"])
