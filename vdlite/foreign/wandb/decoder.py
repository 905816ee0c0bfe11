"""Offline runs of W&B, record by record."""

from collections.abc import Iterable, Mapping
from zlib import crc32

import numpy as np

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign import blocks
from vdlite.foreign.formats import ReadPart
from vdlite.foreign.scalar_columns import number_of
from vdlite.foreign.told import LeftOut, SeriesNumbers
from vdlite.foreign.wandb import records
from vdlite.foreign.wandb.history import HistoryReader
from vdlite.foreign.wandb.records import Row
from vdlite.format.batch import (
    Batch,
    Damage,
    Entries,
    Entry,
    Header,
    Scalars,
    add_damage,
)
from vdlite.format.records import VERSION
from vdlite.kinds.draft import Encoded, encoded
from vdlite.protobuf.message import Message

_BEGIN = b":W&B"


class RunDecoder:
    """Decodes one file, handed over piece by piece: see `formats.Decoder`."""

    def __init__(self) -> None:
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._left_out = LeftOut()
        self._numbers = SeriesNumbers()
        self._history = HistoryReader()
        self._stats = 0  # how often the machine's metrics were logged
        self._created = 0.0  # seconds since 1970
        self._skipped: Damage | None = None

    @property
    def left_out(self) -> Mapping[str, int]:
        """See `formats.Decoder`."""
        return self._left_out.counts()

    def skip_zeroes(self, end: int) -> None:
        """See `formats.Decoder`."""
        end -= end % blocks.BLOCK_BYTES
        if end > self.offset:
            self._skipped = Damage(self.offset, end - self.offset, blocks.DAMAGED)
            self.offset = end

    def decode(self, data: bytes | bytearray) -> Batch:
        """See `formats.Decoder`."""
        batch = _Piece(self, bytes(data)).decode()
        if self._skipped is not None:
            batch.damage.insert(0, self._skipped)
            self._skipped = None
        return batch


class _Piece:
    """One piece of a file, while it is decoded."""

    def __init__(self, decoder: RunDecoder, data: bytes) -> None:
        self._of = decoder
        self._data = data
        self._base = decoder.offset
        self._batch = Batch()
        self._rows: list[Entry] = []
        self._points: list[tuple[int, int, float, float]] = []

    def decode(self) -> Batch:
        at, self._of.wants = blocks.walk(
            self._data, self._base, _BEGIN, self._take_safely, self._batch.damage
        )
        if self._points:
            series, steps, walltimes, values = zip(*self._points, strict=True)
            self._batch.scalars.append(
                Scalars(
                    np.array(series, np.uint32),
                    np.array(steps, np.int64),
                    np.array(walltimes, np.float64),
                    np.array(values, np.float64),
                )
            )
        if self._rows:
            self._batch.entries.append(Entries.of(self._rows))
        self._of.offset = self._base + at
        return self._batch

    def _take_safely(self, record: bytes, offset: int, length: int) -> None:
        try:
            self._take(Message(memoryview(record)), offset)
        except (FormatError, PayloadError) as error:
            reason = f"a record that can't be read: {error}"
            add_damage(self._batch.damage, Damage(offset, length, reason))

    def _take(self, record: Message, offset: int) -> None:
        what = records.what_of(record)
        if what is None:
            return
        message = record.inner(what)
        if what[0] == records.HISTORY:
            self._take_row(self._of._history.read(message), offset)
        elif what[0] == records.STATS:
            self._take_row(records.read_stats(message, self._of._stats), offset)
            self._of._stats += 1
        elif what[0] == records.RUN:
            self._take_run(records.read_run(message), offset)
        elif what[0] == records.CONFIG:
            self._of._left_out.add("changes of the config")
        elif what[0] == records.ALERT:
            self._add(
                "text", "alerts", 0, self._of._created, offset, _encode(record, "text", "alerts")
            )
        elif what[0] == records.OUTPUT:
            self._of._left_out.add("lines of the console")
        elif what[0] == records.EXIT:
            self._batch.ended = self._of._created

    def _take_row(self, row: Row, offset: int) -> None:
        points, numbers = self._points, self._of._numbers
        for tag, value in row.values.items():
            if type(value) is float and (number := numbers.known("scalar", tag)) is not None:
                points.append((number, row.step, row.walltime, value))
                continue
            kind = records.kind_of(value)
            if kind == "scalar":
                number = self._number(kind, tag)
                points.append((number, row.step, row.walltime, number_of(value)))
            elif kind is not None:
                made = records.encode(kind, value)
                self._add(kind, tag, row.step, row.walltime, offset, made)
            elif value is not None:
                told = value.get("_type") if isinstance(value, dict) else None
                self._of._left_out.add(str(told or type(value).__name__)[:60])

    def _take_run(self, run: records.RunRecord, offset: int) -> None:
        if not self._of._created:
            self._of._created = run.started
            self._batch.header = Header(VERSION, {"created": run.started})
        for kind, tag, has in (
            ("meta", "meta", run.name),
            ("text", "notes", run.notes),
            ("hparams", "hparams", run.config),
        ):
            if not has:
                continue
            try:
                self._add(kind, tag, 0, run.started, offset, _of_run(run, kind))
            except PayloadError as error:
                add_damage(self._batch.damage, Damage(offset, 0, f"{kind} of a run: {error}"))

    def _add(
        self, kind: str, tag: str, step: int, walltime: float, offset: int, made: Encoded
    ) -> None:
        payload, summary = made
        place = (False, offset, len(payload), crc32(payload), summary)
        self._rows.append(Entry(self._number(kind, tag), step, walltime, *place))

    def _number(self, kind: str, tag: str) -> int:
        return self._of._numbers.of(kind, tag, self._batch)


def encode_at(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    """See `formats.Format`; the offset is that of the record's first fragment."""
    try:
        return _encode(Message(memoryview(blocks.record_at(read, offset))), kind, tag)
    except PayloadError as error:
        raise FormatError(str(error)) from error


def _encode(record: Message, kind: str, tag: str) -> Encoded:
    """The payload of one of the things that a record holds."""
    what = records.what_of(record)
    if what is not None:
        message = record.inner(what)
        if what[0] == records.RUN:
            return _of_run(records.read_run(message), kind)
        if what[0] == records.ALERT:
            return records.encode("text", records.read_alert(message))
        if what[0] == records.HISTORY:
            values = records.read_history(message).values
            if tag in values:
                return records.encode(kind, values[tag])
    raise FormatError(f"got a record without {kind} {tag!r:.60}")


def _of_run(run: records.RunRecord, kind: str) -> Encoded:
    from vdlite.kinds import hparams, meta, text

    if kind == "meta":
        return encoded(meta.meta(run.name))
    if kind == "text":
        return encoded(text.text(run.notes))
    return encoded(hparams.hparams(run.config or {}, _NO_METRICS))


_NO_METRICS: Iterable[str] = ()
