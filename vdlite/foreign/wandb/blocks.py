"""How a file is framed: as LevelDB frames its logs, in blocks of 32 KiB, each record in one fragment or more.

A fragment is a CRC-32 (of its type and data), a length of 16 bits, a type, and its data; none goes beyond its block.
The file begins with seven bytes that say what it is.
"""

from struct import Struct
from typing import NamedTuple
from zlib import crc32

BEGIN = b":W&B"
BEGIN_BYTES = 7
BLOCK_BYTES = 1 << 15
MOST_BYTES = 1 << 28  # of a record

_HEAD = Struct("<IHB")
_FULL, _FIRST, _MIDDLE, _LAST = 1, 2, 3, 4
_TYPE_CRCS = [crc32(bytes([kind])) for kind in range(5)]


class Framed(NamedTuple):
    """A record, or what stands in place of one."""

    data: bytes | None  # None where it is damaged
    end: int  # behind it, in the piece


def next_record(piece: bytes, at: int, base: int) -> Framed | None:
    """The record whose first fragment is the next at `at`; None if it is not all there.

    base: where the piece begins in the file, for the blocks begin at multiples of their size. What is damaged ends
    with its block: there the next record, or the rest of this one, begins.
    """
    parts: list[bytes] = []
    size = 0
    while True:
        left = BLOCK_BYTES - (base + at) % BLOCK_BYTES
        if left < _HEAD.size:
            at += left  # zeros fill the block
            continue
        if at + _HEAD.size > len(piece):
            return None
        check, length, kind = _HEAD.unpack_from(piece, at)
        end = at + _HEAD.size + length
        if not 0 < kind <= _LAST or length > left - _HEAD.size or size > MOST_BYTES:
            return _damaged(piece, at + left)
        if end > len(piece):
            return None
        data = piece[at + _HEAD.size : end]
        if crc32(data, _TYPE_CRCS[kind]) != check:
            return _damaged(piece, at + left)
        if kind not in ((_MIDDLE, _LAST) if parts else (_FULL, _FIRST)):
            # It is intact, but what it goes on with is lost; or it begins a record, and the one before has no end.
            return Framed(None, at if parts else end)
        parts.append(data)
        size += length
        at = end
        if kind in (_FULL, _LAST):
            return Framed(b"".join(parts), end)


def _damaged(piece: bytes, end: int) -> Framed | None:
    return Framed(None, end) if end <= len(piece) else None
