"""Spool files: where a writer puts what is still to be made into payloads.

A spool is for the case that its writer does not come to make them: what the operating system took, it keeps when the
process dies. It has a header, a table of slots, and regions that the slots point to:

    byte 0        header: msgpack [MAGIC, version, about], then its CRC-32 (4 bytes)
    byte 4096     SLOTS slots of 48 bytes; one that is in use matches its own check, all others are zero
    byte 200704   regions

    slot      number  offset  length  step   walltime  sum   check
    type      uint64  uint64  uint64  int64  float64   uint32  uint32

All numbers of slots are big-endian. Numbers begin with 1, in the order of the calls. A slot of length 0 has no
region: its draft was kept in memory, and is lost if the slot is still there.

A region is a draft: four bytes with the length of its head, the head, which is msgpack [kind, tag, settings, [[dtype,
shape], ...]], and the arrays' bytes in C order and little-endian. Head and arrays each begin at a multiple of 16
bytes of the region. `sum` is made piece by piece of 256 KiB: the CRC-32 of the sums of the pieces' 64-bit words
(little-endian, modulo 2^64). A CRC of all bytes would take the caller of an `add_*` three times as long.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from struct import Struct
from typing import Any, NamedTuple
from zlib import crc32

import msgpack
import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, shown
from vdlite.format.records import CHECK

MAGIC = "vdlite spool"
VERSION = 1

HEADER_BYTES = 4096
SLOTS = 4096
SLOT_BYTES = 48
REGIONS_AT = HEADER_BYTES + SLOTS * SLOT_BYTES
PIECE_BYTES = 1 << 18
MOST_ARRAYS = 1 << 20
MOST_REGION = 1 << 35  # bytes
_MOST_AXES = 32

_SLOT = Struct(">QQQqdI")
_HEAD_LENGTH = Struct(">I")
_SUM = Struct("<Q")
_ALIGNED = 16
_EMPTY = bytes(SLOT_BYTES)

Octets = NDArray[np.uint8]


class Slot(NamedTuple):
    """The entry of a draft in the table."""

    number: int
    offset: int
    length: int  # of the region; 0 if there is none
    step: int
    walltime: float
    sum: int


class StoredDraft(NamedTuple):
    """The draft that a region holds."""

    kind: str
    tag: str
    settings: bytes  # as the kind packed them
    arrays: list[NDArray[Any]]


Read = Callable[[int, int], bytes]
"""Gives bytes of a spool: offset and length; fewer where it ends. Raises OSError."""
NumberType = Callable[[object], "np.dtype[Any]"]
"""Gives the type of numbers with that name. Raises FormatError if it is none."""


# -- header and slots


def header(about: Mapping[str, Any]) -> bytes:
    """The first bytes of a spool. `about` is that of its writer's log file."""
    packed: bytes = msgpack.packb([MAGIC, VERSION, dict(about)])
    return packed + CHECK.pack(crc32(packed))


def read_header(data: bytes) -> Mapping[str, Any]:
    """The writer as the first HEADER_BYTES describe it. Raises FormatError if this is no spool of this version."""
    unpacker = msgpack.Unpacker(max_buffer_size=HEADER_BYTES)
    unpacker.feed(data[:HEADER_BYTES])
    try:
        items = unpacker.unpack()
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise FormatError(f"spool: got no header: {shown(error, 80)}") from error
    end = unpacker.tell()
    if data[end : end + CHECK.size] != CHECK.pack(crc32(data[:end])):
        raise FormatError("spool: the checksum of the header does not match")
    match items:
        case [str(magic), int(version), dict(about), *_] if magic == MAGIC and version == VERSION:
            return about
        case _:
            raise FormatError(f"spool: got a header that is not of version {VERSION}")


def read_table(read: Read) -> tuple[Mapping[str, Any], list[Slot]]:
    """The writer of a spool, and the slots in use, in the order of the calls.

    Raises FormatError if it is no spool of this version, and what `read` raises.
    """
    about = read_header(read(0, HEADER_BYTES))
    return about, read_slots(read(HEADER_BYTES, SLOTS * SLOT_BYTES))


def slot_offset(index: int) -> int:
    """The place of a slot in the file."""
    return HEADER_BYTES + index * SLOT_BYTES


def pack_slot(slot: Slot) -> bytes:
    """SLOT_BYTES. Raises struct.error for numbers out of range."""
    packed = _SLOT.pack(*slot)
    return packed + CHECK.pack(crc32(packed))


def read_slots(data: bytes) -> list[Slot]:
    """The slots in use of a table, in the order of the calls."""
    found = []
    for at in range(0, len(data) - SLOT_BYTES + 1, SLOT_BYTES):
        packed = data[at : at + SLOT_BYTES]
        if packed != _EMPTY and packed[_SLOT.size :] == CHECK.pack(crc32(packed[: _SLOT.size])):
            found.append(Slot(*_SLOT.unpack_from(packed)))
    return sorted(found)


