"""Offline runs of W&B, record by record."""

from collections import Counter
from typing import Any

import numpy as np

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.blocks.block_decoder import BlockDecoder
from vdlite.foreign.blocks.console import TAG as CONSOLE
from vdlite.foreign.formats import ReadBeside
from vdlite.foreign.tables.scalar_columns import number_of
from vdlite.foreign.wandb import payloads, records
from vdlite.foreign.wandb.environment import NAME as ENVIRONMENT
from vdlite.foreign.wandb.environment import Environment
from vdlite.foreign.wandb.history import HistoryReader
from vdlite.foreign.wandb.media import encode_console, encode_media, media_kind
from vdlite.foreign.wandb.records import Row
from vdlite.foreign.wandb.summaries import SummaryRecords
from vdlite.foreign.wandb.trial import Trial
from vdlite.format.batch import (
    Batch,
    Damage,
    Header,
    Scalars,
    add_damage,
)
from vdlite.format.records import VERSION
from vdlite.kinds.draft import Encoded
from vdlite.protobuf.message import Message

_IN_HISTORY = ("scalar", "text")


class RunDecoder(BlockDecoder):
    """Decodes one file, handed over piece by piece: see `formats.Decoder`."""

    def __init__(self, beside: ReadBeside | None = None) -> None:
        """beside: reads the files that the log names; None: these are left out."""
        super().__init__(payloads.BEGIN, payloads.SEPARATOR)
        self._beside = beside
        self._history = HistoryReader()
        self._stats = 0  # how often the machine's metrics were logged
        self._created = 0.0  # seconds since 1970
        self._trial = Trial()
        self._trial_offset = 0  # of the last record that changed it
        self._is_waiting = False  # for the trial's end: whether it can still change
        self._facts: dict[str, str] | None = None  # of the run, as they were reported last
        self._next_steps: Counter[str] = Counter()  # of series without steps, by tag
        self._summaries = SummaryRecords()
        self._environment = Environment()
        self._points: list[tuple[int, int, float, float]] = []

    def hand_over(self, batch: Batch) -> None:
        """See `BlockDecoder`."""
        self._tell_summary(at_end=False)  # a run that is killed has no end
        if not self._points:
            return
        series, steps, walltimes, values = zip(*self._points, strict=True)
        batch.scalars.append(
            Scalars(
                np.array(series, np.uint32),
                np.array(steps, np.int64),
                np.array(walltimes, np.float64),
                np.array(values, np.float64),
            )
        )
        self._points = []

    def take(self, record: Message, offset: int, end: int) -> None:
        """See `BlockDecoder`."""
        what = records.what_of(record)
        if what is None:
            return
        message = record.inner(what)
        if what[0] in (records.HISTORY, records.EXIT):
            self._tell_trial()
        if what[0] == records.HISTORY:
            self._summaries.take_history()
            self._take_row(self._history.read(message), offset)
        elif what[0] == records.STATS:
            self._take_row(records.read_stats(message, self._stats), offset)
            self._stats += 1
        elif what[0] == records.RUN:
            self._take_run(message, offset)
        elif what[0] in (records.CONFIG, records.METRIC):
            self._take_setting(what[0], message, offset)
        elif what[0] == records.SUMMARY:
            self._summaries.add(offset, message)
        elif what[0] == records.ALERT:
            made = payloads.encode(record, "text", "alerts")
            self._add_next("text", "alerts", offset, made)
        elif what[0] == records.OUTPUT:
            self.console.add(offset, end, records.read_output(message))
        elif what[0] in (records.ENVIRONMENT, records.FILES):
            self._take_environment(what[0], message, offset)
        elif what[0] == records.EXIT:
            self._take_end(offset)
            self.batch.outcome = records.read_exit(message)

    def _take_row(self, row: Row, offset: int) -> None:
        points, numbers = self._points, self.numbers
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
                self.add(kind, tag, row.step, row.walltime, offset, made)
            elif value is not None:
                type_name = value.get("_type") if isinstance(value, dict) else None
                self.unread.add(str(type_name or type(value).__name__)[:60])

    def _take_media(self, tag: str, value: dict[str, Any], row: Row, offset: int) -> None:
        kind, type_name = media_kind(value), str(value["_type"])
        if self._beside is None or kind is None:
            self.unread.add(type_name)
            return
        try:
            made = encode_media(value, self._beside)
        except (FormatError, OSError):
            self.unread.add(f"{type_name}, whose file can't be read")
            return
        self.add(kind, tag, row.step, row.walltime, offset, made)

    def _take_environment(self, what: int, message: Message, offset: int) -> None:
        """Each record says all that is known so far, and takes the place of the one before."""
        if what == records.ENVIRONMENT:
            self._environment.take_record(message)
        elif self._beside is None or not self._environment.take_files(message, self._beside):
            return
        self.add(ENVIRONMENT, ENVIRONMENT, 0, self._created, offset, self._environment.encode())

    def _take_setting(self, what: int, message: Message, offset: int) -> None:
        """A change of the config belongs to the trial, if that has not been reported yet; then to the lineage."""
        if self._is_waiting:
            self._trial.take(what, message)
            self._trial_offset = offset
        elif what == records.CONFIG and (changed := self._trial.change(message)):
            made = payloads.encode_lineage(others=changed)
            self._add_next("lineage", "lineage", offset, made)

    def _tell_trial(self) -> None:
        """Log the trial as soon as the training goes on: what a script sets before its first step belongs to it."""
        if not self._is_waiting:
            return
        self._is_waiting = False
        if self._trial:
            offset = self._trial_offset
            try:
                self.add("hparams", "hparams", 0, self._created, offset, self._trial.encode())
            except PayloadError as error:
                add_damage(self.batch.damage, Damage(offset, 0, f"hparams of a run: {error}"))

    def _take_end(self, offset: int) -> None:
        self.batch.ended = created = self._created
        self._tell_summary(at_end=True)
        if self._beside is not None and self.console.any:
            try:
                made = encode_console(self._beside)
            except (FormatError, OSError):
                return  # what the log itself has of it counts
            self.console.forget()
            self.add("text", CONSOLE, 0, created, offset, made)

    def _tell_summary(self, *, at_end: bool) -> None:
        for at, summary in self._summaries.alone(
            lambda name: any(self.numbers.known(kind, name) is not None for kind in _IN_HISTORY),
            at_end=at_end,
        ):
            try:
                made = payloads.encode_lineage(metrics=summary)
            except PayloadError as error:
                add_damage(self.batch.damage, Damage(at, 0, f"summary of a run: {error}"))
                continue
            self._add_next("lineage", "lineage", at, made)

    def _take_run(self, message: Message, offset: int) -> None:
        run = records.read_run(message)
        if not self._created:
            self._created = run.started
            self.batch.header = Header(VERSION, {"created": run.started})
        if not self._is_waiting and not self._trial:
            self._is_waiting, self._trial_offset = True, offset
            self._trial.take(records.RUN, message)
        if run.facts and run.facts != self._facts:
            self._facts = run.facts
            self._add_next("lineage", "lineage", offset, payloads.of_run(run, "lineage"))
        for kind, tag, has in (("meta", "meta", run.name), ("text", "notes", run.notes)):
            if not has:
                continue
            try:
                self.add(kind, tag, 0, run.started, offset, payloads.of_run(run, kind))
            except PayloadError as error:
                add_damage(self.batch.damage, Damage(offset, 0, f"{kind} of a run: {error}"))

    def _add_next(self, kind: str, tag: str, offset: int, made: Encoded) -> None:
        """Add a record of what has no steps, behind the others of its series."""
        step = self._next_steps[tag]
        self._next_steps[tag] += 1
        self.add(kind, tag, step, self._created, offset, made)

    def _number(self, kind: str, tag: str) -> int:
        return self.numbers.of(kind, tag, self.batch)
