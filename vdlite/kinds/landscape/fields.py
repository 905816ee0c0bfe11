"""Plain values by name, as the record of a landscape holds them: from a caller, and from a payload."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.errors import PayloadError, shown
from vdlite.kinds.fields import plain, sound
from vdlite.kinds.landscape.types import NAME
from vdlite.kinds.numbers.arrays import as_array

MOST_FIELDS = 200
MOST_DEPTH = 3  # of lists in each other

_MOST_ITEMS = 1_000_000  # of an array that is a field


def plain_fields(given: Any, what: str) -> dict[str, Any]:
    """Numbers, text, booleans, None and lists of those, by name; anything else is its text. Raises PayloadError."""
    if given is None:
        return {}
    if not isinstance(given, Mapping) or len(given) > MOST_FIELDS:
        raise PayloadError(
            f"{NAME} {what}: got {shown(given)}, want a mapping of at most {MOST_FIELDS} fields"
        )
    if not all(isinstance(name, str) for name in given):
        raise PayloadError(f"{NAME} {what}: got other names of fields than text")
    return {sound(name): _plain(value) for name, value in given.items()}


def _plain(value: Any, depth: int = 0) -> Any:
    if isinstance(value, (list, tuple)) and depth < MOST_DEPTH:
        return [_plain(item, depth + 1) for item in value]
    if getattr(value, "ndim", 0) and depth < MOST_DEPTH:
        array = value if isinstance(value, np.ndarray) else as_array(value, NAME)
        if array.size > _MOST_ITEMS:
            raise PayloadError(f"{NAME}: got a field of {array.size} numbers, want {_MOST_ITEMS}")
        return _plain(array.tolist(), depth)
    return plain(value)


def read_fields(pairs: Any) -> dict[str, Any]:
    """Plain values by name from a payload, whatever some writer has put into it. Raises TypeError, ValueError."""
    return {str(name): _read(value) for name, value in pairs}


def _read(value: Any, depth: int = 0) -> Any:
    if isinstance(value, list) and depth < MOST_DEPTH:
        return [_read(item, depth + 1) for item in value]
    return value if isinstance(value, (bool, int, float, str)) else None
