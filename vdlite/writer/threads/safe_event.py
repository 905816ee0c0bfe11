"""An event that survives exceptions."""

import contextlib
import threading


class SafeEvent:
    """Like `threading.Event`, for a thread that may be interrupted by KeyboardInterrupt at any time.

    Inside an Event's methods, which are written in Python, that would leave its lock locked for ever. Here each method
    is one step of a lock that is free while it is set.
    """

    def __init__(self) -> None:
        self._unset = threading.Lock()
        self._unset.acquire()

    @property
    def is_set(self) -> bool:
        return not self._unset.locked()

    def set(self) -> None:
        """Wake whoever waits, now or later, until `clear`."""
        with contextlib.suppress(RuntimeError):  # it is set already
            self._unset.release()

    def clear(self) -> None:
        self._unset.acquire(blocking=False)

    def wait(self, timeout: float | None) -> bool:
        """Wait until it is set, at most so many seconds; False if it was not."""
        is_set = self._unset.acquire(timeout=-1 if timeout is None else max(0.0, timeout))
        if is_set:
            self.set()
        return is_set