# -- regions


class Region:
    """The bytes of a draft, and how they lie in a region; the arrays are looked at, not copied."""

    def __init__(
        self, kind: str, tag: str, settings: bytes, arrays: Sequence[NDArray[Any]]
    ) -> None:
        """Raises ValueError for arrays of other than numbers, or too many."""
        if len(arrays) > MOST_ARRAYS:
            raise ValueError(f"got {len(arrays)} arrays, want {MOST_ARRAYS} at most")
        plain = [_plain(array) for array in arrays]
        types = [[array.dtype.str, array.shape] for array in plain]
        head: bytes = msgpack.packb([kind, tag, settings, types])
        first = np.frombuffer(_HEAD_LENGTH.pack(len(head)) + head, np.uint8)
        self._parts = [first, *(array.reshape(-1).view(np.uint8) for array in plain)]
        self.length = sum(_aligned(len(part)) for part in self._parts)

    def pieces(self, scratch: Octets) -> Iterator[Octets]:
        """The bytes, gathered into `scratch`, some pieces of PIECE_BYTES long, again and again."""
        filled, full = 0, len(scratch)
        for part in self._parts:
            at = 0
            while at < len(part):
                size = min(full - filled, len(part) - at)
                scratch[filled : filled + size] = part[at : at + size]
                at += size
                filled += size
                if filled == full:
                    yield scratch
                    filled = 0
            padding = -len(part) % _ALIGNED
            scratch[filled : filled + padding] = 0
            filled += padding
            if filled == full:
                yield scratch
                filled = 0
        if filled:
            yield scratch[:filled]


def sum_of(pieces: Octets, so_far: int = 0) -> int:
    """The `sum` of a region, or of its next pieces after those that gave `so_far`."""
    words = pieces.view("<u8")
    whole = len(pieces) // PIECE_BYTES
    piece = PIECE_BYTES // 8
    sums = np.add.reduce(words[: whole * piece].reshape(whole, piece), axis=1, dtype="<u8")
    so_far = crc32(sums, so_far)
    if len(words) > whole * piece:
        rest = np.add.reduce(words[whole * piece :], dtype=np.uint64)
        so_far = crc32(_SUM.pack(int(rest)), so_far)
    return so_far


def read_draft(slot: Slot, region: Octets, number_type: NumberType) -> StoredDraft:
    """The draft that a slot points to, whose region was read.

    Raises FormatError if the bytes are not those that the writer put there.
    """
    if len(region) != slot.length or slot.length % _ALIGNED or not slot.length:
        raise FormatError(f"draft {slot.number}: the spool ends before it does")
    if sum_of(region) != slot.sum:
        raise FormatError(f"draft {slot.number}: its checksum does not match")
    (size,) = _HEAD_LENGTH.unpack_from(region.data)
    try:
        items = msgpack.unpackb(region[_HEAD_LENGTH.size : _HEAD_LENGTH.size + size].data)
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise FormatError(f"draft {slot.number}: {shown(error, 80)}") from error
    match items:
        case [str(kind), str(tag), bytes(settings), list(types)] if len(types) <= MOST_ARRAYS:
            begin = _aligned(_HEAD_LENGTH.size + size)
            arrays = list(_arrays(region[begin:], types, number_type))
            return StoredDraft(kind, tag, settings, arrays)
        case _:
            raise FormatError(f"draft {slot.number}: got a head that is none")


def _arrays(
    octets: Octets, types: Iterable[Any], number_type: NumberType
) -> Iterator[NDArray[Any]]:
    at = 0
    for given in types:
        match given:
            case [name, list(shape)] if all(
                isinstance(size, int) and 0 <= size < 1 << 48 for size in shape
            ):
                if len(shape) > _MOST_AXES:
                    raise FormatError(f"draft: got an array of {len(shape)} axes")
                dtype, count = number_type(name), 1
                for size in shape:
                    count *= size
            case _:
                raise FormatError("draft: got an array without type or shape")
        length = count * dtype.itemsize
        if length > len(octets) - at:
            raise FormatError("draft: got an array that is larger than its region")
        try:
            yield octets[at : at + length].view(dtype).reshape(shape)
        except ValueError as error:
            raise FormatError(f"draft: got an array of shape {shape!r:.80}") from error
        at += _aligned(length)


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    if array.dtype.kind not in "biuf":
        raise ValueError(f"got an array of {array.dtype}, want numbers")
    # Not ascontiguousarray, which makes an array of one dimension of a number.
    return np.asarray(array, array.dtype.newbyteorder("<"), order="C")


def _aligned(length: int) -> int:
    return length + -length % _ALIGNED
