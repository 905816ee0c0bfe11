"""How the log of a writer ends, where others know more of it than whoever closes the writer."""

from collections.abc import Callable

from vdlite.format.outcome import Outcome
from vdlite.writer.life.run_writer import RunWriter, recorder_of


def end_with(writer: RunWriter, outcome: Outcome | Callable[[], Outcome | None] | None) -> None:
    """Remember how the training ended, for the end of the log: also for that of a writer that is collected.

    outcome: or what knows it then, and raises nothing.
    """
    recorder_of(writer).sink.outcome = outcome


def end_at(writer: RunWriter, ended: float | None) -> None:
    """Let the log say that its writer closed then (seconds since 1970); None: when it does."""
    recorder_of(writer).ended = ended


def leave_without_end(writer: RunWriter) -> None:
    """Close a log that holds what has no end, such as a run that was killed: all is written, but it has no end."""
    recorder_of(writer).reports_end = False
    writer.close()
