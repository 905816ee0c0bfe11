"""Bytes that are known to be whole records, turned into a Batch."""

import re
from math import isfinite
from typing import Any
from zlib import crc32

import msgpack

from vdlite.format.batch import (
    Batch,
    Damage,
    Declaration,
    Entries,
    Entry,
    Gap,
    Header,
    add_damage,
)
from vdlite.format.bulk import UNPACK_ERRORS, unpack_many
from vdlite.format.few import MOST_BYTES, unpack_few
from vdlite.format.media import MAX_PAYLOAD
from vdlite.format.outcome import known_outcome
from vdlite.format.records import (
    CHECK_BYTES,
    LARGE_SCALAR_BYTES,
    LARGE_SCALAR_HEAD,
    MAX_RECORD,
    MAX_SERIES,
    ROW_HEAD,
    SCALAR_BYTES,
    SCALAR_HEAD,
    SEAL_BYTES,
    SEAL_HEAD,
    RecordType,
    row_end,
)
from vdlite.format.rows import LongRow, equal_rows, joined_rows, long_row, rows_at, series_list
from vdlite.format.scalar_runs import column, scalars_at

_SMALL_HEAD = int.from_bytes(SCALAR_HEAD, "little")
_SEAL_HEAD = int.from_bytes(SEAL_HEAD[:3], "little")
_LARGE_HEAD = int.from_bytes(LARGE_SCALAR_HEAD, "little")
_FIXED_HEADS = (SCALAR_HEAD, SEAL_HEAD[:3], LARGE_SCALAR_HEAD)
_INT64 = 1 << 63
MOST_MISSING = 1 << 40
"""Records that one gap can stand for: a writer that drops a million a second needs two weeks for it."""
_FIRST_WINDOW, _LAST_WINDOW = 32, 1 << 16  # records looked at in one go
_LONG_ROW, _ROWS_ALIKE = (
    1 << 11,
    8,
)  # bytes of a row, or rows in a row, that are better left to NumPy
_TYPES = frozenset(RecordType)
_SINGLES = re.compile(rb"[\x00-\x80\x90\xa0\xc0\xc2\xc3\xe0-\xff]+")
"""Bytes each of which is a whole msgpack object: a small number, nil, true, false, or something empty."""


def unpack_one(view: memoryview, start: int, end: int) -> tuple[Any, int]:
    """The msgpack object at `start`, and where it ends (at most at `end`).

    Raises msgpack.OutOfData if the object goes on beyond `end`, and one of UNPACK_ERRORS if it is not msgpack.
    """
    # Nearly all records are short: hand over little first, since every byte handed over is copied.
    for size in (512, MAX_RECORD):
        stop = min(start + size, end)
        unpacker = msgpack.Unpacker(strict_map_key=False, max_buffer_size=MAX_RECORD)
        unpacker.feed(view[start:stop])
        try:
            return unpacker.unpack(), start + unpacker.tell()
        except msgpack.OutOfData:
            if stop == end:
                raise
    raise ValueError(f"a record of more than {MAX_RECORD} bytes")


def unpack_records(
    view: memoryview, start: int, end: int, base: int, batch: Batch, *, bulk: bool = True
) -> None:
    """Add the records of `view[start:end]` to `batch`.

    The bytes must be whole records whose checks have been verified; `base` is the file offset of view[0].
    What is no record of this version is reported as damage. It costs no other record, unless it is not even
    msgpack: then nobody knows where the next one begins.
    bulk: many records at once where that is possible; it gives the same as one after the other.
    """
    at = start
    rows: list[Entry] = []  # of single records, until others follow
    while at < end:
        if bulk and not _is_scalar_run(view, at, end):
            before = at
            if end - at < MOST_BYTES:
                at = _unpack_few(view, at, end, base, batch, rows)
            else:
                _keep(rows, batch)
                at = _unpack_bulk(view, at, end, base, batch)
            if at > before:
                continue
        stop = _unpack_next(view, at, end, base, batch, rows)
        if stop is None:
            break
        at = stop
    _keep(rows, batch)


