"""A thread that waits for a drive lends its place among those that answer requests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from anyio.from_thread import run_sync
from anyio.to_thread import current_default_thread_limiter

from vdlite.errors import DriveError

MOST_LENT = 64  # places at once; waiting costs a thread and nothing else


class Lending:
    """Lets another request be answered for each one that waits. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lent = 0

    @contextmanager
    def lent(self) -> Iterator[None]:
        """For a `with` block around a wait. Raises DriveError if too many wait already."""
        with self._lock:
            if self._lent >= MOST_LENT:
                raise DriveError(
                    "a drive answers slowly, and too many requests wait for it already"
                )
            self._lent += 1
        is_ours = False
        try:
            is_ours = _change_places(1)
            yield
        finally:
            if is_ours:
                _change_places(-1)
            with self._lock:
                self._lent -= 1


def _change_places(by: int) -> bool:
    """Whether the calling thread is one of those that answer."""

    def change() -> None:
        current_default_thread_limiter().total_tokens += by

    try:
        run_sync(change)
    except RuntimeError:  # it is not, or the server has just ended
        return False
    return True
