"""Values as they can be sent, whatever some writer has put into its files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_DEPTH = 128  # of maps and lists in each other; what lies deeper is null
LOWEST, HIGHEST = -(2**63), 2**64 - 1  # what msgpack has integers for; others become floats

# dtype.kind + itemsize -> what is sent of it: the types that most languages have
_COLUMNS = {name: name for name in ("i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "f8", "f4")} | {
    "b1": "u1",
    "f2": "f4",
    "f16": "f8",
}


def column_type(values: NDArray[Any]) -> str | None:
    """The type of the items of an array on the wire, such as "f8"; None if it holds no real numbers."""
    return _COLUMNS.get(f"{values.dtype.kind}{values.dtype.itemsize}")


def sendable(value: Any, depth: int = 0) -> Any:
    """A value made of None, bool, int, float, str, bytes, list, dict with names, and arrays of numbers.

    Total: gives something for any value. An integer that msgpack has no room for becomes a float, a value of an
    unknown type its text.
    """
    if value is None or isinstance(value, (bool, str, bytes)):
        return value
    if isinstance(value, int):
        return sendable_int(value)
    if isinstance(value, float):
        return float(value)
    if depth > MOST_DEPTH:
        return None
    if isinstance(value, Mapping):
        return {name_of(key): sendable(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [sendable(item, depth + 1) for item in value]
    if isinstance(value, np.ndarray):
        return value if column_type(value) else sendable(value.tolist(), depth)
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, np.generic):
        item = value.item()
        return float(value) if isinstance(item, np.floating) else sendable(item, depth + 1)
    return str(value)


def sendable_int(value: int) -> int | float:
    """`value` itself, or the nearest float where it is too large."""
    if LOWEST <= value <= HIGHEST:
        return int(value)
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def name_of(key: Any) -> str:
    """A key as a name."""
    return key if isinstance(key, str) else str(sendable(key))


def float_name(value: float) -> str:
    """The name of a non-finite float: "NaN", "Infinity" or "-Infinity"."""
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"
