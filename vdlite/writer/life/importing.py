"""Tells logs that they hold what was logged elsewhere before, or is computed of what was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import time as now_seconds
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vdlite.writer.life.run_writer import RunWriter

_created: ContextVar[float | None] = ContextVar("vdlite_imported_created", default=None)

_afterwards: ContextVar[bool] = ContextVar("vdlite_afterwards", default=False)


@contextmanager
def importing(created: float | None) -> Iterator[None]:
    """Log files that are begun meanwhile say that they were made then (seconds since 1970); None: now."""
    token = _created.set(created)
    try:
        yield
    finally:
        _created.reset(token)


@contextmanager
def afterwards() -> Iterator[None]:
    """Log files that are begun meanwhile say that they belong to no training, but to what is computed of one later."""
    token = _afterwards.set(True)
    try:
        yield
    finally:
        _afterwards.reset(token)


def is_afterwards() -> bool:
    return _afterwards.get()


def end_at(writer: RunWriter, ended: float | None) -> None:
    """Let the log say that its writer closed then (seconds since 1970); None: when it does."""
    writer._ended = ended


def created_seconds() -> float:
    """When a log file that is begun now was made, in seconds since 1970."""
    created = _created.get()
    return now_seconds() if created is None else created


def leave_without_end(writer: RunWriter) -> None:
    """Close a log that holds what has no end, such as a run that was killed: all is written, but no end is told."""
    writer._tells_end = False
    writer.close()
