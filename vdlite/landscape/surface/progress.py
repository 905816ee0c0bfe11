"""How far a computation has come, and how long it will still take."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a computation has come."""

    done: int  # points that are there, those of an earlier attempt included
    total: int
    seconds: float  # since it began
    remaining: float  # seconds, estimated; NaN before anything is known
    unit: str = "points"  # what is counted

    def __str__(self) -> str:
        share = 100 * self.done / self.total if self.total else 100.0
        text = f"{self.done} of {self.total} {self.unit} ({share:.0f} %), {duration(self.seconds)}"
        if self.done < self.total and self.remaining == self.remaining:
            text += f", about {duration(self.remaining)} left"
        return text


_LATELY, _SHARE = 5.0, 0.3
"""Seconds, or a share of all that have passed, of which the pace says how long the rest will take."""

Report = Callable[[Progress], None]


class Pace:
    """Counts points as they come, and estimates the rest from those that came in this attempt."""

    def __init__(
        self,
        total: int,
        before: int = 0,
        expected: float = float("nan"),
        start: float = 0.0,
        unit: str = "points",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """expected: seconds that a point should take, all workers together, before any has come.

        start: seconds that workers should take until they begin. clock: gives seconds.
        """
        self._total = total
        self._before = before
        self._come = 0
        self._seen: deque[tuple[float, int]] = (
            deque()
        )  # when points came, and how many there were then
        self._expected = expected
        self._start = start
        self._unit = unit
        self._clock = clock
        self._begun = clock()

    def progress(self, come: int = 0) -> Progress:
        """How far it is after `come` more points."""
        now = self._clock()
        self._come += come
        done = self._before + self._come
        if come:
            self._seen.append((now, self._come))
        left = self._total - done
        remaining = self._remaining(now, left)
        return Progress(done, self._total, now - self._begun, remaining, self._unit)

    def end(self) -> Progress:
        """All that was wanted has come, if in less than was expected at most."""
        self._total = self._before + self._come
        return self.progress()

    def _remaining(self, now: float, left: int) -> float:
        if not self._seen:
            return (self._expected * left + self._start) if left else 0.0
        # Workers start before the first points come, and other programs come and go: what was lately counts most.
        lately = now - max(_LATELY, _SHARE * (now - self._begun))
        while len(self._seen) > 2 and self._seen[1][0] <= lately:
            self._seen.popleft()
        when, first = self._seen[0]
        since = self._come - first
        each = (now - when) / since if since else self._expected
        return each * left


def duration(seconds: float) -> str:
    """Such as `4.2 s`, `3 min 5 s` or `2 h 10 min`."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"
