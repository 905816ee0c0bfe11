"""Console: lines that a program printed, as they were left on the screen."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.kinds.console_streams import STREAMS
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.packing import pack, unpack

NAME = "console"
TAG = "console"
"""The tag under which a run's consoles lie."""

SGR = re.compile(r"\x1b\[[0-9;:]*m")
"""The sequences that set colors, the only ones that lines hold."""

FIRST = "first"  # a block's first line, from 0 on; what was at it and behind it before is replaced
LINES = "lines"
LEFT_OUT = "left_out"  # lines that were printed before this block, and are not kept
ENDED = "ended"  # how the program ended


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that follow each other; all columns of one length [N]."""

    text: tuple[str, ...]  # with ANSI colors (SGR sequences), each line by itself, without its end
    walltimes: NDArray[np.float64]  # when the line was begun, seconds since 1970
    streams: NDArray[np.uint8]  # indexes of STREAMS

    def __len__(self) -> int:
        return len(self.text)


def payload_of(
    text: bytes, walltime: float, milliseconds: NDArray[np.uint32], streams: NDArray[np.uint8]
) -> bytes:
    """The payload of a block of lines.

    text: UTF-8, the lines with `\\n` between them. milliseconds: [N], from `walltime` on. streams: [N].
    """
    return pack(
        {
            "text": text,
            "walltime": walltime,
            "milliseconds": milliseconds.astype("<u4", copy=False),
            "streams": streams.astype(np.uint8, copy=False),
        }
    )


def summary_of(
    first: int, lines: int, *, left_out: int = 0, ended: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The summary of a block: its place among all lines, what is missing before it, and how the program ended."""
    summary: dict[str, Any] = {FIRST: first, LINES: lines}
    if left_out:
        summary[LEFT_OUT] = left_out
    if ended is not None:
        summary[ENDED] = dict(ended)
    return summary


def decode(payload: bytes) -> Lines:
    """The lines. Raises FormatError for bytes that are none."""
    content = unpack(payload, NAME)
    text, walltime = content.get("text"), content.get("walltime")
    milliseconds, streams = content.get("milliseconds"), content.get("streams")
    if not isinstance(text, bytes) or not isinstance(walltime, (int, float)):
        raise FormatError("console payload: want the fields `text` and `walltime`")
    for name, column in (("milliseconds", milliseconds), ("streams", streams)):
        if not isinstance(column, np.ndarray) or column.ndim != 1 or column.dtype.kind not in "ui":
            raise FormatError(f"console payload: want a column of whole numbers `{name}`")
    assert isinstance(milliseconds, np.ndarray)
    assert isinstance(streams, np.ndarray)
    lines = tuple(text.decode(errors="replace").split("\n")) if len(milliseconds) else ()
    if not len(lines) == len(milliseconds) == len(streams):
        raise FormatError(
            f"console payload: got {len(lines)} lines, {len(milliseconds)} times, {len(streams)} streams"
        )
    known = np.where(streams < len(STREAMS), streams, 0).astype(np.uint8)
    return Lines(lines, float(walltime) + milliseconds / 1000.0, known)


KIND = Kind(NAME, decode)
