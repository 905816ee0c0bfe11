"""Runs in files of blocks, as W&B and SwanLab write them: what their decoders share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from zlib import crc32

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.blocks import blocks
from vdlite.foreign.blocks.console import TAG as CONSOLE
from vdlite.foreign.blocks.console import ConsoleLines
from vdlite.foreign.decoder_state import LeftOut, SeriesNumbers
from vdlite.format.batch import Batch, Damage, Entries, Entry, add_damage
from vdlite.kinds.draft import Encoded
from vdlite.protobuf.message import Message


class BlockDecoder(ABC):
    """Decodes one file, handed over piece by piece: see `formats.Decoder`."""

    def __init__(self, begin: bytes, separator: str) -> None:
        """begin: of such files; separator: what stands between what was printed."""
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self.numbers = SeriesNumbers()
        self.unread = LeftOut()
        self.console = ConsoleLines(separator)
        self.batch = Batch()
        self._begin = begin
        self._skipped: Damage | None = None
        self._rows: list[Entry] = []

    @property
    def left_out(self) -> Mapping[str, int]:
        """See `formats.Decoder`."""
        return self.unread.counts()

    def skip_zeroes(self, end: int) -> None:
        """See `formats.Decoder`."""
        end -= end % blocks.BLOCK_BYTES
        if end > self.offset:
            self._skipped = Damage(self.offset, end - self.offset, blocks.DAMAGED)
            self.offset = end

    def decode(self, data: bytes | bytearray) -> Batch:
        """See `formats.Decoder`."""
        batch = self.batch = Batch()
        self._rows = []
        if self._skipped is not None:
            batch.damage.append(self._skipped)
            self._skipped = None
        walked = blocks.walk(bytes(data), self.offset, self._begin, self._take_safely, batch.damage)
        self.offset += walked.at
        self.wants, self.pending = walked.wants, None
        if walked.is_damaged:
            self.pending = Damage(self.offset, len(data) - walked.at, blocks.DAMAGED)
        self.hand_over(batch)
        printed = self.console.made()
        if printed is not None:
            # Each says all that was printed so far, and takes the place of the one before.
            self.add("text", CONSOLE, 0, printed.walltime, printed.last, printed.text)
        if self._rows:
            batch.entries.append(Entries.of(self._rows))
        return batch

    def take_bytes(self, record: bytes, offset: int, end: int) -> None:
        """A record of the file. Raises FormatError, PayloadError."""
        self.take(Message(memoryview(record)), offset, end)

    @abstractmethod
    def take(self, record: Message, offset: int, end: int) -> None:
        """Take in the record at an offset, as a message."""

    @abstractmethod
    def hand_over(self, batch: Batch) -> None:
        """Everything that was collected of a piece is in the batch then."""

    def add(
        self, kind: str, tag: str, step: int, walltime: float, offset: int, made: Encoded
    ) -> None:
        """A record that is no scalar."""
        payload, summary = made
        place = (False, offset, len(payload), crc32(payload), summary)
        number = self.numbers.of(kind, tag, self.batch)
        self._rows.append(Entry(number, step, walltime, *place))

    def _take_safely(self, record: bytes, offset: int, length: int) -> None:
        try:
            self.take_bytes(record, offset, offset + length)
        except (FormatError, PayloadError) as error:
            reason = f"a record that can't be read: {error}"
            add_damage(self.batch.damage, Damage(offset, length, reason))
