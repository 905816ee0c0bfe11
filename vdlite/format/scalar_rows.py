"""Many scalars of one series as bytes, without a Python loop over them.

The check of a record is a CRC-32 that begins with the record's offset. A CRC is linear: that of a record is the XOR of
what each of its bytes gives at its place, and of what the offset gives. So there is one table for each place, as in
"slicing" (Kounavis and Berry, "Novel Table Lookup-Based Algorithms for High-Performance CRC Generation", 2008), with
all records of a chunk looked up at once.
"""

from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from vdlite.format.records import scalar_body, scalar_head

CHUNK = 1 << 14
"""So many at a time stay in the processor's cache."""

Tables = NDArray[np.uint32]  # [places, 256]


class ScalarRows:
    """Up to `CHUNK` scalars of one series as records that lack only their offset."""

    def __init__(
        self,
        series: int,
        steps: NDArray[np.int64],
        walltimes: NDArray[np.float64],
        values: NDArray[np.float64],
    ) -> None:
        """steps, walltimes, values: of one length."""
        head = len(scalar_head(series))
        self.size = head + 31
        empty = scalar_body(series, 0, 0.0, 0.0)
        self._rows = np.frombuffer(bytearray(empty + b"----") * len(steps), _row_type(head))
        self._checks = np.full(len(steps), crc32(empty), np.uint32)  # as if all began at offset 0
        tables = _tables(len(empty))
        for name, first, column in (
            ("step", head, steps),
            ("walltime", head + 9, walltimes),
            ("value", head + 18, values),
        ):
            octets = column.astype(column.dtype.newbyteorder(">"))
            self._rows[name] = octets
            _add_checks(self._checks, octets.view(np.uint64), tables[first : first + 8])
        self._low, self._high = _offset_tables(len(empty))
        self._places = np.arange(len(steps), dtype=np.int64) * self.size

    def __len__(self) -> int:
        return len(self._rows)

    def at(self, offset: int, start: int, stop: int) -> bytes:
        """The records from `start` to before `stop` as the bytes that belong at `offset` of the file."""
        places = self._places[: stop - start] + (offset & 0xFFFFFFFF)
        checks = self._checks[start:stop] ^ self._low[places & 0xFFFF]
        checks ^= self._high[(places >> 16) & 0xFFFF]
        self._rows["check"][start:stop] = checks
        return self._rows[start:stop].tobytes()


@lru_cache(maxsize=2)
def _row_type(head: int) -> np.dtype[np.void]:
    """The layout of the numbers of a scalar whose head is so many bytes long; see `records`."""
    return np.dtype(
        {
            "names": ["step", "walltime", "value", "check"],
            "formats": [">i8", ">f8", ">f8", ">u4"],
            "offsets": [head, head + 9, head + 18, head + 27],
            "itemsize": head + 31,
        }
    )


def _add_checks(checks: NDArray[np.uint32], column: NDArray[np.uint64], tables: Tables) -> None:
    """Add to the checks what a column gives; `column` holds its big-endian bytes, eight for each row."""
    if not len(column):
        return
    # Bytes that are the same in all rows, such as the upper ones of steps, need no lookup for each of them.
    differ = np.bitwise_or.reduce(column ^ column[0]).tobytes()
    octets = column.view(np.uint8).reshape(-1, 8)
    found = np.empty_like(checks)
    for place in range(8):
        if differ[place]:
            np.take(tables[place], octets[:, place], out=found, mode="clip")
            checks ^= found
        else:
            checks ^= tables[place, octets[0, place]]


@lru_cache(maxsize=2)
def _tables(size: int) -> Tables:
    """What each byte of a body of `size` bytes gives to its CRC-32, by its place and value."""
    zeros = bytes(size)
    tables = np.zeros((size, 256), np.uint32)
    for place in range(size):
        for bit in range(8):
            one = bytearray(zeros)
            one[place] = 1 << bit
            _set_bit(tables[place], bit, crc32(one) ^ crc32(zeros))
    return tables


@lru_cache(maxsize=2)
def _offset_tables(size: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """What the offset gives to the CRC-32 of a body of `size` bytes: by its low and by its high 16 bits."""
    zeros = bytes(size)
    low, high = np.zeros(1 << 16, np.uint32), np.zeros(1 << 16, np.uint32)
    for bit in range(16):
        _set_bit(low, bit, crc32(zeros, 1 << bit) ^ crc32(zeros))
        _set_bit(high, bit, crc32(zeros, 1 << (bit + 16)) ^ crc32(zeros))
    return low, high


def _set_bit(table: NDArray[np.uint32], bit: int, given: int) -> None:
    """Fill in what numbers whose highest bit is `bit` give, from those below and from what the bit alone gives."""
    size = 1 << bit
    table[size : 2 * size] = table[:size] ^ np.uint32(given)
