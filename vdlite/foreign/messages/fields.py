"""Payloads that lie in a file as one field of a message: its key, its length, its bytes."""

from vdlite.errors import FormatError
from vdlite.foreign.formats import ReadPart
from vdlite.protobuf.message import BYTES, varint

MOST_BYTES = 1 << 28
_HEAD_BYTES = 12  # key and length, and more


def field_at(read: ReadPart, offset: int, number: int) -> bytes:
    """The field of that number at an offset of a file, from its key on. Raises FormatError if there is none."""
    head = read(offset, _HEAD_BYTES)
    if head[:1] != bytes([number << 3 | BYTES]):
        raise FormatError("no value begins there")
    length, begin = varint(memoryview(head), 1, len(head))
    if length > MOST_BYTES:
        raise FormatError(f"a value of {length} bytes")
    return read(offset, begin + length)
