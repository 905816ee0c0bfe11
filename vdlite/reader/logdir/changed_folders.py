"""Folders that have changed since they were searched, as far as their times say."""

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

SEARCH_SECONDS = 30.0  # after which folders are searched though none seems to have changed, but
SEARCH_SHARE = 0.01  # of the time at most
_YOUNG = 2_000_000_000  # nanoseconds; a folder may change twice without its time showing it


def _changed(folder: Path) -> int:
    return os.stat(folder).st_mtime_ns


class FolderChanges:
    """The changes of folders: can a new search for log files find anything else than the last one? For one thread."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        changed: Callable[[Path], int] = _changed,
    ) -> None:
        """changed: says when a folder has last changed, in nanoseconds since 1970; may raise OSError."""
        self._clock = clock
        self._changed = changed
        self._times: Mapping[Path, int] = {}
        self._searched: float | None = None
        self._young = True
        self._rest = SEARCH_SECONDS

    def searched(self, times: Mapping[Path, int], took: float = 0.0) -> None:
        """times: when each folder had last changed before it was searched, in nanoseconds since 1970.

        took: seconds that the search needed.
        """
        self._rest = max(SEARCH_SECONDS, took / SEARCH_SHARE)
        self._times = times
        self._searched = self._clock()
        self._young = max(times.values(), default=0) > time.time_ns() - _YOUNG

    def may_have_changed(self) -> bool:
        """Looks at the time of every folder, and believes it for half a minute, or longer where searches take long."""
        if self._searched is None or self._young or not self._times:
            return True
        if self._clock() - self._searched > self._rest:
            return True
        try:
            return any(self._changed(path) != at for path, at in self._times.items())
        except OSError:  # one has gone
            return True
