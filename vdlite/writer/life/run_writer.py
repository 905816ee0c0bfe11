"""The life of a LogWriter: its options, its files, one call at a time, and its end."""

import math
import os
import weakref
from collections.abc import Callable, Mapping, Sequence
from threading import Thread
from time import time as now_seconds
from types import TracebackType
from typing import Any, NoReturn, TypeVar

from vdlite.errors import ClosedWriterError, PayloadError, shown
from vdlite.format.layout import LOG_SUFFIX, host_name, new_stem
from vdlite.format.outcome import Outcome
from vdlite.kinds.draft import Draft, encoded
from vdlite.version import __version__
from vdlite.writer.arguments.checks import (
    StepLike,
    check_options,
    check_step,
    check_tag,
    check_walltime,
    told_step,
)
from vdlite.writer.arguments.hints import unknown_attribute, with_hint
from vdlite.writer.arguments.remarks import Remarks
from vdlite.writer.life.announcement import UNDER_RUN, announce_folder
from vdlite.writer.life.ending import check_outcome, outcome_of_block
from vdlite.writer.life.importing import created_seconds, is_afterwards
from vdlite.writer.life.mirroring import mirrored_tool
from vdlite.writer.life.open_writers import open_writers
from vdlite.writer.life.run_folder import check_run_folder, new_run_folder
from vdlite.writer.life.series_table import Series, SeriesTable, earlier_files
from vdlite.writer.life.sink import Sink
from vdlite.writer.limits.budget import Budget, check_budget
from vdlite.writer.limits.limited import LastLogged
from vdlite.writer.notices import warn
from vdlite.writer.queue.encode_queue import Job, is_quick
from vdlite.writer.queue.waiting import WaitingDraft

_LOOK_SECONDS = 1.0  # between two looks whether the log file is still there
_Writer = TypeVar("_Writer", bound="RunWriter")


