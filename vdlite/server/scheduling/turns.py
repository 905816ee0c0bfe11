"""Turns of heavy requests: so many work at a time, and who waits for a drive lets others work."""

from __future__ import annotations

import asyncio
from collections import deque
from contextvars import ContextVar


class Turns:
    """For the thread of the event loop."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once  # below 0 while some go on that had made room for others
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        """Return when it is the caller's turn; they come in their order."""
        if self._free > 0 and not self._waiting:
            self._free -= 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it came just now
                self.give()
            raise

    def take_at_once(self) -> None:
        """Go on without waiting. Whoever waits may hold what others need, so it must not wait for them in turn."""
        self._free -= 1

    def give(self) -> None:
        """Let the next one work."""
        self._free += 1
        while self._free > 0 and self._waiting:
            next_ = self._waiting.popleft()
            if not next_.done():
                self._free -= 1
                next_.set_result(None)


class Turn:
    """The turn of one request, from when it has come. For the thread of the event loop."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._is_over = False
        self._pauses = 0

    def pause(self) -> None:
        """Let another one work meanwhile."""
        self._pauses += 1
        if self._pauses == 1 and not self._is_over:
            self._turns.give()

    def raise_if_client_left(self) -> None:
        """After a pause."""
        self._pauses -= 1
        if not self._pauses and not self._is_over:
            self._turns.take_at_once()

    def end(self) -> bool:
        """Give it back; False if that was done."""
        if self._is_over:
            return False
        self._is_over = True
        if not self._pauses:
            self._turns.give()
        return True


# Threads that work for a request get its context along.
turn_here: ContextVar[Turn | None] = ContextVar("turn_here", default=None)
"""The turn of the request that is worked for; None for a light one, or none."""
