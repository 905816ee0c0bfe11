"""What must not get into a log: secrets of addresses, and where somebody keeps files."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Roots: TypeAlias = Literal["short", "full"]
"""Whether of a path only the last two parts are kept."""

ROOTS = ("short", "full")
REMOVED = "(removed)"

_ADDRESS = re.compile(r"([a-zA-Z][\w+.-]*://)(?:[^/\s]*@)?([^\s?#]*)(?:[?#]\S*)?")
_PATH = re.compile(r"(?:[A-Za-z]:[\\/]|[\\/]|~[\\/])")
_PIPE = "pipe:"
_SECRET = re.compile(
    r"(?:^|_)(?:token|secret|password|passwd|api_?key|credentials?|auth(?:orization)?|access_key)(?:$|_)",
    re.IGNORECASE,
)
_LETTERS_OF_A_SECRET = 8  # a "pad_token" is shorter


def redacted(text: str, roots: Roots = "short") -> str:
    """The text without users, passwords and queries of addresses, and commands cut to the program's name."""
    if _PIPE in text:
        return "::".join(
            _program(each) if each.startswith(_PIPE) else redacted(each, roots)
            for each in text.split("::")
        )
    if "://" in text:
        return _ADDRESS.sub(r"\1\2", text)
    return _short(text) if roots == "short" else text


def is_secret(name: str, value: str) -> bool:
    """True if something of that name is to be kept out altogether."""
    return len(value) >= _LETTERS_OF_A_SECRET and _SECRET.search(name) is not None


def is_place(value: object) -> bool:
    """True if a value is a path or an address, or a list that begins with one: another machine has others."""
    if isinstance(value, list) and value:
        return is_place(value[0])
    if not isinstance(value, str):
        return False
    return value.startswith(("…", _PIPE)) or "://" in value or _PATH.match(value) is not None


def _program(command: str) -> str:
    words = [word for word in command[len(_PIPE) :].split() if "=" not in word]
    return _PIPE + re.split(r"[\\/]", words[0])[-1] if words else _PIPE


def _short(text: str) -> str:
    if _PATH.match(text) is None:
        return text
    separator = "\\" if "\\" in text and "/" not in text else "/"
    last = [part for part in re.split(r"[\\/]", text) if part][-2:]
    shown = separator.join(last)
    return text if len(shown) + 1 >= len(text) else f"…{separator}{shown}"