def _is_scalar_run(view: memoryview, at: int, end: int) -> bool:
    """True if so many scalars, or rows of them, probably follow that NumPy reads them fastest."""
    if view[at : at + 3] == ROW_HEAD or view[at : at + len(SEAL_HEAD)] == SEAL_HEAD:
        # A seal stands between the rows of two blocks.
        first = at if view[at + 1] == RecordType.ROW else at + SCALAR_BYTES
        stop = row_end(view, first, end)
        if stop > 0:
            last = first + (stop - first) * (_ROWS_ALIKE - 1)
            return stop - first > _LONG_ROW or row_end(view, last, end) > 0
    stride = LARGE_SCALAR_BYTES if view[at : at + 3] == LARGE_SCALAR_HEAD else SCALAR_BYTES
    last = at + stride * (_FIRST_WINDOW - 1)
    return (
        last < end
        and bytes(view[at : at + 3]) in _FIXED_HEADS
        and bytes(view[last : last + 3]) in _FIXED_HEADS
    )


def _keep(rows: list[Entry], batch: Batch) -> None:
    if rows:
        batch.entries.append(Entries.of(rows))
        rows.clear()


def _unpack_bulk(view: memoryview, start: int, end: int, base: int, batch: Batch) -> int:
    """Add as many records as can be known at once; returns where the first other one begins."""
    bulk = unpack_many(view, start, end, base)
    batch.rows += [(len(batch.scalars) + before, found) for before, found in bulk.rows]
    batch.scalars += bulk.scalars
    batch.declarations += bulk.declarations
    rows: list[Entry] = []
    positions: list[int] = []
    for position, items, stop, length in bulk.others:
        _add_or_report(items, base + stop, length, batch, rows)
        if len(rows) > len(positions):
            positions.append(position)
    bulk.add_entries(rows, positions)
    batch.entries += bulk.in_order()
    return bulk.stop


def _unpack_few(
    view: memoryview, start: int, end: int, base: int, batch: Batch, rows: list[Entry]
) -> int:
    """Add the records up to the first that is not looked at among few; returns where that begins."""

    def add(items: Any, stop: int, length: int) -> None:
        _add_or_report(items, base + stop, length, batch, rows)

    at, scalars = unpack_few(view, start, end, add)
    batch.scalars += scalars
    return at


def _unpack_next(
    view: memoryview, at: int, end: int, base: int, batch: Batch, rows: list[Entry]
) -> int | None:
    """Add the record at `at`, or the scalars from there on; returns where they end, None if nobody knows."""
    head = bytes(view[at : at + 3])
    if head in (SCALAR_HEAD, SEAL_HEAD[:3]):
        stop = _unpack_scalars(view, at, end, SCALAR_BYTES, _SMALL_HEAD, batch)
    elif head == LARGE_SCALAR_HEAD:
        stop = _unpack_scalars(view, at, end, LARGE_SCALAR_BYTES, _LARGE_HEAD, batch)
    elif (stop := row_end(view, at, end)) > 0:
        unpack = _unpack_long_rows if stop - at > _LONG_ROW else _unpack_rows
        stop = unpack(view, at, end, base, batch)
    elif singles := _SINGLES.match(view, at, end):
        stop = singles.end()
        damage = Damage(base + at, stop - at, "not a record: got single bytes, want a record")
        add_damage(batch.damage, damage)
    else:
        try:
            items, stop = unpack_one(view, at, end)
        except UNPACK_ERRORS as error:  # where it ends is not known
            add_damage(batch.damage, Damage(base + at, end - at, f"not a record: {error}"))
            return None
        _add_or_report(items, base + stop, stop - at, batch, rows)
    if stop == at:
        reason = "not a record: it is cut short"
        add_damage(batch.damage, Damage(base + at, end - at, reason))
        return None
    return stop


