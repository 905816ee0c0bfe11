"""Texts: Markdown or plain, of any length."""

from typing import Any

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.kind import Kind

NAME = "text"
MEDIA_TYPE = "text/plain; charset=utf-8"  # never as a page: it may hold anything

MOST_BYTES = (1 << 32) - 1
_PREVIEW = 200  # characters


@taking(NAME)
def text(string: object) -> Ready:
    """A draft of a text.

    string: a str, or bytes of UTF-8. Lone surrogates, which no file can hold, become question marks.
    Raises PayloadError for anything else.
    """
    if isinstance(string, (bytes, bytearray)):
        string = bytes(string).decode(errors="replace")
    if not isinstance(string, str):
        raise PayloadError(f"text: got {type(string).__name__} {string!r:.60}, want a string")
    payload = string.encode(errors="replace")
    if len(payload) > MOST_BYTES:
        raise PayloadError(f"text: got {len(payload)} bytes, want {MOST_BYTES} at most")
    summary: dict[str, Any] = {
        "characters": len(string),
        "lines": string.count("\n") + 1,
        "preview": payload.decode()[:_PREVIEW],
    }
    return Ready(payload, summary)


def decode(payload: bytes) -> str:
    """The text. Raises FormatError if the bytes are no UTF-8."""
    try:
        return payload.decode()
    except UnicodeDecodeError as error:
        raise FormatError(f"text payload: {error}") from error


KIND = Kind(NAME, decode, media_type=MEDIA_TYPE)
