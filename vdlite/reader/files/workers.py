"""Threads that a file may hold up for as long as it likes."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Generic, TypeVar, cast

_Made = TypeVar("_Made")
_Given = TypeVar("_Given")

_IDLE_SECONDS = 5.0  # after which a thread that has nothing to do ends


class Task(Generic[_Made]):
    """Some work that a thread does, or will do."""

    def __init__(self, work: Callable[[], _Made], workers: "Workers") -> None:
        self.workers = workers
        self._work = work
        self._over = threading.Event()
        self._made: _Made | None = None
        self._error: BaseException | None = None
        self.begun = False
        self.cancelled = False
        self.since: float | None = None
        """On the monotonic clock: when the file operation began that it is in. In the future for one that takes time."""

    def run(self) -> None:
        _here.task = self
        self.begun = True
        try:
            if not self.cancelled:
                self._made = self._work()
        except BaseException as error:  # noqa: BLE001  # whoever waits for it gets it
            self._error = error
        finally:
            _here.task = None
            self._over.set()

    def enter(self, seconds: float = 0.0) -> None:
        """A file operation begins, which may take so many seconds beside."""
        self.since = time.monotonic() + seconds

    def leave(self) -> None:
        """Note that the work is over."""
        self.since = None
        self.workers.answered = time.monotonic()

    def wait(self, seconds: float | None = None) -> bool:
        """True if the work is over within the time."""
        return self._over.wait(seconds)

    def result(self) -> _Made:
        """The result of the work, or its error; only when it is over."""
        if self._error is not None:
            raise self._error
        return cast(_Made, self._made)


_here = threading.local()


def task_here() -> Task[object] | None:
    """The task that the calling thread does."""
    return cast("Task[object] | None", getattr(_here, "task", None))


class Workers:
    """At most so many threads, which are started when they are needed and end when they are not.

    They are daemons: one that a dead drive holds up must not hold the end of the program.
    """

    def __init__(self, most: int, name: str) -> None:
        self._most = most
        self._name = name
        self.answered = 0.0  # on the monotonic clock: when a file operation ended last
        self._change = threading.Condition()  # guards everything below
        self._waiting: deque[Task[object]] = deque()
        self._active: set[Task[object]] = set()
        self._count = 0
        self._idle = 0

    def submit(self, work: Callable[[], _Made]) -> Task[_Made]:
        """Let one of the threads do it, as soon as one has time."""
        task = Task(work, self)
        with self._change:
            self._waiting.append(cast("Task[object]", task))
            if self._idle < len(self._waiting) and self._count < self._most:
                self._count += 1
                threading.Thread(target=self._run, name=self._name, daemon=True).start()
            else:
                self._change.notify()
        return task

    def map(self, work: Callable[[_Given], _Made], items: Iterable[_Given]) -> list[_Made]:
        """The results of the work for each item; raises what the first of them raised."""
        tasks = [self.submit(partial(work, item)) for item in items]
        for task in tasks:
            task.wait()
        return [task.result() for task in tasks]

    @property
    def count(self) -> int:
        """How many threads there are now."""
        with self._change:
            return self._count

    @property
    def busy(self) -> int:
        """How many tasks are done just now, or wait."""
        with self._change:
            return len(self._active) + len(self._waiting)

    def held_since(self) -> float | None:
        """On the monotonic clock: since when the file operation goes on that takes the longest."""
        with self._change:
            begun = [task.since for task in self._active]
        return min((since for since in begun if since is not None), default=None)

    def _run(self) -> None:
        while (task := self._take()) is not None:
            task.run()
            with self._change:
                self._active.discard(task)

    def _take(self) -> Task[object] | None:
        until = time.monotonic() + _IDLE_SECONDS
        with self._change:
            self._idle += 1
            try:
                while not self._waiting:
                    if not self._change.wait(until - time.monotonic()) and not self._waiting:
                        self._count -= 1
                        return None
                task = self._waiting.popleft()
                self._active.add(task)
                return task
            finally:
                self._idle -= 1
