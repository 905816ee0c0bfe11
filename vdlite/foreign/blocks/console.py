"""What a program printed, reported line by line among the other records of a file of blocks.

All of it is one text, which is reported anew as it grows. Such a text goes by the last byte of its last line in the file:
with the lines that lie in the megabytes before, it can be made again.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from vdlite.errors import FormatError
from vdlite.foreign.blocks import blocks
from vdlite.foreign.formats import ReadPart
from vdlite.format.batch import Damage
from vdlite.kinds.draft import Encoded, encoded
from vdlite.protobuf.message import Message

TAG = "console"
_MOST_BYTES = 1 << 22  # of the file, before the last line
_MOST_TEXT = 1 << 18  # characters
_FENCE = "`" * 8


class Line(NamedTuple):
    """Something that was printed."""

    text: str
    walltime: float  # seconds since 1970


class Printed(NamedTuple):
    """All that was printed so far, as far as it is kept."""

    last: int  # byte of the last line's record, in the file
    walltime: float
    text: Encoded


class ConsoleLines:
    """The lines of one file."""

    def __init__(self, separator: str) -> None:
        self._separator = separator
        self._lines: deque[tuple[int, Line]] = deque()  # with the offsets of their records
        self._end = 0
        self._is_new = False
        self.any = False  # whether anything was printed

    def add(self, offset: int, end: int, line: Line) -> None:
        """A line, and where its record lies."""
        self._lines.append((offset, line))
        self._end = end
        self._is_new = self.any = True

    def forget(self) -> None:
        """Forget that the text is new: what was printed so far is reported by others."""
        self._is_new = False

    def made(self) -> Printed | None:
        """The text; None if there is nothing new."""
        if not self._is_new:
            return None
        self._is_new = False
        begin = _begin(self._end)
        while self._lines and self._lines[0][0] < begin:
            self._lines.popleft()
        lines = [line for _, line in self._lines]
        text = as_text(self._separator.join(line.text for line in lines))
        return Printed(self._end - 1, lines[-1].walltime if lines else 0.0, text)


def printed_before(
    read: ReadPart,
    last: int,
    file_begin: bytes,
    separator: str,
    line_of: Callable[[Message], str | None],
) -> Encoded:
    """The text that goes by that byte. Raises FormatError, OSError.

    line_of: what a record says was printed; None if it says nothing.
    """
    end = last + 1
    begin = _begin(end)
    lines: list[str] = []
    lost: list[Damage] = []

    def take(record: bytes, offset: int, length: int) -> None:
        with suppress(FormatError):
            line = line_of(Message(memoryview(record)))
            if line is not None:
                lines.append(line)

    blocks.walk(read(begin, end - begin), begin, file_begin, take, lost)
    return as_text(separator.join(lines))


def as_text(printed: str) -> Encoded:
    """The printed text; of much the end."""
    from vdlite.kinds import text

    return encoded(text.text(f"{_FENCE}\n{printed[-_MOST_TEXT:]}\n{_FENCE}"))


def _begin(end: int) -> int:
    begin = max(0, end - _MOST_BYTES)
    return begin - begin % blocks.BLOCK_BYTES
