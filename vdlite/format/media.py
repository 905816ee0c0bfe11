"""Media files: a stream of msgpack `bin` objects, found through the references in the log file."""

import os
from collections.abc import Callable
from struct import Struct
from zlib import crc32

from vdlite.errors import FormatError
from vdlite.format.shown_path import shown_path

_BIN32 = Struct(">BI")
HEAD_BYTES = _BIN32.size
MAX_PAYLOAD = (1 << 32) - 1


def head(payload: bytes) -> bytes:
    """The bytes before a payload in the media file (msgpack's bin 32 header)."""
    return _BIN32.pack(0xC6, len(payload))


ReadPart = Callable[[int, int], bytes]
"""Gives the bytes of a file from an offset on, as many as wanted, or fewer where the file ends."""

_MOST_OFFSET = (1 << 63) - 1  # that a file can have


def read_payload(
    read: ReadPart, path: str | os.PathLike[str], offset: int, length: int, crc: int
) -> bytes:
    """The payload at `offset` of a log or media file, checked; `path` is for errors only.

    Raises FormatError if the bytes are cut short or do not match their checksum. Where and what to read is what some
    log says: the error says nothing of what was found there, which may be anybody's.
    """
    if not (0 <= length <= MAX_PAYLOAD and 0 <= offset <= _MOST_OFFSET - length):
        raise FormatError(
            f"payload at byte {offset} of {length} bytes: no file is so long: {shown_path(path)}"
        )
    payload = read(offset, length)
    if len(payload) != length:
        raise FormatError(
            f"payload at byte {offset}: want {length} bytes, but the file ends before: {shown_path(path)}"
        )
    if crc32(payload) != crc:
        raise FormatError(
            f"payload at byte {offset}: does not match its checksum: {shown_path(path)}"
        )
    return payload
