"""Offline runs of W&B, record by record."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from zlib import crc32

import numpy as np

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign import blocks
from vdlite.foreign.formats import ReadBeside
from vdlite.foreign.scalar_columns import number_of
from vdlite.foreign.told import LeftOut, SeriesNumbers
from vdlite.foreign.wandb import payloads, records
from vdlite.foreign.wandb.history import HistoryReader
from vdlite.foreign.wandb.media import encode_console, encode_media, media_kind
from vdlite.foreign.wandb.records import Row
from vdlite.foreign.wandb.summaries import SummaryRecords
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
from vdlite.kinds.draft import Encoded
from vdlite.protobuf.message import Message


class RunDecoder:
    """Decodes one file, handed over piece by piece: see `formats.Decoder`."""

    def __init__(self, beside: ReadBeside | None = None) -> None:
        """beside: reads the files that the log names; None: these are left out."""
        self.beside = beside
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._left_out = LeftOut()
        self._numbers = SeriesNumbers()
        self._history = HistoryReader()
        self._console = 0  # records with lines of it
        self._stats = 0  # how often the machine's metrics were logged
        self._created = 0.0  # seconds since 1970
        self._run: records.RunRecord | None = None  # until its trial is told
        self._config: tuple[int, dict[str, Any]] = (0, {})  # what the last change of it left
        self._next_steps: Counter[str] = Counter()  # of series without steps, by tag
        self._summaries = SummaryRecords()
        self._skipped: Damage | None = None

    @property
    def left_out(self) -> Mapping[str, int]:
        """See `formats.Decoder`."""
        counts = dict(self._left_out.counts())
        if self._console:
            counts["lines of the console"] = self._console
        return counts

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
            self._data, self._base, payloads.BEGIN, self._take_safely, self._batch.damage
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
        if what[0] in (records.HISTORY, records.EXIT):
            self._tell_trial()
        if what[0] == records.HISTORY:
            self._of._summaries.take_history()
            self._take_row(self._of._history.read(message), offset)
        elif what[0] == records.STATS:
            self._take_row(records.read_stats(message, self._of._stats), offset)
            self._of._stats += 1
        elif what[0] == records.RUN:
            self._take_run(records.read_run(message), offset)
        elif what[0] == records.CONFIG:
            self._take_config(message, offset)
        elif what[0] == records.SUMMARY:
            self._of._summaries.add(offset, message)
        elif what[0] == records.ALERT:
            made = payloads.encode(record, "text", "alerts")
            self._add_next("text", "alerts", offset, made)
        elif what[0] == records.OUTPUT:
            self._of._console += 1
        elif what[0] == records.EXIT:
            self._take_end(offset)

    def _take_row(self, row: Row, offset: int) -> None:
        points, numbers = self._points, self._of._numbers
        for tag, value in row.values.items():
            if type(value) is float and (number := numbers.known("scalar", tag)) is not None:
                points.append((number, row.step, row.walltime, value))
                continue
            kind = records.kind_of(value)
            if media_kind(value) is not None:
                self._take_media(tag, value, row, offset)
            elif kind == "scalar":
                number = self._number(kind, tag)
                points.append((number, row.step, row.walltime, number_of(value)))
            elif kind is not None:
                made = records.encode(kind, value)
                self._add(kind, tag, row.step, row.walltime, offset, made)
            elif value is not None:
                told = value.get("_type") if isinstance(value, dict) else None
                self._of._left_out.add(str(told or type(value).__name__)[:60])

    def _take_media(self, tag: str, value: dict[str, Any], row: Row, offset: int) -> None:
        kind, told = media_kind(value), str(value["_type"])
        if self._of.beside is None or kind is None:
            self._of._left_out.add(told)
            return
        try:
            made = encode_media(value, self._of.beside)
        except (FormatError, OSError):
            self._of._left_out.add(f"{told}, whose file can't be read")
            return
        self._add(kind, tag, row.step, row.walltime, offset, made)

    def _take_config(self, message: Message, offset: int) -> None:
        """A change of the config belongs to the trial, if that has not been told yet; then to the lineage."""
        _, config = self._of._config
        changed = records.read_config(message)
        if self._of._run is not None:
            self._of._config = (offset, config | changed)
        elif changed:
            made = payloads.encode_lineage(others=changed)
            self._add_next("lineage", "lineage", offset, made)

    def _tell_trial(self) -> None:
        """As soon as the training goes on: what a script sets before its first step belongs to it."""
        if self._of._run is None:
            return
        offset, config = self._of._config
        self._of._run = None
        if config:
            try:
                made = payloads.encode_trial(config)
                self._add("hparams", "hparams", 0, self._of._created, offset, made)
            except PayloadError as error:
                add_damage(self._batch.damage, Damage(offset, 0, f"hparams of a run: {error}"))

    def _take_end(self, offset: int) -> None:
        self._batch.ended = created = self._of._created
        numbers = self._of._numbers
        for at, told in self._of._summaries.alone(
            lambda name: any(numbers.known(kind, name) is not None for kind in ("scalar", "text"))
        ):
            made = payloads.encode_lineage(metrics=told)
            self._add_next("lineage", "lineage", at, made)
        if self._of.beside is not None and self._of._console:
            with suppress(FormatError, OSError):  # then the lines are left out, which is told
                made = encode_console(self._of.beside)
                self._of._console = 0
                self._add("text", "console", 0, created, offset, made)

    def _take_run(self, run: records.RunRecord, offset: int) -> None:
        if not self._of._created:
            self._of._created = run.started
            self._batch.header = Header(VERSION, {"created": run.started})
        if self._of._run is None and not self._of._config[1]:
            self._of._run, self._of._config = run, (offset, run.config or {})
        for kind, tag, has in (("meta", "meta", run.name), ("text", "notes", run.notes)):
            if not has:
                continue
            try:
                self._add(kind, tag, 0, run.started, offset, payloads.of_run(run, kind))
            except PayloadError as error:
                add_damage(self._batch.damage, Damage(offset, 0, f"{kind} of a run: {error}"))

    def _add_next(self, kind: str, tag: str, offset: int, made: Encoded) -> None:
        """Add a record of what has no steps, behind the others of its series."""
        step = self._of._next_steps[tag]
        self._of._next_steps[tag] += 1
        self._add(kind, tag, step, self._of._created, offset, made)

    def _add(
        self, kind: str, tag: str, step: int, walltime: float, offset: int, made: Encoded
    ) -> None:
        payload, summary = made
        place = (False, offset, len(payload), crc32(payload), summary)
        self._rows.append(Entry(self._number(kind, tag), step, walltime, *place))

    def _number(self, kind: str, tag: str) -> int:
        return self._of._numbers.of(kind, tag, self._batch)
