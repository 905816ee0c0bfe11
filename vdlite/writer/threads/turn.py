"""The turn to change a writer's state: one call at a time."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from vdlite.errors import VdliteError
from vdlite.writer.threads.lock_owner import is_owned


class Turn:
    """Held by the call that changes the state of a writer.

    A call may be interrupted in the middle: by a signal handler or a finalizer that logs, too (that one is nested), or
    for good, by an exception such as KeyboardInterrupt (the state is broken: how far its last record got may not be
    known). `taken` records both, since only a call that came to its end gives it back. What can't have its turn is
    postponed, until the interrupted call is done or the broken state is mended.

    `LogWriter.add_scalar` does by itself what `run` does: it is called the most often by far, and a call of another
    function costs it a tenth of its time. Whoever changes one changes both.
    """

    def __init__(self, on_postpone: Callable[[], None]) -> None:
        """on_postpone: called when there is something that the holder, or the next one, has to look after."""
        self._on_postpone = on_postpone
        self.renew()

    def renew(self) -> None:
        """Forget everybody; in a child process after a fork, whose threads are gone.

        It stays taken until whoever makes the state anew gives it back.
        """
        # Held only for as long as one small write takes.
        self.lock = threading.RLock()
        self.taken = True
        self.broken = False
        self._postponed: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()

    @property
    def is_mine(self) -> bool:
        """True if the calling thread has the turn: then it came here by a handler, or by an exception that left it."""
        return is_owned(self.lock)

    def run(self, call: Callable[..., None], *arguments: Any) -> None:
        """Do what changes the state, when no other call is in the middle of that; postpone it where one never ends."""
        nested = self.taken and self.is_mine
        with self.lock:
            if self.taken:
                self.postpone(nested, self.run, call, *arguments)
                return
            self.taken = True
            try:
                call(*arguments)
            except VdliteError:  # it has changed nothing
                self.taken = False
                raise
            self.taken = False

    def run_if_free(self, call: Callable[[], None]) -> None:
        """Do what may as well be done another time."""
        with self.held() as whole:
            if whole:
                call()

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Keep others out, also where a call was broken off; says whether the state is whole.

        What a signal handler logs meanwhile is postponed, and an exception leaves the state broken.
        """
        with self.lock:
            whole = not self.taken
            self.taken = True
            yield whole
            self.taken = not whole

    def postpone(self, nested: bool, call: Callable[..., None], *arguments: Any) -> None:
        """Keep a call for later; not nested means that the state is broken."""
        self._postponed.append((call, arguments))
        self.broken = self.broken or not nested
        self._on_postpone()

    @property
    def has_postponed(self) -> bool:
        return bool(self._postponed)

    def catch_up(self) -> None:
        """Do what was postponed."""
        while self._postponed:
            try:
                call, arguments = self._postponed.popleft()
            except IndexError:  # another thread was quicker
                return
            try:
                call(*arguments)
            except VdliteError:
                raise
            except BaseException:  # KeyboardInterrupt; another thread may have logged this
                self._postponed.appendleft((call, arguments))
                raise
