"""A thread that waits for a drive lends its place among those that answer requests."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from anyio.from_thread import run_sync
from anyio.to_thread import current_default_thread_limiter

from vdlite.errors import DriveError
from vdlite.server.scheduling.turns import Turn, turn_here

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
        turn = turn_here.get()
        try:
            is_ours = _in_loop(_leave_place, turn)
            yield
        finally:
            if is_ours:
                _in_loop(_take_place, turn)
            with self._lock:
                self._lent -= 1


def _leave_place(turn: Turn | None) -> None:
    """A further thread may answer, and a further heavy request work."""
    current_default_thread_limiter().total_tokens += 1
    if turn is not None:
        turn.pause()


def _take_place(turn: Turn | None) -> None:
    current_default_thread_limiter().total_tokens -= 1
    if turn is not None:
        turn.raise_if_client_left()


def _in_loop(change: Callable[[Turn | None], None], turn: Turn | None) -> bool:
    """True if the calling thread is one of those that answer, so that it could be done."""
    try:
        run_sync(change, turn)
    except RuntimeError:  # it is not, or the server has just ended
        return False
    return True
