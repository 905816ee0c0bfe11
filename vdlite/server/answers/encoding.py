"""Answers as msgpack with raw columns, or as JSON for whoever asks for anything else."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Any, Literal

import msgpack
import numpy as np
from fastapi import Request, Response

from vdlite.server.answers.json_text import JsonText, TooManyNumbersError
from vdlite.server.answers.sendable import column_type, sendable
from vdlite.server.errors import ApiError
from vdlite.server.scheduling.cancellation import raise_if_client_left

MSGPACK = "application/msgpack"

MaybeFloat = float | Literal["NaN", "Infinity", "-Infinity"]
"""A float as JSON writes it."""

MOST_BYTES = 256 << 20
"""Of the arrays of one answer."""

MOST_NUMBERS = 1 << 22
"""Of the arrays of one answer in JSON, where a number takes several times the time and room."""

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


def most_bytes(request: Request) -> int:
    """The most bytes of a payload that an answer to this request can hold; in JSON, each can become a number."""
    return MOST_BYTES if MSGPACK in request.headers.get("accept", "") else 4 * MOST_NUMBERS


_HEADERS = {"Vary": "Accept, Accept-Encoding"}


def accepts_gzip(accept_encoding: str) -> bool:
    """True if an Accept-Encoding header names gzip, and not with q=0."""
    for part in accept_encoding.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def to_msgpack(content: Any, most_bytes: int = MOST_BYTES) -> bytes:
    """`content` as msgpack; an array becomes {"dtype", "data"} with raw little-endian items.

    One that has not one dimension has its "shape" beside them, the last axis fastest.
    Raises ApiError (413) if the arrays have more than `most_bytes`.
    """
    try:
        return _pack(content, most_bytes)
    except (TypeError, ValueError, OverflowError):
        # Rare, and slower: something that msgpack has no room for, too deep, or not of a plain type.
        return _pack(sendable(content), most_bytes)


def _pack(content: Any, most_bytes: int) -> bytes:
    left = most_bytes

    def column(value: object) -> object:
        nonlocal left
        name = column_type(value) if isinstance(value, np.ndarray) else None
        if not isinstance(value, np.ndarray) or name is None:
            return sendable(value)
        raise_if_client_left()
        left -= value.nbytes
        if left < 0:
            raise ApiError(413, "too_large", _too_large(most_bytes))
        raw = np.ascontiguousarray(value, dtype=f"<{name}")
        packed = {"dtype": name, "data": raw.tobytes()}
        return packed if value.ndim == 1 else packed | {"shape": list(value.shape)}

    packed: bytes = msgpack.packb(content, default=column, unicode_errors="replace")
    if _REFUSED in packed:  # somebody gave a tag, a package or a chart this name
        left = most_bytes
        packed = msgpack.packb(_renamed(content), default=column, unicode_errors="replace")
    return packed


_REFUSED = msgpack.packb("__proto__")
"""As a key it makes decoders in JavaScript refuse the whole answer."""


def _renamed(value: Any) -> Any:
    """The map with a space behind each key that is refused."""
    if isinstance(value, Mapping):
        return {
            f"{key} " if key == "__proto__" else key: _renamed(item) for key, item in value.items()
        }
    return [_renamed(item) for item in value] if isinstance(value, (list, tuple)) else value


def to_json(content: Any, most_numbers: int = MOST_NUMBERS) -> bytes:
    """`content` as JSON; what JSON can't write becomes "NaN", "Infinity" or "-Infinity".

    Raises ApiError (413) if its arrays have more than `most_numbers`.
    """
    try:
        return JsonText(most_numbers).write(content)
    except TooManyNumbersError as error:
        raise ApiError(
            413,
            "too_large",
            f"got more than {most_numbers} numbers for one answer in JSON; ask with Accept: "
            f"{MSGPACK}, or for the bytes of a record with /api/media, or for every point with "
            "/api/export, or read the logs with vdlite.LogReader",
        ) from error


def _too_large(most_bytes: int) -> str:
    return (
        f"got more than {most_bytes} bytes for one answer; ask for fewer series or pixels, for a "
        "slice of a tensor, for the bytes of a record with /api/media, or read the logs with "
        "vdlite.LogReader"
    )
