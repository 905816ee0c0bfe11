"""Media files: a stream of msgpack `bin` objects, found through the references in the log file."""

import os
from struct import Struct
from zlib import crc32

from vdlite.errors import FormatError

_BIN32 = Struct(">BI")
HEAD_BYTES = _BIN32.size
MAX_PAYLOAD = (1 << 32) - 1


def head(payload: bytes) -> bytes:
    """What stands before a payload in the media file (msgpack's bin 32 header)."""
    return _BIN32.pack(0xC6, len(payload))


def read_payload(path: str | os.PathLike[str], offset: int, length: int, crc: int) -> bytes:
    """The payload at `offset` of a log or media file, checked.

    Raises FormatError if the bytes are cut short or do not match their checksum.
    """
    with open(path, "rb") as file:
        file.seek(offset)
        # Not more than there is: what the log says of the length may be wrong.
        payload = file.read(min(length, max(0, os.fstat(file.fileno()).st_size - offset)))
    if len(payload) != length:
        raise FormatError(
            f"payload at byte {offset}: got {len(payload)} bytes, want {length}: {path}"
        )
    if (got := crc32(payload)) != crc:
        raise FormatError(
            f"payload at byte {offset}: got checksum 0x{got:08x}, want 0x{crc:08x}: {path}"
        )
    return payload
