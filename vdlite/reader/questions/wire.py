"""Answers on their way from a server to a command, as msgpack: an answer's fields stay apart from mappings, its class stays behind.

So a command needs none of the modules that find answers, which take longer to load than a server takes to answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import SimpleNamespace
from typing import Any

import msgpack

MEDIA_TYPE = "application/vnd.vdlite.answer"
_FIELDS = 1  # the code of what stands for an object in msgpack
_NAMES = "surrogatepass"  # names of files need not be Unicode


def packed(answer: object) -> bytes:
    """The bytes of an answer, as a question gives it."""
    found: bytes = msgpack.packb(answer, default=_other, unicode_errors=_NAMES)
    return found


def unpacked(content: bytes) -> Any:
    """The answer of these bytes: what was a dataclass is an object with its fields, what was a tuple a list.

    Raises ValueError for bytes that are none.
    """
    return msgpack.unpackb(
        content, ext_hook=_object, unicode_errors=_NAMES, strict_map_key=False, raw=False
    )


def _other(value: Any) -> object:
    if is_dataclass(value):
        held = {each.name: getattr(value, each.name) for each in fields(value)}
        return msgpack.ExtType(_FIELDS, packed(held))
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    raise TypeError(f"got {type(value).__name__}, which no answer holds")


def _object(code: int, content: bytes) -> SimpleNamespace:
    if code != _FIELDS:
        raise ValueError(f"got {code}, want {_FIELDS}")
    return SimpleNamespace(**unpacked(content))
