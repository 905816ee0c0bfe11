"""One log file of a run: what it declares, and where its records go."""

import logging
import math
import threading
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.cache.column_cache import ColumnCache, Kept
from vdlite.errors import DriveError
from vdlite.format.batch import (
    Batch,
    Damage,
    Declaration,
    Entries,
    Gap,
    Header,
    Scalars,
    WideRows,
    add_damage,
    joined,
)
from vdlite.format.layout import media_path
from vdlite.format.outcome import Outcome
from vdlite.kinds.hparams import NAME as HPARAMS
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.files.files import Files
from vdlite.reader.files.tail import LogTail
from vdlite.reader.logdir.part_folders import Folded
from vdlite.reader.run.file_facts import facts_of_file, restore_facts
from vdlite.reader.run.file_series import FileSeries, ListScalars, OpenSeries, Series
from vdlite.reader.run.keeping import Keeping
from vdlite.reader.run.logged_rows import LoggedRows
from vdlite.reader.run.store_tail import StoredTail
from vdlite.reader.run.undeclared_records import MOST_BYTES, Undeclared
from vdlite.reader.run.writer_rank import writer_rank
from vdlite.reader.series.columns import Columns, concatenate
from vdlite.reader.series.record_rows import packed
from vdlite.reader.series.record_series import RecordSeries
from vdlite.reader.series.restarts import FileKey
from vdlite.reader.series.scalar_series import ScalarSeries

logger = logging.getLogger("vdlite")

_YEAR_10000 = 253_402_300_800.0
"""Seconds since 1970; what a header says beyond that is no date."""

Tail = LogTail | StoredTail
Grown = dict[tuple[str, str], Series]
"""Series that have new records, by kind and tag."""


def _open_none(_: Sequence[str]) -> Mapping[str, ScalarSeries]:
    return {}


_MANY_POINTS = 100_000  # of a log
_FEW_POINTS = 64  # of a series in one piece: those of all such series are kept together


