"""Named single values, as hyperparameters and descriptions of a run hold them."""

import math
from collections.abc import Iterable
from itertools import islice
from typing import Any, TypeAlias, TypeVar

import numpy as np

from vdlite.errors import PayloadError

Hparam: TypeAlias = "bool | int | float | str | None"

Item = TypeVar("Item")

MOST_NAMES = 100_000  # such as tags, in one list
_INT64 = 1 << 63


def plain(value: Any) -> Hparam:
    """The value as a number, string, boolean or None.

    NumPy scalars, and arrays or tensors of size one, are numbers; anything else, such as a list, is its text. A
    whole number beyond 64 bits becomes a float: it keeps its size, if not its digits.
    """
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, np.generic) or _holds_one(value):
        value = value.item()
        if isinstance(value, np.floating):  # longer than a float
            value = float(value)
    if isinstance(value, (bool, float)) or value is None:
        return value
    if isinstance(value, int):
        return int(value) if -_INT64 <= value < 2 * _INT64 else _large(value)
    return sound(value if isinstance(value, str) else str(value))


def some_of(given: Iterable[Item], most: int) -> list[Item]:
    """The items of what a caller gives, one more than `most` of them at most: it may never come to an end."""
    return list(islice(given, most + 1))


def names_of(given: object, what: str, wanted: str) -> list[str]:
    """Names, such as tags, that a caller gives for `what`. Raises PayloadError if they are not `wanted`, or too many."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise PayloadError(f"{what}: got {given!r:.60}, want a list of {wanted}")
    names = some_of(given, MOST_NAMES)
    if len(names) > MOST_NAMES:
        raise PayloadError(f"{what}: got more than {MOST_NAMES:,} {wanted}")
    return [name_of(name, what, wanted) for name in names]


def name_of(given: object, what: str, wanted: str) -> str:
    """One name. Raises PayloadError if it is no string."""
    if not isinstance(given, str):
        raise PayloadError(f"{what}: got {type(given).__name__} {given!r:.60}, want {wanted}")
    return sound(given)


def sound(text: str) -> str:
    """The text without what UTF-8 can't hold."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def _holds_one(value: Any) -> bool:
    """True if a value is an array or a tensor of size one."""
    if isinstance(value, np.ndarray):
        return value.size == 1
    return hasattr(value, "numel") and hasattr(value, "detach") and bool(value.numel() == 1)


def _large(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
