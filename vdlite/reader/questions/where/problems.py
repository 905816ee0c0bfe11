"""What can be wrong with a query, and the words for it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Literal, NoReturn

from vdlite.errors import WhereError

Problem = Literal[
    "too_long",
    "too_deep",
    "open_string",
    "open_name",
    "open_regex",
    "strange",
    "wants_operand",
    "wants_operator",
    "wants_close",
    "wants_list",
    "wants_pattern",
    "wants_missing",
    "wants_end",
    "unknown_column",
    "bad_regex",
    "slow_regex",
]

_MOST_SHOWN = 60  # characters of what stands there

_SAID: dict[Problem, str] = {
    "too_long": "the query has {got} characters, want 4000 at most",
    "too_deep": "too many parentheses or `not` within each other, want 60 at most",
    "open_string": "this text has no end, want {got} behind it",
    "open_name": "this name has no end, want ` behind it",
    "open_regex": "this pattern has no end, want / behind it",
    "strange": "{got} means nothing here, want a column, a value or an operator",
    "wants_operand": "got {got}, want a column, a number or a text",
    "wants_operator": "got {got}, want an operator: <, ==, in, ~ or `is missing`",
    "wants_close": "want {got}",
    "wants_list": "got {got}, want a list, such as [1, 2]",
    "wants_pattern": "got {got}, want a text or a /pattern/",
    "wants_missing": "got {got}, want `missing`",
    "wants_end": "got {got}, want `and`, `or`, or the end",
    "unknown_column": "there is no column {got}",
    "bad_regex": "this pattern can't be read: {got}",
    "slow_regex": "this pattern could take too long",
}


def fail(
    problem: Problem, query: str, start: int, end: int, got: str = "", hint: str = ""
) -> NoReturn:
    """Raise WhereError. got: what stands there; hint: what may have been meant."""
    at_end = problem.startswith("wants_") and start == end
    shown = "the end" if at_end and not got else got[:_MOST_SHOWN]
    text = _SAID[problem].format(got=shown)
    place = "at the end" if start >= len(query) else f"at character {start + 1}"
    raise WhereError(f"{text}{hint} ({place} of the query)", problem, query, start, end, got)


def fail_unknown(query: str, start: int, end: int, name: str, names: list[str]) -> NoReturn:
    """Raise WhereError for a column that is not there. names: those that are."""
    close = get_close_matches(name, names, 3)
    if close:
        hint = f": did you mean {' or '.join(close)}?"
    else:
        some = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
        hint = f", there are {some}" if some else ""
    fail("unknown_column", query, start, end, name, hint)
