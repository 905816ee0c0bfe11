"""Regular expressions of queries: what could take for ever is refused before it is tried, and tried in a process apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vdlite.errors import FormatError
from vdlite.patterns import Matching
from vdlite.reader.questions.where.expressions import Regex
from vdlite.reader.questions.where.problems import fail
from vdlite.reader.questions.where.regexes import RegexError, python_regex, units

_LONGEST_PATTERN = 200  # characters
_LONGEST_TEXT = 300  # characters of a text that is tried
_MOST_REPETITIONS = 3  # each without an end multiplies the ways to try a text by its length
_MOST_WAYS = 1000  # to go through a pattern, as far as these do not hang on the text
_LONGEST_TRANSLATED = (
    40_000  # characters of what Python is given: a `\b` of the page has many there
)

_matching = Matching(longest=_LONGEST_TRANSLATED)


def matching(pattern: Regex, texts: Sequence[str], query: str) -> frozenset[str]:
    """The texts in which the pattern is found. Raises WhereError."""
    start, end = pattern.start, pattern.end
    if len(units(pattern.pattern)) > _LONGEST_PATTERN or is_slow(pattern.pattern):
        fail("slow_regex", query, start, end)
    try:
        expression = python_regex(pattern.pattern, pattern.flags)
    except RegexError as error:
        fail("bad_regex", query, start, end, str(error))
    is_whole = bool({"u", "v"} & set(pattern.flags))
    tried = {text: units(text)[:_LONGEST_TEXT] for text in dict.fromkeys(texts)}
    if is_whole:
        tried = {text: text[:_LONGEST_TEXT] for text in tried}
    anywhere = rf"[\s\S]*?{expression}"
    found = _matching.match([anywhere], list(dict.fromkeys(tried.values())))[anywhere]
    if isinstance(found, FormatError):
        fail("slow_regex", query, start, end, str(found))
    those = frozenset(found)
    return frozenset(text for text, part in tried.items() if part in those)


def is_slow(pattern: str) -> bool:
    """True if trying it may take time that grows faster than a small power of the text's length.

    That is a repetition or a choice that is itself repeated, a back reference, many repetitions, or many choices.
    """
    if re.search(r"\\[1-9]|\\k<", pattern):
        return True
    # What cannot repeat is taken away: escapes and sets of characters are one character each.
    plain = re.sub(r"\[[^\]]*\]", "x", re.sub(r"\\.", "x", pattern, flags=re.DOTALL))
    if len(re.findall(r"[*+]|\{[0-9]*,[0-9]*\}", plain)) > _MOST_REPETITIONS:
        return True
    plain = re.sub(r"\(\?(?:[:=!]|<[=!]|<[^>]*>)", "(", plain)
    plain = re.sub(r"([*+?}])\?", r"\1", plain)  # a lazy repetition is one as well
    return _is_risky(plain)


@dataclass(slots=True)
class _Ways:
    """The ways to go through a group."""

    others: int = 0  # of its alternatives so far
    before: int = 1  # of this one, before its last part
    last: int = 1  # of that
    has_choice: bool = False  # whether it repeats or chooses anything

    @property
    def all(self) -> int:
        return self.others + self.before * self.last


def _is_risky(plain: str) -> bool:
    """True if a choice is repeated, or choices behind each other multiply."""
    group = _Ways()
    around: list[_Ways] = []
    for at, sign in enumerate(plain):
        if sign == "(":
            group.before *= group.last
            around.append(group)
            group = _Ways()
        elif sign == ")" and around:
            inside = group
            if inside.has_choice and plain[at + 1 : at + 2] in ("*", "+", "{"):
                return True
            group = around.pop()
            group.last = inside.all
            group.has_choice = group.has_choice or inside.has_choice
        elif sign == "|":
            group.others, group.before, group.last = group.all, 1, 1
        elif sign == "?":
            group.last += 1
        elif sign not in "*+{}":
            group.before, group.last = group.before * group.last, 1
        if sign in "*+{|?":
            group.has_choice = True
        if group.all > _MOST_WAYS:
            return True
    return False
