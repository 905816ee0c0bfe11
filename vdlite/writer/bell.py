"""An event that survives exceptions."""

import contextlib
import threading


class Bell:
    """Like `threading.Event`, for a thread that may be interrupted by KeyboardInterrupt at any time.

    Inside an Event's methods, which are written in Python, that would leave its lock locked for ever. Here each method
    is one step of a lock that is free while the bell is rung.
    """

    def __init__(self) -> None:
        self._silence = threading.Lock()
        self._silence.acquire()

    @property
    def rung(self) -> bool:
        return not self._silence.locked()

    def ring(self) -> None:
        """Wake whoever waits, now or later, until `clear`."""
        with contextlib.suppress(RuntimeError):  # it is rung already
            self._silence.release()

    def clear(self) -> None:
        self._silence.acquire(blocking=False)

    def wait(self, timeout: float | None) -> bool:
        """Wait until it is rung, at most so many seconds; False if it was not."""
        rung = self._silence.acquire(timeout=-1 if timeout is None else max(0.0, timeout))
        if rung:
            self.ring()
        return rung
