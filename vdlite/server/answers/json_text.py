"""Any value as JSON, written in pieces: the interpreter is never held for the whole of a large answer."""

from __future__ import annotations

import json
import math
import re
from base64 import b64encode
from collections.abc import Mapping
from json.encoder import encode_basestring
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.server.answers.sendable import (
    MOST_DEPTH,
    column_type,
    float_name,
    name_of,
    sendable,
    sendable_int,
)
from vdlite.server.scheduling.cancellation import raise_if_client_left

_AT_ONCE = 1 << 16  # numbers of an array
_NONFINITE = re.compile(r"-?Infinity|NaN")


class TooManyNumbersError(Exception):
    """More numbers than are written as JSON; `args[0]` of them, at least."""


class JsonText:
    """Writes one value.

    What JSON can't write becomes "NaN", "Infinity" or "-Infinity"; bytes become base64; an array becomes lists.
    """

    def __init__(self, most_numbers: int) -> None:
        """most_numbers: in arrays, four bytes counting as one."""
        self._left = self._most = most_numbers
        self._pieces: list[str] = []

    def write(self, value: Any) -> bytes:
        """Raises TooManyNumbersError, and what `raise_if_client_left` raises."""
        self._write(value, 0)
        # A tag may hold lone surrogates (undecodable bytes of a file name): shown, not fatal.
        return "".join(self._pieces).encode("utf-8", "backslashreplace")

    def _write(self, value: Any, depth: int) -> None:
        add = self._pieces.append
        if value is None:
            add("null")
        elif isinstance(value, bool):
            add("true" if value else "false")
        elif isinstance(value, str):
            add(encode_basestring(value))
        elif isinstance(value, int):
            known = sendable_int(value)
            add(int.__repr__(known) if isinstance(known, int) else _float(known))
        elif isinstance(value, float):
            add(_float(float(value)))
        elif isinstance(value, np.ndarray) and column_type(value):
            self._write_array(value)
        elif depth > MOST_DEPTH:
            add("null")
        elif isinstance(value, Mapping):
            self._write_map(value, depth)
        elif isinstance(value, (list, tuple)):
            add("[")
            for index, item in enumerate(value):
                if index:
                    add(",")
                self._write(item, depth + 1)
            add("]")
        elif isinstance(value, (bytes, bytearray, memoryview)):
            self._count(len(value) // 4)
            add(f'"{b64encode(value).decode("ascii")}"')
        else:
            self._write(sendable(value, depth), depth + 1)

    def _write_map(self, value: Mapping[Any, Any], depth: int) -> None:
        add = self._pieces.append
        add("{")
        begun = False
        for key, item in value.items():
            add(f"{',' if begun else ''}{encode_basestring(name_of(key))}:")
            self._write(item, depth + 1)
            begun = True
        add("}")

    def _write_array(self, values: NDArray[Any]) -> None:
        """The items as lists in lists, some thousand at a time."""
        add = self._pieces.append
        if values.ndim == 0 or values.size <= _AT_ONCE:
            self._count(values.size)
            raise_if_client_left()
            add(_numbers(values))
            return
        add("[")
        rows = max(1, _AT_ONCE // max(1, values[0].size))
        for first in range(0, len(values), rows):
            if first:
                add(",")
            if rows == 1:
                self._write_array(values[first])
                continue
            some = values[first : first + rows]
            self._count(some.size)
            raise_if_client_left()
            add(_numbers(some)[1:-1])
        add("]")

    def _count(self, numbers: int) -> None:
        self._left -= numbers
        if self._left < 0:
            raise TooManyNumbersError(self._most)


def _float(value: float) -> str:
    return float.__repr__(value) if math.isfinite(value) else f'"{float_name(value)}"'


def _numbers(values: NDArray[Any]) -> str:
    if values.dtype.kind == "b":
        values = values.astype(np.uint8)
    if values.dtype.itemsize > 8:  # a long double, which Python has no numbers for
        values = values.astype(np.float64)
    text = json.dumps(values.tolist(), separators=(",", ":"))
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        return _NONFINITE.sub(r'"\g<0>"', text)
    return text
