"""The log of one writer: its files, one call at a time, until its end."""

import math
import os
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Thread
from time import time as now_seconds
from types import TracebackType
from typing import Any, Protocol, Self

from vdlite.errors import ClosedWriterError
from vdlite.format.layout import host_name, new_stem
from vdlite.format.outcome import Outcome
from vdlite.kinds.surroundings.rank import attempt_of, launch_of, rank_of
from vdlite.version import __version__
from vdlite.writer.arguments.checks import check_tag
from vdlite.writer.life.ending import outcome_of_block
from vdlite.writer.life.importing import created_seconds, is_afterwards, is_watching
from vdlite.writer.life.mirroring import mirrored_tool
from vdlite.writer.life.open_writers import open_logs
from vdlite.writer.life.series_table import Series, SeriesTable, earlier_files
from vdlite.writer.life.sink import Sink
from vdlite.writer.notices import warn

_LOOK_SECONDS = 1.0  # between two looks whether the log file is still there


@dataclass(frozen=True, slots=True)
class LogOptions:
    """The options that a log is made with; see `LogWriter`."""

    folder: str | None  # of the run; without one, everything is thrown away
    names: Mapping[str, str]  # what the log says of itself
    file_stem: str = ""  # the name of the log file; "": it is made of time, host and process
    suffix: str = ""  # the end of that name
    max_queue: int = 0
    flush_secs: float = 0
    fsync: bool = False
    private: bool = False
    budget: int | None = None

    def stem(self) -> str:
        """A name for a log file that is begun now."""
        return (self.file_stem or new_stem()) + self.suffix


class Closes(Protocol):
    """A LogWriter, as far as the end of a program is concerned."""

    def close(self) -> None: ...


def _nobody() -> None:
    return None


