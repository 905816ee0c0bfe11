"""Payloads that are a few named fields, arrays among them, as one msgpack map."""

import re
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError

_NUMBER_TYPE = re.compile(r"[<>|]?(b1|[iu][1248]|f(2|4|8|16))")


def pack(fields: object) -> bytes:
    """The fields, or a part of them, as msgpack; an array becomes {"dtype": "<f8", "shape": [...], "data": raw little-endian items}."""
    packed: bytes = msgpack.packb(fields, default=_plain, use_bin_type=True)
    return packed


def unpack(payload: bytes, kind: str) -> dict[str, Any]:
    """The fields that `pack` was given, their arrays read-only. Raises FormatError if the bytes are none such."""
    try:
        fields = msgpack.unpackb(payload, object_hook=_array, strict_map_key=False)
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise FormatError(f"{kind} payload: {error}") from error
    if not isinstance(fields, dict):
        raise FormatError(f"{kind} payload: got {type(fields).__name__}, want a map of fields")
    return fields


def number_type(name: object) -> np.dtype[Any]:
    """The type of numbers with that name, such as "<f8". Raises FormatError for any other: never objects."""
    if not isinstance(name, str) or not _NUMBER_TYPE.fullmatch(name):
        raise FormatError(f"got an array of dtype {name!r:.40}, want numbers")
    return np.dtype(name)


def _plain(value: object) -> object:
    if isinstance(value, np.ndarray):
        array = np.ascontiguousarray(value, value.dtype.newbyteorder("<"))
        return {"dtype": array.dtype.str, "shape": list(value.shape), "data": array.tobytes()}
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"can't pack {type(value).__name__}")


def _array(fields: dict[Any, Any]) -> Any:
    if fields.keys() != {"dtype", "shape", "data"}:
        return fields
    shape = fields["shape"]
    if not isinstance(shape, list) or not all(
        isinstance(size, int) and 0 <= size < 1 << 63 for size in shape
    ):
        raise FormatError(f"got an array of shape {shape!r:.40}")
    array: NDArray[Any] = np.frombuffer(fields["data"], number_type(fields["dtype"])).reshape(shape)
    return array
