"""The life of a SummaryWriter: its folder, its log, and its end, after which it may go on."""

from functools import cached_property
from types import TracebackType
from typing import Any, TypeVar

from vdlite.format.outcome import Outcome
from vdlite.tensorboard.arguments import usable_tag, whole_step
from vdlite.tensorboard.file_writer import FileWriter
from vdlite.writer import LogWriter
from vdlite.writer.arguments.checks import StepLike
from vdlite.writer.life.ending import outcome_of_block
from vdlite.writer.notices import warn

_PURGE = "purge_step"

_Writer = TypeVar("_Writer", bound="Life")


class Life:
    """All of a SummaryWriter but its `add_*` methods."""

    file_writer: FileWriter | None  # takes protocol buffers; None after `close`
    all_writers: dict[str, FileWriter] | None  # by folder: one, since sub-runs are tags here
    purge_step: int | None

    def _start(
        self, folder: str, suffix: str, purge_step: int | None, *, write_to_disk: bool = True
    ) -> None:
        """Raises LogdirError if the folder or file can't be made."""
        self.purge_step = purge_step
        self._files = FileWriter(folder, filename_suffix=suffix, write_to_disk=write_to_disk)
        self._open: LogWriter | None = None
        self._outcome: Outcome | None = None  # of a `with` block
        self.file_writer = self.all_writers = None
        self._get_file_writer()

    def _get_file_writer(self) -> FileWriter:
        """The file writer, which takes protocol buffers; its log is opened again after `close`."""
        if self.file_writer is None or self.all_writers is None:
            self.file_writer = self._files
            self.all_writers = {self._files.get_logdir(): self._files}
        self._open = self._files.log()
        if self.purge_step is not None:
            step, self.purge_step = int(self.purge_step), None
            self._open.add_record("purge", _PURGE, b"", step)
        return self.file_writer

    def _log(self) -> LogWriter:
        """The writer to log into now."""
        log = self._open
        if log is None or log.closed:
            log = self._get_file_writer().log()
        return log

    def _where(
        self, tag: Any, step: StepLike | None, walltime: float | None
    ) -> tuple[Any, int | None, float | None]:
        """Tag, step and walltime as a LogWriter takes them."""
        return usable_tag(tag), whole_step(step), walltime

    @cached_property
    def default_bins(self) -> list[float]:
        """TensorFlow's edges of histograms, each 1.1 times the one before."""
        value, edges = 1e-12, []
        while value < 1e20:
            edges.append(value)
            value *= 1.1
        return [-edge for edge in reversed(edges)] + [0] + edges

    def flush(self) -> None:
        """Hand everything logged so far to the operating system; nothing after `close`."""
        if self.file_writer is not None:
            self.file_writer.flush()

    def close(self) -> None:
        """End the log. A second call does nothing; whatever is added later goes to a new file of the same run."""
        if self.file_writer is not None:
            self.file_writer.end(self._outcome)
        self._outcome = None  # what is logged later ends otherwise
        self.file_writer = self.all_writers = self._open = None

    def __enter__(self: _Writer) -> _Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._outcome = outcome_of_block(kind, error)
        self.close()


def left_out(what: str, error: BaseException) -> None:
    """Tell that something was not logged, of which a training should not end."""
    warn("vdlite: %s was left out: %s", what, " ".join(str(error).split())[:500])