class RunWriter:
    """All of a LogWriter but its `add_*` methods."""

    @with_hint
    def __init__(
        self,
        logdir: str | os.PathLike[str] | None = None,
        comment: str = "",
        max_queue: int = 0,
        flush_secs: float = 0,
        filename_suffix: str = "",
        write_to_disk: bool = True,
        display_name: str = "",
        file_name: str = "",
        *,
        fsync: bool = False,
        private: bool = False,
        budget: int | None = None,
    ) -> None:
        """Make the run folder and this writer's log file in it.

        logdir: the run's folder, `~` being the user's home; a new one, `runs/<date>_<time>`, if None.
        comment: goes to the end of the name of the folder if `logdir` is None, and into the log.
        max_queue: when buffering, the most records that wait in memory; 0 for as many as fit into 1 MiB.
        flush_secs: 0 writes each record at once; otherwise records wait in memory, at most this long (seconds).
        filename_suffix: goes to the end of the log file's name, before its extension.
        write_to_disk: False checks all arguments but writes nothing.
        display_name: what the page calls the run, instead of the folder's name.
        file_name: the log file's name, instead of one made of time, host and process. If a file of that name is
            there already, this writer's gets a number: all files of a folder are one run.
        fsync: True waits after each write until the disk has the data, so that even a power cut loses nothing;
            each call then takes as long as the disk does.
        private: True lets nobody but this user read the files, and the folder if it is made here (modes 0600 and 0700);
            otherwise they get what the umask leaves. For machines that others use, too.
        budget: the most bytes that this writer may log of everything but numbers; what goes beyond is left out, warned
            of once of each tag, and counted as missing. None for any number. See also `limit`.
        Raises LogdirError if the folder or file can't be made, PayloadError for a wrong option.
        """
        self._options: dict[str, Any] = {
            "logdir": logdir,
            "comment": comment,
            "max_queue": max_queue,
            "flush_secs": flush_secs,
            "filename_suffix": filename_suffix,
            "write_to_disk": write_to_disk,
            "display_name": display_name,
            "file_name": file_name,
            "fsync": fsync,
            "private": private,
            "budget": budget,
        }
        check_options(
            max_queue=max_queue,
            flush_secs=flush_secs,
            filename_suffix=filename_suffix,
            file_name=file_name,
            comment=comment,
            display_name=display_name,
        )
        if logdir is None:
            logdir = new_run_folder(comment, private=private) if write_to_disk else os.devnull
        if not isinstance(logdir, (str, os.PathLike)):
            raise PayloadError(f"logdir: got {shown(logdir)}, want the path of a folder")
        # What a shell does with it; nobody wants a folder of that name.
        self._logdir = os.path.expanduser(os.fspath(logdir))  # noqa: PTH111 (Path changes more than that)
        # Absolute: the program may change its folder.
        self._folder = self._options["logdir"] = os.path.abspath(self._logdir)
        if write_to_disk:
            check_run_folder(self._folder)
        self._suffix = filename_suffix
        self._file_stem = file_name.removesuffix(LOG_SUFFIX)
        self._names = {"display_name": display_name, "comment": comment}
        logs, spools = earlier_files(self._folder) if write_to_disk else ([], [])
        self._series = SeriesTable(logs)
        self._scalars = self._series.scalars  # the shortest way for add_scalar
        # The time of day in which there is no need to look after the file: it may be set back, too.
        self._looked_at = math.inf
        self._look_at = 0.0
        self._budget = Budget(check_budget(budget))
        self._last_logged = LastLogged()
        self._remarks = Remarks()
        self._closing = False  # the queue gets no more, so that it comes to its end
        self._closed = False
        self._tells_end = True  # False: the log is left as if this writer had never closed
        self._ended: float | None = None  # when the log says that it closed; None: when it does
        self._is_afterwards = is_afterwards()
        self._sink = Sink(
            self._folder if write_to_disk else None,
            self._stem(),
            self._about(),
            max_queue=max_queue,
            flush_secs=flush_secs,
            fsync=fsync,
            private=private,
        )
        self._file = self._sink.file
        self._turn = self._file.turn
        # For when this writer is collected; at the end of the program `_close_all` does more.
        self._finalizer = weakref.finalize(self, self._sink.close)
        self._finalizer.atexit = False
        open_writers.add(self)
        self._recovery = _recover(spools) if spools else None
        if write_to_disk and UNDER_RUN in os.environ:
            announce_folder(self._logdir)

    @property
    def logdir(self) -> str:
        """The run's folder, as it was given."""
        return self._logdir

    @property
    def file_name(self) -> str:
        """The path of this writer's log file."""
        return self._file.path

    @property
    def closed(self) -> bool:
        """Whether it has ended its log."""
        return self._closed

    def __getattr__(self, name: str) -> NoReturn:
        raise unknown_attribute(name)

    def __enter__(self: _Writer) -> _Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._sink.outcome = outcome_of_block(kind, error)
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy for another process: a writer of its own into the same folder."""
        return _rebuild, (type(self), self._options)

    # -- records whose payload is bytes

    def _add(
        self,
        kind: str,
        tag: str,
        draft: Draft,
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """What every add_* but that of scalars ends in: at once if that is quick, else behind the caller.

        Only within its series a record has to wait for those before it.
        """
        tag = check_tag(tag)
        step = told_step(step)
        now = now_seconds() if walltime is None else check_walltime(walltime)
        if self._budget.is_used_up(tag):
            self._in_turn(self._sink.lose, now)
            return
        encode_queue = self._sink.encode_queue
        if is_quick(draft) and not encode_queue.has(kind, tag):
            payload, summary = encoded(draft)
            self._make_file()
            self._in_turn(self._add_payload, kind, tag, payload, step, now, summary)
            self._remarks.look_at(kind, tag, summary)
            return
        if not self._turn.is_mine and not encode_queue.wait_for_room(draft.nbytes):
            self._in_turn(self._sink.lose, now)
            return
        self._make_file()
        try:
            waiting = self._sink.keep(kind, tag, draft)
        except MemoryError as error:
            warn("vdlite can't keep this %s of tag %r: %r", kind, tag, error)
            self._in_turn(self._sink.lose, now)
            return
        self._in_turn(self._put, kind, tag, waiting, step, now)

    def _add_payload(
        self,
        kind: str,
        tag: str,
        payload: bytes,
        step: StepLike | None,
        now: float,
        summary: Mapping[str, Any],
    ) -> None:
        series = self._open_series(kind, tag)
        told = told_step(step)
        whole = check_step(self._series.next_step(series)) if told is None else told
        series.last_step = whole
        if self._budget.admits(tag, len(payload)):
            self._sink.add_payload(series.number, whole, now, summary, payload)
        else:
            self._sink.lose(now)

    def _put(self, kind: str, tag: str, draft: WaitingDraft, step: int | None, now: float) -> None:
        if self._closing:
            raise ClosedWriterError(f"add_* after close(): {self._file.path}")
        series = self._open_series(kind, tag)
        whole = check_step(self._series.next_step(series)) if step is None else step
        self._sink.note(draft, whole, now)
        self._sink.encode_queue.put(
            Job(kind, tag, draft, whole, now, self._finish_job, self._lose_job)
        )
        series.last_step = whole

    def _finish_job(self, job: Job, payload: bytes, summary: Mapping[str, Any]) -> None:
        """Write what the queue has encoded."""
        self._make_file()
        self._in_turn(self._write_job, job, payload, summary)
        self._remarks.look_at(job.kind, job.tag, summary)

    def _limit_tag(self, tag: str, budget: int) -> None:
        self._budget.limit_tag(tag, budget)

    def _write_job(self, job: Job, payload: bytes, summary: Mapping[str, Any]) -> None:
        if not self._budget.admits(job.tag, len(payload)):
            self._lose(job)
            return
        # By name: the writer may have gone on in a new file since, where the series has another number.
        number = self._open_series(job.kind, job.tag).number
        self._sink.add_payload(number, job.step, job.walltime, summary, payload)
        self._sink.settle(job.draft)

    def _lose_job(self, job: Job) -> None:
        self._in_turn(self._lose, job)

    def _lose(self, job: Job) -> None:
        self._sink.lose(job.walltime)
        self._sink.settle(job.draft)

    def _make_file(self) -> None:
        """The media file is named after the log file, which a fork has not made yet."""
        if not self._turn.is_mine:
            self._sink.make_file()

    def flush(self) -> None:
        """Hand everything logged so far to the operating system.

        Waits for what is still being made, and for numbers on their way from a GPU.
        """
        if self._turn.is_mine:
            self._file.ask_for_care()  # the call that this one interrupted will give it
            return
        self._free_left_locks()
        self._sink.encode_queue.drain()
        self._in_turn(self._sink.arrivals.write_all)
        self._sink.drain()

    def _tell_outcome(self, outcome: Outcome | Callable[[], Outcome | None] | None) -> None:
        """Remember how the training ended, for the end of the log: also for that of a writer that is collected.

        outcome: or what tells it then, and raises nothing.
        """
        self._sink.outcome = outcome

    def close(self, *, outcome: Outcome | None = None) -> None:
        """Write all that waits and end the log. A second call does nothing.

        outcome: how the training ended: "finished", "failed", "pruned" or "killed"; None does not tell. A `with` block
            tells it itself, and so does an exception that ends the program while the writer is open.
        Raises PayloadError for any other outcome.
        """
        if outcome is not None:
            self._sink.outcome = check_outcome(outcome)
        if self._closed:
            return
        if self._turn.is_mine:
            self._turn.postpone(True, self.close)
            return
        self._end_recordings()
        self._free_left_locks()
        self._closing = True
        while not self._closed:
            self._sink.encode_queue.drain()
            self._in_turn(self._refuse_more)
        self._finalizer.detach()
        self._sink.close(tells_end=self._tells_end, ended=self._ended)
        open_writers.discard(self)

    def _end_recordings(self) -> None:
        """Log what is being recorded still, before nothing can be logged any more."""

    def _free_left_locks(self) -> None:
        self._file.free_left_lock()
        self._sink.encode_queue.free_left_lock()

    def _refuse_more(self) -> None:
        # Another thread may have been quick; what it logged is still to be written.
        if self._sink.encode_queue.idle:
            self._series.clear()
            self._closed = True

    # -- one call at a time

    def _in_turn(self, call: Callable[..., None], *arguments: Any) -> None:
        """Do what changes the state of this writer, when it is its turn."""
        self._turn.run(call, *arguments)
        self._look_after()

    def _catch_up(self) -> None:
        """Do what was postponed, in a new file if the present one is broken."""
        if self._turn.broken:
            self._turn.broken = False
            self._restart(
                "may end in the middle of a record, since an exception interrupted it",
                write_waiting=True,
            )
        closed, self._closed = self._closed, False  # what interrupted close() came before its end
        try:
            self._turn.catch_up()
        finally:
            if closed:
                self._sink.encode_queue.drain()
                self._refuse_more()

    def _open_series(self, kind: str, tag: object) -> Series:
        """The series of this kind and tag, declared in the log if it is new."""
        tag = check_tag(tag)
        series = self._series.find(kind, tag)
        if series is not None:
            return series
        if self._closed:
            raise ClosedWriterError(f"add_* after close(): {self._file.path}")
        self._sink.settle_in()
        return self._series.add(kind, tag, self._file.declare(kind, tag))

    # -- life

    def _look_after(self) -> None:
        """Do what a call does now and then: relieve a crowded buffer, see whether the file is still there."""
        if self._turn.is_mine or self._file.is_drained_here:
            return  # a nested call: whatever is due would wait for the interrupted one
        self._file.free_left_lock()
        if self._turn.has_postponed:
            self._catch_up()
        if self._closed:
            return
        now = now_seconds()  # not the caller's walltime, which may be any
        if not self._looked_at <= now < self._look_at or self._file.lost:
            self._looked_at, self._look_at = now, now + _LOOK_SECONDS
            self._sink.look_after_spool()
            if self._file.vanished():
                self._restart("was removed or closed by someone else", write_waiting=False)
        if self._file.needs_care:
            self._sink.drain()
        if self._turn.has_postponed:  # a handler has logged amid all this
            self._catch_up()

    def _restart(self, reason: str, *, write_waiting: bool) -> None:
        path = self._file.path
        if not self._sink.restart(self._series.clear, write_waiting=write_waiting):
            message = "vdlite's log file %s; what is logged from now on goes to a new one: %s"
            warn(message, reason, path)

    def _after_fork(self) -> None:
        self._series.clear()
        self._sink.forget(self._stem(), self._about())

    def _stem(self) -> str:
        return (self._file_stem or new_stem()) + self._suffix

    def _about(self) -> dict[str, Any]:
        about: dict[str, Any] = {name: value for name, value in self._names.items() if value}
        if tool := mirrored_tool():
            about["mirrors"] = tool
        if self._is_afterwards:
            about["afterwards"] = True
        return {
            "created": created_seconds(),
            "host": host_name(),
            "pid": os.getpid(),
            "writer": f"vdlite {__version__}",
            **about,
        }


def _recover(spools: Sequence[str]) -> Thread:
    """Make lasting what earlier writers into the folder left behind, if they live no more."""
    # It needs every kind, which others don't load.
    from vdlite.writer.life.recovery import recover_behind

    return recover_behind(spools)


def _rebuild(writer: type[RunWriter], options: dict[str, Any]) -> RunWriter:
    return writer(**options)
