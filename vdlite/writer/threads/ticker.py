"""A thread that does what is due, and ends when nothing is."""

import threading
from collections.abc import Callable

from vdlite.writer.threads.safe_event import SafeEvent


class Ticker:
    """Calls `tick` when it is due: `tick` returns the seconds until it wants to be called again, or None for never.

    running: whether the thread is there. stopped: whether it was asked to end for good.
    """

    def __init__(self, tick: Callable[[], float | None]) -> None:
        self._tick = tick
        self._wake = SafeEvent()
        self._lock = threading.RLock()  # a signal handler that logs may interrupt `wake`
        self.running = False
        self.stopped = False

    def wake(self) -> None:
        """Have `tick` called soon, from the thread."""
        self._wake.set()
        with self._lock:
            if self.running or self.stopped:
                return
            thread = threading.Thread(target=self._run, name="vdlite-writer", daemon=True)
            try:
                self.running = True
                thread.start()
            except RuntimeError:  # no more threads can be had, or the interpreter is shutting down
                self.running = False
            except BaseException:  # KeyboardInterrupt: perhaps there is none; two do no harm
                self.running = False
                raise

    def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                wait = self._tick()
            except BaseException:
                self.running = False  # so that the next `wake` starts another thread
                raise
            with self._lock:
                if self.stopped or (wait is None and not self._wake.is_set):
                    self.running = False
                    return
            self._wake.wait(wait)

    def stop(self) -> None:
        """Have the thread end; does not wait for it."""
        with self._lock:
            self.stopped = True
        self._wake.set()
