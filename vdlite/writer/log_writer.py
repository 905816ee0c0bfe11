"""LogWriter: what a training script calls."""

import atexit
import os
import struct
import weakref
from collections import deque
from collections.abc import Callable, Mapping
from time import time as now_seconds
from types import TracebackType
from typing import Any

from vdlite import __version__
from vdlite.errors import ClosedWriterError, PayloadError, VdliteError
from vdlite.format.layout import LOG_SUFFIX, host_name, new_stem
from vdlite.format.media import MAX_PAYLOAD
from vdlite.format.records import pack_scalar
from vdlite.kinds import scalar as scalar_kind
from vdlite.kinds.device import DeviceScalar
from vdlite.kinds.scalar import ScalarLike
from vdlite.writer.checks import (
    StepLike,
    check_kind,
    check_options,
    check_step,
    check_summary,
    check_tag,
    check_walltime,
)
from vdlite.writer.notices import warn
from vdlite.writer.owner import is_owned
from vdlite.writer.run_folder import new_run_folder
from vdlite.writer.series_table import Series, SeriesTable, log_files
from vdlite.writer.sink import Sink

_LOOK_SECONDS = 1.0  # between two looks whether the log file is still there

_open_writers: "weakref.WeakSet[LogWriter]" = weakref.WeakSet()


