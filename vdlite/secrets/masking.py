"""Masking what the rules find, in text with colors or without."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vdlite.secrets.names import Span, begun_value, is_secret_name, named, secret_values
from vdlite.secrets.shapes import (
    PrivateKey,
    begun_address,
    begun_token,
    ends_of_private_keys,
    in_addresses,
    private_keys,
    tokens,
)

MASK = "***"

_MASK = MASK.encode()
_COLORS = re.compile(rb"(\x1b\[[0-9;:]*m)")
_LEAST = 4  # bytes of a secret, of which a cut has left no more
_SHORTEST_LINE = 8  # characters of a line of a secret; shorter ones would mask what is none
_MOST_BEFORE = 4096  # bytes before a cut that are looked at


class Cut(NamedTuple):
    """A place of a text where something was cut off: what stands before it may be the beginning of a secret."""

    at: int  # bytes from the text's beginning on
    goes_on: bool  # something was cut off, or is still to come; False: it may be the end


class LastKey(NamedTuple):
    """The place of the last private key of a text, as numbers of its lines."""

    begin: int  # 0 also where it began before the text
    end: int | None  # None: it may go on behind the text


class Masked(NamedTuple):
    """A text without secrets."""

    text: bytes
    key: LastKey | None


class Secrets:
    """Masks secrets in what is printed. Threads may share it."""

    def __init__(self, values: Iterable[str] = ()) -> None:
        """values: secrets that are known, whatever they look like."""
        known = {line for value in values for line in _lines_of(value) if line}
        self._known = sorted(known, key=len, reverse=True)

    @classmethod
    def of_environment(cls, environment: Mapping[str, str]) -> Secrets:
        """With the values of the variables whose names are those of secrets."""
        return cls(secret_values(environment))

    def masked(self, text: bytes) -> bytes:
        """The text with each secret masked: as many lines as before, and with all of its colors."""
        return self.masked_part(text).text

    def masked_part(self, text: bytes, cuts: Sequence[Cut] = (), *, in_key: bool = False) -> Masked:
        """A part of a text masked, whose ends are nobody's choice.

        in_key: it begins inside of a private key.
        """
        if b"\x1b" not in text:
            spans, key = self._spans(text, cuts, in_key)
            return Masked(_without(text, spans), key)
        parts = _COLORS.split(text)
        plain = b"".join(parts[::2])
        spans, key = self._spans(plain, [_in_plain(parts, cut) for cut in cuts], in_key)
        return Masked(_without_in_colors(parts, spans) if spans else text, key)

    def _spans(
        self, text: bytes, cuts: Sequence[Cut], in_key: bool
    ) -> tuple[list[Span], LastKey | None]:
        """What is secret in a text without colors: rising, and apart from each other; and the last private key."""
        small = text.lower()
        found = [*self._known_in(text), *tokens(text, small), *in_addresses(text)]
        found += named(text, small)
        for cut in cuts:
            found += self._before(text, cut)
        key = None
        if in_key or b"PRIVATE KEY-----" in text:
            for begin, end in ends_of_private_keys(text):
                found += _lines_in(text, begin, end)
            for key in private_keys(text, goes_on=in_key):
                found += _lines_in(text, key.begin, key.end)
        return _apart(found), None if key is None else _by_lines(text, key)

    def _known_in(self, text: bytes) -> Iterator[Span]:
        for value in self._known:
            at = text.find(value)
            while at >= 0:
                yield at, at + len(value)
                at = text.find(value, at + len(value))

    def _before(self, text: bytes, cut: Cut) -> Iterator[Span]:
        """What may be the beginning of a secret before a cut."""
        begin = max(text.rfind(b"\n", 0, cut.at) + 1, cut.at - _MOST_BEFORE)
        head = text[begin : cut.at]
        for value in self._known:
            at = head.find(value[:_LEAST], max(0, len(head) - len(value) + 1))
            while at >= 0:
                if value.startswith(head[at:]):
                    yield begin + at, cut.at
                    break
                at = head.find(value[:_LEAST], at + 1)
        rules = (begun_token, begun_address, begun_value)
        for rule in rules if cut.goes_on else rules[:1]:
            if (at_rule := rule(head, _LEAST)) is not None:
                yield begin + at_rule, cut.at


def masked(text: str) -> str:
    """The text with each secret masked that is known by its shape or its name."""
    data = text.encode(errors="surrogatepass")
    found = _NOTHING_KNOWN.masked(data)
    return text if found == data else found.decode(errors="replace")


def masked_beginning(text: str) -> str:
    """The beginning of a longer text, masked as `masked` does it, with what the cut has left of a secret."""
    data = text.encode(errors="surrogatepass")
    found = _NOTHING_KNOWN.masked_part(data, [Cut(len(data), goes_on=True)]).text
    return text if found == data else found.decode(errors="replace")


_NOTHING_KNOWN = Secrets()


def masked_arguments(arguments: Sequence[str]) -> list[str]:
    """The arguments of a command with each secret masked: `--token x`, `--token=x`, `TOKEN=x`, and what has a known shape."""
    found: list[str] = []
    hides_next = False
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if hides_next and not _is_option(argument):
            found.append(MASK)
        elif equals and value and is_secret_name(name):
            found.append(f"{name}={MASK}")
        else:
            found.append(masked(argument))
        hides_next = not equals and argument.startswith("-") and is_secret_name(argument)
    return found


def _is_option(argument: str) -> bool:
    """True for `--lr` and `-v`; what is long behind one hyphen may be a secret that begins so."""
    return argument.startswith("--") or (
        argument.startswith("-") and len(argument) < _SHORTEST_LINE
    )


def _lines_of(value: str) -> Iterator[bytes]:
    """A secret as it is printed: line by line, and with bytes that are no UTF-8 as a console keeps them."""
    lines = value.splitlines()
    if len(lines) > 1:
        lines = [line for each in lines if len(line := each.strip()) >= _SHORTEST_LINE]
    for line in lines:
        data = line.encode(errors="surrogateescape")
        yield data
        yield data.decode(errors="replace").encode()


def _lines_in(text: bytes, begin: int, end: int) -> Iterator[Span]:
    """Each line by itself, but for empty ones."""
    for line in text[begin:end].split(b"\n"):
        if line.strip():
            yield begin, begin + len(line)
        begin += len(line) + 1


def _by_lines(text: bytes, key: PrivateKey) -> LastKey:
    begin = text.count(b"\n", 0, key.begin)
    return LastKey(begin, begin + text.count(b"\n", key.begin, key.end) if key.has_ended else None)


def _apart(spans: list[Span]) -> list[Span]:
    """The spans in their order, those that overlap as one."""
    made: list[Span] = []
    for start, end in sorted(spans):
        if made and start < made[-1][1]:
            made[-1] = (made[-1][0], max(end, made[-1][1]))
        else:
            made.append((start, end))
    return made


def _without(text: bytes, spans: list[Span]) -> bytes:
    if not spans:
        return text
    parts: list[bytes] = []
    done = 0
    for start, end in spans:
        parts += [text[done:start], _MASK]
        done = end
    return b"".join([*parts, text[done:]])


def _without_in_colors(parts: list[bytes], spans: list[Span]) -> bytes:
    """What `_COLORS.split` gave, together again, with a mask where each span of the plain text begins."""
    made: list[bytes] = []
    rest = iter(spans)
    start, end = next(rest)
    first = 0  # byte of the plain text where the part begins
    for number, part in enumerate(parts):
        if number % 2:
            made.append(part)
            continue
        at, last = first, first + len(part)
        while start < last:
            if start >= at:
                made += [part[at - first : start - first], _MASK]
            at = min(end, last)
            if end > last:
                break
            start, end = next(rest, (1 << 62, 1 << 62))
        made.append(part[at - first :])
        first = last
    return b"".join(made)


def _in_plain(parts: list[bytes], cut: Cut) -> Cut:
    """The place of a cut in the text without colors."""
    at = plain = 0
    for number, part in enumerate(parts):
        if at + len(part) >= cut.at:
            return cut._replace(at=plain + (0 if number % 2 else cut.at - at))
        at += len(part)
        plain += 0 if number % 2 else len(part)
    return cut._replace(at=plain)
