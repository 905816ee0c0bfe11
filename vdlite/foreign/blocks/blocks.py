"""How W&B and SwanLab frame their files: as LevelDB does, in blocks of 32 KiB, each record in one fragment or more.

A fragment is a CRC-32 (of its type and data), a length of 16 bits, a type, and its data; none goes beyond its block.
The file begins with seven bytes that say what it is.
"""

import re
from collections.abc import Callable, Iterator
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
_KINDS = re.compile(rb"[\x01-\x04]")
_MOST_CHECKED = 1 << 24  # bytes whose checksum is computed behind one that does not match
_TYPE_CRCS = [crc32(bytes([kind])) for kind in range(5)]


class Framed(NamedTuple):
    """A record, or what stands in place of one."""

    data: bytes | None  # None where it is damaged
    end: int  # behind it, in the piece
    is_sure: bool = True  # else it is damaged unless its bytes still change


class Walked(NamedTuple):
    """How far a piece could be read."""

    at: int  # where the next record begins in the piece
    wants: int = 0  # bytes that it takes at least; 0: that is not known
    is_damaged: bool = False  # whether what lies there is damaged unless it still changes


def next_record(piece: bytes, at: int, base: int, *, is_last: bool = False) -> Framed | None:
    """The record whose first fragment is the next at `at`; None if it is not all there.

    base: where the piece begins in the file, for the blocks begin at multiples of their size. What is damaged ends
    where the next sound fragment of its block begins, or with its block: there the next record, or the rest of this
    one, begins.
    is_last: nothing is known to follow the piece, so a fragment that goes beyond it may have a damaged length.
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
            return _damaged(piece, at, at + left, at + left)
        if end > len(piece):
            behind = _behind_torn(piece, at, at + left) if is_last else None
            return None if behind is None else Framed(None, behind)
        data = piece[at + _HEAD.size : end]
        if crc32(data, _TYPE_CRCS[kind]) != check:
            return _damaged(piece, at, end, at + left)
        if kind not in ((_MIDDLE, _LAST) if parts else (_FULL, _FIRST)):
            # It is intact, but what it goes on with is lost; or it begins a record, and the one before has no end.
            return Framed(None, at if parts else end)
        parts.append(data)
        size += length
        at = end
        if kind in (_FULL, _LAST):
            return Framed(b"".join(parts), end)


def _damaged(piece: bytes, at: int, end: int, block_end: int) -> Framed | None:
    """The stand-in for a record with a damaged fragment at `at`, which says that it ends at `end`.

    None if there are only zeros, which a file system may show for what is still on its way.
    """
    if end < block_end and _sound_end(piece, end, block_end) is not None:
        return Framed(None, end)
    behind = next(_sound_behind(piece, at, block_end), None)
    if behind is not None:
        return Framed(None, behind[0])
    if block_end <= len(piece):
        return Framed(None, block_end)
    if not piece[at:].strip(b"\0"):
        return None
    return Framed(None, len(piece), is_sure=False)


def _behind_torn(piece: bytes, at: int, block_end: int) -> int | None:
    """The place behind a fragment that seems to be still written, if its length can't be right, where it goes on.

    Such data may hold what looks like a fragment by chance: there have to be two, or one up to the end of the file.
    """
    for begin, end in _sound_behind(piece, at, block_end):
        if end == len(piece) or _sound_end(piece, end, block_end) is not None:
            return begin
    return None


def _sound_behind(piece: bytes, at: int, block_end: int) -> Iterator[tuple[int, int]]:
    """Begin and end of what is a sound fragment behind `at` in a block, wherever it begins."""
    rest = _MOST_CHECKED
    for found in _KINDS.finditer(piece, at + _HEAD.size, min(block_end, len(piece))):
        begin = found.start() - _HEAD.size + 1
        if rest < 0:
            return
        rest -= int.from_bytes(piece[begin + 4 : begin + 6], "little")
        end = _sound_end(piece, begin, block_end)
        if end is not None:
            yield begin, end


def _sound_end(piece: bytes, at: int, block_end: int) -> int | None:
    """The end of the fragment at `at`, if there is one, all there and intact."""
    if at + _HEAD.size > min(block_end, len(piece)):
        return None
    check, length, kind = _HEAD.unpack_from(piece, at)
    end: int = at + _HEAD.size + length
    if not 0 < kind <= _LAST or end > min(block_end, len(piece)):
        return None
    data = memoryview(piece)[at + _HEAD.size : end]
    return end if crc32(data, _TYPE_CRCS[kind]) == check else None


def walk(
    data: bytes,
    base: int,
    begin: bytes,
    take: Callable[[bytes, int, int], None],
    lost: list[Damage],
) -> Walked:
    """Hand over the records of a piece, each with its offset in the file and its length there.

    begin: what the file begins with. lost: damage that was found is added to it.
    """
    at = 0
    if base == 0:
        if len(data) < BEGIN_BYTES:
            return Walked(0)
        if not data.startswith(begin):
            # Nothing here is such a log; who reads says so when enough of it has been seen.
            return Walked(len(data))
        at = BEGIN_BYTES
    while at < len(data):
        found = next_record(data, at, base, is_last=True)
        if found is None or not found.is_sure:
            return Walked(at, len(data) - at + 1, found is not None)
        if found.data is None:
            add_damage(lost, Damage(base + at, found.end - at, DAMAGED))
        else:
            take(found.data, base + at, found.end - at)
        at = found.end
    return Walked(at)


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
