"""TensorFlow's `TensorProto`: numbers, or texts, of some shape."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.protobuf.message import VARINT, Message

_FLOAT, _DOUBLE, _STRING, _BOOL, _BFLOAT16, _HALF = 1, 2, 7, 10, 14, 19
_COMPLEX64, _COMPLEX128 = 8, 18

# By number of DataType; quantized ones are the integers that they are made of.
_DTYPES: dict[int, str] = {
    _FLOAT: "<f4",
    _DOUBLE: "<f8",
    3: "<i4",
    4: "|u1",
    5: "<i2",
    6: "|i1",
    _COMPLEX64: "<c8",
    9: "<i8",
    _BOOL: "|b1",
    11: "|i1",
    12: "|u1",
    13: "<i4",
    15: "<i2",
    16: "<u2",
    17: "<u2",
    _COMPLEX128: "<c16",
    _HALF: "<f2",
    22: "<u4",
    23: "<u8",
}

# Fields of values: the type of what lies in them; 0 for numbers of varying length.
_VALUES = {5: "<f4", 6: "<f8", 7: "", 9: "<f4", 10: "", 11: "", 12: "<f8", 13: "", 16: "", 17: ""}
_HALF_VALUES = 13

_MOST_DIMENSIONS = 16
_MOST_REPEATED = 1 << 22
"""A tensor may tell one value for all; of more values than these that is a message made to fill the memory."""


@dataclass(frozen=True, slots=True)
class Texts:
    """A tensor of byte strings."""

    items: tuple[bytes, ...]  # in C order
    shape: tuple[int, ...]


def read_tensor(message: Message) -> "NDArray[Any] | Texts":
    """The array of a TensorProto; float16 and bfloat16 as float32 where they were written as such.

    Raises FormatError for bytes that are none, and for types that are neither numbers nor texts.
    """
    dtype = 0
    shape: tuple[int, ...] | None = None
    content = b""
    parts: list[tuple[int, NDArray[Any]]] = []
    texts: list[bytes] = []
    for field in message.fields():
        number, kind, value, _ = field
        if number == 1 and kind == VARINT:
            dtype = value
        elif number == 2:
            shape = _shape(message.inner(field))
        elif number == 4:
            content = message.data(field)
        elif number == 8:
            texts.append(message.data(field))
        elif number in _VALUES:
            of = _VALUES[number]
            values = message.float_array(field, of) if of else message.integer_array(field)
            parts.append((number, values))
    if dtype == _STRING:
        return _texts(texts, shape)
    if dtype != _BFLOAT16 and dtype not in _DTYPES:
        raise FormatError(f"got a tensor of type {dtype}, want numbers or texts")
    flat = _from_content(content, dtype) if content else _from_values(parts, dtype)
    return _shaped(flat, shape)


def _shape(message: Message) -> tuple[int, ...] | None:
    """None where the tensor does not tell it."""
    sizes: list[int] = []
    for field in message.fields():
        if field[0] == 3 and field[1] == VARINT and field[2]:
            return None
        if field[0] != 2:
            continue
        dimension, size = message.inner(field), 0
        for part in dimension.fields():
            if part[0] == 1:
                (size,) = dimension.integers(part)[:1] or [0]
        sizes.append(size)
    if len(sizes) > _MOST_DIMENSIONS or any(size < 0 for size in sizes):
        raise FormatError(f"got a tensor of shape {sizes[:20]}")
    return tuple(sizes)


def _from_content(content: bytes, dtype: int) -> NDArray[Any]:
    if dtype == _BFLOAT16:
        return _bfloat16(np.frombuffer(content[: len(content) // 2 * 2], "<u2"))
    size = np.dtype(_DTYPES[dtype]).itemsize
    if len(content) % size:
        raise FormatError(f"got {len(content)} bytes of values of {size} bytes")
    return np.frombuffer(content, _DTYPES[dtype])


def _from_values(parts: list[tuple[int, NDArray[Any]]], dtype: int) -> NDArray[Any]:
    number = parts[0][0] if parts else 0
    arrays = [values for each, values in parts if each == number]
    values = np.concatenate(arrays) if arrays else np.empty(0, np.int64)
    if number == _HALF_VALUES and dtype in (_HALF, _BFLOAT16):
        return _halves(values, dtype)
    if dtype == _BFLOAT16:
        return values.astype(np.float32)
    if dtype in (_COMPLEX64, _COMPLEX128):
        return values[: len(values) // 2 * 2].astype("<f8").view("<c16").astype(_DTYPES[dtype])
    with np.errstate(all="ignore"):  # whatever a float is as an integer, nobody has logged it
        return values.astype(_DTYPES[dtype])


def _halves(values: NDArray[np.int64], dtype: int) -> NDArray[Any]:
    """TensorFlow stores the 16 bits of each number; torch those of the number as a float32."""
    if len(values) and (values.min() < 0 or values.max() > 0xFFFF):
        return (values & 0xFFFF_FFFF).astype("<u4").view("<f4")
    bits = values.astype("<u2")
    return _bfloat16(bits) if dtype == _BFLOAT16 else bits.view("<f2")


def _bfloat16(bits: NDArray[np.uint16]) -> NDArray[np.float32]:
    wide: NDArray[np.float32] = (bits.astype("<u4") << np.uint32(16)).view("<f4")
    return wide


def _shaped(flat: NDArray[Any], shape: tuple[int, ...] | None) -> NDArray[Any]:
    if shape is None:
        return flat
    size = math.prod(shape)
    if not shape and len(flat) > 1:
        return flat  # torch's new-style scalars have no shape at all
    if len(flat) == size:
        return flat.reshape(shape)
    if 0 < len(flat) < size <= _MOST_REPEATED:
        # What is missing is as the last one.
        return np.append(flat, np.full(size - len(flat), flat[-1])).reshape(shape)
    raise FormatError(f"got {len(flat)} values for a tensor of shape {list(shape)}")


def _texts(texts: list[bytes], shape: tuple[int, ...] | None) -> Texts:
    if shape is None or math.prod(shape) != len(texts):
        shape = () if shape == () and len(texts) <= 1 else (len(texts),)
    return Texts(tuple(texts), shape)
