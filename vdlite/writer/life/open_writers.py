"""All writers of this process: what happens to them at its end, and when it forks."""

from __future__ import annotations

import atexit
import os
import weakref
from contextlib import suppress
from typing import Protocol

from vdlite.format.outcome import Outcome
from vdlite.writer.life.ending import outcome_at_exit


class OpenLog(Protocol):
    """The log of a writer that has not ended."""

    def end_program(self, outcome: Outcome | None) -> None:
        """The program ends; outcome: what is known of that."""

    def before_fork(self) -> None:
        """No thread of the log may be at work until `after_fork_in_parent`, or in the child `after_fork`."""

    def after_fork_in_parent(self) -> None: ...

    def after_fork(self) -> None:
        """The files are those of the parent."""


open_logs: weakref.WeakSet[OpenLog] = weakref.WeakSet()
"""Those of open writers, and of writers that nobody holds any more, but for which something is still to be written."""


def _close_all() -> None:
    outcome = None
    with suppress(Exception):  # of objects of others: it costs no log its end
        outcome = outcome_at_exit()
    for log in list(open_logs):
        log.end_program(outcome)


atexit.register(_close_all)


# A child gets the memory of its parent, but none of its threads: a lock that one of them holds at that moment, such
# as that of a module which it is importing, is never released. So no thread of ours is at work while forking.


def _pause() -> None:
    for log in list(open_logs):
        log.before_fork()


def _resume() -> None:
    for log in list(open_logs):
        log.after_fork_in_parent()


def _forget_parents_files() -> None:
    for log in list(open_logs):
        log.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_pause, after_in_parent=_resume, after_in_child=_forget_parents_files
    )
