"""Answers as msgpack with raw columns, or as JSON for whoever asks for anything else."""

from __future__ import annotations

import gzip
import json
import math
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgpack
import numpy as np
from fastapi import Request, Response
from numpy.typing import NDArray

MSGPACK = "application/msgpack"

MaybeFloat = float | Literal["NaN", "Infinity", "-Infinity"]
"""A float as JSON writes it."""

# dtype.kind + itemsize -> the name of a column's items, and their layout on the wire
_COLUMN_TYPES = {
    name: f"<{name}" for name in ("i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "f8", "f4")
}
_WIDER = {"b1": "u1", "f2": "f4", "f16": "f8"}  # what few languages have
_GZIP_FROM = 4096  # bytes; below, compressing costs more than it saves


def answer(request: Request, content: Mapping[str, Any]) -> Response:
    """`content` in the format that the request accepts; NumPy arrays become columns."""
    if MSGPACK in request.headers.get("accept", ""):
        # Floats hardly shrink, and most requests come over loopback: not compressed.
        return Response(to_msgpack(content), headers=_HEADERS, media_type=MSGPACK)
    body = to_json(content)
    headers = dict(_HEADERS)
    if len(body) >= _GZIP_FROM and accepts_gzip(request.headers.get("accept-encoding", "")):
        body = gzip.compress(body, compresslevel=1)
        headers["Content-Encoding"] = "gzip"
    return Response(body, headers=headers, media_type="application/json")


_HEADERS = {"Vary": "Accept, Accept-Encoding"}


def accepts_gzip(accept_encoding: str) -> bool:
    """Whether an Accept-Encoding header names gzip, and not with q=0."""
    for part in accept_encoding.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def to_msgpack(content: Mapping[str, Any]) -> bytes:
    """`content` as msgpack; an array becomes {"dtype", "data"} with raw little-endian items.

    One that has not one dimension has its "shape" beside them, the last axis fastest.
    """
    packed: bytes = msgpack.packb(content, default=_column, unicode_errors="replace")
    if _REFUSED in packed:  # somebody gave a tag, a package or a chart this name
        packed = msgpack.packb(_renamed(content), default=_column, unicode_errors="replace")
    return packed


_REFUSED = msgpack.packb("__proto__")
"""As a key it makes decoders in JavaScript refuse the whole answer."""


def _renamed(value: Any) -> Any:
    """The same, with a space behind each key that is refused."""
    if isinstance(value, Mapping):
        return {
            f"{key} " if key == "__proto__" else key: _renamed(item) for key, item in value.items()
        }
    return [_renamed(item) for item in value] if isinstance(value, (list, tuple)) else value


def to_json(content: Any) -> bytes:
    """`content` as JSON; what JSON can't write becomes "NaN", "Infinity" or "-Infinity"."""
    text = json.dumps(_plain(content), allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    # A tag may hold lone surrogates (undecodable bytes of a file name): shown, not fatal.
    return text.encode("utf-8", "backslashreplace")


def _column(value: object) -> object:
    if isinstance(value, np.ndarray):
        own = f"{value.dtype.kind}{value.dtype.itemsize}"
        name = _WIDER.get(own, own)
        raw = np.ascontiguousarray(value, dtype=_COLUMN_TYPES[name])
        column = {"dtype": name, "data": raw.tobytes()}
        return column if value.ndim == 1 else column | {"shape": list(value.shape)}
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"can't encode {type(value).__name__}")


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else float_name(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return _plain_array(value)
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, bytes):
        return b64encode(value).decode("ascii")
    return value


def _plain_array(values: NDArray[Any]) -> list[Any]:
    items: list[Any] = values.ravel().tolist()
    if values.dtype.kind == "f":
        for index in np.flatnonzero(~np.isfinite(values)).tolist():
            items[index] = float_name(items[index])
    return items if values.ndim == 1 else _nested(items, values.shape)


def _nested(items: list[Any], shape: Sequence[int]) -> Any:
    """The items as lists in lists."""
    if not shape:
        return items[0]
    size = len(items) // shape[0] if shape[0] else 0
    return [
        _nested(items[start * size : (start + 1) * size], shape[1:]) for start in range(shape[0])
    ]


def float_name(value: float) -> str:
    """The name of a non-finite float: "NaN", "Infinity" or "-Infinity"."""
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"
