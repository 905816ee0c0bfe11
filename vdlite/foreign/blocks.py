"""How W&B and SwanLab frame their files: as LevelDB does, in blocks of 32 KiB, each record in one fragment or more.

A fragment is a CRC-32 (of its type and data), a length of 16 bits, a type, and its data; none goes beyond its block.
The file begins with seven bytes that say what it is.
"""

from collections.abc import Callable
from struct import Struct
from typing import NamedTuple
from zlib import crc32

from vdlite.errors import FormatError
from vdlite.foreign.formats import ReadPart
from vdlite.format.batch import Damage, add_damage

BEGIN_BYTES = 7
BLOCK_BYTES = 1 << 15
MOST_BYTES = 1 << 28  # of a record

DAMAGED = "a record whose checksum does not match, or that lacks a part"

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


def walk(
    data: bytes,
    base: int,
    begin: bytes,
    take: Callable[[bytes, int, int], None],
    lost: list[Damage],
) -> tuple[int, int]:
    """Hand over the records of a piece, each with its offset in the file and its length there.

    begin: what the file begins with. lost: damage that was found is added to it.
    Returns where the next record begins in the piece, and how many bytes it takes at least; 0: that is not known.
    """
    at = 0
    if base == 0:
        if len(data) < BEGIN_BYTES:
            return 0, 0
        if not data.startswith(begin):
            # Nothing here is such a log; who reads says so when enough of it has been seen.
            return len(data), 0
        at = BEGIN_BYTES
    while at < len(data):
        found = next_record(data, at, base)
        if found is None:
            return at, len(data) - at + 1
        if found.data is None:
            add_damage(lost, Damage(base + at, found.end - at, DAMAGED))
        else:
            take(found.data, base + at, found.end - at)
        at = found.end
    return at, 0


def most_framed(length: int) -> int:
    """How many bytes of a file a record of that length takes at most."""
    return length + (length // (BLOCK_BYTES - _HEAD.size) + 2) * 2 * _HEAD.size


def record_at(read: ReadPart, offset: int) -> bytes:
    """The record whose first fragment is at an offset. Raises FormatError if there is none, OSError."""
    length = 1 << 16
    while True:
        piece = read(offset, length)
        found = next_record(piece, 0, offset)
        if found is not None and found.data is not None:
            return found.data
        if found is not None or len(piece) < length:
            raise FormatError(f"byte {offset}: there is no record (any more)")
        length *= 2
