"""Runs of SwanLab, record by record."""

from collections.abc import Callable
from contextlib import suppress

from vdlite.errors import FormatError
from vdlite.foreign.blocks.block_decoder import BlockDecoder
from vdlite.foreign.formats import ReadBeside
from vdlite.foreign.swanlab import payloads, records
from vdlite.foreign.swanlab.scalars import ScalarReader
from vdlite.foreign.tables.scalar_columns import ScalarColumns
from vdlite.format.batch import Batch, Header
from vdlite.format.records import VERSION
from vdlite.kinds.draft import Encoded
from vdlite.protobuf.message import Message


class RunDecoder(BlockDecoder):
    """Decodes one file, handed over piece by piece: see `formats.Decoder`."""

    def __init__(self, beside: ReadBeside | None = None) -> None:
        """beside: reads the files that the log names; None: these are left out."""
        super().__init__(records.BEGIN, payloads.SEPARATOR)
        self._beside = beside
        self._columns = ScalarColumns(self.numbers)
        self._scalars = ScalarReader()
        self._began = 0.0  # seconds since 1970
        self._facts = 0  # records of the lineage

    def hand_over(self, batch: Batch) -> None:
        """See `BlockDecoder`."""
        self._columns.hand_over(batch)

    def take_bytes(self, record: bytes, offset: int, end: int) -> None:
        """See `BlockDecoder`."""
        point = self._scalars.read(record)
        if point is None:
            self.take(Message(memoryview(record)), offset, end)
        elif not self._columns.add(*point):
            self.unread.add("scalars of too many names")

    def take(self, record: Message, offset: int, end: int) -> None:
        """See `BlockDecoder`."""
        what = records.what_of(record)
        if what is None:
            return
        message = record.inner(what)
        if what[0] == records.SCALAR:
            if not self._columns.add(*records.read_scalar(message)):
                self.unread.add("scalars of too many names")
        elif what[0] == records.MEDIA:
            self._take_media(records.read_media(message), offset)
        elif what[0] == records.LOG:
            self.console.add(offset, end, records.read_line(message))
        elif what[0] == records.START:
            self._take_start(records.read_start(message), offset)
        elif what[0] == records.SAVE:
            self._take_file(message, offset)
        elif what[0] == records.FINISH:
            status, ended = records.read_end(message)
            self.add("text", payloads.STATUS, 0, ended, offset, payloads.encode_text(status))
            self.batch.ended = ended or self._began
            self.batch.outcome = records.read_outcome(message)

    def _take_start(self, start: records.Start, offset: int) -> None:
        self._began = start.began
        about = {"created": start.began, "display_name": start.name[:1000]}
        self.batch.header = Header(VERSION, about)
        if start.note:
            made = payloads.encode_text(start.note)
            self.add("text", payloads.NOTES, 0, start.began, offset, made)
        if start.facts:
            self._add_facts(offset, lambda: payloads.encode_lineage(dict(start.facts)))

    def _take_file(self, message: Message, offset: int) -> None:
        beside = self._beside
        if beside is not None and records.names_metadata(message):
            self._add_facts(offset, lambda: payloads.encode_metadata(beside))
        elif beside is not None and records.names_requirements(message):
            with suppress(FormatError, OSError):
                made = payloads.encode_requirements(beside)
                self.add(payloads.ENVIRONMENT, payloads.ENVIRONMENT, 0, self._began, offset, made)

    def _add_facts(self, offset: int, make: Callable[[], Encoded]) -> None:
        try:
            made = make()
        except (FormatError, OSError):
            return
        self.add("lineage", payloads.LINEAGE, self._facts, self._began, offset, made)
        self._facts += 1

    def _take_media(self, value: records.Media, offset: int) -> None:
        kind = payloads.media_kind(value)
        if kind is None:
            self.unread.add(value.type)
            return
        try:
            made = payloads.encode_media(value, self._beside)
        except payloads.OtherChartError:
            self.unread.add("charts")
            return
        except FormatError:
            self.unread.add(f"{value.type}, which can't be read")
            return
        except OSError:
            self.unread.add(f"{value.type}, whose file can't be read")
            return
        self.add(kind, value.tag, value.step, value.walltime, offset, made)
