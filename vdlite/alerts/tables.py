"""Values in the tables of a TOML file, each checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from vdlite.errors import RuleError

_One = TypeVar("_One", bound=str)


def check_names(given: Iterable[str], allowed: Sequence[str], what: str, where: str) -> None:
    """Raises RuleError for a name that a table of this kind does not have."""
    for name in given:
        if name not in allowed:
            close = get_close_matches(name, allowed, 1)
            hint = f"did you mean {close[0]}?" if close else f"want some of {', '.join(allowed)}"
            raise RuleError(f"{where}: got {name!r:.80} of {what!r}, {hint}")


def text(value: Any, name: str, where: str) -> str:
    """A text that is not empty. Raises RuleError."""
    if not isinstance(value, str) or not value:
        raise RuleError(f"{where}: {name}: got {value!r:.80}, want a text")
    return value


def one_of(value: Any, choices: Sequence[_One], name: str, where: str) -> _One:
    """One of some words. Raises RuleError."""
    for each in choices:
        if each == value:
            return each
    raise RuleError(f"{where}: {name}: got {value!r:.80}, want one of {', '.join(choices)}")


def whole_number(value: Any, name: str, least: int, most: int, where: str) -> int:
    """A whole number in a range. Raises RuleError."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise RuleError(
            f"{where}: {name}: got {value!r:.40}, want a whole number from {least} to {most}"
        )
    return value
