"""What an operation was called with, as plain values."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.kinds.fields import plain, sound
from vdlite.kinds.graph.types import Plain

MOST_TEXT = 1000
MOST_ITEMS = 100
_MOST_DEPTH = 6


def plain_map(given: Mapping[str, Any]) -> dict[str, Plain]:
    """The attributes as what msgpack and JSON hold; long ones are cut, and end in an ellipsis."""
    return {text(str(name)): plain_value(value) for name, value in given.items()}


def plain_value(value: Any, depth: int = 0) -> Plain:
    if isinstance(value, Mapping) and depth < _MOST_DEPTH:
        items = list(value.items())
        held = {text(str(name)): plain_value(each, depth + 1) for name, each in items[:MOST_ITEMS]}
        return held | {"…": f"{len(items) - MOST_ITEMS} more"} if len(items) > MOST_ITEMS else held
    if isinstance(value, np.ndarray) and value.size != 1:
        return f"array {value.dtype} {list(value.shape)}"
    if isinstance(value, (list, tuple, range, set, frozenset)) and depth < _MOST_DEPTH:
        if isinstance(value, (set, frozenset)):
            value = sorted(value, key=str)
        few = [plain_value(each, depth + 1) for each in value[:MOST_ITEMS]]
        return [*few, f"… {len(value) - MOST_ITEMS} more"] if len(value) > MOST_ITEMS else few
    single = plain(value)
    return text(single) if isinstance(single, str) else single


def text(given: str) -> str:
    """The text, cut where it is long: a hostile name may have a million letters."""
    cut = given if len(given) <= MOST_TEXT else given[: MOST_TEXT - 1] + "…"
    return sound(cut)


def size_of(given: Any) -> "int | str":
    """A size of a tensor: a whole number, or the text of one that changes."""
    if isinstance(given, (int, np.integer)) and not isinstance(given, bool):
        # A negative size stands for one that is not known yet, in many programs.
        return min(int(given), (1 << 63) - 1) if given >= 0 else "?"
    if isinstance(given, float) and math.isfinite(given) and given == int(given) >= 0:
        return int(given)
    return text(str(given))
