"""Marks logs as holding what was logged elsewhere before, is computed of what was, or was seen from outside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import time as now_seconds

_created: ContextVar[float | None] = ContextVar("vdlite_imported_created", default=None)

_afterwards: ContextVar[bool] = ContextVar("vdlite_afterwards", default=False)

_watching: ContextVar[bool] = ContextVar("vdlite_watching", default=False)


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


@contextmanager
def watching() -> Iterator[None]:
    """Log files that are begun meanwhile say that they are of who watches a program from outside: they end behind it."""
    token = _watching.set(True)
    try:
        yield
    finally:
        _watching.reset(token)


def is_watching() -> bool:
    return _watching.get()


def is_no_training() -> bool:
    """True if what is logged now is no training of this process."""
    return _afterwards.get() or _watching.get() or _created.get() is not None


def created_seconds() -> float:
    """The time when a log file that is begun now was made, in seconds since 1970."""
    created = _created.get()
    return now_seconds() if created is None else created
