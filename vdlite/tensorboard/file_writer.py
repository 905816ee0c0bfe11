"""The part of a SummaryWriter that takes what is made already: summaries and events of protobuf."""

import os
from typing import Any, Protocol

from vdlite.format.outcome import Outcome
from vdlite.protobuf.events import Value, read_event, read_summary
from vdlite.tensorboard.arguments import whole_step
from vdlite.tensorboard.notices import warn_once
from vdlite.tensorboard.values import ValueLogger
from vdlite.writer import LogWriter
from vdlite.writer.arguments.checks import StepLike
from vdlite.writer.reopening import ReopeningLog


class Message(Protocol):
    """A message of any version of protobuf: only its bytes are asked for."""

    def SerializeToString(self) -> bytes: ...  # noqa: N802  # protobuf's name


class FileWriter:
    """Takes protocol buffers, as `torch.utils.tensorboard.FileWriter` does, and logs what is in them."""

    def __init__(
        self,
        log_dir: "str | os.PathLike[str]",
        max_queue: int = 10,
        flush_secs: float = 120,
        filename_suffix: str = "",
        *,
        write_to_disk: bool = True,
    ) -> None:
        """log_dir: the run's folder.

        max_queue, flush_secs: nothing; each record is written at once.
        filename_suffix: goes to the end of the log file's name.
        write_to_disk: False checks all arguments but writes nothing.
        Raises LogdirError if the folder or file can't be made.
        """
        self._log_dir = str(log_dir)
        self._log = ReopeningLog(
            log_dir, filename_suffix=filename_suffix, write_to_disk=write_to_disk
        )
        self._values = ValueLogger()

    def log(self) -> LogWriter:
        """The log that it writes into; a new file of the same run, if the last one was closed."""
        return self._log.writer()

    def get_logdir(self) -> str:
        """The run's folder, as it was given."""
        return self._log_dir

    def add_event(
        self, event: Message, step: StepLike | None = None, walltime: float | None = None
    ) -> None:
        """Log what an Event holds.

        step, walltime: those of the event if None; where it gives no step, each tag goes on from its last one.
        Raises FormatError, a ValueError, if its bytes are damaged.
        """
        read = read_event(event.SerializeToString())
        # An event that nobody has dated has no walltime, or 0.
        time = read.walltime or None if walltime is None else walltime
        self._add(read.values, read.step if step is None else whole_step(step), time)
        if read.graph:
            _no_graph()

    def add_summary(
        self, summary: Message, global_step: StepLike | None = None, walltime: float | None = None
    ) -> None:
        """Log what a Summary holds. Raises FormatError, a ValueError, if its bytes are damaged."""
        values = read_summary(summary.SerializeToString())
        self._add(values, whole_step(global_step), walltime)

    def add_graph(self, graph_profile: Any, walltime: float | None = None) -> None:
        """Logs nothing: graphs of TensorFlow can't be shown; `SummaryWriter.add_graph` records models."""
        _no_graph()

    def add_onnx_graph(self, graph: Any, walltime: float | None = None) -> None:
        """Logs nothing: it is given a graph of TensorFlow. `SummaryWriter.add_onnx_graph` takes the file."""
        _no_graph()

    def flush(self) -> None:
        """Hand everything logged so far to the operating system."""
        self._log.flush()

    def close(self) -> None:
        """End the log; whatever is added afterwards goes to a new file of the same run."""
        self.end(None)

    def end(self, outcome: Outcome | None) -> None:
        """Close the writer, with how the training ended."""
        self._log.close(outcome)

    def reopen(self) -> None:
        """Open a new file after `close`; nothing if it is open."""
        self.log()

    def _add(self, values: tuple[Value, ...], step: int | None, walltime: float | None) -> None:
        log = self.log()
        for value in values:
            self._values.add(log, value, step, walltime)


def _no_graph() -> None:
    warn_once("vdlite: a graph of TensorFlow was left out: only models and files can be shown")
