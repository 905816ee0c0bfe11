"""How event files are framed: length, its checksum, the event's bytes, their checksum."""

from struct import Struct

import numpy as np

from vdlite.foreign.messages.crc32c import Varying, crc32c, masked, unmasked

HEAD_BYTES = 12
FRAME_BYTES = 16  # more than the event's own
MOST_EVENT = 1 << 28

_HEAD = Struct("<QI")
_CHECK = Struct("<I")
_LENGTH_RUN = ((0, 4),)  # of the eight bytes of a length below MOST_EVENT, those that may differ


def event_length(data: bytes | bytearray, at: int) -> int | None:
    """How long the event is whose frame begins at `at`; None if no frame does."""
    length, check = _HEAD.unpack_from(data, at)
    if length > MOST_EVENT or masked(crc32c(data[at : at + 8])) != check:
        return None
    return int(length)


def is_intact(data: bytes | bytearray, at: int, length: int) -> bool:
    """True if the event of that length, whose frame begins at `at`, has the bytes that were written."""
    begin = at + HEAD_BYTES
    (check,) = _CHECK.unpack_from(data, begin + length)
    return masked(crc32c(memoryview(data)[begin : begin + length])) == int(check)


def next_frame(data: bytes | bytearray, at: int) -> int | None:
    """The start of the first frame from `at` on, recognized by the checksum of its length; None if there is none."""
    last = len(data) - HEAD_BYTES
    lengths = Varying(bytes(8), _LENGTH_RUN)
    every = np.frombuffer(data, np.uint8)
    for begin in range(at, last + 1, 1 << 20):
        end = min(begin + (1 << 20), last + 1)
        # The upper half of a length is zero.
        zero = every[begin + 4 : end + 7] == 0
        places = np.flatnonzero(zero[:-3] & zero[1:-2] & zero[2:-1] & zero[3:]) + begin
        if not len(places):
            continue
        low = every[places[:, None] + np.arange(4)]
        checks = every[places[:, None] + np.arange(8, 12)].copy().view("<u4")[:, 0]
        fits = (lengths.of((low,)) == unmasked(checks)) & (low[:, 3] < MOST_EVENT >> 24)
        if fits.any():
            return int(places[fits.argmax()])
    return None