def _unpack_scalars(
    view: memoryview, at: int, end: int, stride: int, head: int, batch: Batch
) -> int:
    """Add the scalars that follow each other from `at` on; returns where something else begins.

    Seals have the length of a small scalar, so that a file of scalars and seals is one run.
    """
    window = _FIRST_WINDOW
    is_large = stride == LARGE_SCALAR_BYTES
    while True:
        count = min((end - at) // stride, window)
        if count == 0:
            return at
        heads = column(view, at, "<u4", count, stride) & 0xFFFFFF
        is_scalar = heads == head
        fits = is_scalar if is_large else is_scalar | (heads == _SEAL_HEAD)
        run = count if fits.all() else int(fits.argmin())
        if is_scalar[:run].any():
            keep = slice(None) if is_scalar[:run].all() else is_scalar[:run]
            batch.scalars.append(scalars_at(view, at, run, stride, keep))
        at += run * stride
        if run < count:
            return at
        window = min(window * 8, _LAST_WINDOW)


def _unpack_rows(view: memoryview, at: int, end: int, base: int, batch: Batch) -> int:
    """Add the rows of one list that follow each other from `at` on; returns where something else begins."""
    stride = row_end(view, at, end) - at
    window = _FIRST_WINDOW
    while True:
        count = min((end - at) // stride, window)
        if count == 0:
            return at
        run = equal_rows(view, at, count, stride)
        batch.rows.append((len(batch.scalars), rows_at(view, at, run, stride, base)))
        at += run * stride
        if run < count or row_end(view, at, end) != at + stride:
            return at
        window = min(window * 8, _LAST_WINDOW)


def _unpack_long_rows(view: memoryview, at: int, end: int, base: int, batch: Batch) -> int:
    """Add the long rows that follow each other from `at` on; returns where something else begins.

    Of one list or several: a row of a million values is one of each of 250 lists. Seals stand between them.
    """
    found: list[LongRow] = []
    while (stop := row_end(view, at, end)) - at > _LONG_ROW:
        found.append(long_row(view, at, stop))
        at = stop
        if view[at : at + len(SEAL_HEAD)] == SEAL_HEAD and at + SEAL_BYTES <= end:
            at += SEAL_BYTES
    batch.rows.append((len(batch.scalars), joined_rows(found, base)))
    return at


def _add_or_report(items: Any, end: int, length: int, batch: Batch, rows: list[Entry]) -> None:
    """Add a record, or say that it is none. It ends before the file offset `end`."""
    try:
        _add(items, end, batch, rows)
    except ValueError as error:
        add_damage(batch.damage, Damage(end - length, length, f"not a record: {error}"))


def _add(items: Any, end: int, batch: Batch, rows: list[Entry]) -> None:
    """Add one record, whose last byte lies before the file offset `end`. Raises ValueError if it is none."""
    if not isinstance(items, list) or len(items) < 2:
        raise ValueError(f"got {type(items).__name__}, want a record")
    match items:
        case [
            RecordType.INLINE,
            int(series),
            int(step),
            float(walltime),
            dict(summary),
            bytes(payload),
            _,
        ] if 0 <= series < MAX_SERIES and -_INT64 <= step < _INT64:
            offset, length = end - CHECK_BYTES - len(payload), len(payload)
            rows.append(
                Entry(series, step, walltime, False, offset, length, crc32(payload), summary)
            )
        case [
            RecordType.REFERENCE,
            int(series),
            int(step),
            float(walltime),
            int(offset),
            int(length),
            int(crc),
            dict(summary),
            *_,
        ] if (
            0 <= series < MAX_SERIES
            and -_INT64 <= step < _INT64
            and 0 <= length <= MAX_PAYLOAD
            and 0 <= offset < _INT64 - length
            and 0 <= crc < 1 << 32
        ):
            rows.append(Entry(series, step, walltime, True, offset, length, crc, summary))
        case [RecordType.SERIES, int(series), str(kind), str(tag), dict(about), *_] if (
            0 <= series < MAX_SERIES
        ):
            batch.declarations.append(Declaration(series, kind, tag, about))
        case [RecordType.LIST, int(number), list(series), *_] if 0 <= number < MAX_SERIES and all(
            type(each) is int and 0 <= each < MAX_SERIES for each in series
        ):
            batch.lists.append(series_list(number, series))
        case [RecordType.HEADER, str(), int(version), dict(about), *_]:
            batch.header = Header(version, about)
        case [RecordType.GAP, int(missing), float(since), float(until), *_] if (
            0 <= missing <= MOST_MISSING and isfinite(since) and isfinite(until)
        ):
            batch.gaps.append(Gap(missing, since, until))
        case [RecordType.END, float(walltime), *more]:
            batch.ended = walltime
            batch.outcome = known_outcome(more[0]) if len(more) > 1 else None
        case [int(kind), *_] if kind >= 0 and kind not in _TYPES:
            pass  # of a later minor version: not ours to read, not damage either
        case _:
            raise ValueError(f"got record type {items[0]!r:.40} with {len(items)} items")
