"""Whose turn it is."""

import threading


def is_owned(lock: "threading.RLock") -> bool:
    """True if the calling thread holds the lock."""
    # What threading.Condition asks of a lock, too; there is no public name for it.
    owned: bool = lock._is_owned()  # type: ignore[attr-defined]
    return owned
