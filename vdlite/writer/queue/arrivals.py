"""Scalars that are still on their way from a GPU."""

from collections import deque
from collections.abc import Callable, Sequence

from vdlite.kinds.numbers.device import DeviceScalar

MOST_WAITING = 4096
"""When more are on their way, the caller waits for the oldest: the memory for them is bounded."""

Arrived = tuple[int, int, float, float]
"""A scalar: series, step, walltime, value."""


class Arrivals:
    """A queue in the order of the calls. Use it with the log file's lock held."""

    def __init__(
        self, write: Callable[[Sequence[Arrived]], None], lose: Callable[[float], None]
    ) -> None:
        """write: appends scalars, in their order. lose: counts a number that will never arrive, since the device
        failed, by its walltime."""
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
        arrived = []
        while self._queue and self._has_arrived():
            arrived += self._take_oldest()
        self._write(arrived)

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
            return True  # it failed, which `_take_oldest` finds out

    def _write_oldest(self) -> None:
        self._write(self._take_oldest())

    def _take_oldest(self) -> list[Arrived]:
        """The number that was asked for first, as soon as it is here; none if it is lost."""
        series, step, walltime, value = self._queue.popleft()
        try:
            return [(series, step, walltime, value.result())]
        except (RuntimeError, TypeError, ValueError):
            # The device failed, and the caller's next own use of it will raise; or it was no real number.
            self._lose(walltime)
            return []
