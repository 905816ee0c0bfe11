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
"""

import enum
from struct import Struct
from typing import Any
from zlib import crc32

import msgpack

VERSION = 1
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


def seal(start: int, block: bytes | bytearray | memoryview) -> bytes:
    """The record that closes the block that began at `start`; it belongs right behind it."""
    length = len(block)
    body = SEAL.pack(SEAL_HEAD, start, b"\xd3", length, b"\xcf", crc32(block), b"\xce")
    return checked(body, start + length)
