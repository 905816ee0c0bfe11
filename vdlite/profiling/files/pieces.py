"""The events of a Chrome trace in pieces of some megabytes, however large the file is.

A piece is cut between two events: where one ends and another begins whose first key is that of the first event. No
text within an event looks so, since it has no bare quote. A list of maps in an event's arguments may; whoever decodes
the piece gives the rest of such an event back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from vdlite.errors import FormatError
from vdlite.profiling.files.stream import Stream

PIECE = 2 << 20
_MOST_HEAD = 64 << 20
MOST_EVENT = 64 << 20
"""Bytes of an event; what is longer is none."""
_EVENTS = re.compile(rb'"traceEvents"\s*:\s*\[')
_BEGIN = re.compile(rb'\s*(?:\[\s*)*\{\s*("(?:[^"\\]|\\.){1,40}")\s*:')


class Pieces:
    """The head of a trace, its events in pieces, and what comes behind them."""

    def __init__(self, path: Path, *, size: int = PIECE) -> None:
        """Raises FormatError if the file holds no events, OSError if it can't be read."""
        self._stream = Stream(path)
        self._size = size
        self._left = b""
        try:
            self.head = self._read_head(path)
        except BaseException:
            self.close()
            raise

    @property
    def cut_short(self) -> bool:
        return self._stream.cut_short

    @property
    def taken(self) -> int:
        """Bytes of the file that were read so far."""
        return self._stream.taken

    def close(self) -> None:
        self._stream.close()

    def give_back(self, rest: bytes) -> None:
        """Have the next piece begin with what is no whole event yet."""
        self._left = rest

    def __iter__(self) -> Iterator[tuple[int, bytes, bool]]:
        """Offset among the bytes of the (decompressed) file, events with commas between them, whether it is the last.

        The last one may have the end of the file behind its events.
        """
        offset = len(self.head)
        held = self._held
        border = self._border(held)
        known = 0  # bytes that are no whole event
        while True:
            # Twice as much, where not even that held two events.
            more = self._stream.read(max(self._size - len(held), len(held), 1))
            held += more
            end, cut = self._cut(held, border)
            if cut <= known:
                if more and len(held) < MOST_EVENT:
                    continue
                end = cut = len(held)
            piece, between, held = held[:end], held[end:cut], held[cut:]
            if not more and not held:
                yield offset, piece, True
                return
            yield offset, piece, False
            # What was given back is the end of this piece.
            back = self._left + between if self._left else b""
            held, known, self._left = back + held, len(back), b""
            offset += cut - known

    def _read_head(self, path: Path) -> bytes:
        """Everything up to the events."""
        held = self._stream.read(self._size)
        if held[:3] == b"\xef\xbb\xbf":
            held = held[3:]
        begin = held.lstrip()[:1]
        if begin == b"[":
            end = held.index(b"[") + 1
        elif begin == b"{":
            while not (found := _EVENTS.search(held)):
                more = self._stream.read(self._size)
                if not more or len(held) > _MOST_HEAD:
                    raise FormatError(f"trace: got JSON without traceEvents: {path}")
                held += more
            end = found.end()
        else:
            raise FormatError(f"trace: got other than JSON: {path}")
        self._held = held[end:]
        return held[:end]

    def _border(self, held: bytes) -> re.Pattern[bytes]:
        """The border between two events; the second one's beginning is its group."""
        first = _BEGIN.match(held)
        key = re.escape(first[1]) if first else rb'"(?:ph|name|cat|pid|tid|ts)"'
        return re.compile(rb"\}\s*,\s*(\{\s*" + key + rb"\s*:)")

    def _cut(self, held: bytes, border: re.Pattern[bytes]) -> tuple[int, int]:
        """The end of the last but one event of these bytes, where the last one begins; -1 if they hold only one."""
        for tail in (1 << 14, 1 << 18, len(held)):
            end = cut = -1
            for match in border.finditer(held, max(len(held) - tail, 0)):
                end, cut = match.start() + 1, match.start(1)
            if cut > 0:
                return end, cut
        return -1, -1
