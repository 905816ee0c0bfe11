"""What the `add_*` methods end in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from vdlite.kinds.draft import Draft
    from vdlite.writer.arguments.checks import StepLike


class Recorder(Protocol):
    """Takes what is logged into one run."""

    def add(
        self,
        kind: str,
        tag: str,
        draft: Draft,
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a draft; step: None goes on from the tag's last one; walltime: now if None."""

    def check_open(self) -> None:
        """Raises ClosedWriterError once the log has ended."""

    def before_close(self, call: Callable[[], None]) -> None:
        """Have something called when the log is about to end, and still takes records."""

    def another(self) -> AbstractContextManager[Recorder]:
        """One more recorder for the same run, whose log ends with the block."""


class Calls:
    """A part of LogWriter, which knows no more of it than what it records with."""

    _recorder: Recorder
