"""Whether a training should stop: since somebody asked for it, or since its time is over."""

from __future__ import annotations

import os
from time import monotonic

from vdlite.errors import PayloadError, shown
from vdlite.format.stop_request import stop_reason, stop_stamp
from vdlite.writer.threads.ticker import Ticker

_EVERY = 1.0  # seconds between two looks for a request
_PATIENCE = 5.0  # seconds after which nobody is taken to ask any more, and the looks end until somebody does
_MOST_HOURS = 24 * 365 * 100


class Stopping:
    """Has a thread look for a request in the run's folder, once a second while somebody asks; what was there before is none.

    Whoever asks waits for no drive.
    """

    __slots__ = (
        "_asked",
        "_before",
        "_deadline",
        "_folder",
        "_hours",
        "_next",
        "_process",
        "_ticker",
        "reason",
    )

    def __init__(self, folder: str | None, hours: float | None) -> None:
        """folder: None writes nothing, and so is asked nothing. hours: until the deadline; None: there is none."""
        now = monotonic()
        self._folder = folder
        self._hours = hours
        self._deadline = float("inf") if hours is None else now + 3600 * hours
        self._before = None if folder is None else stop_stamp(folder)
        self._next = min(now, self._deadline)  # when the thread is to hear that somebody asks
        self._asked = now  # when it last did
        self._process = os.getpid()
        self._ticker = Ticker(self._look)
        self.reason: str | None = None  # why it should stop; None: it should not

    def is_asked(self) -> bool:
        """True from the moment on at which it is known that the training should stop."""
        now = monotonic()
        if now >= self._next and self.reason is None:
            self._next = min(now + _EVERY, self._deadline)
            if now >= self._deadline:
                self.reason = f"its {self._hours:g} hours are over"
            elif self._folder is not None:
                self._asked = now
                self._have_looks()
        return self.reason is not None

    def _have_looks(self) -> None:
        process = os.getpid()
        if process != self._process:  # a forked child has no thread
            self._process, self._ticker = process, Ticker(self._look)
        if not self._ticker.running:
            self._ticker.wake()

    def _look(self) -> float | None:
        """Look for a request, in the thread; gives the seconds until the next look, None for none."""
        assert self._folder is not None
        stamp = stop_stamp(self._folder)
        if stamp is not None and stamp != self._before:
            reason = stop_reason(self._folder) or "somebody asked for it"
            self.reason = self.reason or reason
            return None
        return _EVERY if monotonic() - self._asked < _PATIENCE else None


def check_stop_after(hours: object) -> float | None:
    """Raises PayloadError for what is no number of hours."""
    if hours is None:
        return None
    is_number = isinstance(hours, (int, float)) and not isinstance(hours, bool)
    if not is_number or not 0 < hours <= _MOST_HOURS:  # type: ignore[operator]  # a number by now
        raise PayloadError(f"stop_after: got {shown(hours)}, want hours, more than 0")
    return float(hours)  # type: ignore[arg-type]
