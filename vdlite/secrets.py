"""Secrets: values that open doors, such as tokens and passwords, are masked before they reach a disk.

Known are values of environment variables with such names, tokens of known shapes, what stands behind such a name, and
passwords in addresses. A commit hash, a checksum or a word such as `max_tokens` is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

MASK = "***"

_MASK = MASK.encode()

_SHORTEST_KNOWN = 8  # characters of a variable's value; shorter ones would mask words of every line
_LONG = 16  # characters of a token that follow each other, whatever its shape

_WORDS = frozenset({"token", "secret", "password", "passwd", "passphrase", "pat"})
"""What the name of a secret ends in."""
_KEYS = frozenset(
    {"api", "access", "secret", "private", "account", "encryption", "signing", "auth", "license"}
)
"""What a `key` is preceded by that is a secret: not that of a dictionary or a cache."""
_TOGETHER = frozenset({"apikey", "authtoken", "accesstoken", "authorization", "credentials"})

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

_SHAPES = re.compile(
    rb"(?:(?<![A-Za-z0-9])|(?<=[\d\[;]m))(?:"  # or behind a color
    rb"(hf_)[A-Za-z0-9]{30,}|(gh[pousr]_)[A-Za-z0-9]{30,}|(github_pat_)[A-Za-z0-9_]{30,}"
    rb"|(glpat-)[A-Za-z0-9_\-]{16,}|(xox[abeoprs]-)[A-Za-z0-9\-]{16,}|(AIza)[A-Za-z0-9_\-]{35}"
    rb"|(A[KS]IA)[A-Z0-9]{16}(?![A-Za-z0-9])|(nvapi-)[A-Za-z0-9_\-]{40,}|(gsk_)[A-Za-z0-9]{40,}"
    rb"|(npm_)[A-Za-z0-9]{36}|(pypi-)[A-Za-z0-9_\-]{50,}|(r8_)[A-Za-z0-9]{36,}"
    rb"|(sk-(?:proj-|ant-|or-|lf-)?)(?=[A-Za-z0-9_\-]{0,200}[0-9])(?=[A-Za-z0-9_\-]{0,200}[A-Za-z0-9]{16})[A-Za-z0-9_\-]{20,}"
    rb"|(eyJ)[A-Za-z0-9_\-]{10,2000}\.eyJ[A-Za-z0-9_\-]{10,}\.[A-Za-z0-9_\-]*"
    rb")"
)
_BEGINNING = re.compile(
    rb"hf_|gh[pousr]_|github_|glpat-|xox|AIza|A[KS]IA|nvapi|gsk_|npm_|pypi|r8_|sk-|eyJ"
)
"""What is looked for first: lines without it need no longer search."""
_PASSWORD_IN_ADDRESS = re.compile(
    rb"((?<![A-Za-z0-9+.\-])[A-Za-z][A-Za-z0-9+.\-]{0,20}://[^\s/:@'\"]*:)([^\s/@'\"]+)(?=@[A-Za-z0-9\[])"
)
_USER_IN_ADDRESS = re.compile(rb"(://)([A-Za-z0-9_\-]{20,})(?=@[A-Za-z0-9\[])")
_NAMED = re.compile(
    rb"(?:token|secret|passw(?:or)?d|passphrase|key|credentials|authorization|pat)"
    rb"(?P<between>[\"']?\s{0,3}(?:=>|[:=])\s{0,3}|[\"']?\s{1,3})(?P<opens>[\"']?(?:bearer |basic |token )?)"
    rb"(?P<value>[^\s\"'&,;]+)"
)
"""In small letters."""
_NAMES = (b"token", b"secret", b"pass", b"key", b"credentials", b"authorization", b"pat")
_NAMES_OF_SHORT_ONES = (b"passw", b"-token", b"-key", b"-secret")
"""What stands before a secret that may be shorter than `_LONG`."""
_NAME_BEFORE = re.compile(rb"[A-Za-z0-9_.\-]*\Z")
_MOST_NAME = 64  # bytes that are looked at for the beginning of a name
_PRIVATE_KEY = re.compile(
    rb"(-----BEGIN [A-Z ]*PRIVATE KEY-----)(.*?)(-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL
)
_WANDB = re.compile(
    rb"(wandb[ _]?(?:login|api[_ ]?key)[^\n]{0,40}?\b)([0-9a-f]{40})\b", re.IGNORECASE
)

_NO_VALUES = frozenset({b"none", b"null", b"true", b"false", b"required", b"authentication"})

# Each byte that a token may hold becomes a `w`, so that long ones are found by one search.
_RUNS = bytes(
    ord("w") if chr(each).isascii() and (chr(each).isalnum() or chr(each) in "_-") else ord(" ")
    for each in range(256)
)
_RUN = b"w" * _LONG


def is_secret_name(name: str) -> bool:
    """True if what is called so is a secret: `HF_TOKEN`, `aws_secret_access_key`, `dbPassword`; not `max_tokens`."""
    parts = [part.lower() for part in _PARTS.findall(name)]
    if not parts:
        return False
    last, before = parts[-1], parts[-2] if len(parts) > 1 else ""
    if last == "key":
        return before in _KEYS
    return last in _WORDS - {"pat"} or last in _TOGETHER or (last == "pat" and len(parts) > 1)


class Secrets:
    """Masks secrets in what is printed. Threads may share it."""

    def __init__(self, values: Iterable[str] = ()) -> None:
        """values: secrets that are known, whatever they look like."""
        known = {each.encode(errors="surrogateescape") for each in values}
        self._known = sorted((each for each in known if each), key=len, reverse=True)

    @classmethod
    def of_environment(cls, environment: Mapping[str, str]) -> Secrets:
        """With the values of the variables whose names are those of secrets."""
        return cls(secret_values(environment))

    def masked(self, text: bytes) -> bytes:
        """The text with each secret masked: as many lines as before."""
        for value in self._known:
            if value in text:
                text = text.replace(value, _MASK)
        if b"-----BEGIN" in text:
            text = _PRIVATE_KEY.sub(_of_private_key, text)
        if b"://" in text and b"@" in text:
            text = _USER_IN_ADDRESS.sub(
                rb"\1" + _MASK, _PASSWORD_IN_ADDRESS.sub(rb"\1" + _MASK, text)
            )
        return _mask_lines(text)


def secret_values(environment: Mapping[str, str]) -> Iterator[str]:
    """The values of the variables whose names are those of secrets, but for what is no secret by its looks."""
    for name, value in environment.items():
        is_place = value.startswith(("/", "./", "~")) or "\\" in value
        if is_secret_name(name) and len(value) >= _SHORTEST_KNOWN and not is_place:
            yield value


def masked(text: str) -> str:
    """The text with each secret masked that is known by its shape or its name."""
    data = text.encode(errors="surrogatepass")
    found = _NOTHING_KNOWN.masked(data)
    return text if found == data else found.decode(errors="replace")


_NOTHING_KNOWN = Secrets()


def masked_arguments(arguments: Sequence[str]) -> list[str]:
    """The arguments of a command with each secret masked: `--token x`, `--token=x`, `TOKEN=x`, and what has a known shape."""
    found: list[str] = []
    hides_next = False
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if hides_next and not argument.startswith("-"):
            found.append(MASK)
        elif equals and value and is_secret_name(name):
            found.append(f"{name}={MASK}")
        else:
            found.append(masked(argument))
        hides_next = not equals and argument.startswith("-") and is_secret_name(argument)
    return found


def _mask_lines(text: bytes) -> bytes:
    """Mask tokens and what stands behind the name of a secret, in the lines that may have such."""
    places = sorted({*_lines_with_tokens(text), *_lines_with_names(text)})
    if not places:
        return text
    parts: list[bytes] = []
    done = 0
    for start, end in places:
        parts += [text[done:start], _mask_line(text[start:end])]
        done = end
    return b"".join([*parts, text[done:]])


def _lines_with_tokens(text: bytes) -> Iterator[tuple[int, int]]:
    """The lines in which something is as long as a token."""
    runs = text.translate(_RUNS)
    at = runs.find(_RUN)
    while at >= 0:
        start, end = _line_at(text, at)
        yield start, end
        at = runs.find(_RUN, end)


def _lines_with_names(text: bytes) -> Iterator[tuple[int, int]]:
    """The lines that have the name of a secret which may be short."""
    small = text.lower()
    for name in _NAMES_OF_SHORT_ONES:
        at = small.find(name)
        while at >= 0:
            start, end = _line_at(text, at)
            yield start, end
            at = small.find(name, end)


def _line_at(text: bytes, at: int) -> tuple[int, int]:
    end = text.find(b"\n", at)
    return text.rfind(b"\n", 0, at) + 1, len(text) if end < 0 else end


def _mask_line(line: bytes) -> bytes:
    if _BEGINNING.search(line) is not None:
        line = _SHAPES.sub(_of_shape, line)
    small = line.lower()
    if b"wandb" in small:
        line = _WANDB.sub(rb"\1" + _MASK, line)
    if not any(each in small for each in _NAMES):
        return line
    found: list[bytes] = []
    done = at = 0
    while (named := _NAMED.search(small, at)) is not None:
        if _is_named_secret(line, named):
            found += [line[done : named.start("value")], _MASK]
            done = at = named.end("value")
        else:
            at = named.start("value")  # which may be the next name
    return b"".join([*found, line[done:]]) if found else line


def _is_named_secret(line: bytes, named: re.Match[bytes]) -> bool:
    value = line[named.start("value") : named.end("value")]
    before = _NAME_BEFORE.search(line[max(0, named.start() - _MOST_NAME) : named.start()])
    name = (before[0] if before else b"") + line[named.start() : named.start("between")]
    is_argument = name.startswith(b"-")
    if not is_argument and not named["between"].strip(b" \"'\t") and b" " not in named["opens"]:
        return False  # two words side by side
    if (
        not is_secret_name(name.decode(errors="replace"))
        or value.lower().strip(b".)]}") in _NO_VALUES
    ):
        return False
    if b"pass" in name.lower():
        return len(value) >= 4
    return _looks_secret(value) or (is_argument and len(value) >= 8 and not value.startswith(b"-"))


def _looks_secret(value: bytes) -> bool:
    return (
        len(value) >= _LONG
        and not value.startswith((b"<", b"[", b"/", b"(", b"{", _MASK))
        and any(48 <= each <= 57 for each in value)
        and value.upper() != value.lower()
    )


def _of_shape(found: re.Match[bytes]) -> bytes:
    return next(each for each in found.groups() if each is not None) + _MASK


def _of_private_key(found: re.Match[bytes]) -> bytes:
    hidden = b"\n".join(_MASK if line.strip() else line for line in found[2].split(b"\n"))
    return found[1] + hidden + found[3]
