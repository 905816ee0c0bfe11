"""Words that every text has in which an expression is found: who looks for them first has few texts left to match."""

from __future__ import annotations

import re

_CLASS = re.compile(r"\[\^?\]?(?:[^\]\\]|\\.)*\]", re.DOTALL)
_LITERAL = re.compile(r"\\([^\w\s])|([\w/,:;=~@!%&'\"<>`# -])")
_REPEAT = re.compile(r"[*?+]|\{\d*,?\d*\}")
_NOT_PLAIN = re.compile(r"\(\?|\\[\duxUN]")  # what follows is not what it looks like
_LEAST = 2  # characters of a word that leaves out enough


def fixed_words(expression: str) -> list[str]:
    """The words that stand in an expression of `re` as they are, in no group and of no choice; none where that is not plain."""
    if _NOT_PLAIN.search(expression):
        return []
    words, word, depth, at = [], "", 0, 0
    while at < len(expression):
        found = _CLASS.match(expression, at) or _LITERAL.match(expression, at)
        sign = expression[at]
        if sign == "|":
            if depth == 0:
                return []
        elif sign in "()":
            depth += 1 if sign == "(" else -1
        end = found.end() if found else at + (2 if sign == "\\" else 1)
        letter = "" if found is None or sign == "[" else found.group()[-1]
        repeat = _REPEAT.match(expression, end)
        if depth == 0 and letter and repeat is None:
            word += letter
        else:
            # A letter that is repeated may be there, or not.
            words.append(word)
            word = ""
        at = end if repeat is None else repeat.end()
    words.append(word)
    return [word for word in words if len(word) >= _LEAST]
