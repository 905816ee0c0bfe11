"""Keeps whoever sends nonsense to the server from filling a disk with its log."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

MOST_RECORDS = 20  # in a minute
_MINUTE = 60.0


class BoundedLog(logging.Filter):
    """Lets some records of each minute pass, and says with the last of them that the rest is left out."""

    def __init__(
        self, most: int = MOST_RECORDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._most = most
        self._clock = clock
        self._lock = threading.Lock()
        self._began = clock()
        self._passed = 0

    def filter(self, record: logging.LogRecord) -> bool:
        with self._lock:
            now = self._clock()
            if now - self._began >= _MINUTE:
                self._began, self._passed = now, 0
            self._passed += 1
            if self._passed == self._most:
                record.msg = f"{record.msg} (more messages of this minute are left out)"
            return self._passed <= self._most