class RunLog:
    """Keeps the files of one writer in order, and knows its series.

    Only the call whose turn it is changes its state, see `in_turn`. It lives on while a draft waits, or a call that was
    postponed, also where nobody holds the writer any more; when it is collected, the log ends.
    """

    def __init__(self, options: LogOptions) -> None:
        """Raises LogdirError if the folder or file can't be made."""
        self.options = options
        self.owner: Callable[[], Closes | None] = _nobody
        """The writer that is to be closed at the end of the program; a weak reference."""
        self.closed = False
        self.reports_end = True  # False: the log is left as if its writer had never closed
        self.ended: float | None = None  # when the log says that it closed; None: when it does
        logs, spools = ([], []) if options.folder is None else earlier_files(options.folder)
        self.series = SeriesTable(logs)
        self.scalars = self.series.scalars  # the shortest way for add_scalar
        # The time of day in which there is no need to look after the file: it may be set back, too.
        self.looked_at = math.inf
        self.look_at = 0.0
        self._before_close: list[Callable[[], None]] = []
        self.closing = False  # the queue gets no more, so that it comes to its end
        self._is_afterwards = is_afterwards()
        self._is_watching = is_watching()
        self.sink = Sink(
            options.folder,
            options.stem(),
            self._about(),
            max_queue=options.max_queue,
            flush_secs=options.flush_secs,
            fsync=options.fsync,
            private=options.private,
        )
        self.file = self.sink.file
        self.turn = self.file.turn
        # For when this is collected; at the end of the program `open_writers` does more.
        self._finalizer = weakref.finalize(self, self.sink.close)
        self._finalizer.atexit = False
        open_logs.add(self)
        self.recovery = _recover(spools) if spools else None

    def another(self) -> Self:
        """One more for the same run, with a log of its own, which ends with the block that it is used in."""
        return type(self)(self.options)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.sink.outcome = outcome_of_block(kind, error)
        self.close()

    # -- the end

    def flush(self) -> None:
        """Hand everything logged so far to the operating system."""
        if self.turn.is_mine:
            self.file.ask_for_care()  # the call that this one interrupted will give it
            return
        self._free_left_locks()
        self.sink.encode_queue.drain()
        self.in_turn(self.sink.arrivals.write_all)
        self.sink.drain()

    def before_close(self, call: Callable[[], None]) -> None:
        """Have something called when the log is about to end, and still takes records."""
        self._before_close.append(call)

    def check_open(self) -> None:
        """Raises ClosedWriterError after `close`."""
        if self.closed:
            raise self.closed_error()

    def closed_error(self) -> ClosedWriterError:
        return ClosedWriterError(f"add_* after close(): {self.file.path}")

    def close(self) -> None:
        """Write all that waits and end the log. A second call does nothing."""
        if self.closed:
            return
        if self.turn.is_mine:
            self.turn.postpone(True, self.close)
            return
        for call in self._before_close:
            call()
        self._free_left_locks()
        self.closing = True
        while not self.closed:
            self.sink.encode_queue.drain()
            self.in_turn(self._refuse_more)
        self._finalizer.detach()
        self.sink.close(reports_end=self.reports_end, ended=self.ended)
        open_logs.discard(self)

    def end_program(self, outcome: Outcome | None) -> None:
        """Close the writer, since its program ends; outcome: what is known of that, if nobody else knows more."""
        self.sink.outcome = self.sink.known_outcome or outcome
        owner = self.owner()
        if owner is None:
            self.close()
        else:
            owner.close()  # which a class of the user's own may do otherwise

    def _free_left_locks(self) -> None:
        self.file.free_left_lock()
        self.sink.encode_queue.free_left_lock()

    def _refuse_more(self) -> None:
        # Another thread may have been quick; what it logged is still to be written.
        if self.sink.encode_queue.idle:
            self.series.clear()
            self.closed = True

    # -- one call at a time

    def in_turn(self, call: Callable[..., None], *arguments: Any) -> None:
        """Do what changes the state, when it is its turn."""
        self.turn.run(call, *arguments)
        self.look_after()

    def _catch_up(self) -> None:
        """Do what was postponed, in a new file if the present one is broken."""
        if self.turn.broken:
            self.turn.broken = False
            self.restart(
                "may end in the middle of a record, since an exception interrupted it",
                write_waiting=True,
            )
        closed, self.closed = self.closed, False  # what interrupted close() came before its end
        try:
            self.turn.catch_up()
        finally:
            if closed:
                self.sink.encode_queue.drain()
                self._refuse_more()

    def open_series(self, kind: str, tag: object) -> Series:
        """The series of this kind and tag, declared in the log if it is new. Raises ClosedWriterError after `close`."""
        tag = check_tag(tag)
        series = self.series.find(kind, tag)
        if series is not None:
            return series
        self.check_open()
        self.sink.settle_in()
        return self.series.add(kind, tag, self.file.declare(kind, tag))

    # -- life

    def look_after(self) -> None:
        """Do what a call does now and then: relieve a crowded buffer, see whether the file is still there."""
        if self.turn.is_mine or self.file.is_drained_here:
            return  # a nested call: whatever is due would wait for the interrupted one
        self.file.free_left_lock()
        if self.turn.has_postponed:
            self._catch_up()
        if self.closed:
            return
        now = now_seconds()  # not the caller's walltime, which may be any
        if not self.looked_at <= now < self.look_at or self.file.lost:
            self.looked_at, self.look_at = now, now + _LOOK_SECONDS
            self.sink.look_after_spool()
            if self.file.vanished():
                self.restart("was removed or closed by someone else", write_waiting=False)
        if self.file.needs_care:
            self.sink.drain()
        if self.turn.has_postponed:  # a handler has logged amid all this
            self._catch_up()

    def make_file(self) -> None:
        """Make the log file where there is none yet: the media file is named after it, which a fork has not made."""
        if not self.turn.is_mine:
            self.sink.make_file()

    def restart(self, reason: str, *, write_waiting: bool) -> None:
        """Go on in a new file."""
        path = self.file.path
        if not self.sink.restart(self.series.clear, write_waiting=write_waiting):
            message = "vdlite's log file %s; what is logged from now on goes to a new one: %s"
            warn(message, reason, path)

    def before_fork(self) -> None:
        """Let no thread of ours be at work."""
        self.sink.encode_queue.pause()

    def after_fork_in_parent(self) -> None:
        """Go on."""
        self.sink.encode_queue.resume()

    def after_fork(self) -> None:
        """In a child process: begin anew, with files of its own."""
        self.series.clear()
        self.sink.forget(self.options.stem(), self._about())

    def _about(self) -> dict[str, Any]:
        about: dict[str, Any] = {name: value for name, value in self.options.names.items() if value}
        if tool := mirrored_tool():
            about["mirrors"] = tool
        if self._is_afterwards:
            about["afterwards"] = True
        if self._is_watching:
            about["watches"] = True
        if not about.keys() & {"afterwards", "watches"} and (rank := rank_of(os.environ)):
            about |= {"rank": rank.rank, "ranks": rank.ranks}
            if rank.local_rank is not None:
                about["local_rank"] = rank.local_rank
            about["launch"] = launch_of(os.environ)
            if attempt := attempt_of(os.environ):
                about["attempt"] = attempt
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
