"""A log that goes on after its end, as those of other tools' writers do."""

import os

from vdlite.errors import LogdirError
from vdlite.format.outcome import Outcome
from vdlite.writer.log_writer import LogWriter
from vdlite.writer.notices import warn


class ReopeningLog:
    """Gives a LogWriter, and a new one for the same run when the last one was closed.

    Two threads that ask at the same moment may get two: a run has any number of files.
    """

    def __init__(
        self,
        logdir: "str | os.PathLike[str]",
        *,
        filename_suffix: str = "",
        write_to_disk: bool = True,
        display_name: str = "",
        file_name: str = "",
    ) -> None:
        """The arguments, and what raises, as in LogWriter; but `~` is a folder like any other."""
        self._folder = os.path.abspath(logdir)  # the program may change its folder
        self._suffix = filename_suffix
        self._writes = write_to_disk
        self._display_name = display_name
        self._file_name = file_name
        self._last: LogWriter | None = self._opened()

    def writer(self) -> LogWriter:
        """The writer to log into now. Never raises for what happens to the disk."""
        last = self._last
        if last is None or last.closed:
            last = self._last = self._reopened()
        return last

    def flush(self) -> None:
        """Hand everything logged so far to the operating system."""
        if self._last is not None:
            self._last.flush()

    def close(self, outcome: Outcome | None = None) -> None:
        """End the log; a second call does nothing. outcome: as of `LogWriter.close`."""
        if self._last is not None:
            self._last.close(outcome=outcome)
            self._last = None

    def _opened(self) -> LogWriter:
        return LogWriter(
            self._folder,
            filename_suffix=self._suffix,
            write_to_disk=self._writes,
            display_name=self._display_name,
            file_name=self._file_name,
        )

    def _reopened(self) -> LogWriter:
        try:
            return self._opened()
        except LogdirError as error:
            warn("vdlite can't log into the run any more: %s", error)
            return LogWriter(write_to_disk=False)
