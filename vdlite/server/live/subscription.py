"""What one listener of the live events has not been sent yet."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import dataclass, field

from vdlite.reader import Changes, GrownSeries, RunInfo

MOST_SERIES = 500  # in one event; when more grew, only their runs are named


@dataclass(slots=True)
class Growth:
    """Runs that grew, with the newest record of each series that grew."""

    runs: dict[str, RunInfo] = field(default_factory=dict)
    # By run, then by kind and tag. None: many.
    series: dict[str, dict[tuple[str, str], GrownSeries]] | None = field(default_factory=dict)

    def add(self, changes: Changes) -> None:
        for growth in changes.growth:
            self.runs[growth.run.id] = growth.run
            if len(growth.series) > MOST_SERIES:
                self.series = None
            if self.series is not None:
                newest = self.series.setdefault(growth.run.id, {})
                newest.update(((series.kind, series.tag), series) for series in growth.series)
        if self.series is not None and sum(map(len, self.series.values())) > MOST_SERIES:
            self.series = None


class Subscription:
    """Collects changes from the watcher's thread for one task of the event loop.

    A slow listener finds them merged: what waits for it is bounded by MOST_SERIES and the number
    of runs, however long it stays away.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._wake = asyncio.Event()
        self._lock = threading.Lock()  # guards _growth and _woken
        self._growth = Growth()
        self._woken = False
        self.closed = False  # set in the event loop

    def offer(self, changes: Changes) -> None:
        """Take in `changes`; called by the watcher's thread."""
        with self._lock:
            self._growth.add(changes)
            if self._woken:
                return
            self._woken = True
        with suppress(RuntimeError):  # the loop has just ended, and with it the listener
            self._loop.call_soon_threadsafe(self._wake.set)

    def close(self) -> None:
        """Tell the listener to end; called in the event loop."""
        self.closed = True
        self._wake.set()

    async def wait(self, seconds: float) -> bool:
        """True if anything came, or the subscription was closed, within `seconds`."""
        try:
            await asyncio.wait_for(self._wake.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def take(self) -> Growth:
        """The events since the last call."""
        with self._lock:
            taken, self._growth = self._growth, Growth()
            self._woken = False
            self._wake.clear()
        if self.closed:
            self._wake.set()
        return taken
