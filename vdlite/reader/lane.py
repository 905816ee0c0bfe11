"""The runs of one drive, read by its threads; what is late is not waited for twice."""

import time
from collections.abc import Callable, Sequence

from vdlite.reader.rounds import Rounds
from vdlite.reader.run import Run
from vdlite.reader.run_file import Grown
from vdlite.reader.workers import Task, Workers

_GLANCE = 0.02  # seconds between two looks whether the drive answers


class Lane:
    """At most one pass over a drive's runs at a time. For one thread, except what is the pass's own."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        # Of the pass:
        self.rounds = Rounds()
        self.unread: list[Run] = []  # what the last one had no time for, newest first
        # Of who begins it:
        self.runs: frozenset[Run] = frozenset()  # of the pass that goes on
        self._task: Task[dict[Run, Grown]] | None = None
        self._late = False

    @property
    def is_free(self) -> bool:
        """Whether no pass goes on."""
        return self._task is None

    @property
    def is_late(self) -> bool:
        """Whether a pass goes on that was not waited for to its end. Any thread may ask."""
        return self._late

    def begin(self, work: Callable[[], dict[Run, Grown]], runs: Sequence[Run]) -> None:
        """Let a thread of the drive do a pass."""
        self.runs = frozenset(runs)
        self._task = self.workers.submit(work)

    def wait(self, patience: float) -> None:
        """Return when the pass is over, or when a file does not answer for `patience` seconds, or has not before."""
        if self._task is None or self._late:
            return
        while not self._task.wait(_GLANCE):
            since = self.workers.held_since()
            if since is not None and time.monotonic() - since > patience:
                self._late = True
                return

    def take(self) -> dict[Run, Grown]:
        """What the pass read, once it is over; raises what it raised."""
        task = self._task
        if task is None or not task.wait(0):
            return {}
        self._task, self._late, self.runs = None, False, frozenset()
        return task.result()
