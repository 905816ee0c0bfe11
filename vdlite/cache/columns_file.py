"""A file of columns, which only grows and is mapped for reading.

It holds extents. One has room for so many points: first their steps, then their walltimes, then their values, each
eight bytes. Room that is not filled yet is a hole of the file, and takes no space on disk.

What was written is never written again, so that whoever has mapped it may go on reading. It is written by calls and
not through the mapping: a full disk is an error then, and no signal.
"""

from __future__ import annotations

import mmap
import os
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vdlite.cache.descriptors import check_room, hold
from vdlite.cache.locks import ForkLock
from vdlite.cache.stamps import Stamp

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

AVAILABLE = fcntl is not None and hasattr(os, "pwrite")

_TYPES = ("<i8", "<f8", "<f8")  # steps, walltimes, values
_ALIGNED = 4096  # bytes
_MOST_MAPPED = 1 << 26  # bytes that were looked at, of all files, before they are given back
_LEAST_GROWTH = 1 << 26  # bytes of the file: each growth maps it anew

_lock_of_all = ForkLock()
_looked_at = 0
_open_files: weakref.WeakSet[ColumnsFile] = weakref.WeakSet()

Arrays = Sequence[NDArray[Any]]


class Extent(NamedTuple):
    """Room for points."""

    offset: int  # bytes
    capacity: int  # points


class ColumnsFile:
    """One such file. Threads may share it; each extent is written by one at a time."""

    def __init__(self, path: Path, descriptor: int, used: int, *, may_write: bool) -> None:
        self.path = path
        self.may_write = may_write
        self.used = used  # bytes that extents take
        self.growth = 1.0  # how many times as many points are expected as have been written
        self._descriptor = descriptor
        self._process = (
            os.getpid()
        )  # a forked one shares the lock, but not what is known of the extents
        self._lock = ForkLock()
        self._size = os.fstat(descriptor).st_size
        self._map: mmap.mmap | None = None
        hold(self)
        with _lock_of_all:
            _open_files.add(self)

    @classmethod
    def create(cls, path: Path) -> ColumnsFile:
        """A new one, which nobody else writes to. Raises OSError."""
        check_room()
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        return cls(path, descriptor, 0, may_write=_lock(descriptor))

    @classmethod
    def open(cls, path: Path, stamp: Stamp, used: int) -> ColumnsFile:
        """The one that had that stamp when it was last known to be right.

        It may be written to if no other process does so. Raises OSError if it is another one, or was changed since.
        """
        check_room()
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            if Stamp.of(os.fstat(descriptor)) != stamp or used > stamp.size:
                raise OSError(f"it was changed: {path}")
            return cls(path, descriptor, used, may_write=_lock(descriptor))
        except BaseException:
            os.close(descriptor)
            raise

    def __del__(self) -> None:
        os.close(self._descriptor)

    def reserve(self, capacity: int) -> Extent:
        """Room for so many points. Raises OSError."""
        if os.getpid() != self._process:
            raise OSError(f"another process writes to it: {self.path}")
        with self._lock:
            offset = -(-self.used // _ALIGNED) * _ALIGNED
            end = offset + 24 * capacity
            if end > self._size:
                size = max(end, min(2 * self._size, self._size + (1 << 32)), _LEAST_GROWTH)
                os.ftruncate(self._descriptor, size)
                self._size = size
            self.used = end
            return Extent(offset, capacity)

    def write(self, extent: Extent, start: int, columns: Arrays) -> None:
        """Write points behind the first `start` of an extent; they must fit in. Raises OSError."""
        if os.getpid() != self._process:
            raise OSError(f"another process writes to it: {self.path}")
        for number, column in enumerate(columns):
            if not len(column):
                continue
            at = extent.offset + 8 * (number * extent.capacity + start)
            data = np.ascontiguousarray(column, _TYPES[number]).data.cast("B")
            while data:
                done = os.pwrite(self._descriptor, data, at)
                at, data = at + done, data[done:]

    def columns(self, extent: Extent, length: int) -> tuple[NDArray[Any], ...]:
        """Steps, walltimes and values of the first `length` points of an extent, mapped. Raises OSError."""
        mapped = self._mapped(extent.offset + 24 * extent.capacity)
        return tuple(
            np.frombuffer(mapped, kind, length, extent.offset + 8 * number * extent.capacity)
            for number, kind in enumerate(_TYPES)
        )

    def _mapped(self, end: int) -> mmap.mmap:
        with self._lock:
            if self._map is None or len(self._map) < end:
                if os.fstat(self._descriptor).st_size < end:
                    raise OSError(f"it was cut short: {self.path}")
                self._map = mmap.mmap(self._descriptor, self._size, access=mmap.ACCESS_READ)
            return self._map

    def is_whole(self) -> bool:
        """True unless somebody has cut the file short: what is mapped is not there any more then."""
        return os.fstat(self._descriptor).st_size >= self._size

    def release(self) -> None:
        """Give memory back that was mapped by looking; what is asked for again is read again."""
        mapped = self._map
        if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
            mapped.madvise(mmap.MADV_DONTNEED)

    @staticmethod
    def look_at(bytes: int) -> None:  # noqa: A002  # what they are
        """So many bytes of any file are about to be looked at: now and then all memory for what was is given back."""
        global _looked_at
        with _lock_of_all:
            _looked_at += bytes
            if _looked_at < _MOST_MAPPED:
                return
            _looked_at, files = 0, list(_open_files)
        for file in files:
            file.release()

    @property
    def stamp(self) -> Stamp:
        """The stamp of what is there now. Raises OSError."""
        return Stamp.of(os.fstat(self._descriptor))


def _lock(descriptor: int) -> bool:
    """True if this process alone may write to the file, from now until it is closed."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_written(path: str) -> bool:
    """True if a process may write to that file. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        return not _lock(descriptor)
    finally:
        os.close(descriptor)
