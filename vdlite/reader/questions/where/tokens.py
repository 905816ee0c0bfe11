"""A query's text as tokens, each with its place."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import category

from vdlite.reader.questions.where.problems import fail

SPACES = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What JavaScript takes for space, as a set of a regular expression has it."""

KEYWORDS = frozenset(("and", "or", "not", "in", "is", "missing", "true", "false", "null"))

_LONGEST = 4000  # in UTF-16, as the page counts; more is no query that anyone wrote
_SIGNS = ("==", "!=", "<=", ">=", "&&", "||", "=", "<", ">", "!", "~", "(", ")", "[", "]", ",")

_SPACE = re.compile(f"[{SPACES}]*")
_NUMBER = re.compile(
    r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?|nan)", re.IGNORECASE
)
_QUOTED = re.compile(r"([\"'`])((?:\\.|(?!\1|\\).)*)\1", re.DOTALL)
# A slash within brackets, or behind a backslash, does not end it.
_NO_END = "[^\n\r\u2028\u2029]"
_REGEX = re.compile(rf"/((?:\\{_NO_END}|\[(?:\\{_NO_END}|[^\]\\\n])*\]|[^/\\\[\n])+)/([a-zA-Z]*)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)

Kind = Literal["name", "string", "number", "regex", "sign", "end"]


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a query: characters [start, end) of its text."""

    kind: Kind
    text: str  # of a text without its quotes, of a pattern without its slashes
    start: int
    end: int
    is_quoted: bool = False  # of a name: in backquotes, so never a word of the language
    number: float = math.nan
    flags: str = ""  # of a pattern

    def is_word(self, word: str) -> bool:
        """True for a word of the language, however it is written."""
        return self.kind == "name" and not self.is_quoted and self.text.lower() == word


def tokens_of(query: str) -> Sequence[Token]:
    """The tokens of a query; the last one is the end. Raises WhereError."""
    length = len(query) + sum(sign > "\uffff" for sign in query)
    if length > _LONGEST:
        fail("too_long", query, _LONGEST, len(query), str(length))
    tokens: list[Token] = []
    place = 0
    while True:
        place = _end_of(_SPACE, query, place)
        if place >= len(query):
            return [*tokens, Token("end", "", place, place)]
        tokens.append(_token_at(query, place))
        place = tokens[-1].end


def is_space(text: str) -> bool:
    """True if nothing else is in it."""
    return _SPACE.fullmatch(text) is not None


def words_of(text: str) -> list[str]:
    """The parts of a text between spaces."""
    return [word for word in re.split(f"[{SPACES}]+", text) if word]


def _token_at(query: str, start: int) -> Token:
    sign = query[start]
    if sign in "\"'`":
        quoted = _QUOTED.match(query, start)
        if quoted is None:
            fail("open_name" if sign == "`" else "open_string", query, start, len(query), sign)
        kind: Kind = "name" if sign == "`" else "string"
        return Token(kind, _unescaped(quoted[2]), start, quoted.end(), is_quoted=sign == "`")
    number = _NUMBER.match(query, start)
    if number is not None and not _goes_on(query[number.end() : number.end() + 1]):
        return Token("number", number[0], start, number.end(), number=float(number[0]))
    if _begins(sign):
        end = start + 1
        while end < len(query) and _goes_on(query[end]):
            end += 1
        return Token("name", query[start:end], start, end)
    if sign == "/":
        regex = _REGEX.match(query, start)
        if regex is None:
            fail("open_regex", query, start, len(query))
        return Token("regex", regex[1], start, regex.end(), flags=regex[2])
    found = next((each for each in _SIGNS if query.startswith(each, start)), None)
    if found is None:
        fail("strange", query, start, start + 1, sign)
    return Token("sign", found, start, start + len(found))


def _begins(sign: str) -> bool:
    return sign == "_" or category(sign)[0] in "LNM"


def _goes_on(sign: str) -> bool:
    return sign != "" and (sign in "./:-" or _begins(sign))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), text)


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return start if found is None else found.end()
