"""Logs how far a loop is, about once a second."""

from __future__ import annotations

import time
from typing import Protocol

from vdlite.kinds.progress_tags import LEFT, PROGRESS, SAMPLES_PER_SECOND, STEPS_PER_SECOND

_EVERY = 1.0  # seconds between two points, at least
_MOST_POINTS = (
    1000  # of each tenfold of the time: a long loop is not logged as densely as its begin
)


class Numbers(Protocol):
    """A writer that takes numbers; a LogWriter does."""

    @property
    def closed(self) -> bool:
        """True if the writer takes no more."""

    def add_scalar(self, tag: str, value: float, step: int) -> None:
        """Log one number."""


class ProgressLog:
    """Logs one loop, which begins now."""

    def __init__(self, writer: Numbers, name: str, done: int, total: int | None) -> None:
        """done: items that were done before. total: items in all, with those; None: nobody knows."""
        self._writer = writer
        self._tag = f"{PROGRESS}{name}"
        self.total = total
        self._begun = self._logged_at = time.monotonic()
        self._logged = done
        self.next = self._begun + _EVERY
        """When the next point is due, on the monotonic clock: who is in a hurry need not call before."""
        self._log_left(done)

    def reach(self, done: int, samples: int | None = None) -> None:
        """So many items are done. samples: of each, if they are batches that tell it."""
        now = time.monotonic()
        if now >= self.next:
            self._log(done, now, samples)

    def end(self, done: int, samples: int | None = None) -> None:
        """The loop is over, also where it was left early: within one that is not, others could still go on."""
        self.total = None if self.total is None else done
        self._log(done, time.monotonic(), samples)

    def _log(self, done: int, now: float, samples: int | None) -> None:
        passed = now - self._logged_at
        rate = (done - self._logged) / passed if passed else 0.0
        self._logged, self._logged_at = done, now
        self.next = now + max(_EVERY, (now - self._begun) / _MOST_POINTS)
        self._log_left(done)
        if rate > 0 and not self._writer.closed:
            self._writer.add_scalar(f"{self._tag}/{STEPS_PER_SECOND}", rate, done)
            if samples:
                self._writer.add_scalar(f"{self._tag}/{SAMPLES_PER_SECOND}", rate * samples, done)

    def _log_left(self, done: int) -> None:
        if self.total is not None and not self._writer.closed:
            left = float(max(0, self.total - done))
            self._writer.add_scalar(f"{self._tag}/{LEFT}", left, done)
