"""Clients that no longer wait for an answer: work for one that has left is given up."""

from __future__ import annotations

import threading
from contextvars import ContextVar

# Threads that work for a request get its context along.
_left: ContextVar[threading.Event | None] = ContextVar("left", default=None)


class ClientLeftError(Exception):
    """Nobody waits for this answer any more."""


def make_cancelable() -> threading.Event:
    """The event to set when the client of this context's request has left."""
    left = threading.Event()
    _left.set(left)
    return left


def never_cancel() -> None:
    """Say of this context's request that it is worked for to its end.

    Else it may be taken for the one before it on its connection, whose context a request that came early inherits.
    """
    _left.set(None)


def raise_if_client_left() -> None:
    """Call this between two pieces of long work. Raises ClientLeftError if there is no use in going on."""
    left = _left.get()
    if left is not None and left.is_set():
        raise ClientLeftError
