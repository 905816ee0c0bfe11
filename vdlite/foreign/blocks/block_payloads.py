"""Payloads of runs in files of blocks, made again: what W&B and SwanLab share."""

from collections.abc import Callable
from dataclasses import dataclass

from vdlite.errors import FormatError
from vdlite.foreign.blocks import blocks
from vdlite.foreign.blocks.console import Line, printed_before
from vdlite.foreign.formats import ReadPart
from vdlite.kinds.draft import Encoded
from vdlite.protobuf.message import Field, Message


@dataclass(frozen=True, slots=True)
class BlockRecords:
    """How one tool says what its records are."""

    begin: bytes  # of its files
    what_of: "Callable[[Message], Field | None]"  # the field that says what a record is
    printed: int  # number of that field where a line was printed
    read_line: Callable[[Message], Line]
    separator: str  # between two lines

    def number_at(self, read: ReadPart, offset: int) -> int | None:
        """The record there, by its number; None if it is nothing that is read."""
        try:
            what = self.what_of(message_at(read, offset))
        except FormatError:
            return None
        return None if what is None else what[0]

    def console_at(self, read: ReadPart, last: int) -> Encoded:
        """The text of all that was printed up to that byte. Raises FormatError, OSError."""
        return printed_before(read, last, self.begin, self.separator, self._line_of)

    def _line_of(self, record: Message) -> str | None:
        what = self.what_of(record)
        if what is None or what[0] != self.printed:
            return None
        return self.read_line(record.inner(what)).text


def message_at(read: ReadPart, offset: int) -> Message:
    """The record whose first fragment is there. Raises FormatError, OSError."""
    return Message(memoryview(blocks.record_at(read, offset)))