class RunFile:
    """Follows one log file and hands its records to the run's series. Not for several threads at once."""

    def __init__(
        self,
        path: Path,
        open_series: OpenSeries,
        files: Files,
        *,
        tail: Tail | None = None,
        folded: Folded | None = None,
        lock: AbstractContextManager[object] | None = None,
        list_scalars: ListScalars = _open_none,
        most_undeclared: int = MOST_BYTES,
        cache: ColumnCache | None = None,
    ) -> None:
        """lock: who opens a series of scalars holds it; list_scalars: makes tags known that have no points yet.

        tail: what follows it; None: of a file of its own.

        cache: where what it held is kept; None: nowhere.

        folded: how it belongs to the run, if it lies in another folder.

        most_undeclared: bytes that records may take whose declaration has not been read.
        """
        self.folded = folded
        self._suffix = "" if folded is None else folded.suffix
        self.tail: Tail = LogTail(path, files, cache, self._suffix) if tail is None else tail
        self.key = FileKey(self.tail.format is None, 0, 0.0, path.name)
        self.header: Header | None = None
        self.ended = False
        self.outcome: Outcome | None = (
            None  # how the training ended, if that was reported at its end
        )
        self.has_scalars = False
        self.ended_at = -math.inf
        self.damage: list[Damage] = []
        self.gaps: list[Gap] = []
        self.restart: int | None = None  # the step at which its writer began anew
        self.records = 0
        self.first_walltime = math.inf  # of its records, in seconds since 1970
        self.last_walltime = -math.inf
        self.last_point = -math.inf  # walltime of its last scalar
        self.is_dated_by_file = (
            False  # its records tell no time but that at which the file was written
        )
        self.misplaced = 0  # records of another kind than the one that their series is declared as
        self._of = files
        self._undeclared = Undeclared(most_undeclared)
        rows = LoggedRows(self.tail, lock or threading.Lock())
        self.series = FileSeries(open_series, list_scalars, rows)
        self.closed = self.series.closed
        self.has_gone_on = False  # whether the last piece that was read was what was kept
        self.keeping = Keeping(self.tail)

    @property
    def path(self) -> Path:
        return self.tail.path

    @property
    def is_beside(self) -> bool:
        """True if the file is no log, but says what the run was given."""
        return self.tail.format is not None and self.tail.format.is_beside

    @property
    def has_trial(self) -> bool:
        """True if the file gives hyperparameters."""
        return any(kind == HPARAMS for kind, _ in self.series.names.values())

    @property
    def end(self) -> float:
        """The time when it ended, as far as is known, or its last record came; seconds since 1970."""
        return max(self.ended_at, self.last_walltime)

    @property
    def span(self) -> tuple[float, float] | None:
        """From when to when it was logged, in seconds since 1970, as writer and records tell; None: they don't."""
        begin, end = self.key.created or self.first_walltime, self.end
        if self.first_walltime < begin:
            # What was logged elsewhere before says nothing of when it was written here, nor does what is written with it.
            begin = self.first_walltime
            end = self.last_point if math.isfinite(self.last_point) else self.last_walltime
        known = not self.is_dated_by_file and begin < end
        return (begin, end) if known and math.isfinite(end - begin) else None

    @property
    def is_afterwards(self) -> bool:
        """True if the file was computed of a training that had been logged before, as landscapes are."""
        return self.header is not None and self.header.about.get("afterwards") is True

    @property
    def is_of_watcher(self) -> bool:
        """True if it was written by who watched the programs of the run from outside: it ends behind them."""
        return self.header is not None and self.header.about.get("watches") is True

    @property
    def undeclared(self) -> int:
        """Records of series whose declaration has not been read."""
        return self._undeclared.records

    @property
    def damaged(self) -> int:
        """How many things there are to tell of what can't be read."""
        others = (self.tail.pending is not None, self.undeclared > 0, self.misplaced > 0)
        return len(self.damage) + sum(others)

    def media_bytes(self) -> int | None:
        """Size of the media file beside it, which its drive is asked for; None if there is none to be seen."""
        try:
            return self._of.stat(Path(media_path(str(self.path)))).st_size
        except OSError:
            return None

    def read(self, buffer: bytearray) -> Grown | None:
        """Read the next piece; returns the series that grew, or None if nothing more is there for now."""
        kept = self.tail.take_kept()
        self.has_gone_on = kept is not None
        if kept is not None:
            return self._go_on(kept)
        try:
            batch = self.tail.read(buffer)
            return None if batch is None else self._take_in(batch)
        except DriveError:
            raise
        except Exception as error:
            # The outermost edge of one file: whatever its reader has not thought of hides none of the others.
            logger.exception("vdlite: a log can't be read: %s", self.tail.path)
            self.tail.give_up(f"reading it failed: {type(error).__name__}: {error}")
            return None

    def _take_in(self, batch: Batch) -> Grown:
        if batch.header is not None and self.header is None:
            self.header = batch.header
            self.key = _placed(self.key, batch.header)
        if batch.ended is not None:
            self.ended, self.outcome = True, batch.outcome
            self.ended_at = batch.ended
        elif batch.scalars or batch.wide_rows:
            self.ended, self.outcome = False, None
        for damage in batch.damage:
            add_damage(self.damage, damage)
        self.gaps += batch.gaps
        if batch.restarts:
            self.restart = min(batch.restarts)
        grown: Grown = {}
        self.has_scalars = self.has_scalars or bool(batch.scalars or batch.wide_rows)
        self._declare(batch.declarations, grown)
        at = 0
        for before, rows in batch.wide_rows:
            self._add_scalars(batch.scalars[at:before], grown)
            self._add_rows(rows, grown)
            at = before
        self._add_scalars(batch.scalars[at:], grown)
        if batch.entries:
            self._add_entries(batch.entries, grown)
        return grown

    def _declare(self, declarations: Sequence[Declaration], grown: Grown) -> None:
        for number in self.series.declare(declarations, self._suffix):
            reason = f"series {number} is declared twice, differently"
            self.damage.append(Damage(self.tail.offset, 0, reason))
        if self._undeclared.records:
            for number, *_ in declarations:
                self._add_waiting(number, grown)

    def _add_waiting(self, number: int, grown: Grown) -> None:
        """Records that came before the declaration of their series go where they belong."""
        all_points, all_entries = self._undeclared.take(number)
        for points in all_points:
            self._add_points(number, points, 0, len(points), grown)
        for entries in all_entries:
            self._add_entries_of(number, entries, 0, len(entries), grown)

    def _add_scalars(self, runs: list[Scalars], grown: Grown) -> None:
        """Give each series its points."""
        mixed: list[Scalars] = []
        for run in runs:
            if self.closed.rows:
                self.closed.rows.add_alone(run.series)
            if len(run.series) >= _FEW_POINTS and (run.series == run.series[0]).all():
                self._add_mixed(mixed, grown)  # first: they may hold earlier points of that series
                mixed = []
                self._tell(run.walltimes)
                points = Columns(run.steps, run.walltimes, run.values)
                self._add_points(int(run.series[0]), points, 0, len(points), grown)
            else:
                mixed.append(run)
        self._add_mixed(mixed, grown)

    def _tell(
        self,
        walltimes: NDArray[np.float64],
        records: int | None = None,
        *,
        are_points: bool = True,
    ) -> None:
        """There are more records, as many as walltimes unless that is said."""
        self.records += len(walltimes) if records is None else records
        first, last = float(np.fmin.reduce(walltimes)), float(np.fmax.reduce(walltimes))
        if isinstance(self.tail, LogTail) and self.tail.format is not None:
            self.is_dated_by_file |= first == last == self.tail.modified
        self.first_walltime = min(self.first_walltime, first)
        self.last_walltime = max(self.last_walltime, last)
        if are_points:
            self.last_point = max(self.last_point, last)

    def _add_rows(self, rows: WideRows, grown: Grown) -> None:
        """Rows stay in the log, but for the points of series that somebody holds."""
        if not self.closed.rows.keeps(rows, self.series.is_only):
            self._add_scalars([rows.scalars()], grown)
            return
        self._tell(rows.walltimes, rows.values.size)
        opened, kept = self.series.opened, self.closed.kept_numbers
        for number, position in self.closed.rows.add(rows, opened, kept):
            values = rows.values[:, position].copy()
            self._add_points(
                number, Columns(rows.steps, rows.walltimes, values), 0, len(rows), grown
            )

    def _add_mixed(self, runs: list[Scalars], grown: Grown) -> None:
        """Points of many series. NumPy sorts 16-bit numbers by radix, which is fast."""
        if not runs:
            return
        points = concatenate([Columns(run.steps, run.walltimes, run.values) for run in runs])
        numbers = np.concatenate([run.series for run in runs]) if len(runs) > 1 else runs[0].series
        self._tell(points.walltimes)
        if len(numbers) > 1 and not (numbers == numbers[0]).all():
            order = np.argsort(numbers, kind="stable")
            numbers, points = numbers[order], points.take(order)
        starts, ends = _groups(numbers)
        few = ends - starts < _FEW_POINTS
        if 0 < np.count_nonzero(few) < len(few):
            self._add_groups(numbers, points, starts[~few], ends[~few], grown)
            of_few = np.repeat(few, ends - starts)
            numbers, points = numbers[of_few], points.take(of_few)
            starts, ends = _groups(numbers)
        self._add_groups(numbers, points, starts, ends, grown)

    def _add_groups(
        self,
        numbers: NDArray[Any],
        points: Columns,
        starts: NDArray[np.intp],
        ends: NDArray[np.intp],
        grown: Grown,
    ) -> None:
        series = numbers[starts].tolist()
        known, tags, key = self.series.opened, self.series.tags(), self.key
        for number, start, end in zip(series, starts.tolist(), ends.tolist(), strict=True):
            found = known.get(number) or self.series.open(number)
            if end - start < _FEW_POINTS and type(found) is ScalarSeries:  # nearly all of very many
                found.put_aside(key, points, start, end)
                grown[SCALAR, tags[number]] = found
            else:
                self._add_points(number, points, start, end, grown)

    def _add_points(
        self,
        number: int,
        points: Columns,
        start: int,
        end: int,
        grown: Grown,
    ) -> None:
        series = self.series.open(number)
        if isinstance(series, ScalarSeries):
            if end - start < _FEW_POINTS:
                series.put_aside(self.key, points, start, end)
            else:
                series.append(self.key, points.take(slice(start, end)))
            grown[SCALAR, self.series.tags()[number]] = series
        elif series is None:
            self._undeclared.add_points(number, points.take(slice(start, end)))
        else:
            self.misplaced += end - start

    def _add_entries(self, runs: list[Entries], grown: Grown) -> None:
        """Give each series its other records."""
        entries = joined(runs)
        self._tell(entries.walltimes, are_points=False)
        if (entries.series[1:] < entries.series[:-1]).any():
            entries = entries.take(np.argsort(entries.series, kind="stable"))
        entries = packed(entries)
        starts, ends = _groups(entries.series)
        numbers = entries.series[starts].tolist()
        for number, start, end in zip(numbers, starts.tolist(), ends.tolist(), strict=True):
            self._add_entries_of(number, entries, start, end, grown)

    def _add_entries_of(
        self, number: int, entries: Entries, start: int, end: int, grown: Grown
    ) -> None:
        if number in self.series.purges:
            steps = entries.steps[start:end].tolist()
            self.restart = min(steps if self.restart is None else [self.restart, *steps])
            return
        series = self.series.open(number)
        if isinstance(series, RecordSeries):
            series.append(self.key, self.path, entries, start, end)
            grown[self.series.names[number]] = series
        elif series is None:
            own = packed(entries.take(np.arange(start, end)))
            self._undeclared.add_entries(number, own)
        else:
            self.misplaced += end - start

    # -- what is kept between processes

    def keep(self) -> bool:
        """Keep everything that was read so far for the next process; True if that was done.

        For the thread that reads, while it does not.
        """
        return not self._undeclared.records and self.keeping.keep(self._facts)

    def let_go(self) -> bool:
        """Hold the points of series of few in what was just kept; False if there are not many, or they are not there."""
        kept = None if self.records < _MANY_POINTS else self.keeping.find()
        if kept is None:
            return False
        self.series.hold(kept.facts, kept.columns)
        return True

    def _facts(self) -> dict[str, Any]:
        """Everything that `_go_on` needs. Raises ValueError if it can't be kept, OSError."""
        return {**facts_of_file(self), **self.series.facts(self.key, self.keeping.columns)}

    def _go_on(self, kept: Kept) -> Grown:
        """Go on from what was kept; returns the series that grew, but not those of scalars: nobody has asked for these."""
        restore_facts(self, kept.facts)
        if self.header is not None:
            self.key = _placed(self.key, self.header)
        self.keeping.go_on(kept)
        records = self.series.go_on(kept.facts, kept.columns)
        grown: Grown = {}
        if records is not None:
            self._add_entries([records], grown)
        self.records, self.misplaced = kept.facts["counts"]  # which those are among
        return grown


def _groups(numbers: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The places where each run of equal numbers begins, and where it ends."""
    changes = np.flatnonzero(numbers[1:] != numbers[:-1])
    bounds = np.empty(len(changes) + 2, np.intp)
    bounds[0], bounds[-1] = 0, len(numbers)
    np.add(changes, 1, out=bounds[1:-1])
    return bounds[:-1], bounds[1:]


def _placed(key: FileKey, header: Header) -> FileKey:
    """The place of a file among those of its run, as its header says it."""
    rank = writer_rank(header.about)
    return key._replace(created=_created(header), before=0 if rank is None else -rank.rank)


def _created(header: Header) -> float:
    created = header.about.get("created")
    return created if isinstance(created, float) and 0 < created < _YEAR_10000 else 0.0
