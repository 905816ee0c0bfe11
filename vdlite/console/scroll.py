"""The lines of a terminal without an end, of which the last ones can still change."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from vdlite.console.control import until
from vdlite.console.row import Row

LONGEST = 1 << 16
"""Bytes of a line that are kept, from its beginning on."""

WINDOW = 120
"""Lines that can still change."""


class Changed(NamedTuple):
    """The lines from the first one that has changed to the end; all columns of one length."""

    first: int  # number of that line, from 0 on
    lines: Sequence[bytes]
    walltimes: array[float]  # when each was begun
    streams: bytes
    cuts: Sequence[tuple[int, int]]  # index and kept bytes of each line that was longer


class Unseen(NamedTuple):
    """Lines that were left out as they came."""

    lines: int
    bytes: int
    walltime: float


class LeftOut(NamedTuple):
    """What was put in the place of lines. Numbers are those of before."""

    lines: int  # how many
    start: int  # number of the first one; they are not there any more
    stop: int  # number of the first one behind
    is_new: bool  # there is now a line at `start` that says so; False: one before them does


@dataclass(slots=True)
class _Hole:
    """A line in the place of lines that were left out."""

    number: int
    lines: int = 0
    bytes: int = 0


class Scroll:
    """Lines of several streams in the order in which each was begun. Not for several threads at once."""

    def __init__(self) -> None:
        self._lines: list[bytes | Row] = []  # from number `base` on
        self._walltimes = array("d")
        self._streams = bytearray()
        self._rows: set[int] = set()  # numbers of lines that are rows
        self._cut: dict[int, int] = {}  # bytes left out of lines, by number
        self._changed = 0  # number of the first line that `take` has not given
        self._given = 0  # number of the first line that it has never given
        self._hole: _Hole | None = None  # that `take` has not given yet
        self.base = 0
        """The number of the first line that is still here."""
        self.end = 0
        """The number of lines so far."""

    @property
    def has_changed(self) -> bool:
        return self._changed < self.end

    @property
    def has_new_lines(self) -> bool:
        """True if there are lines that were never taken."""
        return self._given < self.end

    def add(self, lines: list[bytes], stream: int, walltime: float) -> int:
        """Add lines, each at most `LONGEST` bytes; returns the number of the first."""
        first, count = self.end, len(lines)
        self._lines += lines
        self._walltimes += array("d", (walltime,)) * count
        self._streams += bytes((stream,)) * count
        self.end = first + count
        return first

    def line(self, number: int) -> bytes | Row:
        return self._lines[number - self.base]

    def row(self, number: int) -> Row:
        """A line as cells, that are changed."""
        line = self._lines[number - self.base]
        if not isinstance(line, Row):
            line = self._lines[number - self.base] = Row(line)
            self._rows.add(number)
        return line

    def append(self, number: int, text: bytes) -> None:
        """Add text to a line, as far as there is room."""
        at = number - self.base
        line = self._lines[at]
        if isinstance(line, Row):
            line = line.rendered()
            self._rows.discard(number)
        room = LONGEST - len(line)
        if len(text) > room:
            self._cut[number] = self._cut.get(number, 0) + len(text) - max(room, 0)
            text = until(text, max(room, 0))
        self._lines[at] = line + text
        self.touch(number)

    def replace(self, number: int, text: bytes) -> None:
        """Put text in the place of a line that is no row."""
        self._lines[number - self.base] = text
        self.touch(number)

    def touch(self, number: int) -> None:
        """Know that a line has changed."""
        if number < self._changed:
            self._changed = number

    def take(self) -> Changed:
        """The lines that have changed since the last time, and all behind them."""
        first = min(self._changed, self.end)
        start = first - self.base
        lines = self._lines[start:]
        for number in self._rows:
            if number >= first:
                row = lines[number - first]
                assert isinstance(row, Row)
                lines[number - first] = row.rendered()
        texts = cast("list[bytes]", lines)
        cuts = [(number - first, cut) for number, cut in self._cut.items() if number >= first]
        lengths = [(index, len(texts[index])) for index, _ in cuts]
        for index, cut in cuts:
            texts[index] += b" \xe2\x80\xa6 %s bytes left out" % f"{cut:,}".encode()
        changed = Changed(
            first, texts, self._walltimes[start:], bytes(self._streams[start:]), lengths
        )
        self._changed = self._given = self.end
        self._hole = None
        return changed

    def forget(self, first: int) -> None:
        """Let the lines before a number go: they can't change any more."""
        count = first - self.base
        if count <= 0:
            return
        for column in (self._lines, self._walltimes, self._streams):
            del column[:count]
        self.base = first
        self._rows = {number for number in self._rows if number >= first}
        self._cut = {number: cut for number, cut in self._cut.items() if number >= first}

    def leave_out(self, kept: int, stream: int, unseen: Unseen | None = None) -> LeftOut | None:
        """Put a line that says so in the place of those that were never taken, but for the last ones.

        unseen: lines that never came here, and belong behind them. None: there is nothing to leave out.
        """
        hole = self._hole
        start = max(self._given, self._changed) if hole is None else hole.number + 1
        stop = max(start, self.end - kept)
        if stop <= start + (hole is None) and unseen is None:
            return None
        walltime = self._walltimes[stop - 1 - self.base] if unseen is None else unseen.walltime
        lines, size = self._delete(start, stop)
        if unseen is not None:
            lines, size = lines + unseen.lines, size + unseen.bytes
        if hole is None:
            hole = self._hole = _Hole(start)
            self._insert(start, stream, walltime)
        hole.lines += lines
        hole.bytes += size
        at = hole.number - self.base
        self._lines[at] = f"… {hole.lines:,} lines ({hole.bytes:,} bytes) left out".encode()
        self._walltimes[at] = walltime
        return LeftOut(lines, start, stop, is_new=hole.number == start)

    def _delete(self, start: int, stop: int) -> tuple[int, int]:
        """Take lines out; returns how many, and their bytes."""
        part, count = slice(start - self.base, stop - self.base), stop - start
        texts = self._lines[part]
        size = sum(map(len, texts)) + count
        size += sum(cut for number, cut in self._cut.items() if start <= number < stop)
        for column in (self._lines, self._walltimes, self._streams):
            del column[part]
        self.end -= count
        self._rows = {
            row if row < start else row - count for row in self._rows if not start <= row < stop
        }
        self._cut = {
            number if number < start else number - count: cut
            for number, cut in self._cut.items()
            if not start <= number < stop
        }
        return count, size

    def _insert(self, number: int, stream: int, walltime: float) -> None:
        at = number - self.base
        self._lines.insert(at, b"")
        self._walltimes.insert(at, walltime)
        self._streams.insert(at, stream)
        self.end += 1
        self._rows = {row + (row >= number) for row in self._rows}
        self._cut = {each + (each >= number): cut for each, cut in self._cut.items()}
