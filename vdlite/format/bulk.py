"""Many records of all types at once.

msgpack unpacks them one after the other with one unpacker, in C; what each must be is then asked of whole columns.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from zlib import crc32

import msgpack
import numpy as np
from numpy.typing import NDArray

from vdlite.format.batch import Declaration, Entries, Entry, Rows, Scalars, joined
from vdlite.format.media import MAX_PAYLOAD
from vdlite.format.records import (
    CHECK_BYTES,
    LARGE_SCALAR_BYTES,
    LARGE_SCALAR_HEAD,
    MAX_RECORD,
    MAX_SERIES,
    ROW_HEAD,
    ROW_HEAD_BYTES,
    SCALAR_BYTES,
    SCALAR_HEAD,
    SEAL_HEAD,
    RecordType,
)
from vdlite.format.scalar_runs import scalars_at

UNPACK_ERRORS = (ValueError, TypeError, KeyError, IndexError, msgpack.exceptions.UnpackException)
"""What msgpack raises on bytes that are not msgpack, and ours on msgpack that is no record."""

_MOST = 512  # records: so few that they stay in the caches
_FED = 1 << 18  # bytes handed to the unpacker at a time: it copies them
_SCALARS_IN_A_ROW = 32  # that are better left to NumPy
_MOST_RUNS = 8  # of rows and scalars that take turns
_SCALAR, _SERIES, _ROW = int(RecordType.SCALAR), int(RecordType.SERIES), int(RecordType.ROW)
_INLINE, _REFERENCE = int(RecordType.INLINE), int(RecordType.REFERENCE)
_INT64 = 1 << 63

Row = list[Any]
"""The items of a record."""


@dataclass(slots=True)
class Bulk:
    """Records that were unpacked together."""

    stop: int  # where the last of them ends
    scalars: list[Scalars] = field(default_factory=list)
    rows: list[tuple[int, Rows]] = field(default_factory=list)  # and how many scalars are before
    declarations: list[Declaration] = field(default_factory=list)
    entries: list[Entries] = field(default_factory=list)
    positions: list[NDArray[np.intp]] = field(default_factory=list)  # of those entries
    others: list[tuple[int, Any, int, int]] = field(default_factory=list)
    """Position, items, end and length of what has to be looked at one by one."""

    def add_entries(self, rows: Sequence[Entry], positions: Sequence[int]) -> None:
        """Add some that were looked at one by one."""
        if rows:
            self.entries.append(Entries.of(rows))
            self.positions.append(np.array(positions, np.intp))

    def in_order(self) -> list[Entries]:
        """The entries in file order."""
        if len(self.entries) < 2:
            return self.entries
        return [joined(self.entries).take(np.argsort(np.concatenate(self.positions)))]


def unpack_many(view: memoryview, start: int, end: int, base: int) -> Bulk:
    """Records of `view[start:end]` from `start` on; `base` is the file offset of view[0].

    It ends before many scalars in a row, before what is no msgpack or too long to be a record, and before a scalar
    or seal that has not the layout of one.
    """
    rows, types, stops = _unpack(view, start, end)
    if not rows:
        return Bulk(start)
    ends = np.array(stops, np.intp) + start
    starts = np.concatenate([[start], ends[:-1]])
    octets = np.frombuffer(view, np.uint8)
    small, seals, large, in_rows = _fixed_layouts(octets, starts)
    lengths = ends - starts
    wrong = lengths > MAX_RECORD
    wrong |= (small | seals) & (lengths != SCALAR_BYTES)
    wrong |= large & (lengths != LARGE_SCALAR_BYTES)
    count = int(wrong.argmax()) if wrong.any() else len(rows)
    if count == 0:
        return Bulk(start)
    bulk = Bulk(int(ends[count - 1]))
    scalars = (small | large | in_rows)[:count]
    if scalars.any():
        sorts = np.where(in_rows, _ROW, large)[:count]
        _add_scalars(octets, starts, np.flatnonzero(scalars), sorts, rows, base, bulk)
    rest = ~(scalars | seals[:count])
    _sort_out(rows[:count], types[:count], rest, ends, lengths, base, bulk)
    return bulk


def _unpack(view: memoryview, start: int, end: int) -> tuple[list[Any], list[Any], list[int]]:
    """Msgpack objects, the first item of each, and where each ends, counted from `start`."""
    unpacker = msgpack.Unpacker(
        strict_map_key=False,
        max_buffer_size=2**31 - 1,
        # What one record may hold; the unpacker's own limits follow from the size of its buffer.
        max_str_len=MAX_RECORD,
        max_bin_len=MAX_RECORD,
        max_ext_len=MAX_RECORD,
        max_array_len=MAX_RECORD,
        max_map_len=MAX_RECORD // 2,
    )
    rows: list[Any] = []
    types: list[Any] = []
    ends: list[int] = []
    tell, keep, keep_type, keep_end = unpacker.tell, rows.append, types.append, ends.append
    scalars = 0
    most = min(_MOST, (end - start) // 4)
    try:
        while start < end:
            unpacker.feed(view[start : min(start + _FED, end)])
            start += _FED
            for items in unpacker:
                kind = items[0]  # raises for what is no record at all
                keep(items)
                keep_type(kind)
                keep_end(tell())
                if kind == _SCALAR:
                    scalars += 1
                    if scalars == _SCALARS_IN_A_ROW:
                        return rows, types, ends
                else:
                    scalars = 0
                if len(rows) >= most:
                    return rows, types, ends
    except UNPACK_ERRORS:
        pass  # what comes here is looked at on its own
    return rows, types, ends


def _fixed_layouts(
    octets: NDArray[np.uint8], starts: NDArray[np.intp]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """True for the records that begin as small scalars, as seals, as large scalars, and that are rows of scalars."""
    last = len(octets) - 1

    def octet(places: "int | NDArray[np.intp]") -> NDArray[np.uint8]:
        found: NDArray[np.uint8] = octets[np.minimum(starts + places, last)]
        return found

    first, second, third = octet(0), octet(1), octet(2)

    def begins(head: bytes) -> NDArray[np.bool_]:
        same: NDArray[np.bool_] = (first == head[0]) & (second == head[1]) & (third == head[2])
        return same

    rows = begins(ROW_HEAD)
    if rows.any():  # as `row_end` has it
        sizes = octet(26).astype(np.intp) * 256 + octet(27)
        rows &= (sizes > 0) & (sizes % 8 == 0)
        for places, mark in ((7, 0xD3), (16, 0xCB), (25, 0xC5), (ROW_HEAD_BYTES + sizes, 0xCE)):
            rows &= octet(places) == mark
    return begins(SCALAR_HEAD), begins(SEAL_HEAD), begins(LARGE_SCALAR_HEAD), rows


def _add_scalars(
    octets: NDArray[np.uint8],
    starts: NDArray[np.intp],
    index: NDArray[np.intp],
    sorts: NDArray[np.intp],
    items: list[Row],
    base: int,
    bulk: Bulk,
) -> None:
    """Add the scalars and the rows of them at the positions `index`, in file order: each run of one sort as columns."""
    changes = np.flatnonzero(np.diff(sorts[index])) + 1
    if len(changes) > _MOST_RUNS and (sorts[index] == _ROW).any():
        bulk.rows.append((0, _mixed(octets, starts, index, sorts, items, base)))
        return
    for first, last in pairwise([0, *changes.tolist(), len(index)]):
        some = index[first:last]
        if sorts[some[0]] == _ROW:
            rows = _rows([items[at] for at in some.tolist()], starts[some] + base)
            bulk.rows.append((len(bulk.scalars), rows))
            continue
        stride = LARGE_SCALAR_BYTES if sorts[some[0]] else SCALAR_BYTES
        gathered = octets[starts[some, None] + np.arange(stride)]
        bulk.scalars.append(scalars_at(gathered, 0, last - first, stride, slice(None)))


def _mixed(
    octets: NDArray[np.uint8],
    starts: NDArray[np.intp],
    index: NDArray[np.intp],
    sorts: NDArray[np.intp],
    items: list[Row],
    base: int,
) -> Rows:
    """Rows and scalars that take turns, as rows: a scalar is one of a single value, whose list is `~series`."""
    sort = sorts[index]
    found = []
    for stride, some in ((SCALAR_BYTES, index[sort == 0]), (LARGE_SCALAR_BYTES, index[sort == 1])):
        if not len(some):
            continue
        gathered = octets[starts[some, None] + np.arange(stride)]
        one = scalars_at(gathered, 0, len(some), stride, slice(None))
        offsets, counts = starts[some].astype(np.int64) + base, np.ones(len(some), np.int64)
        lists = ~one.series.astype(np.int64)
        found.append(Rows(lists, one.steps, one.walltimes, offsets, counts, one.values))
    some = index[sort == _ROW]
    found.append(_rows([items[at] for at in some.tolist()], starts[some] + base))
    lists, steps, walltimes, offsets, counts = (
        np.concatenate([getattr(part, name) for part in found])
        for name in ("lists", "steps", "walltimes", "offsets", "counts")
    )
    order = np.argsort(offsets)
    # Where the values of each record begin, now and then.
    before, after = np.cumsum(counts) - counts, np.cumsum(counts[order]) - counts[order]
    counts = counts[order]
    places = np.repeat(before[order] - after, counts) + np.arange(counts.sum())
    values = np.concatenate([part.values for part in found])[places]
    return Rows(lists[order], steps[order], walltimes[order], offsets[order], counts, values)


def _rows(items: list[Row], offsets: NDArray[np.intp]) -> Rows:
    """Rows whose layout is right as columns."""
    _, lists, steps, walltimes, values, _ = zip(*items, strict=True)
    return Rows(
        np.array(lists, np.int64),
        np.array(steps, np.int64),
        np.array(walltimes, np.float64),
        offsets.astype(np.int64),
        np.fromiter(map(len, values), np.int64, len(items)) // 8,
        np.frombuffer(b"".join(values), "<f8").astype(np.float64),
    )


def _sort_out(
    rows: list[Any],
    types: list[Any],
    rest: NDArray[np.bool_],
    ends: NDArray[np.intp],
    lengths: NDArray[np.intp],
    base: int,
    bulk: Bulk,
) -> None:
    """Put those of the rows that `rest` chooses where they belong; what a column does not fit goes to `others`."""
    if set(map(type, rows)) == {list} and set(map(type, types)) == {int} and max(types) < _INT64:
        numbers = np.array(types, np.int64)
        for kind in (_SERIES, _INLINE, _REFERENCE):
            index = np.flatnonzero(rest & (numbers == kind))
            if len(index) and _take_in(rows, index, kind, ends, base, bulk):
                rest[index] = False
    left = np.flatnonzero(rest).tolist()
    bulk.others = [(at, rows[at], int(ends[at]), int(lengths[at])) for at in left]


def _take_in(
    rows: list[Row],
    index: NDArray[np.intp],
    kind: int,
    ends: NDArray[np.intp],
    base: int,
    bulk: Bulk,
) -> bool:
    """Take the rows of one type as columns; False if one of them is not as it must be."""
    some = (
        rows[: len(index)] if index[-1] == len(index) - 1 else [rows[at] for at in index.tolist()]
    )
    if kind == _SERIES:
        declarations = _declarations(some)
        bulk.declarations = declarations or []
        return declarations is not None
    entries = _inlines(some, ends[index] + base) if kind == _INLINE else _references(some)
    if entries is None:
        return False
    bulk.entries.append(entries)
    bulk.positions.append(index)
    return True


def _are(column: tuple[Any, ...], kind: type) -> bool:
    return set(map(type, column)) == {kind}


def _whole_numbers(column: tuple[Any, ...], most: int) -> NDArray[np.int64] | None:
    """The column as an array; None if one of it is no number from 0 to `most`."""
    if not _are(column, int) or min(column) < 0 or max(column) > most:
        return None
    return np.array(column, np.int64)


def _steps(column: tuple[Any, ...]) -> NDArray[np.int64] | None:
    if not _are(column, int) or min(column) < -_INT64 or max(column) >= _INT64:
        return None
    return np.array(column, np.int64)


def _declarations(rows: list[Row]) -> list[Declaration] | None:
    if set(map(len, rows)) != {6}:
        return None
    _, series, kinds, tags, abouts, _ = zip(*rows, strict=True)
    if (
        _whole_numbers(series, MAX_SERIES - 1) is None
        or not _are(kinds, str)
        or not _are(tags, str)
        or not _are(abouts, dict)
    ):
        return None
    return list(map(Declaration._make, zip(series, kinds, tags, abouts, strict=True)))


def _inlines(rows: list[Row], ends: NDArray[np.intp]) -> Entries | None:
    if set(map(len, rows)) != {7}:
        return None
    _, series, steps, walltimes, summaries, payloads, _ = zip(*rows, strict=True)
    numbers, at = _whole_numbers(series, MAX_SERIES - 1), _steps(steps)
    if (
        numbers is None
        or at is None
        or not _are(walltimes, float)
        or not _are(summaries, dict)
        or not _are(payloads, bytes)
    ):
        return None
    lengths = np.fromiter(map(len, payloads), np.int64, len(rows))
    return Entries(
        numbers,
        at,
        np.array(walltimes, np.float64),
        np.zeros(len(rows), np.bool_),
        ends - CHECK_BYTES - lengths,
        lengths,
        np.fromiter(map(crc32, payloads), np.int64, len(rows)),
        list(summaries),
    )


def _references(rows: list[Row]) -> Entries | None:
    if set(map(len, rows)) != {9}:
        return None
    _, series, steps, walltimes, offsets, lengths, crcs, summaries, _ = zip(*rows, strict=True)
    numbers, at = _whole_numbers(series, MAX_SERIES - 1), _steps(steps)
    sizes, checks = _whole_numbers(lengths, MAX_PAYLOAD), _whole_numbers(crcs, (1 << 32) - 1)
    places = _whole_numbers(offsets, _INT64 - 1 - MAX_PAYLOAD)
    if (
        numbers is None
        or at is None
        or sizes is None
        or checks is None
        or places is None
        or not _are(walltimes, float)
        or not _are(summaries, dict)
    ):
        return None
    return Entries(
        numbers,
        at,
        np.array(walltimes, np.float64),
        np.ones(len(rows), np.bool_),
        places,
        sizes,
        checks,
        list(summaries),
    )
