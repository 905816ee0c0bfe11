"""What a LogWriter records with: whatever is logged, as records of its log."""

from collections.abc import Mapping
from time import time as now_seconds
from typing import Any

from vdlite.format.records import ROW_VALUES
from vdlite.kinds import scalar as scalar_kind
from vdlite.kinds.draft import Draft, encoded
from vdlite.kinds.numbers.device import DeviceScalar
from vdlite.writer.arguments.checks import (
    StepLike,
    check_step,
    check_tag,
    check_walltime,
    given_step,
)
from vdlite.writer.arguments.points import Points, Row
from vdlite.writer.arguments.remarks import Remarks
from vdlite.writer.arguments.row_tags import RowTags
from vdlite.writer.life.run_log import LogOptions, RunLog
from vdlite.writer.life.series_table import RowOfSeries, Series
from vdlite.writer.limits.budget import Budget
from vdlite.writer.notices import warn
from vdlite.writer.queue.encode_queue import Job, is_quick
from vdlite.writer.queue.waiting import WaitingDraft


class RunRecorder(RunLog):
    """The log of one writer, which takes numbers, payloads, and drafts of payloads."""

    def __init__(self, options: LogOptions) -> None:
        super().__init__(options)
        self.budget = Budget(options.budget)
        self.row_tags = RowTags()
        self.trials = 0  # that were logged, without those that replace one
        self._remarks = Remarks()

    # -- records whose payload is bytes

    def add(
        self,
        kind: str,
        tag: str,
        draft: Draft,
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a draft: at once if it is quickly made, else behind the caller.

        Only within its series a record has to wait for those before it.
        """
        tag = check_tag(tag)
        step = given_step(step)
        now = now_seconds() if walltime is None else check_walltime(walltime)
        if self.budget.is_used_up(tag):
            self.in_turn(self.sink.lose, now)
            return
        encode_queue = self.sink.encode_queue
        if is_quick(draft) and not encode_queue.has(kind, tag):
            payload, summary = encoded(draft)
            self.make_file()
            self.in_turn(self.add_payload, kind, tag, payload, step, now, summary)
            self._remarks.look_at(kind, tag, summary)
            return
        if not self.turn.is_mine and not encode_queue.wait_for_room(draft.nbytes):
            self.in_turn(self.sink.lose, now)
            return
        self.make_file()
        try:
            waiting = self.sink.keep(kind, tag, draft)
        except MemoryError as error:
            warn("vdlite can't keep this %s of tag %r: %r", kind, tag, error)
            self.in_turn(self.sink.lose, now)
            return
        self.in_turn(self._put, kind, tag, waiting, step, now)

    def add_bytes(
        self,
        kind: str,
        tag: str,
        payload: bytes,
        step: StepLike | None,
        walltime: float | None,
        summary: Mapping[str, Any],
    ) -> None:
        """Log a payload that is made already."""
        now = now_seconds() if walltime is None else check_walltime(walltime)
        self.make_file()
        self.in_turn(self.add_payload, kind, tag, payload, step, now, summary)

    def add_payload(
        self,
        kind: str,
        tag: str,
        payload: bytes,
        step: StepLike | None,
        now: float,
        summary: Mapping[str, Any],
    ) -> None:
        """Write a payload; for the call whose turn it is."""
        series = self.open_series(kind, tag)
        given = given_step(step)
        whole = check_step(self.series.next_step(series)) if given is None else given
        series.last_step = whole
        if self.budget.admits(tag, len(payload)):
            self.sink.add_payload(series.number, whole, now, summary, payload)
        else:
            self.sink.lose(now)

    def _put(self, kind: str, tag: str, draft: WaitingDraft, step: int | None, now: float) -> None:
        if self.closing:
            raise self.closed_error()
        series = self.open_series(kind, tag)
        whole = check_step(self.series.next_step(series)) if step is None else step
        self.sink.note(draft, whole, now)
        self.sink.encode_queue.put(
            Job(kind, tag, draft, whole, now, self.finish_job, self._lose_job)
        )
        series.last_step = whole

    def finish_job(self, job: Job, payload: bytes, summary: Mapping[str, Any]) -> None:
        """Write what the queue has encoded."""
        self.make_file()
        self.in_turn(self._write_job, job, payload, summary)
        self._remarks.look_at(job.kind, job.tag, summary)

    def _write_job(self, job: Job, payload: bytes, summary: Mapping[str, Any]) -> None:
        if not self.budget.admits(job.tag, len(payload)):
            self._lose(job)
            return
        # By name: the writer may have gone on in a new file since, where the series has another number.
        number = self.open_series(job.kind, job.tag).number
        self.sink.add_payload(number, job.step, job.walltime, summary, payload)
        self.sink.settle(job.draft)

    def _lose_job(self, job: Job) -> None:
        self.in_turn(self._lose, job)

    def _lose(self, job: Job) -> None:
        self.sink.lose(job.walltime)
        self.sink.settle(job.draft)

    def largest_step(self) -> int | None:
        """The largest step of a scalar so far; None if there is none."""
        found: list[int | None] = [None]

        def look() -> None:
            found.append(self.series.largest_step())

        self.in_turn(look)
        return found[-1]

    # -- scalars; for the call whose turn it is

    def add_scalar(
        self, series: Series, step: int, now: float, value: float | DeviceScalar
    ) -> None:
        """Write one number, which may be on its way from a GPU."""
        if isinstance(value, DeviceScalar):
            self.sink.add_arriving(series.number, step, now, value)
        else:
            self.sink.add_scalar(series.number, step, now, value)

    def add_numbers(
        self, numbers: Mapping[str, float | DeviceScalar], step: StepLike | None, now: float
    ) -> None:
        """Write a number of each of these tags, all of one step."""
        all_series = [self.open_series(scalar_kind.NAME, tag) for tag in numbers]
        whole = given_step(step)
        if whole is None:
            whole = max((self.series.next_step(series) for series in all_series), default=0)
        for series, number in zip(all_series, numbers.values(), strict=True):
            self.add_scalar(series, whole, now, number)
            series.last_step = whole

    def add_points(self, tag: str, points: Points, piece: slice) -> None:
        """Write a piece of many points of one tag."""
        series = self.open_series(scalar_kind.NAME, tag)
        steps = points.steps_from(lambda: self.series.next_step(series))
        if piece.start == 0:
            # All steps are taken at once: another thread may log into this series between two pieces.
            series.last_step = int(steps[-1])
        self.file.append_scalars(
            series.number, steps[piece], points.walltimes[piece], points.values[piece]
        )

    def add_row(self, row: Row, start: int, stop: int) -> None:
        """Write the values from `start` to before `stop` of a row; `start` is a multiple of `ROW_VALUES`."""
        self.check_open()
        known = self.series.row(row.tags)
        if row.step is None:
            row.step = check_step(self.series.next_row_step(known))
        if not self.file.has_room(row.walltime, stop - start):
            return
        if known.count < stop:
            self._declare_row(known, stop)
        lists = known.lists[start // ROW_VALUES : -(-stop // ROW_VALUES)]
        self.file.append_rows(lists, row.step, row.walltime, row.values[8 * start : 8 * stop])
        self.series.row_logged(known, row.step)

    def _declare_row(self, row: RowOfSeries, stop: int) -> None:
        """Declare the series of a row's tags before `stop`, and the lists of them, as far as they are not."""
        self.sink.settle_in()
        table, file = self.series, self.file
        for start in range(row.count, stop, ROW_VALUES):
            tags = row.tags[start : min(start + ROW_VALUES, stop)]
            new = [tag for tag in tags if table.find(scalar_kind.NAME, tag) is None]
            first = file.declare_all(scalar_kind.NAME, new)
            for number, tag in enumerate(new, first):
                table.add(scalar_kind.NAME, tag, number)
            series = [table.known(scalar_kind.NAME, tag) for tag in tags]
            row.lists.append(file.list_series([each.number for each in series]))
            table.put_in_row(row, series)
        oldest = table.oldest_row()
        if oldest is not None:
            table.forget_row(oldest)
            file.forget_lists(oldest.lists)
