"""The place where a query is wrong, in two lines: what was written, and a mark below it."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from vdlite.cli.terminal import printable
from vdlite.errors import WhereError

_AROUND = 30  # characters that are shown before the place, and behind it


def pointer(error: WhereError) -> str:
    """The part of a query around its mistake, and a mark below that."""
    first = max(0, error.start - _AROUND)
    end = min(max(error.end, error.start + 1), error.start + _AROUND)
    before = ("…" if first else "") + printable(error.query[first : error.start])
    wrong = printable(error.query[error.start : end])
    rest = printable(error.query[end : end + _AROUND])
    behind = "…" if end + _AROUND < len(error.query) else ""
    marks = "^" * max(1, _columns(wrong))
    return f"  {before}{wrong}{rest}{behind}\n  {' ' * _columns(before)}{marks}"


def _columns(text: str) -> int:
    """How wide a terminal shows a text."""
    return sum(1 + (east_asian_width(sign) in "WF") for sign in text if not combining(sign))
