"""Regular expressions as JavaScript has them, written as Python's `re` wants them.

What only one of the two languages has is refused: a query finds the same rows here and in the page.
"""

from __future__ import annotations

import re

from vdlite.reader.questions.where.tokens import SPACES

_ENDS = r"\n\r\u2028\u2029"
_WORD = "A-Za-z0-9_"
_SETS = {"d": "0-9", "w": _WORD, "s": SPACES}
_OTHERS = {
    "D": r"\x00-/:-\U0010ffff",
    "W": r"\x00-/:-@\[-\^`{-\U0010ffff",
    "S": r"\x00-\x08\x0e-\x1f!-\x9f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff"
    r"\u3001-\ufefe\uff00-\U0010ffff",
}
_EDGE = f"(?:(?<![{_WORD}])(?=[{_WORD}])|(?<=[{_WORD}])(?![{_WORD}]))"
_NO_EDGE = f"(?:(?<![{_WORD}])(?![{_WORD}])|(?<=[{_WORD}])(?=[{_WORD}]))"
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "v": "\v", "f": "\f", "0": "\0"}

_HALVES = "\ud800", "\udfff"
_PRIVATE = 0x100000

_COUNTED = re.compile(r"\{[0-9]+(?:,[0-9]*)?\}")
_GROUP = re.compile(r"\(\?(?:[:=!]|<[=!]|<([A-Za-z_$][A-Za-z0-9_$]*)>)")
_HEX = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})")


class RegexError(ValueError):
    """A pattern can't be read; the text says why."""


def python_regex(pattern: str, flags: str) -> str:
    """The expression of `re`, with its flags, that finds what `new RegExp(pattern, flags)` finds.

    Raises RegexError. Texts that it is tried on are those of `units`, unless the flag `u` or `v` is given.
    """
    flags = "".join(flag for flag in flags if flag not in "gy")
    if set(flags) - set("dimsuv") or len(set(flags)) < len(flags) or {"u", "v"} <= set(flags):
        raise RegexError(f"got the flags {flags}, want some of i, m, s and u, each once")
    if not {"u", "v"} & set(flags):
        pattern = units(pattern)
    found = _Translation(pattern, flags).whole()
    try:
        re.compile(found)
    except re.error as error:
        raise RegexError(error.msg) from None
    except (RecursionError, OverflowError):
        raise RegexError("it is too large") from None
    return found


def units(text: str) -> str:
    """A text as JavaScript counts its signs: those beyond 16 bits are two.

    Halves of a pair lie in a private plane, where nothing joins them again.
    """
    if text.isascii() or max(text) < _HALVES[0]:
        return text
    code = text.encode("utf-16-le", "surrogatepass")
    pairs = (int.from_bytes(code[at : at + 2], "little") for at in range(0, len(code), 2))
    return "".join(map(_unit, pairs))


def _unit(code: int) -> str:
    is_half = _HALVES[0] <= chr(code) <= _HALVES[1]
    return chr(code + _PRIVATE) if is_half else chr(code)


class _Translation:
    def __init__(self, pattern: str, flags: str) -> None:
        self._pattern = pattern
        self._flags = flags
        self._at = 0

    def whole(self) -> str:
        parts: list[str] = []
        may_repeat = False  # whether a repetition may stand next
        while self._at < len(self._pattern):
            sign = self._pattern[self._at]
            if sign in "*+?" or (sign == "{" and _COUNTED.match(self._pattern, self._at)):
                if not may_repeat:
                    raise RegexError("nothing to repeat")
                parts.append(self._repetition())
                may_repeat = False
            else:
                may_repeat = sign not in "^$|(" and self._next(2) not in ("\\b", "\\B")
                parts.append(self._atom())
        case = "(?i:" if "i" in self._flags else "(?:"
        return f"{case}{''.join(parts)})"

    def _next(self, count: int) -> str:
        return self._pattern[self._at : self._at + count]

    def _repetition(self) -> str:
        counted = _COUNTED.match(self._pattern, self._at)
        found = self._next(1) if counted is None else counted[0]
        self._at += len(found)
        if self._next(1) == "?":
            self._at += 1
            found += "?"
        return found

    def _atom(self) -> str:
        sign = self._next(1)
        if sign == "\\":
            return self._escape()
        if sign == "[":
            return self._set()
        if self._next(2) == "(?":
            group = _GROUP.match(self._pattern, self._at)
            if group is None:
                raise RegexError("invalid group")
            self._at = group.end()
            return "(" if group[1] else group[0]  # nothing refers to a name
        self._at += 1
        if sign == ".":
            return r"[\s\S]" if "s" in self._flags else f"[^{_ENDS}]"
        if sign == "^":
            return f"(?:^|(?<=[{_ENDS}]))" if "m" in self._flags else "^"
        if sign == "$":
            return rf"(?:\Z|(?=[{_ENDS}]))" if "m" in self._flags else r"\Z"
        return sign if sign in "|()" else re.escape(sign)

    def _escape(self) -> str:
        sign = self._pattern[self._at + 1 : self._at + 2]
        if sign in _SETS or sign in _OTHERS:
            self._at += 2
            return f"[{_SETS.get(sign) or _OTHERS[sign]}]"
        if sign == "b" or sign == "B":
            self._at += 2
            return _EDGE if sign == "b" else _NO_EDGE
        return re.escape(self._escaped())

    def _escaped(self) -> str:
        """The sign that a backslash and what follows it stand for."""
        self._at += 1
        sign = self._next(1)
        if sign == "":
            raise RegexError("\\ at end of pattern")
        if sign in "123456789k":
            raise RegexError("references to groups are not read")
        if sign in "pPc" or self._next(2) == "u{":
            raise RegexError(f"\\{sign} is not read")
        hexadecimal = _HEX.match(self._pattern, self._at)
        if hexadecimal is not None:
            self._at = hexadecimal.end()
            return _unit(int(hexadecimal[1] or hexadecimal[2], 16))
        self._at += 1
        return _CONTROLS.get(sign, sign)

    def _set(self) -> str:
        self._at += 1
        is_negated = self._next(1) == "^"
        self._at += is_negated
        items: list[str] = []
        while self._next(1) != "]":
            if self._at >= len(self._pattern):
                raise RegexError("unterminated character class")
            items.append(self._item())
        self._at += 1
        if not items:
            return r"[\s\S]" if is_negated else "(?!)"
        return f"[{'^' if is_negated else ''}{''.join(items)}]"

    def _item(self) -> str:
        """A sign, a range or a set within brackets."""
        first = self._sign_in_set()
        is_range = self._next(1) == "-" and self._next(2)[1:] not in ("", "]")
        if not is_range or len(first) > 1:
            return _in_set(first)
        self._at += 1
        last = self._sign_in_set()
        if len(last) > 1:
            return f"{_in_set(first)}\\-{last}"
        if first > last:
            raise RegexError("range out of order in character class")
        return f"{_in_set(first)}-{_in_set(last)}"

    def _sign_in_set(self) -> str:
        """One sign, or what stands between the brackets of a set such as `\\d`."""
        if self._next(1) != "\\":
            self._at += 1
            return self._pattern[self._at - 1]
        sign = self._next(2)[1:]
        if sign in _SETS or sign in _OTHERS:
            self._at += 2
            return _SETS.get(sign) or _OTHERS[sign]
        if sign == "b":
            self._at += 2
            return "\b"
        return self._escaped()


def _in_set(text: str) -> str:
    """What stands for one sign between brackets; a set stays as it is."""
    if len(text) > 1:
        return text
    return f"\\{text}" if text in "\\]^-[&~|" else text
