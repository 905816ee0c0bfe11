"""A lock on an open file, against other processes; where there is none, nothing is held up."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_PATIENCE = 2.0  # seconds; whoever holds the lock for longer has been stopped
_PAUSE = 0.005  # seconds between two tries


@contextmanager
def locked(file: int) -> Iterator[None]:
    """Hold the lock of an open file for a `with` block, or go on without.

    It only keeps two appends apart; that nothing is overwritten is up to O_APPEND.
    """
    held = _acquire(file)
    try:
        yield
    finally:
        if held:
            _release(file)


if sys.platform == "win32":

    def _acquire(file: int) -> bool:
        return False  # its locks are on bytes, and would keep readers out

    def _release(file: int) -> None: ...

else:
    import fcntl

    def _acquire(file: int) -> bool:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    return False
                time.sleep(_PAUSE)
            except OSError:  # a file system without locks
                return False
            else:
                return True

    def _release(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
