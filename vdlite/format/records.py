"""Records as bytes.

A log file is a stream of msgpack arrays.
The first item of each is its type, the last its check: the CRC-32 of all the record's bytes before the check's own
four, started with the record's offset in the file, so that a byte that changed *or moved* is noticed.

Scalars and seals have a fixed layout, which NumPy reads as a column of structs:

    byte      0     1     2   3-4     5    6-13   14   15-22      23   24-31   32   33-36
    scalar    0x96  0x02  cd  series  d3   step   cb   walltime   cb   value   ce   check
    seal      0x96  0x05  cd  0       d3   start  d3   length     cf   crc     ce   check

A series number above 65535 makes a scalar two bytes longer: `ce` and four bytes in place of `cd` and two.
All numbers are big-endian, as msgpack wants.

So has a row, whose n values are one `bin` of little-endian float64s, as most machines have them in memory:

    byte      0     1     2   3-6   7    8-15  16   17-24     25   26-27  28 and on  then  last four
    row       0x96  0x0a  ce  list  d3   step  cb   walltime  c5   8 * n  values     ce    check
"""

import enum
from collections.abc import Sequence
from struct import Struct
from typing import Any
from zlib import crc32

import msgpack

VERSION = 2
"""The newest one that is read here, which a file has whose header says so."""

FIRST_VERSION = 1
"""Of files without rows, which older readers read as well."""

MAGIC = "vdlite"

MAX_RECORD = 1 << 16
"""No record is longer, in bytes: what does not end within that many is damaged, not unfinished."""

BLOCK_BYTES = 1 << 15
"""A seal follows the record that makes a block this long."""

MAX_SMALL_SERIES = 0xFFFF

MAX_SERIES = 1 << 32
"""A file's series have numbers below this."""


class RecordType(enum.IntEnum):
    """The first item of a record."""

    HEADER = 0  # [0, "vdlite", version, about, check]
    SERIES = 1  # [1, series, kind, tag, about, check]: declares what a series number stands for
    SCALAR = 2  # [2, series, step, walltime, value, check]
    INLINE = 3  # [3, series, step, walltime, summary, payload, check]
    # [4, series, step, walltime, offset, length, crc, summary, check]: into the media file.
    REFERENCE = 4
    SEAL = 5  # [5, 0, start, length, crc, check]: the CRC-32 of the block [start, start + length)
    GAP = 6  # [6, missing, since, until, check]: records that could not be written
    END = 7  # [7, walltime, check] or [7, walltime, outcome, check]: the writer closed
    # Not 8: logs of the first version hold records of that type, which stand for what is not known yet.
    LIST = (
        9  # [9, list, [series, ...], check]: declares which series a row of that list has values of
    )
    ROW = 10  # [10, list, step, walltime, values, check]: a scalar of each series of a list


SCALAR_BYTES = 37
LARGE_SCALAR_BYTES = 39
SEAL_BYTES = 37

CHECK = Struct(">I")
CHECK_BYTES = 5  # with the 0xce that says what the four are
# The last byte of each is that 0xce: it belongs to the body, and the check follows it.
_SCALAR = Struct(">6sqcdcdc")
_LARGE_SCALAR = Struct(">8sqcdcdc")
SEAL = Struct(">6sqcqcQc")

SEAL_HEAD = bytes([0x96, RecordType.SEAL, 0xCD, 0, 0, 0xD3])
SCALAR_HEAD = bytes([0x96, RecordType.SCALAR, 0xCD])
LARGE_SCALAR_HEAD = bytes([0x96, RecordType.SCALAR, 0xCE])


def checked(body: bytes, offset: int) -> bytes:
    """The record: `body` (a msgpack array that lacks only the last four bytes) and its check."""
    return body + CHECK.pack(crc32(body, offset & 0xFFFFFFFF))


