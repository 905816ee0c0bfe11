"""Fields of messages as bytes."""

from struct import Struct

_DOUBLE, _FLOAT = Struct("<d"), Struct("<f")


def varint(number: int) -> bytes:
    """A number, which may be negative, in as many bytes as it needs."""
    number &= 0xFFFF_FFFF_FFFF_FFFF
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def integer(field: int, number: int) -> bytes:
    return varint(field << 3) + varint(number)


def double(field: int, number: float) -> bytes:
    return varint(field << 3 | 1) + _DOUBLE.pack(number)


def single(field: int, number: float) -> bytes:
    """A number of 32 bits. Raises OverflowError if it is too large for one."""
    return varint(field << 3 | 5) + _FLOAT.pack(number)


def message(field: int, content: bytes | str) -> bytes:
    """Bytes, a text, or another message."""
    data = content.encode(errors="replace") if isinstance(content, str) else content
    return varint(field << 3 | 2) + varint(len(data)) + data
