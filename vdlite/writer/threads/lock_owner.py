"""The owner of a lock: whose turn it is."""

import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any


def is_owned(lock: "threading.RLock") -> bool:
    """True if the calling thread holds the lock."""
    # What threading.Condition asks of a lock, too; there is no public name for it.
    owned: bool = lock._is_owned()  # type: ignore[attr-defined]
    return owned


def is_running(owner: object, *methods: Callable[..., Any]) -> bool:
    """True if this thread is inside one of these methods of `owner`, beyond the one that asks.

    It then came here by a signal handler or a finalizer, which interrupts it.
    """
    codes = {method.__code__ for method in methods}
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code in codes and frame.f_locals.get("self") is owner:
            return True
        frame = frame.f_back
    return False


def release_all(lock: "threading.RLock") -> None:
    """Let go of a lock that an exception has left to this thread, between taking it and the `try` that frees it."""
    while is_owned(lock):
        lock.release()
