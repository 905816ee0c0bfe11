"""The life of a LogWriter: its options, and its end."""

import os
import weakref
from types import TracebackType
from typing import Any, NoReturn, TypeVar

from vdlite.errors import PayloadError, shown
from vdlite.format.layout import LOG_SUFFIX
from vdlite.format.outcome import Outcome
from vdlite.writer.arguments.checks import (
    check_options,
)
from vdlite.writer.arguments.hints import unknown_attribute, with_hint
from vdlite.writer.life.announcement import (
    OPEN_RUNS,
    UNDER_RUN,
    announce_closed,
    announce_folder,
    announce_opened,
)
from vdlite.writer.life.ending import check_outcome, outcome_of_block
from vdlite.writer.life.importing import is_no_training
from vdlite.writer.life.run_folder import check_no_address, check_run_folder, common_run_folder
from vdlite.writer.life.run_log import LogOptions
from vdlite.writer.life.run_recorder import RunRecorder
from vdlite.writer.life.stopping import Stopping, check_stop_after
from vdlite.writer.life.system_variable import EVERY_SECONDS
from vdlite.writer.life.system_watch import SystemWatch, check_every, wanted_seconds
from vdlite.writer.limits.budget import check_budget
from vdlite.writer.limits.limited import LastLogged

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
        stop_after: float | None = None,
        system: bool | float | None = None,
    ) -> None:
        """Make the run folder and this writer's log file in it.

        logdir: the run's folder, `~` being the user's home; a new one, `runs/<date>_<time>`, if None; of the ranks of one launch the same.
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
        stop_after: hours from now on after which `should_stop` says so; None for no such deadline.
        system: True logs what the machine does, every 10 seconds, as `watch_system`; a number of seconds so often; False
            does not. None does what the variable `VDLITE_SYSTEM` says.
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
            "stop_after": stop_after,
            "system": False,  # of copies for other processes: what those do is counted in what this one does
        }
        every = wanted_seconds(system)
        check_options(
            max_queue=max_queue,
            flush_secs=flush_secs,
            filename_suffix=filename_suffix,
            file_name=file_name,
            comment=comment,
            display_name=display_name,
        )
        hours = check_stop_after(stop_after)
        if logdir is None:
            logdir = common_run_folder(comment, private=private) if write_to_disk else os.devnull
        if not isinstance(logdir, (str, os.PathLike)):
            raise PayloadError(f"logdir: got {shown(logdir)}, want the path of a folder")
        # What a shell does with it; nobody wants a folder of that name.
        self._logdir = os.path.expanduser(os.fspath(logdir))  # noqa: PTH111 (Path changes more than that)
        # Absolute: the program may change its folder.
        self._folder = self._options["logdir"] = os.path.abspath(self._logdir)
        if write_to_disk:
            check_no_address(self._logdir)
            check_run_folder(self._folder)
        self._recorder = RunRecorder(
            LogOptions(
                self._folder if write_to_disk else None,
                {"display_name": display_name, "comment": comment},
                file_name.removesuffix(LOG_SUFFIX),
                filename_suffix,
                max_queue=max_queue,
                flush_secs=flush_secs,
                fsync=fsync,
                private=private,
                budget=check_budget(budget),
            )
        )
        self._recorder.owner = weakref.ref(self)
        self._stopping = Stopping(self._folder if write_to_disk else None, hours)
        self._last_logged = LastLogged()
        self._system_watch: SystemWatch | None = None
        if write_to_disk and UNDER_RUN in os.environ:
            announce_folder(self._logdir)
        self._is_announced = write_to_disk and OPEN_RUNS in os.environ
        if self._is_announced:
            announce_opened(self._folder)
        if every is not None and (system is not None or not is_no_training()):
            self._watch_system(every)

    @property
    def logdir(self) -> str:
        """The run's folder, as it was given."""
        return self._logdir

    @property
    def file_name(self) -> str:
        """The path of this writer's log file."""
        return self._recorder.file.path

    @property
    def closed(self) -> bool:
        """True if the writer has ended its log."""
        return self._recorder.closed

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
        self._recorder.sink.outcome = outcome_of_block(kind, error)
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy for another process: a writer of its own into the same folder."""
        return _rebuild, (type(self), self._options)

    @with_hint
    def watch_system(self, every: float = EVERY_SECONDS) -> None:
        """Log what the machine, this process and its GPUs do, as scalars below `system/`, until the writer ends.

        A thread does it, which raises nothing. Of several processes on one machine that log into the run, one logs what
        the machine does, and each what it does itself. A forked child watches only if it calls this, too.
        every: seconds from one look to the next, from 1 on. The step is seconds since the run's first log was begun.
        Raises PayloadError for other seconds, ClosedWriterError after `close`. Nothing is watched where the variable
        `VDLITE_SYSTEM` is 0.
        """
        seconds = check_every(every)
        self._recorder.check_open()
        if wanted_seconds(True) is not None:
            self._watch_system(seconds)

    def _watch_system(self: "RunWriter | Any", every: float) -> None:
        if self._recorder.options.folder is None:
            return
        if self._system_watch is not None:
            self._system_watch.end()
        self._system_watch = SystemWatch(self, self._folder, every)
        self._recorder.before_close(self._system_watch.end)

    def flush(self) -> None:
        """Hand everything logged so far to the operating system.

        Waits for what is still being made, and for numbers on their way from a GPU.
        """
        self._recorder.flush()

    def close(self, *, outcome: Outcome | None = None) -> None:
        """Write all that waits and end the log. A second call does nothing.

        outcome: how the training ended: "finished", "failed", "pruned" or "killed"; None does not tell. A `with` block
            gives it itself, and so does an exception that ends the program while the writer is open.
        Raises PayloadError for any other outcome.
        """
        if outcome is not None:
            self._recorder.sink.outcome = check_outcome(outcome)
        self._recorder.close()
        if self._is_announced:
            self._is_announced = False
            announce_closed(self._folder, self._recorder.sink.known_outcome)


def _rebuild(writer: type[RunWriter], options: dict[str, Any]) -> RunWriter:
    return writer(**options)


def recorder_of(writer: RunWriter) -> RunRecorder:
    """The recorder of a writer."""
    return writer._recorder
