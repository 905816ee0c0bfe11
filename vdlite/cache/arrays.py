"""Facts with arrays among them as bytes: the facts as msgpack, the arrays behind each other."""

from __future__ import annotations

import mmap
import os
from math import prod
from pathlib import Path
from typing import Any
from zlib import crc32

import msgpack
import numpy as np
from numpy.typing import NDArray

from vdlite.cache.descriptors import check_room, hold
from vdlite.cache.stamps import Stamp

_ALIGNED = 8  # bytes
_ARRAY, _LATER = (
    1,
    2,
)  # codes of the msgpack extensions that stand for an array, and for facts with arrays
_NAMES = ("|u1", "<u4", "<i8", "<f8", "|b1")


class Later:
    """Facts that are unpacked when they are asked for."""

    def __init__(self, facts: Any, heap: bytes | mmap.mmap | None = None) -> None:
        """facts: as they are, or packed ones with the heap of their arrays."""
        self._facts = facts
        self._heap = heap

    def get(self) -> Any:
        """The facts. Raises ValueError if they don't fit together."""
        if self._heap is not None:
            self._facts, self._heap = unpack(self._facts, self._heap), None
        return self._facts


def pack(facts: Any) -> tuple[bytes, list[bytes | memoryview]]:
    """The facts as msgpack, and the bytes of their arrays, of which the facts know the places.

    Raises ValueError, TypeError or OverflowError for what msgpack can't pack.
    """
    pieces: list[bytes | memoryview] = []
    place = 0

    def packed(value: Any) -> msgpack.ExtType:
        nonlocal place
        if isinstance(value, Later):
            return msgpack.ExtType(_LATER, msgpack.packb(value.get(), default=packed))
        if not isinstance(value, np.ndarray):
            raise TypeError(f"can't keep {type(value).__name__}")
        array = np.ascontiguousarray(value)
        kind = _NAMES.index(array.dtype.str)
        gap = -place % _ALIGNED
        if array.nbytes:
            pieces.extend([bytes(gap), array.reshape(-1).view(np.uint8).data])
            place += gap
        code = msgpack.packb([kind, place, *array.shape])
        place += array.nbytes
        return msgpack.ExtType(_ARRAY, code)

    return msgpack.packb(facts, default=packed), pieces


def unpack(head: bytes | memoryview, heap: bytes | mmap.mmap) -> Any:
    """The facts, whose arrays are views of the heap. Raises ValueError if they don't fit together."""

    def made(code: int, data: bytes) -> NDArray[Any] | Later:
        if code == _LATER:
            return Later(data, heap)
        kind, place, *shape = msgpack.unpackb(data)
        count = prod(shape)
        if not count:
            return np.empty(shape, _NAMES[kind])
        array = np.frombuffer(heap, _NAMES[kind], count, place)
        return array if len(shape) == 1 else array.reshape(shape)

    return msgpack.unpackb(head, ext_hook=made, strict_map_key=False)


def write_file(path: Path, pieces: list[bytes | memoryview]) -> Stamp:
    """Write the pieces into a new file. Raises OSError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with open(descriptor, "wb") as file:
        file.writelines(pieces)
        file.flush()
        return Stamp.of(os.fstat(descriptor))


def map_file(path: Path, stamp: Stamp) -> mmap.mmap:
    """The bytes of a file that had that stamp when it was known to be right, mapped.

    Raises OSError if it is another one, or was changed since.
    """
    check_room()
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        if Stamp.of(os.fstat(descriptor)) != stamp:
            raise OSError(f"it was changed: {path}")
        mapped = mmap.mmap(descriptor, stamp.size, access=mmap.ACCESS_READ)
        hold(mapped)
        return mapped
    finally:
        os.close(descriptor)


def checksum(*parts: bytes | memoryview) -> int:
    """The CRC-32 of the parts, one behind the other."""
    value = 0
    for part in parts:
        value = crc32(part, value)
    return value
