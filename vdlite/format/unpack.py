"""Bytes that are known to be whole records, turned into a Batch."""

from typing import Any
from zlib import crc32

import msgpack
import numpy as np
from numpy.typing import NDArray

from vdlite.format.batch import Batch, Damage, Declaration, Entry, Gap, Header, Scalars
from vdlite.format.media import MAX_PAYLOAD
from vdlite.format.records import (
    CHECK_BYTES,
    LARGE_SCALAR_BYTES,
    LARGE_SCALAR_HEAD,
    MAX_RECORD,
    SCALAR_BYTES,
    SCALAR_HEAD,
    SEAL_HEAD,
    RecordType,
)

_SMALL_HEAD = int.from_bytes(SCALAR_HEAD, "little")
_SEAL_HEAD = int.from_bytes(SEAL_HEAD[:3], "little")
_LARGE_HEAD = int.from_bytes(LARGE_SCALAR_HEAD, "little")
_INT64 = 1 << 63
_FIRST_WINDOW, _LAST_WINDOW = 32, 1 << 16  # records looked at in one go

UNPACK_ERRORS = (ValueError, TypeError, KeyError, IndexError, msgpack.exceptions.UnpackException)
"""What msgpack raises on bytes that are not msgpack, and ours on msgpack that is no record."""


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


def unpack_records(view: memoryview, start: int, end: int, base: int, batch: Batch) -> None:
    """Add the records of `view[start:end]` to `batch`.

    The bytes must be whole records whose checks have been verified; `base` is the file offset of view[0].
    What is no record of this version is reported as damage. It costs no other record, unless it is not even
    msgpack: then nobody knows where the next one begins.
    """
    at = start
    while at < end:
        head = bytes(view[at : at + 3])
        if head in (SCALAR_HEAD, SEAL_HEAD[:3]):
            at = _unpack_scalars(view, at, end, SCALAR_BYTES, _SMALL_HEAD, batch)
        elif head == LARGE_SCALAR_HEAD:
            at = _unpack_scalars(view, at, end, LARGE_SCALAR_BYTES, _LARGE_HEAD, batch)
        else:
            try:
                items, stop = unpack_one(view, at, end)
            except UNPACK_ERRORS as error:  # where it ends is not known
                batch.damage.append(Damage(base + at, end - at, f"not a record: {error}"))
                return
            try:
                _add(items, base + stop, batch)
            except ValueError as error:
                batch.damage.append(Damage(base + at, stop - at, f"not a record: {error}"))
            at = stop


def _column(view: memoryview, offset: int, dtype: str, count: int, stride: int) -> NDArray[Any]:
    column: NDArray[Any] = np.ndarray((count,), dtype, view, offset, (stride,))
    return column


def _unpack_scalars(
    view: memoryview, at: int, end: int, stride: int, head: int, batch: Batch
) -> int:
    """Add the scalars that follow each other from `at` on; returns where something else begins.

    Seals have the length of a small scalar, so that a file of scalars and seals is one run.
    """
    window = _FIRST_WINDOW
    wide = 2 if stride == LARGE_SCALAR_BYTES else 0
    while True:
        count = min((end - at) // stride, window)
        if count == 0:
            return at
        heads = _column(view, at, "<u4", count, stride) & 0xFFFFFF
        is_scalar = heads == head
        fits = is_scalar if wide else is_scalar | (heads == _SEAL_HEAD)
        run = count if fits.all() else int(fits.argmin())
        if is_scalar[:run].any():
            series = _column(view, at + 3, ">u4" if wide else ">u2", run, stride)
            steps = _column(view, at + 6 + wide, ">i8", run, stride)
            walltimes = _column(view, at + 15 + wide, ">f8", run, stride)
            values = _column(view, at + 24 + wide, ">f8", run, stride)
            keep = slice(None) if is_scalar[:run].all() else is_scalar[:run]
            batch.scalars.append(
                Scalars(
                    series[keep].astype("=u4" if wide else "=u2"),
                    steps[keep].astype(np.int64),
                    walltimes[keep].astype(np.float64),
                    values[keep].astype(np.float64),
                )
            )
        at += run * stride
        if run < count:
            return at
        window = min(window * 8, _LAST_WINDOW)


def _add(items: Any, end: int, batch: Batch) -> None:
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
        ] if -_INT64 <= step < _INT64:
            offset, length = end - CHECK_BYTES - len(payload), len(payload)
            batch.entries.append(
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
            -_INT64 <= step < _INT64
            and 0 <= offset < _INT64
            and 0 <= length <= MAX_PAYLOAD
            and 0 <= crc < 1 << 32
        ):
            batch.entries.append(Entry(series, step, walltime, True, offset, length, crc, summary))
        case [RecordType.SERIES, int(series), str(kind), str(tag), dict(about), *_]:
            batch.declarations.append(Declaration(series, kind, tag, about))
        case [RecordType.HEADER, str(), int(version), dict(about), *_]:
            batch.header = Header(version, about)
        case [RecordType.GAP, int(missing), float(since), float(until), *_]:
            batch.gaps.append(Gap(missing, since, until))
        case [RecordType.END, float(walltime), *_]:
            batch.ended = walltime
        case [int(kind), *_] if kind > RecordType.END:
            pass  # of a later minor version: not ours to read, not damage either
        case _:
            raise ValueError(f"got record type {items[0]!r} with {len(items)} items")
