"""Putting files on the disk, behind whoever wrote them.

That may take seconds, which nobody waits for. Until it is done, what was written counts only as long as the machine
runs: after a loss of power a file may have its size and not its bytes.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from vdlite.cache.locks import ForkLock


@cache
def boot() -> str:
    """A word for the time since the machine was started; empty where the system has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


class Syncing:
    """A thread that puts files on the disk. Threads may share it."""

    def __init__(self) -> None:
        self._lock = ForkLock()
        self._queue: queue.SimpleQueue[tuple[Sequence[Path], Callable[[], None]]]
        self._queue = queue.SimpleQueue()
        self._process = 0  # in which the thread runs

    def sync(self, paths: Sequence[Path], then: Callable[[], None]) -> None:
        """Put these files on the disk, and call `then`, in the thread."""
        with self._lock:
            if self._process != os.getpid():  # also after a fork, which takes no thread along
                self._process, self._queue = os.getpid(), queue.SimpleQueue()
                threading.Thread(target=self._run, name="vdlite-cache", daemon=True).start()
            self._queue.put((paths, then))

    def _run(self) -> None:
        files = self._queue
        while True:
            paths, then = files.get()
            with contextlib.suppress(OSError):
                for path in paths:
                    sync_file(path)
                then()


def sync_file(path: Path) -> None:
    """Put a file on the disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