def record(offset: int, *items: Any) -> bytes:
    """A record of any type as bytes that belong at `offset`."""
    # The array's header counts one item more than is packed here: the check follows.
    body = bytes([0x90 | (len(items) + 1)]) + b"".join([msgpack.packb(item) for item in items])
    return checked(body + b"\xce", offset)


pack_scalar = _SCALAR.pack
"""Packs a small scalar's head, step, b"\\xcb", walltime, b"\\xcb", value and b"\\xce": its bytes before the check."""


def scalar_head(series: int) -> bytes:
    """The first bytes of the scalars of a series, up to the step: 6 bytes, or 8 for a large series number."""
    small = series <= MAX_SMALL_SERIES
    head, size = (SCALAR_HEAD, 2) if small else (LARGE_SCALAR_HEAD, 4)
    return head + series.to_bytes(size, "big") + b"\xd3"


def scalar_body(series: int, step: int, walltime: float, value: float) -> bytes:
    """A scalar's bytes before its check. Raises struct.error for what is out of range."""
    pack = pack_scalar if series <= MAX_SMALL_SERIES else _LARGE_SCALAR.pack
    head = scalar_head(series)
    return pack(head, step, b"\xcb", walltime, b"\xcb", value, b"\xce")


ROW_VALUES = 4096
"""Values of a row at most, as the writer has it: each such row is a block."""

ROW_HEAD = bytes([0x96, RecordType.ROW, 0xCE])
ROW_HEAD_BYTES = 28  # before the values
ROW_BYTES = ROW_HEAD_BYTES + CHECK_BYTES
"""Of a row without values."""

_LIST_HEAD = bytes([0x94, RecordType.LIST])
_SERIES_HEAD = bytes([0x96, RecordType.SERIES])
_ROW = Struct(">3sIcqcdcH")
_ROW_MARKS = ((7, 0xD3), (16, 0xCB), (25, 0xC5))


def row_head(number: int, step: int, walltime: float, size: int) -> bytes:
    """A row's bytes before its values, which take `size` bytes. Raises struct.error for what is out of range."""
    return _ROW.pack(ROW_HEAD, number, b"\xd3", step, b"\xcb", walltime, b"\xc5", size)


def row_end(view: memoryview, at: int, end: int) -> int:
    """The end of the row at `at`; -1 if there is none of this layout that ends at `end` or before.

    What the values and the check are is not looked at.
    """
    if at + ROW_BYTES > end or view[at : at + 3] != ROW_HEAD:
        return -1
    if any(view[at + place] != mark for place, mark in _ROW_MARKS):
        return -1
    size = int.from_bytes(view[at + 26 : at + 28], "big")
    stop = at + ROW_BYTES + size
    fits = size > 0 and size % 8 == 0 and stop <= min(end, at + MAX_RECORD)
    return stop if fits and view[stop - CHECK_BYTES] == 0xCE else -1


def row_fields(view: memoryview, at: int) -> tuple[int, int, float]:
    """The number of the list, the step and the walltime of the row at `at`, whose layout is right."""
    _, number, _, step, _, walltime, _, _ = _ROW.unpack_from(view, at)
    return number, step, walltime


def list_body(number: int, series: Sequence[int]) -> bytes:
    """A list of series before its check."""
    return b"".join((_LIST_HEAD, msgpack.packb(number), msgpack.packb(series), b"\xce"))


def series_body(number: int, kind: str, tag: str) -> bytes:
    """A declaration of a series before its check."""
    # At once, and without the byte that says how many: a run may have a million names.
    return b"".join((_SERIES_HEAD, msgpack.packb((number, kind, tag))[1:], b"\x80\xce"))


def seal(start: int, block: bytes | bytearray | memoryview) -> bytes:
    """The record that closes the block that began at `start`; it belongs right behind it."""
    length = len(block)
    body = SEAL.pack(SEAL_HEAD, start, b"\xd3", length, b"\xcf", crc32(block), b"\xce")
    return checked(body, start + length)
