"""Scalars that are still on their way from a GPU."""

from collections import deque
from collections.abc import Callable

from vdlite.kinds.numbers.device import DeviceScalar

MOST_WAITING = 4096
"""When more are on their way, the caller waits for the oldest: the memory for them is bounded."""

Write = Callable[[int, int, float, float], None]
"""Appends a scalar: series, step, walltime, value."""


class Arrivals:
    """A queue in the order of the calls. Use it with the log file's lock held."""

    def __init__(self, write: Write, lose: Callable[[float], None]) -> None:
        """lose: told the walltime of a number that will never arrive, since the device failed."""
        self._write = write
        self._lose = lose
        self._queue: deque[tuple[int, int, float, DeviceScalar]] = deque()

    def __len__(self) -> int:
        return len(self._queue)

    def add(self, series: int, step: int, walltime: float, value: DeviceScalar) -> None:
        self._queue.append((series, step, walltime, value))
        if len(self._queue) > MOST_WAITING:
            self._write_oldest()

    def write_arrived(self) -> None:
        """Write those at the head of the queue that have arrived."""
        while self._queue and self._has_arrived():
            self._write_oldest()

    def write_all(self) -> None:
        """Wait for all, and write them."""
        while self._queue:
            self._write_oldest()

    def clear(self) -> None:
        self._queue.clear()

    def _has_arrived(self) -> bool:
        try:
            return self._queue[0][3].ready()
        except RuntimeError:
            return True  # it failed: taking it from the queue tells

    def _write_oldest(self) -> None:
        series, step, walltime, value = self._queue.popleft()
        try:
            number = value.result()
        except (RuntimeError, TypeError, ValueError):
            # The device failed, and the caller's next own use of it will raise; or it was no real number.
            self._lose(walltime)
        else:
            self._write(series, step, walltime, number)
