"""Answers that clients have not taken yet: bounded in bytes, and who takes nothing makes room for the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes and seconds; whatever nobody has to wait for is not cut."""

    most: int = 192 * MIB
    # Beside it, for modest answers alone: a page goes on while others hold `most`.
    reserve: int = 48 * MIB
    modest: int = 8 * MIB  # an answer up to here
    waiting: int = 64 * MIB  # of answers that are made and wait for room
    wait: float = 10.0  # for room
    stuck: float = 2.0  # without taking a piece, after which a client is cut off if others wait


class Room:
    """The room that one answer holds until its last byte is handed over."""

    def __init__(self, size: int, cut: Callable[[], None] | None, now: float) -> None:
        self.size = size
        self.cut = cut
        self.moved = now


class Unsent:
    """For the thread of the event loop. A body counts whole until its end: it is held whole for so long."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._rooms: set[Room] = set()
        self._held = 0
        self._waiting = 0
        self._freed = asyncio.Event()

    @property
    def held(self) -> int:
        """Bytes of the answers that are being sent."""
        return self._held

    @property
    def waiting(self) -> int:
        """Bytes of the answers that wait for room."""
        return self._waiting

    async def take(self, size: int, cut: Callable[[], None] | None) -> Room | None:
        """Room for an answer of `size` bytes; None if it has to be given up, since there is none for it.

        cut: ends the connection at once, if the client takes nothing while others wait; None: can't be cut.
        """
        if not self._fits(size) and not await self._wait_for(size):
            return None
        room = Room(size, cut, asyncio.get_running_loop().time())
        self._rooms.add(room)
        self._held += size
        return room

    def moved(self, room: Room) -> None:
        """The client has taken a piece."""
        room.moved = asyncio.get_running_loop().time()

    def give(self, room: Room) -> None:
        """The answer has been taken, or its client has gone."""
        self._rooms.discard(room)
        self._held -= room.size
        self._freed.set()

    def _fits(self, size: int) -> bool:
        """True if there is room: what is larger than all of it has to pass as well, when little else is held."""
        limits = self._limits
        most = limits.most + (limits.reserve if size <= limits.modest else 0)
        return self._held + size <= most or self._held <= limits.most // 4

    async def _wait_for(self, size: int) -> bool:
        """True if there is room in the end."""
        self._cut_stuck()
        if self._waiting and self._waiting + size > self._limits.waiting:
            return False
        loop = asyncio.get_running_loop()
        end = loop.time() + self._limits.wait
        self._waiting += size
        try:
            while not self._fits(size):
                if loop.time() >= end:
                    return False
                await self._next_change(min(end, loop.time() + self._limits.stuck / 4))
                self._cut_stuck()
        finally:
            self._waiting -= size
        return True

    async def _next_change(self, until: float) -> None:
        self._freed.clear()
        try:
            async with asyncio.timeout_at(until):
                await self._freed.wait()
        except TimeoutError:
            pass

    def _cut_stuck(self) -> None:
        now = asyncio.get_running_loop().time()
        for room in tuple(self._rooms):
            if room.cut is not None and now - room.moved > self._limits.stuck:
                room.cut()
