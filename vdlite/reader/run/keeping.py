"""What of a log is kept between processes: its columns, and when the rest is due."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from vdlite.cache.column_cache import Kept
from vdlite.cache.columns_file import ColumnsFile
from vdlite.reader.files.tail import LogTail
from vdlite.reader.run.store_tail import StoredTail

_AT_REST = 30.0  # seconds without growth
_KEPT_EVERY = 60.0  # seconds, while a log grows
LEAST_BYTES = 1 << 14
"""Logs on a disk that are smaller are not kept: to read one takes no longer than to find what was kept of it."""
_SHARE = 0.02  # of the time that keeping what grows may take


class Keeping:
    """Keeps what was read of one log. For the thread that reads it."""

    def __init__(self, tail: LogTail | StoredTail) -> None:
        self._tail = tail
        self._until = 0  # how much of what was read the cache covers, in bytes
        self._at = time.monotonic()
        self._seconds = 0.0  # that it took
        self._columns: ColumnsFile | None = None
        self._may_have_columns = True

    def go_on(self, kept: Kept) -> None:
        """Go on from what was kept before."""
        self._columns, self._until = kept.columns, self._tail.volume

    @property
    def columns(self) -> ColumnsFile | None:
        """The file that holds the columns of series of many points; None if they are in memory."""
        return self._columns

    def open_columns(self) -> ColumnsFile | None:
        """A file to write such columns into; None if they are to be kept in memory."""
        if self._may_have_columns and (self._columns is None or not self._columns.may_write):
            new = self._tail.new_columns()
            self._may_have_columns = new is not None
            self._columns = new or self._columns
        if self._columns is None or not self._columns.may_write:
            return None
        if self._tail.offset:
            self._columns.growth = self._tail.size / self._tail.offset
        return self._columns

    @property
    def is_whole(self) -> bool:
        """True unless somebody has cut the file of columns short."""
        return self._columns is None or self._columns.is_whole()

    @property
    def unkept(self) -> int:
        """Bytes of the log that were read since it was kept; 0 if it can't be kept."""
        if not self._tail.may_be_kept:
            return 0
        if self._tail.size < LEAST_BYTES and self._tail.is_soon_read:
            return 0
        return self._tail.volume - self._until

    def is_due(self, *, ended: bool) -> bool:
        """True if what was read is to be kept now: it rests, or what that costs is little beside the time since then."""
        if not self.unkept or not self._tail.finished:
            return False
        if ended or time.time() - self._tail.modified > _AT_REST:
            return True
        return time.monotonic() - self._at > max(_KEPT_EVERY, self._seconds / _SHARE)

    def keep(self, gather: Callable[[], dict[str, Any]]) -> bool:
        """Keep everything that was read so far; True if that was done.

        gather: gives the facts; may raise ValueError or OSError, and then nothing is kept.
        """
        if not self.unkept:
            return False
        self._at, volume = time.monotonic(), self._tail.volume
        try:
            facts = gather()
        except (ValueError, OSError):
            return False
        kept = self._tail.keep(facts, self._columns if facts["has_columns"] else None)
        # What can't be kept is not tried again before it has grown.
        self._until = volume
        self._seconds = time.monotonic() - self._at
        return kept

    def find(self) -> Kept | None:
        """What was just kept, mapped."""
        kept = self._tail.find_kept(self._columns)
        return kept if kept is not None and kept.covered == self._until else None
