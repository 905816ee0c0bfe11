"""YAML as libraries write it: mappings and lists by indentation, and scalars, also such that go over several lines.

What people write by hand may be more (anchors, tags, flow style, literal blocks); then there is no answer, never half of one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

_PAIR = re.compile(r"(?P<name>\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^\s#&*!|>%@`\"'\[\]{},?-][^#]*?|-[^\s#:]+):(?:\s+(?P<value>.*))?")  # fmt: skip
_MOST_DEPTH = 32
_EMPTY: dict[str, Any] = {"{}": {}, "[]": []}


class _Line(NamedTuple):
    indent: int
    text: str


class _NotReadError(Exception):
    """It is more than is read here."""


def parse_blocks(text: str, scalar: Callable[[str], Any]) -> Any:
    """What the text holds; None if it is not such, or nothing.

    scalar: the value of a scalar in one line; raises ValueError if it can't be told.
    """
    lines = []
    for line in text.replace("\r\n", "\n").split("\n"):
        body = line.strip(" ")
        lines.append(_Line(len(line) - len(line.lstrip(" ")), body))
    reader = _Reader(lines, scalar)
    try:
        return reader.whole()
    except (_NotReadError, ValueError):
        return None


class _Reader:
    def __init__(self, lines: list[_Line], scalar: Callable[[str], Any]) -> None:
        self._lines = lines
        self._scalar = scalar
        self._at = 0

    def whole(self) -> Any:
        found = self._block(0, 0)
        if self._next() is not None:
            raise _NotReadError
        return found

    def _next(self) -> _Line | None:
        """The next line that says something."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.text and not line.text.startswith("#") and line.text != "---":
                return line
            self._at += 1
        return None

    def _block(self, least: int, depth: int) -> Any:
        """The mapping or list whose lines are indented by `least` at least; None if there is none."""
        line = self._next()
        if line is None or line.indent < least:
            return None
        if depth > _MOST_DEPTH or "\t" in line.text[:1]:
            raise _NotReadError
        if line.text == "-" or line.text.startswith("- "):
            return self._list(line.indent, depth)
        return self._mapping(line.indent, depth)

    def _list(self, indent: int, depth: int) -> list[Any]:
        found: list[Any] = []
        while (line := self._next()) is not None and line.indent == indent:
            if line.text != "-" and not line.text.startswith("- "):
                break
            rest = line.text[1:].lstrip(" ")
            inner = indent + len(line.text) - len(rest)
            if not rest:
                self._at += 1
                found.append(self._block(indent + 1, depth + 1))
            elif rest.startswith("- ") or _PAIR.fullmatch(rest) is not None:
                # What follows is indented as the rest of this line is.
                self._lines[self._at] = _Line(inner, rest)
                found.append(self._block(inner, depth + 1))
            else:
                self._at += 1
                found.append(self._value(rest, indent))
        return found

    def _mapping(self, indent: int, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while (line := self._next()) is not None and line.indent == indent:
            pair = _PAIR.fullmatch(line.text)
            if pair is None:
                raise _NotReadError
            name = str(self._quoted_or_plain(pair["name"]))
            self._at += 1
            value = (pair["value"] or "").strip()
            if value and not value.startswith("#"):
                found[name] = self._value(value, indent)
            else:
                following = self._next()
                # A list may stand below its name without being indented.
                is_list = following is not None and re.match(r"-( |$)", following.text) is not None
                found[name] = self._block(indent + (not is_list), depth + 1)
        line = self._next()
        if line is not None and line.indent > indent:
            raise _NotReadError
        return found

    def _quoted_or_plain(self, text: str) -> Any:
        return self._scalar(text) if text[:1] in ("'", '"') else text

    def _value(self, text: str, indent: int) -> Any:
        """A scalar, whose text goes on in lines that are indented further; an empty one of them is an end of line."""
        if text in _EMPTY:
            return type(_EMPTY[text])()
        if text[0] in "&*!|>%@`{[":
            raise _NotReadError
        is_open = text[0] in "'\"" and not _is_closed(text)
        breaks = 0
        while self._at < len(self._lines) and (is_open or self._goes_on(indent)):
            line = self._lines[self._at]
            self._at += 1
            if not line.text:
                breaks += 1
                continue
            if (
                text[0] == '"' and (len(text) - len(text.rstrip("\\"))) % 2
            ):  # it goes on without a blank
                text = text[:-1] + line.text
            else:
                joint = ("\\n" if text[0] == '"' else "\n") * breaks or " "
                text = text + joint + line.text
            breaks = 0
            is_open = text[0] in "'\"" and not _is_closed(text)
        if is_open:
            raise _NotReadError
        return self._scalar(text)

    def _goes_on(self, indent: int) -> bool:
        at = self._at
        while at < len(self._lines) and not self._lines[at].text:
            at += 1
        return at < len(self._lines) and self._lines[at].indent > indent


def _is_closed(text: str) -> bool:
    """Whether a quoted scalar ends in what there is of it."""
    pattern = r"'(?:[^']|'')*'(\s+#.*)?" if text[0] == "'" else r"\"(?:[^\"\\]|\\.)*\"(\s+#.*)?"
    return re.fullmatch(pattern, text, re.DOTALL) is not None
