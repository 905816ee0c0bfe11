"""Locks that a forked process finds open."""

import os
import threading
from types import TracebackType


class ForkLock:
    """A lock, to be used by `with`. A child of a fork has one of its own: the thread that held it was not taken along."""

    def __init__(self) -> None:
        self._held = (os.getpid(), threading.Lock())

    def _own(self) -> threading.Lock:
        process, lock = self._held
        if process != os.getpid():
            lock = threading.Lock()
            self._held = (os.getpid(), lock)
        return lock

    def __enter__(self) -> None:
        self._own().acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._own().release()
