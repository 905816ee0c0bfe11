"""The complaints of a log that can't be written: once a minute at most."""

import math
import time

from vdlite.writer.file.backlog import BACKLOG_BYTES
from vdlite.writer.notices import warn

_WARN_SECONDS = 60.0  # between two warnings


class Complaints:
    """Complaints of one log, silent before `begin`: whoever makes a writer gets an error."""

    def __init__(self) -> None:
        self.error = ""
        """Why it could not be written the last time; "" if it could."""
        self._warned_at = time.monotonic()

    def begin(self) -> None:
        """Warn from now on."""
        self._warned_at = -math.inf

    def complain(self, error: OSError, path: str) -> None:
        """Say that writing fails, but not again and again."""
        self.error = error.strerror or str(error)
        if time.monotonic() - self._warned_at < _WARN_SECONDS:
            return
        self._warned_at = time.monotonic()
        warn(
            "vdlite can't write: %s. The program goes on; up to %d MiB of records wait in memory and "
            "writing is tried again every second: %s",
            self.error,
            BACKLOG_BYTES >> 20,
            path,
        )

    def end(self, missing: int, path: str) -> None:
        """Say that it can be written again."""
        warn("vdlite can write again; %d records are missing: %s", missing, path)

    def give_up(self, records: int, path: str) -> None:
        """Say that the log ends without its last records."""
        warn(
            "vdlite could not write the last %d records: %s: %s",
            records,
            self.error or "another thread was still writing",
            path,
        )
