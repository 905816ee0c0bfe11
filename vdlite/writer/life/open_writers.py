"""All writers of this process: what happens to them at its end, and when it forks."""

from __future__ import annotations

import atexit
import os
import weakref
from contextlib import suppress
from typing import TYPE_CHECKING

from vdlite.writer.life.ending import outcome_at_exit

if TYPE_CHECKING:
    from vdlite.writer.life.run_writer import RunWriter

open_writers: weakref.WeakSet[RunWriter] = weakref.WeakSet()


def _close_all() -> None:
    outcome = None
    with suppress(Exception):  # of objects of others: it costs no log its end
        outcome = outcome_at_exit()
    for writer in list(open_writers):
        writer._tell_outcome(writer._sink.known_outcome or outcome)
        writer.close()


atexit.register(_close_all)


# A child gets the memory of its parent, but none of its threads: a lock that one of them holds at that moment, such
# as that of a module which it is importing, is never released. So no thread of ours is at work while forking.


def _pause() -> None:
    for writer in list(open_writers):
        writer._sink.encode_queue.pause()


def _resume() -> None:
    for writer in list(open_writers):
        writer._sink.encode_queue.resume()


def _forget_parents_files() -> None:
    for writer in list(open_writers):
        writer._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_pause, after_in_parent=_resume, after_in_child=_forget_parents_files
    )
