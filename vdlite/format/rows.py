"""Rows of scalars: as they lie in the bytes, and as the scalars that they stand for."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vdlite.format.batch import (
    Batch,
    Damage,
    Rows,
    Scalars,
    SeriesList,
    WideRows,
    add_damage,
)
from vdlite.format.records import (
    CHECK_BYTES,
    MAX_SMALL_SERIES,
    ROW_BYTES,
    ROW_HEAD_BYTES,
    row_fields,
)
from vdlite.format.scalar_runs import column

MOST_WAITING = 16 << 20
"""Bytes of values that wait for the list of their series to be read."""

WIDE = 256
"""Values of a row from which on it is better to read one of them where it lies than to hold them all."""

_NOTHING = np.zeros(0, np.uint16)
_UNLISTED = "rows whose list of series can't be read"


def equal_rows(view: memoryview, at: int, count: int, stride: int) -> int:
    """How many of the `count` rows that may lie `stride` bytes apart, the first at `at`, are of its list and length."""
    same = np.ones(count, np.bool_)
    # The type and the list's number; the marks before step and walltime; the mark and length of the values; their end.
    for place, size in ((0, 4), (4, 4), (16, 1), (25, 1), (26, 2), (stride - CHECK_BYTES, 1)):
        found = column(view, at + place, f"<u{size}", count, stride)
        same &= found == found[0]
    return count if same.all() else int(same.argmin())


def rows_at(view: memoryview, at: int, count: int, stride: int, base: int) -> Rows:
    """The `count` rows of one list from `at` on, each `stride` bytes long; `base` is the file offset of view[0]."""
    values = (stride - ROW_BYTES) // 8
    found = np.ndarray((count, values), "<f8", view, at + ROW_HEAD_BYTES, (stride, 8))
    return Rows(
        column(view, at + 3, ">u4", count, stride).astype(np.int64),
        column(view, at + 8, ">i8", count, stride).astype(np.int64),
        column(view, at + 17, ">f8", count, stride).astype(np.float64),
        np.arange(count, dtype=np.int64) * stride + (base + at),
        np.full(count, values, np.int64),
        found.astype(np.float64).reshape(-1),
    )


class LongRow(NamedTuple):
    """A row whose values are a view of its bytes."""

    number: int  # of the list
    step: int
    walltime: float
    at: int  # where it begins
    values: NDArray[np.float64]


def long_row(view: memoryview, at: int, stop: int) -> LongRow:
    """The row from `at` up to `stop`, whose layout is right."""
    count = (stop - at - ROW_BYTES) // 8
    values = np.frombuffer(view, "<f8", count, at + ROW_HEAD_BYTES)
    return LongRow(*row_fields(view, at), at, values)


def joined_rows(found: Sequence[LongRow], base: int) -> Rows:
    """These rows, of any lists; `base` is the file offset of the bytes that they lie in."""
    return Rows(
        np.array([row.number for row in found], np.int64),
        np.array([row.step for row in found], np.int64),
        np.array([row.walltime for row in found], np.float64),
        np.array([row.at for row in found], np.int64) + base,
        np.array([len(row.values) for row in found], np.int64),
        np.concatenate([row.values for row in found], dtype=np.float64),
    )


class RowState(NamedTuple):
    """What is known of rows at some place of a file, as arrays."""

    lists: Sequence[tuple[int, NDArray[Any]]] = ()  # numbers, and the series that they stand for
    waiting: Sequence[Sequence[NDArray[Any]]] = ()  # the columns of `Rows`


class RowSeries:
    """The lists of series of one file, and the rows that came before their lists."""

    def __init__(self) -> None:
        self._wide = False
        self._lists: dict[int, NDArray[np.unsignedinteger[Any]]] = {}
        self._singles: dict[int, NDArray[np.unsignedinteger[Any]]] = {}
        self._waiting: list[Rows] = []
        self._bytes = 0  # of their values

    @property
    def state(self) -> RowState:
        """What another one needs to go on as this one would."""
        waiting = [[getattr(rows, name) for name in Rows.__slots__] for rows in self._waiting]
        lists = [(number, series.astype(np.uint32)) for number, series in self._lists.items()]
        return RowState(lists, waiting)

    def go_on(self, state: RowState) -> None:
        """Go on as the one that was in that state; nothing has been read yet."""
        self._lists = {number: _narrow(series) for number, series in state.lists}
        self._waiting = [Rows(*columns) for columns in state.waiting]
        self._bytes = sum(rows.values.nbytes for rows in self._waiting)

    @property
    def waiting(self) -> Damage | None:
        """Rows whose list has not been read, as one report of damage at the first of them; None if there are none."""
        if not self._waiting:
            return None
        offsets = np.concatenate([rows.offsets for rows in self._waiting])
        counts = np.concatenate([rows.counts for rows in self._waiting])
        size = int(counts.sum()) * 8 + len(counts) * ROW_BYTES
        return Damage(int(offsets.min()), size, f"{len(counts)} {_UNLISTED}")

    def resolve(self, batch: Batch, offset: int, *, wide: bool = False) -> None:
        """Make scalars of the rows of a batch, in their places, and of those that waited for lists that it has.

        offset: where the batch ends, for what is to be said of it. wide: give rows of `WIDE` values and more as such.
        """
        self._wide = wide
        for number, series in batch.lists:
            known = self._lists.setdefault(number, series)
            if not np.array_equal(known, series):
                reason = f"list {number} is declared twice, differently"
                batch.damage.append(Damage(offset, 0, reason))
        found: list[Scalars] = []
        if batch.lists and self._waiting:
            waiting, self._waiting, self._bytes = self._waiting, [], 0
            for rows in waiting:
                self._add(rows, found, batch)
        at = 0
        for before, rows in batch.rows:
            found += batch.scalars[at:before]
            at = before
            self._add(rows, found, batch)
        batch.scalars = [*found, *batch.scalars[at:]]
        batch.lists, batch.rows = [], []

    def _add(self, rows: Rows, found: list[Scalars], batch: Batch) -> None:
        """Add the scalars of rows, as far as their lists are known and fit."""
        lists = rows.lists.tolist()
        alike = len(set(lists)) == 1
        sizes = [len(self._list(number)) for number in (lists[:1] if alike else lists)]
        right = rows.counts == np.array(sizes, np.int64)
        if not right.all():
            self._put_aside(rows.take(~right), batch)
            rows = rows.take(right)
            lists = rows.lists.tolist()
            if not lists:
                return
        if self._wide and rows.counts.max() >= WIDE:
            self._add_wide(rows, found, batch)
            return
        if alike:
            series = np.tile(self._list(lists[0]), len(rows))
        else:
            series = np.concatenate([self._list(number) for number in lists])
        found.append(
            Scalars(
                series,
                np.repeat(rows.steps, rows.counts),
                np.repeat(rows.walltimes, rows.counts),
                rows.values,
            )
        )

    def _add_wide(self, rows: Rows, found: list[Scalars], batch: Batch) -> None:
        """Add rows of which some are wide, in their order."""
        ends = np.cumsum(rows.counts)
        changes = np.flatnonzero(np.diff(rows.lists)) + 1
        for first, last in pairwise([0, *changes.tolist(), len(rows)]):
            number, some = int(rows.lists[first]), slice(first, last)
            series = self._list(number)
            values = rows.values[ends[first] - rows.counts[first] : ends[last - 1]]
            wide = WideRows(
                number,
                series,
                rows.steps[some],
                rows.walltimes[some],
                rows.offsets[some] + ROW_HEAD_BYTES,
                values.reshape(-1, len(series)),
            )
            if len(series) >= WIDE:
                batch.wide_rows.append((len(found), wide))
            else:
                found.append(wide.scalars())

    def _list(self, number: int) -> NDArray[np.unsignedinteger[Any]]:
        """The series of a list; none if it is not known."""
        if number >= 0:
            return self._lists.get(number, _NOTHING)
        found = self._singles.get(number)
        if found is None:
            found = self._singles[number] = _narrow(np.array([~number], np.uint32))
        return found

    def _put_aside(self, rows: Rows, batch: Batch) -> None:
        """Keep rows whose lists may come; report those that have not as many values as their lists have series."""
        known = np.array([number in self._lists for number in rows.lists.tolist()], np.bool_)
        wrong = rows.take(known)
        for number, offset, count in zip(
            wrong.lists.tolist(), wrong.offsets.tolist(), wrong.counts.tolist(), strict=True
        ):
            want = len(self._lists[number])
            reason = f"not a record: got a row of {count} values, want {want}"
            add_damage(batch.damage, Damage(offset, ROW_BYTES + 8 * count, reason))
        rows = rows.take(~known)
        if not len(rows):
            return
        self._bytes += rows.values.nbytes
        if self._bytes <= MOST_WAITING:
            self._waiting.append(rows)
            return
        self._bytes -= rows.values.nbytes
        size = rows.values.nbytes + len(rows) * ROW_BYTES
        batch.damage.append(Damage(int(rows.offsets[0]), size, f"{len(rows)} {_UNLISTED}"))


def series_list(number: int, series: "list[int]") -> SeriesList:
    """A list of series; the numbers are from 0 to below 2^32."""
    return SeriesList(number, _narrow(np.array(series, np.uint32)))


def _narrow(series: NDArray[np.uint32]) -> NDArray[np.unsignedinteger[Any]]:
    """The numbers with 16 bits each where they fit: NumPy sorts such by radix."""
    return series.astype(np.uint32 if series.max(initial=0) > MAX_SMALL_SERIES else np.uint16)
