"""The runs of one drive, read by its threads; what is late is not waited for twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from vdlite.reader.files.drives import Drive
from vdlite.reader.files.workers import Task, Workers
from vdlite.reader.live.look_turns import LookTurns
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_file import Grown

_Made = TypeVar("_Made")

_GLANCE = 0.02  # seconds between two looks whether the drive answers
_MOST_LEFT = 4
"""Passes of a drive, each of which holds up its threads; then the drive is waited for."""


class Pass:
    """A pass over some runs, which can be left: then it touches no run any more but those that it has in hand.

    Of who begins it, except `touch` and `grew`, which are for its own threads.
    """

    def __init__(self, runs: Iterable[Run], workers: Workers) -> None:
        self.runs = frozenset(runs)
        self.workers = workers
        self.since = (0.0, 0.0)
        """Since when a left one is held up, on the monotonic clock and the system's."""
        self._lock = threading.Lock()
        self._in_hand: set[Run] = set()
        self._grown: dict[Run, Grown] = {}
        self._is_left = False

    def touch(self, run: Run, work: Callable[[], _Made]) -> _Made | None:
        """The result of some work with a run; None, and nothing is done, if the pass was left."""
        with self._lock:
            if self._is_left:
                return None
            self._in_hand.add(run)
        try:
            return work()
        finally:
            with self._lock:
                self._in_hand.discard(run)

    def grew(self, run: Run, series: Grown) -> None:
        """These series have grown."""
        with self._lock:
            self._grown[run] = series

    @property
    def in_hand(self) -> frozenset[Run]:
        """The runs that its threads are at."""
        with self._lock:
            return frozenset(self._in_hand)

    def leave(self) -> None:
        """Let it end with what it has in hand."""
        with self._lock:
            self._is_left = True
        now = time.monotonic()
        since = self.workers.held_since()
        self.since = (now, time.time()) if since is None else (since, time.time() - (now - since))

    def take(self) -> dict[Run, Grown]:
        """The growth of runs since it was asked last."""
        with self._lock:
            grown, self._grown = self._grown, {}
        return grown


class DrivePasses:
    """One pass over a drive's runs at a time, beside those that were left. For one thread."""

    def __init__(self, drive: Drive) -> None:
        self.turns = LookTurns()
        self.unread: list[Run] = []  # what the last pass had no time for, newest first
        self.is_anew = False  # whether all runs are to be looked at: a pass was left in the middle
        self._drive = drive
        self._pass: Pass | None = None
        self._task: Task[list[Run]] | None = None
        self._left: list[tuple[Pass, Task[list[Run]]]] = []
        self._late = False

    @property
    def is_free(self) -> bool:
        """True if no pass goes on but left ones."""
        return self._task is None

    @property
    def late(self) -> Pass | None:
        """The pass that was not waited for to its end. Any thread may ask."""
        return self._pass if self._late else None

    @property
    def left(self) -> tuple[Pass, ...]:
        """The passes that were left and are not over. Any thread may ask."""
        return tuple(one for one, _ in self._left)

    def begin(self, work: Callable[[Pass], list[Run]], runs: Sequence[Run]) -> None:
        """Let a thread of the drive do a pass, which returns what it had to read."""
        self._pass = Pass(runs, self._drive.readers)
        self._task = self._drive.readers.submit(partial(work, self._pass))

    def wait(self, patience: float) -> None:
        """Return when the pass is over, or when a file does not answer for `patience` seconds, or has not before."""
        if self._task is None or self._late:
            return
        while not self._task.wait(_GLANCE):
            since = self._drive.readers.held_since()
            if since is not None and time.monotonic() - since > patience:
                self._late = True
                return

    @property
    def may_leave(self) -> bool:
        """True if the threads of one more pass may be lost."""
        return len(self._left) < _MOST_LEFT

    def leave(self) -> None:
        """Go on without the runs that a late pass has in hand, with other threads."""
        if self._pass is None or self._task is None:
            return
        self._pass.leave()
        self._left = [*self._left, (self._pass, self._task)]
        self._drive.replace_readers()
        self._pass, self._task, self._late = None, None, False
        self.unread, self.is_anew = [], True

    def take(self) -> dict[Run, Grown]:
        """The growth that the passes read, a late one once it is over; raises what they raised."""
        grown: dict[Run, Grown] = {}
        over = []
        for one, task in self._left:
            if task.wait(0):
                over.append(task)
            grown |= one.take()  # behind that: what it reads until its end is not lost
        self._left = [(one, task) for one, task in self._left if task not in over]
        if self._pass is not None and self._task is not None and self._task.wait(0):
            task, done = self._task, self._pass
            self._pass, self._task, self._late = None, None, False
            over.append(task)
            for run, series in done.take().items():
                grown[run] = {**grown.get(run, {}), **series}
            self.unread = [run for run in task.result() if run.loading]
        self.turns.grew(run for run in grown if not run.has_ended)
        for task in over:
            task.result()
        return grown
