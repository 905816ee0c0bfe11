"""Control characters and sequences in what is printed: where they are, and what is only text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vdlite.console.style import SGR

_MOST_PARTIAL = 1 << 16  # bytes of a sequence that may still come to its end

_PLAIN = bytes([9, 10, *range(32, 127), *range(128, 256)])

_CONTROL = re.compile(
    rb"\x1b\[(?P<codes>[0-9;:<=>?]*)[ -/]*(?P<ends>[@-~])"
    rb"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles, links
    rb"|\x1b[PX^_][^\x1b]*\x1b\\"  # pictures
    rb"|\x1b[ -/]*(?P<escape>[0-~])"
    rb"|(?P<single>[\x00-\x08\x0b-\x1f\x7f])"
)
_OPEN_SEQUENCE = re.compile(
    rb"\x1b(?:\[[0-9;:<=>?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?|[ -/]*)\Z"
)


def controls(data: bytes) -> Iterator[re.Match[bytes]]:
    """Each control character or sequence.

    Its groups: `codes` and `ends` of a sequence, `escape` of one of a single letter, `single` of a character.
    """
    return _CONTROL.finditer(data)


def special(data: bytes) -> bytes:
    """All bytes that are no text and end no line, such as the first ones of sequences."""
    return data.translate(None, _PLAIN)


def only_styles(data: bytes, specials: bytes) -> bool:
    """True if all that is special about the data are SGR sequences."""
    return specials.count(b"\x1b") == len(specials) == len(SGR.findall(data))


def whole(data: bytes) -> tuple[bytes, bytes]:
    """The data up to the last whole character and sequence, as sound UTF-8; and the rest, whose end is still to come."""
    end = len(data)
    escape = data.rfind(b"\x1b", max(0, end - _MOST_PARTIAL))
    if escape >= 0:
        # The end of a string is a sequence of its own.
        begin = data.rfind(b"\x1b", max(0, end - _MOST_PARTIAL), escape)
        for at in (begin, escape):
            if at >= 0 and _OPEN_SEQUENCE.match(data, at):
                end = at
                break
    if end == len(data) and data.endswith(b"\r"):
        end -= 1  # a line may end behind it
    if data.isascii():
        return (data, b"") if end == len(data) else (data[:end], data[end:])
    if end == len(data):
        end -= _cut_character(data)
    rest, data = data[end:], data[:end]
    try:
        data.decode()
    except UnicodeDecodeError:
        data = data.decode(errors="replace").encode()
    return data, rest


def until(text: bytes, size: int) -> bytes:
    """The text's first bytes, without half a character at their end."""
    cut = text[:size]
    return cut[: len(cut) - _cut_character(cut)] if cut else cut


def _cut_character(data: bytes) -> int:
    """How many bytes at the end are the beginning of a character of UTF-8."""
    for back in range(1, min(4, len(data) + 1)):
        byte = data[-back]
        if byte < 0x80:
            return 0
        if byte >= 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return back if back < length else 0
    return 0
