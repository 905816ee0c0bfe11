"""Names of secrets, and what stands behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

Span = tuple[int, int]
"""From one byte to before another."""

_SHORTEST_KNOWN = 8  # characters of a variable's value; shorter ones would mask words of every line
_LONG = 16  # characters of a value that is a secret by its looks
_MOST_LOOKED_AT = 512  # of it
_MOST_NAME = 64  # bytes that are looked at for the beginning of a name

_WORDS = frozenset({"token", "secret", "password", "passwd", "passphrase", "pat"})
"""What the name of a secret ends in."""
_KEYS = frozenset(
    {"api", "access", "secret", "private", "account", "encryption", "signing", "auth", "license"}
)
"""What a `key` is preceded by that is a secret: not that of a dictionary or a cache."""
_PASSES = frozenset(
    {"admin", "auth", "database", "db", "login", "mail", "mysql", "pg", "postgres", "proxy"}
    | {"redis", "root", "smtp", "user"}
)
"""What a `pass` is preceded by that is a password: not that of a model or a test."""
_TOGETHER = frozenset({"apikey", "authtoken", "accesstoken", "authorization", "credentials"})

_BY_WORD_BEFORE = {"key": _KEYS, "pass": _PASSES}

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

_BEHIND = (
    rb"(?P<between>[\"']?[^\S\n]{0,3}(?:=>|[:=])[^\S\n]{0,3}|[\"']?[^\S\n]{1,3})"
    rb"(?P<opens>[\"']?(?:bearer |basic |token )?)(?=[^\s\"'&,;]{%d})"
)
_SHORTEST_PASSWORD, _SHORTEST = 4, 8  # bytes of a value
_PATTERNS = (
    (rb"p(?:ass(?:w(?:or)?d|phrase)?|at)", _SHORTEST_PASSWORD),
    (rb"k(?:(?<=tok)en|ey)", _SHORTEST),
    (rb"c(?:(?<=sec)ret|redentials)", _SHORTEST),
    (rb"z(?<=authoriz)ation", _SHORTEST),
)
_NAMED = tuple(re.compile(name + _BEHIND % shortest) for name, shortest in _PATTERNS)
"""In small letters, from a rare byte of the name on."""
_BEGUN = tuple(re.compile(name + _BEHIND % 1) for name, _ in _PATTERNS)
_VALUE = re.compile(rb"[^\s\"'&,;]+")
_IN_NAME = bytes(range(48, 58)) + bytes(range(65, 91)) + bytes(range(97, 123)) + b"_.-"

_NO_VALUES = frozenset({b"none", b"null", b"true", b"false", b"required", b"authentication"})


@lru_cache(maxsize=1024)
def is_secret_name(name: str) -> bool:
    """True if what is called so is a secret: `HF_TOKEN`, `aws_secret_access_key`, `dbPassword`; not `max_tokens`."""
    parts = [part.lower() for part in _PARTS.findall(name)]
    if not parts:
        return False
    last, before = parts[-1], parts[-2] if len(parts) > 1 else ""
    if last in _BY_WORD_BEFORE:
        return before in _BY_WORD_BEFORE[last]
    return last in _WORDS - {"pat"} or last in _TOGETHER or (last == "pat" and len(parts) > 1)


def secret_values(environment: Mapping[str, str]) -> Iterator[str]:
    """The values of the variables whose names are those of secrets, but for what is no secret by its looks."""
    for name, value in environment.items():
        is_place = value.startswith(("/", "./", "~")) or "\\" in value
        if is_secret_name(name) and len(value) >= _SHORTEST_KNOWN and not is_place:
            yield value


def named(text: bytes, small: bytes) -> Iterator[Span]:
    """The values that stand behind the name of a secret. small: the text in small letters."""
    for pattern in _NAMED:
        at = 0
        while (found := pattern.search(small, at)) is not None:
            at = found.end()  # where the next name may begin, unless it is a secret
            value = _value_behind(text, found)
            if value is not None and _is_secret(*value):
                at = _end_of_value(text, at)
                yield found.end(), at


def begun_value(text: bytes, least: int) -> int | None:
    """The beginning of a value that a cut behind the text may have made too short to be known; None: there is none.

    least: bytes of it.
    """
    small = text.lower()
    for pattern in _BEGUN:
        at = 0
        while (found := pattern.search(small, at)) is not None:
            at = found.end()
            if len(text) - at >= least and _end_of_value(text, at) == len(text):
                value = _value_behind(text, found)
                if value is not None and not value[1].startswith(_NO_SECRETS):
                    return at
    return None


def _value_behind(text: bytes, found: re.Match[bytes]) -> tuple[bytes, bytes, bool] | None:
    """The name of a secret, the first bytes of what is behind it, and whether it is an argument; None: it is no name."""
    window = text[max(0, found.start() - _MOST_NAME) : found.start("between")]
    name = window[len(window.rstrip(_IN_NAME)) :]
    is_argument = name.startswith(b"-")
    if not is_argument and not found["between"].strip(b" \"'\t") and b" " not in found["opens"]:
        return None  # two words side by side
    if not is_secret_name(name.decode(errors="replace")):
        return None
    value = _VALUE.match(text, found.end(), found.end() + _MOST_LOOKED_AT)
    assert value is not None
    # `--token --other-option`
    is_value = b"=" in found["between"] or not value[0].startswith(b"-")
    return name, value[0], is_argument and is_value


def _end_of_value(text: bytes, at: int) -> int:
    value = _VALUE.match(text, at)
    return at if value is None else value.end()


def _is_secret(name: bytes, value: bytes, is_argument: bool) -> bool:
    if value[:32].lower().strip(b".)]}") in _NO_VALUES or _FRACTION.fullmatch(value) is not None:
        return False
    if b"pass" in name.lower():
        return len(value) >= _SHORTEST_PASSWORD
    return _looks_secret(value) or (is_argument and len(value) >= _SHORTEST)


_DIGIT = re.compile(rb"[0-9]")
_FRACTION = re.compile(rb"[+\-]?[0-9]{1,20}\.[0-9]{1,40}(?:[eE][+\-]?[0-9]{1,4})?[.)\]}]{0,4}")
"""A metric, as in `loss_per_token: 1.2345678901234567e-05`."""
_NO_SECRETS = (b"<", b"[", b"/", b"(", b"{")


def _looks_secret(value: bytes) -> bool:
    return (
        len(value) >= _LONG
        and not value.startswith(_NO_SECRETS)
        and _DIGIT.search(value) is not None
        and value.upper() != value.lower()
    )
