"""Secrets that are known by their shape: tokens of services, passwords in addresses, private keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vdlite.secrets.names import Span

MOST_KEY = 300
"""Lines of a private key: what has no end is none behind them."""

# Each from a rare byte of its beginning on. What is masked begins behind the first group, or where there is none, behind
# that byte.
_B = rb"(?<![A-Za-z0-9])"  # the beginning of a word
_SHAPES = tuple(
    re.compile(each)
    for each in (
        rb"_(?=[A-Za-z0-9_]{30})(?:(?<=" + _B + rb"hf_)[A-Za-z0-9]{30,}"
        rb"|(?<=" + _B + rb"gh[pousr]_)[A-Za-z0-9]{30,}"
        rb"|(?<=" + _B + rb"github_)(pat_)[A-Za-z0-9_]{30,}"
        rb"|(?<=" + _B + rb"gsk_)[A-Za-z0-9]{40,}"
        rb"|(?<=" + _B + rb"npm_)[A-Za-z0-9]{36}"
        rb"|(?<=" + _B + rb"r8_)[A-Za-z0-9]{36,})",
        rb"-(?=[A-Za-z0-9_\-]{16})(?:(?<="
        + _B
        + rb"sk-)((?:proj-|ant-|or-|lf-)?)(?=[A-Za-z0-9_\-]{0,200}[0-9])"
        rb"(?=[A-Za-z0-9_\-]{0,200}[A-Za-z0-9]{16})[A-Za-z0-9_\-]{20,}"
        rb"|(?<=" + _B + rb"glpat-)[A-Za-z0-9_\-]{16,}"
        rb"|(?<=" + _B + rb"xox[abeoprs]-)[A-Za-z0-9\-]{16,}"
        rb"|(?<=" + _B + rb"nvapi-)[A-Za-z0-9_\-]{40,}"
        rb"|(?<=" + _B + rb"pypi-)[A-Za-z0-9_\-]{50,})",
        rb"A(?<=" + _B + rb"A)(?:(Iza)[A-Za-z0-9_\-]{35}|([KS]IA)[A-Z0-9]{16}(?![A-Za-z0-9]))",
        rb"J(?<=" + _B + rb"eyJ)[A-Za-z0-9_\-]{10,2000}\.eyJ[A-Za-z0-9_\-]{10,}\.[A-Za-z0-9_\-]*",
    )
)
_BEGUN = re.compile(
    _B + rb"(?:hf_|gh[pousr]_|github_pat_|gsk_|npm_|r8_|sk-(?:proj-|ant-|or-|lf-)?|glpat-"
    rb"|xox[abeoprs]-|nvapi-|pypi-|AIza|A[KS]IA|eyJ)(?P<hidden>[A-Za-z0-9_.\-]+)\Z"
)
_IN_TOKEN = bytes(range(48, 58)) + bytes(range(65, 91)) + bytes(range(97, 123)) + b"_.-"

_PASSWORD_IN_ADDRESS = re.compile(
    rb":(?<=[A-Za-z0-9+.\-]:)//(?!\[)[^\s/:@'\"]*:"
    # With a slash in it, and not a port and what follows it: a path, or another address.
    rb"(?P<hidden>[^\s/'\"]+|(?!\d{1,5}[/,])[^\s'\"@]{1,200})(?=@[A-Za-z0-9\[])"
)
_USER_IN_ADDRESS = re.compile(rb"://(?P<hidden>[A-Za-z0-9_\-]{20,})(?=@[A-Za-z0-9\[])")
_BEGUN_ADDRESS = re.compile(
    rb"(?<=[A-Za-z0-9+.\-])://(?:[^\s/:@'\"]*:(?!\d{0,5}\Z))?(?P<hidden>[^\s/:@'\"]+)@?\Z"
)

_WANDB = re.compile(rb"w(?:andb[ _]?(?:login|api[_ ]?key)[^\n]{0,40}?\b)(?P<hidden>[0-9a-f]{40})\b")
"""In small letters."""
_BEGUN_WANDB = re.compile(
    rb"wandb[ _]?(?:login|api[_ ]?key)[^\n]{0,40}?\b(?P<hidden>[0-9a-f]{1,40})\Z"
)

_KEY_BEGINS = re.compile(rb"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----")
_IN_KEY = re.compile(rb"[A-Za-z0-9+/=]{16,}")
_KEY_ENDS = re.compile(rb"-----END [A-Z ]{0,40}PRIVATE KEY-----")


class PrivateKey(NamedTuple):
    """What is secret of a private key."""

    begin: int
    end: int
    has_ended: bool  # False: it may go on behind the text


def tokens(text: bytes, small: bytes) -> Iterator[Span]:
    """Tokens of services, each from behind what all of its kind begin with. small: the text in small letters."""
    for pattern in _SHAPES:
        for found in pattern.finditer(text):
            yield found.end(found.lastindex) if found.lastindex else found.start() + 1, found.end()
    for found in _WANDB.finditer(small):
        yield found.span("hidden")


def in_addresses(text: bytes) -> Iterator[Span]:
    """Passwords in addresses, and names of users there that are as long as a token."""
    if b"@" in text and b"://" in text:
        for pattern in (_PASSWORD_IN_ADDRESS, _USER_IN_ADDRESS):
            for found in pattern.finditer(text):
                yield found.span("hidden")


def begun_token(text: bytes, least: int) -> int | None:
    """The place where what is hidden of a token begins, of which the text's end may be a part; None: there is none.

    least: bytes of what would be hidden.
    """
    run = text[len(text.rstrip(_IN_TOKEN)) :]
    return _hidden(_BEGUN, run, len(text) - len(run), least)


def begun_address(text: bytes, least: int) -> int | None:
    """The place where a password begins of which the text's end may be a part, or a key of W&B."""
    found = _hidden(_BEGUN_ADDRESS, text, 0, least) if b"://" in text else None
    return found if found is not None else _hidden(_BEGUN_WANDB, text.lower(), 0, least)


def _hidden(pattern: re.Pattern[bytes], text: bytes, offset: int, least: int) -> int | None:
    found = pattern.search(text)
    if found is None or len(found["hidden"]) < least:
        return None
    return offset + found.start("hidden")


def private_keys(text: bytes, *, goes_on: bool = False) -> Iterator[PrivateKey]:
    """All private keys. goes_on: the text begins inside of one."""
    at, is_inside = 0, goes_on
    while True:
        if not is_inside:
            begins = _KEY_BEGINS.search(text, at)
            if begins is None:
                return
            at = begins.end()
        limit = _end_of_lines(text, at, MOST_KEY)
        ends = _KEY_ENDS.search(text, at, limit)
        end = limit if ends is None else ends.start()
        yield PrivateKey(at, end, ends is not None or limit < len(text))
        at, is_inside = end, False


def ends_of_private_keys(text: bytes) -> Iterator[Span]:
    """The lines before the end of each private key: also of one whose beginning was left out."""
    for ends in _KEY_ENDS.finditer(text):
        begin = ends.start()
        for _ in range(MOST_KEY):
            before = text.rfind(b"\n", 0, max(0, begin - 1)) + 1
            if _IN_KEY.fullmatch(text[before:begin].strip()) is None:
                break
            begin = before
        if begin < ends.start():
            yield begin, ends.start()


def _end_of_lines(text: bytes, at: int, count: int) -> int:
    """The end of so many lines from a place on."""
    for _ in range(count):
        at = text.find(b"\n", at) + 1
        if not at:
            return len(text)
    return at
