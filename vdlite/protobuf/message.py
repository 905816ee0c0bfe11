"""The wire format of protocol buffers: fields of a message, without its description.

See https://protobuf.dev/programming-guides/encoding.
"""

import struct
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5

Field: TypeAlias = "tuple[int, int, int, int]"
"""Number, type, and: of a varint or fixed number its bits and 0; of bytes where they begin and end."""


class Place(NamedTuple):
    """The place of a field in its buffer."""

    number: int
    kind: int
    begin: int  # of its key
    value: int  # where what it holds begins: of bytes behind their length
    end: int


class Message:
    """A message in a buffer; nothing of it is copied until it is asked for."""

    __slots__ = ("buffer", "end", "start")

    def __init__(self, buffer: "memoryview", start: int = 0, end: int | None = None) -> None:
        self.buffer = buffer
        self.start = start
        self.end = len(buffer) if end is None else end

    def fields(self) -> Iterator[Field]:
        """Raises FormatError where the bytes are none."""
        buffer, at, end = self.buffer, self.start, self.end
        while at < end:
            key = buffer[at]
            if key < 0x80:  # most fields have small numbers
                at += 1
            else:
                key, at = varint(buffer, at, end)
            number, kind = key >> 3, key & 7
            if kind == VARINT:
                value, at = varint(buffer, at, end)
                yield number, kind, value, 0
            elif kind == BYTES:
                size, at = varint(buffer, at, end)
                if size > end - at:
                    raise FormatError(f"got a field of {size} bytes, {end - at} are left")
                yield number, kind, at, at + size
                at += size
            elif kind in (FIXED32, FIXED64):
                size = 4 if kind == FIXED32 else 8
                if size > end - at:
                    raise FormatError("got a number that is cut short")
                yield number, kind, int.from_bytes(buffer[at : at + size], "little"), 0
                at += size
            else:
                raise FormatError(f"got a field of type {kind}")

    def places(self) -> Iterator[Place]:
        """The places of the fields. Raises FormatError where the bytes are none."""
        begin = self.start
        for number, kind, value, behind in self.fields():
            _, start = varint(self.buffer, begin, self.end)
            if kind == VARINT:
                _, end = varint(self.buffer, start, self.end)
            elif kind == BYTES:
                start, end = value, behind
            else:
                end = start + (4 if kind == FIXED32 else 8)
            yield Place(number, kind, begin, start, end)
            begin = end

    def inner(self, field: Field) -> "Message":
        _want(field, BYTES)
        return Message(self.buffer, field[2], field[3])

    def data(self, field: Field) -> bytes:
        _want(field, BYTES)
        return bytes(self.buffer[field[2] : field[3]])

    def text(self, field: Field) -> str:
        return self.data(field).decode("utf-8", errors="replace")

    def integers(self, field: Field) -> list[int]:
        """One number, or many that are packed."""
        if field[1] == VARINT:
            return [signed(field[2])]
        _want(field, BYTES)
        found: list[int] = []
        at = field[2]
        while at < field[3]:
            value, at = varint(self.buffer, at, field[3])
            found.append(signed(value))
        return found

    def integer_array(self, field: Field) -> NDArray[np.int64]:
        """Integers as an array, any number of them at once."""
        if field[1] == VARINT:
            return np.array([signed(field[2])], np.int64)
        return _varints(np.frombuffer(self.data(field), np.uint8)).view(np.int64)

    def float_array(self, field: Field, dtype: str) -> NDArray[Any]:
        """Numbers of 32 or 64 bits, "<f4" or "<f8": one, or many that are packed."""
        wide = np.dtype(dtype).itemsize == 8
        if field[1] == (FIXED64 if wide else FIXED32):
            return np.array([field[2]], "<u8" if wide else "<u4").view(dtype)
        data = self.data(field)
        if len(data) % np.dtype(dtype).itemsize:
            raise FormatError(f"got {len(data)} bytes of packed numbers, which are {dtype}")
        return np.frombuffer(data, dtype)

    def floats(self, field: Field) -> list[float]:
        """One number of 32 bits, or many that are packed."""
        if field[1] == FIXED32:
            return [single(field[2])]
        _want(field, BYTES)
        count = (field[3] - field[2]) // 4
        return list(struct.unpack_from(f"<{count}f", self.buffer, field[2]))


def signed(value: int) -> int:
    """The number that 64 bits mean, which may be negative."""
    return value - (1 << 64) if value >= 1 << 63 else value


def double(bits: int) -> float:
    """The number that the 64 bits of a fixed number mean."""
    value: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return value


def single(bits: int) -> float:
    """The number that the 32 bits of a fixed number mean."""
    value: float = struct.unpack("<f", struct.pack("<I", bits))[0]
    return value


def _varints(data: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Numbers that lie one behind the other."""
    ends = np.flatnonzero(data < 0x80)
    if len(data) and (not len(ends) or ends[-1] != len(data) - 1):
        raise FormatError("got a number without an end")
    lengths = np.diff(ends, prepend=-1)
    starts = ends - lengths + 1
    longest = int(lengths.max(initial=0))
    if longest > 10:
        raise FormatError("got a number without an end")
    values = np.zeros(len(ends), np.uint64)
    for place in range(longest):
        there = lengths > place
        part = (data[starts[there] + place] & 0x7F).astype(np.uint64)
        values[there] |= part << np.uint64(7 * place)
    return values


def _want(field: Field, kind: int) -> None:
    if field[1] != kind:
        raise FormatError(f"got field {field[0]} of type {field[1]}, want {kind}")


def varint(buffer: memoryview, at: int, end: int) -> tuple[int, int]:
    """The number that begins at a place, without a sign, and the place behind it. Raises FormatError."""
    value = shift = 0
    while at < end:
        byte = buffer[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, at
        shift += 7
        if shift > 63:
            break
    raise FormatError("got a number without an end")