class LogWriter:
    """Writes the records of one run into its folder.

        with LogWriter("runs/first") as writer:
            for step in range(1000):
                writer.add_scalar("loss/train", loss, step)

    A record is safe from the end of the process, even by `kill -9`, when the call returns. Threads may share a
    writer; a forked child writes files of its own; any number of writers may write into one folder at once.

    After the constructor, no call raises for what happens to the disk: it warns once, keeps up to 16 MiB in
    memory, counts what is lost beyond that, and goes on when writing works again. A wrong argument raises
    PayloadError at the call, and ClosedWriterError is raised by an `add_*` after `close`.
    """

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
    ) -> None:
        """Make the run folder and this writer's log file in it.

        logdir: the run's folder; a new one, `runs/<date>_<time>`, if None.
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
            logdir = new_run_folder(comment) if write_to_disk else os.devnull
        self._logdir = os.fspath(logdir)
        # Absolute: the program may change its folder.
        self._folder = self._options["logdir"] = os.path.abspath(self._logdir)
        self._suffix = filename_suffix
        self._file_stem = file_name.removesuffix(LOG_SUFFIX)
        self._names = {"display_name": display_name, "comment": comment}
        self._series = SeriesTable(log_files(self._folder) if write_to_disk else [])
        self._scalars = self._series.scalars  # the shortest way for add_scalar
        self._look_at = 0.0
        self._closed = False
        self._broken = False
        self._postponed: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()
        self._sink = Sink(
            self._folder if write_to_disk else None,
            self._stem(),
            self._about(),
            max_queue=max_queue,
            flush_secs=flush_secs,
            fsync=fsync,
        )
        self._file = self._sink.file
        # For when this writer is collected; at the end of the program `_close_all` does more.
        self._finalizer = weakref.finalize(self, self._sink.close)
        self._finalizer.atexit = False
        _open_writers.add(self)

    @property
    def logdir(self) -> str:
        """The run's folder, as it was given."""
        return self._logdir

    @property
    def file_name(self) -> str:
        """The path of this writer's log file."""
        return self._file.path

    def __enter__(self) -> "LogWriter":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy for another process: a writer of its own into the same folder."""
        return _rebuild, (self._options,)

    def add_scalar(
        self,
        tag: str,
        value: ScalarLike,
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log one number.

        tag: the series' name; `/` makes groups.
        value: a real number, or an array or tensor of size one, on any device. A CUDA tensor does not make the
            caller wait: its number is written when it has arrived.
        step: a whole number; None goes on from the tag's last step, which may stem from an earlier writer.
        walltime: seconds since 1970; now if None.
        Raises PayloadError for any other tag, value, step or walltime.
        """
        number = value if type(value) is float else scalar_kind.scalar(value)
        now = now_seconds() if walltime is None else check_walltime(walltime)
        file = self._file
        nested = file.busy and is_owned(file.lock)
        with file.lock:
            if file.busy:
                self._postpone(nested, self.add_scalar, tag, number, step, now)
            else:
                file.busy = True
                try:
                    try:
                        series = self._scalars[tag]
                    except (KeyError, TypeError):
                        series = self._open_series(scalar_kind.NAME, tag)
                    if step is None:
                        step = self._series.next_step(series)
                    elif type(step) is not int:
                        step = check_step(step)
                    try:
                        body = pack_scalar(
                            series.head, step, b"\xcb", now, b"\xcb", number, b"\xce"
                        )
                    except struct.error:
                        self._add_unusual_scalar(series, check_step(step), now, number)
                    else:
                        file.append(body, now)
                    series.last_step = step
                except VdliteError:
                    file.busy = False
                    raise
                file.busy = False
        if file.crowded or now >= self._look_at:
            self._look_after()

    def _add_unusual_scalar(
        self, series: Series, step: int, now: float, value: "float | DeviceScalar"
    ) -> None:
        """Whatever the way of most scalars is not for: a value that is not here yet, for one."""
        if isinstance(value, DeviceScalar):
            self._sink.add_arriving(series.number, step, now, value)
        else:
            self._sink.add_scalar(series.number, step, now, value)

    def add_scalars(
        self,
        main_tag: str,
        values_by_sub_tag: Mapping[str, ScalarLike],
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log several numbers of one step, as the tags `main_tag/sub_tag` of this run.

        step: None goes on from the largest of the tags' last steps.
        The rest, and what raises, as in `add_scalar`; if a value is refused, none is logged.
        """
        check_tag(main_tag)
        if not isinstance(values_by_sub_tag, Mapping):
            raise PayloadError(
                f"values_by_sub_tag: got {type(values_by_sub_tag).__name__}, want a mapping of sub-tag to number"
            )
        now = now_seconds() if walltime is None else check_walltime(walltime)
        numbers = {
            check_tag(f"{main_tag}/{check_tag(sub_tag)}"): scalar_kind.scalar(value)
            for sub_tag, value in values_by_sub_tag.items()
        }
        self._in_turn(self._add_numbers, numbers, step, now)

    def _add_numbers(
        self, numbers: "Mapping[str, float | DeviceScalar]", step: StepLike | None, now: float
    ) -> None:
        all_series = [self._open_series(scalar_kind.NAME, tag) for tag in numbers]
        if step is None:
            whole = max((self._series.next_step(series) for series in all_series), default=0)
        else:
            whole = check_step(step)
        for series, number in zip(all_series, numbers.values(), strict=True):
            self._add_unusual_scalar(series, whole, now, number)
            series.last_step = whole

    def add_record(
        self,
        kind: str,
        tag: str,
        payload: bytes,
        step: StepLike | None = None,
        walltime: float | None = None,
        summary: Mapping[str, Any] | None = None,
    ) -> None:
        """Log bytes of a kind of your own; `LogReader.records` gives them back.

        kind: its name, of at most 64 bytes; not one that has an `add_` method of its own.
        payload: up to 4 GiB; more than 2 KiB go to the media file.
        summary: a little to know about the payload without reading it; msgpack of at most 4 KiB.
        The rest, and what raises, as in `add_scalar`.
        """
        check_tag(tag)
        check_kind(kind)
        if kind == scalar_kind.NAME:
            raise PayloadError("kind: got 'scalar', which add_scalar logs")
        if not isinstance(payload, (bytes, bytearray, memoryview)):
            raise PayloadError(f"payload: got {type(payload).__name__}, want bytes")
        if len(payload) > MAX_PAYLOAD:
            raise PayloadError(f"payload: got {len(payload)} bytes, want at most {MAX_PAYLOAD}")
        summary = check_summary(summary or {})
        now = now_seconds() if walltime is None else check_walltime(walltime)
        if not is_owned(self._file.lock):
            self._sink.make_file()
        self._in_turn(self._add_payload, kind, tag, bytes(payload), step, now, summary)

    def _add_payload(
        self,
        kind: str,
        tag: str,
        payload: bytes,
        step: StepLike | None,
        now: float,
        summary: Mapping[str, Any],
    ) -> None:
        """What every add_* whose payload is bytes ends in."""
        series = self._open_series(kind, tag)
        whole = self._series.next_step(series) if step is None else check_step(step)
        self._sink.add_payload(series.number, whole, now, summary, payload)
        series.last_step = whole

    def flush(self) -> None:
        """Hand everything logged so far to the operating system; waits for numbers on their way from a GPU."""
        if is_owned(self._file.lock):
            self._file.crowded = True  # the call that this one interrupted will see to it
            return
        self._in_turn(self._sink.arrivals.write_all)
        self._sink.drain()

    def close(self) -> None:
        """Write all that waits and end the log. A second call does nothing."""
        if self._closed:
            return
        if is_owned(self._file.lock):
            self._postpone(True, self.close)
            return
        self._in_turn(self._refuse_more)
        self._finalizer.detach()
        self._sink.close()
        _open_writers.discard(self)

    def _refuse_more(self) -> None:
        self._series.clear()
        self._closed = True

    # -- one call at a time
    #
    # A call may be interrupted in the middle: by a signal handler or a finalizer that logs, too (it is nested), or for
    # good, by an exception such as KeyboardInterrupt (the file is broken: how far its last record got is not
    # known). `busy` tells of both. What is logged by a nested call is postponed until the interrupted one is
    # done; after a break the writer goes on in a new file.

    def _in_turn(self, call: Callable[..., None], *arguments: Any) -> None:
        """Do what changes the state of this writer, when no other call is in the middle of that."""
        file = self._file
        nested = file.busy and is_owned(file.lock)
        with file.lock:
            if file.busy:
                self._postpone(nested, self._in_turn, call, *arguments)
            else:
                file.busy = True
                try:
                    call(*arguments)
                except VdliteError:
                    file.busy = False
                    raise
                file.busy = False
        self._look_after()

    def _postpone(self, nested: bool, call: Callable[..., None], *arguments: Any) -> None:
        self._postponed.append((call, arguments))
        self._broken = self._broken or not nested
        self._file.crowded = True  # so that the interrupted call looks after it

    def _catch_up(self) -> None:
        """Do what was postponed."""
        if self._broken:
            self._broken = False
            self._restart("was left in the middle of a record by an exception", write_waiting=True)
        closed, self._closed = self._closed, False  # what interrupted close() came before its end
        try:
            while self._postponed:
                call, arguments = self._postponed.popleft()
                call(*arguments)
        finally:
            if closed:
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
        if is_owned(self._file.lock):
            return  # a nested call: whatever is due would wait for the interrupted one
        if self._postponed:
            self._catch_up()
        if self._closed:
            return
        now = now_seconds()  # not the caller's walltime, which may be any
        if now >= self._look_at or self._file.lost:
            self._look_at = now + _LOOK_SECONDS
            if self._file.vanished():
                self._restart("was removed or closed by someone else", write_waiting=False)
        if self._file.crowded:
            self._sink.drain()

    def _restart(self, reason: str, *, write_waiting: bool) -> None:
        warn(
            "vdlite's log file %s; what is logged from now on goes to a new one: %s",
            reason,
            self._file.path,
        )
        with self._file.lock:
            self._series.clear()
        self._sink.restart(write_waiting=write_waiting)

    def _after_fork(self) -> None:
        self._broken = False
        self._postponed.clear()
        self._series.clear()
        self._sink.forget(self._stem(), self._about())

    def _stem(self) -> str:
        return (self._file_stem or new_stem()) + self._suffix

    def _about(self) -> dict[str, Any]:
        about = {name: value for name, value in self._names.items() if value}
        return {
            "created": now_seconds(),
            "host": host_name(),
            "pid": os.getpid(),
            "writer": f"vdlite {__version__}",
            **about,
        }


def _rebuild(options: dict[str, Any]) -> LogWriter:
    return LogWriter(**options)


def _close_all() -> None:
    for writer in list(_open_writers):
        writer.close()


atexit.register(_close_all)


def _forget_parents_files() -> None:
    for writer in list(_open_writers):
        writer._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_parents_files)
