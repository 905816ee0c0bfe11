"""Small logs, fetched before they are asked for, several at a time: each alone would cost a round trip."""

import threading
from collections.abc import Callable, Sequence

from vdlite.reader.files.workers import Task, Workers
from vdlite.reader.remote.objects import Object, Piece

AT_ONCE = 16
LARGEST = 1 << 20  # bytes; of a longer one, the round trip is the smaller part
_MOST = 64  # pieces that wait; what nobody asked for by then makes way


class Ahead:
    """What is being fetched, and what waits to be taken. Threads may share it."""

    def __init__(self, fetch: Callable[[str, int, int], Piece]) -> None:
        """fetch: gives the bytes of an object: key, start, end."""
        self._fetch = fetch
        self._workers = Workers(AT_ONCE, "vdlite-ahead")
        self._lock = threading.Lock()
        self._next: list[Object] = []  # the one that comes next last
        self._tasks: dict[str, tuple[Object, Task[Piece]]] = {}  # by key, the oldest first

    def plan(self, objects: Sequence[Object]) -> None:
        """Say what is to be fetched, and in which order; nothing is before the first of it is asked for."""
        with self._lock:
            self._next = [each for each in reversed(objects) if 0 < each.size <= LARGEST]

    def take(self, wanted: Object) -> Piece | None:
        """All bytes of an object, and begin to fetch the next ones; None if it was not planned.

        Raises what fetching it raised.
        """
        with self._lock:
            found = self._tasks.pop(wanted.key, None)
            if found is None and wanted in self._next:
                self._next.remove(wanted)
                found = self._begin(wanted)
            if found is None and len(self._tasks) >= _MOST:
                del self._tasks[next(iter(self._tasks))]  # nobody may want it
            while self._next and self._workers.busy < AT_ONCE and len(self._tasks) < _MOST:
                each = self._next.pop()
                self._tasks[each.key] = self._begin(each)
        if found is None or found[0].version != wanted.version:
            return None
        found[1].wait()
        return found[1].result()

    def _begin(self, each: Object) -> tuple[Object, Task[Piece]]:
        return each, self._workers.submit(lambda: self._fetch(each.key, 0, each.size))
