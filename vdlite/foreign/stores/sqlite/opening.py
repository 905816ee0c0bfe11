"""Opening SQLite files that others write to, without holding them up, and without leaving anything beside them.

A file that rests is read as one that can't change, without any lock; whether it did rest is looked at afterwards. While
a transaction goes on, or if there is a write-ahead log, it is opened read-only, which locks it as any reader does, for
one short piece. What a killed writer left half done is completed in a copy.
"""

import os
import shutil
import sqlite3
import tempfile
import time
import weakref
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeAlias, TypeVar

from vdlite.foreign.names import DATABASE_PARTS
from vdlite.foreign.stores.facts import BusyError, DatabaseError
from vdlite.foreign.stores.sqlite.queries import MOST_SECONDS, Ask

Stamp: TypeAlias = tuple[tuple[int, int, int] | None, ...]
"""Inode, size and time of change of a database and of the files that belong to it."""

_Made = TypeVar("_Made")

_RESTS_SECONDS = 0.02  # since the last change: times of files are not finer than that
_TRIES = 3
_MOST_COPY = 1 << 30  # bytes


class Opener:
    """Opens one database again and again."""

    def __init__(self) -> None:
        self._journaled: int | None = None  # the inode of a file without a write-ahead log
        self._copied: tuple[Stamp, Path] | None = None  # as of when, and where
        self._end: Callable[[], object] = lambda: None  # takes the copy away

    def ask(self, path: Path, work: Callable[[Ask], _Made]) -> _Made:
        """The result of some work with the rows of a database. Raises DatabaseError, and other kinds of OSError."""
        try:
            return self._ask(path, work)
        except (sqlite3.Error, ValueError, TypeError, OverflowError, MemoryError) as error:
            raise _error_of(error) from error

    def _ask(self, path: Path, work: Callable[[Ask], _Made]) -> _Made:
        for _ in range(_TRIES):
            before = stamp(path)
            file, log, journal = before
            if file is None:
                raise FileNotFoundError(f"the database is gone: {path}")
            if log is not None and log[1]:
                return self._ask_growing(path, work)
            if journal is not None:
                break
            if _is_young(before):
                if file[0] == self._journaled:
                    break
                time.sleep(_RESTS_SECONDS)
                continue
            try:
                made = _ask(f"{path.as_uri()}?immutable=1", size_of(before), work)
            except (sqlite3.Error, DatabaseError):
                if stamp(path) == before:
                    raise
            else:
                if stamp(path) == before:
                    return made
        made, mode = self._ask_locked(path, work)
        self._journaled = file[0] if file is not None and mode != "wal" else None
        return made

    def _ask_growing(self, path: Path, work: Callable[[Ask], _Made]) -> _Made:
        """Ask a database with a write-ahead log."""
        if Path(f"{path}-shm").exists():
            return _ask(f"{path.as_uri()}?mode=ro", size_of(stamp(path)), work)
        # Its writer is gone: an index of the log would be made beside it.
        return _ask(self._copy(path).as_uri(), size_of(stamp(path)), work)

    def _ask_locked(self, path: Path, work: Callable[[Ask], _Made]) -> tuple[_Made, str]:
        """Ask a database that is being written to. Returns the mode of its journal as well."""

        def work_and_mode(ask: Ask) -> tuple[_Made, str]:
            made = work(ask)
            ((mode,),) = ask("PRAGMA journal_mode")
            return made, mode

        try:
            return _ask(f"{path.as_uri()}?mode=ro", size_of(stamp(path)), work_and_mode)
        except sqlite3.OperationalError as error:
            if "readonly" not in str(error) and "unable to open" not in str(error):
                raise
        # Its writer was killed within a transaction.
        return _ask(self._copy(path).as_uri(), size_of(stamp(path)), work_and_mode)

    def _copy(self, path: Path) -> Path:
        """A copy of a database whose writer was killed, which can be completed; made anew when it has changed."""
        found = stamp(path)
        if self._copied is None or self._copied[0] != found:
            if size_of(found) > _MOST_COPY:
                raise DatabaseError("its writer was killed; open it with its tool once")
            self._end()
            self._copied = None
            folder = tempfile.mkdtemp(prefix="vdlite-")
            self._end = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            for suffix in DATABASE_PARTS:
                if Path(f"{path}{suffix}").exists():
                    shutil.copyfile(f"{path}{suffix}", Path(folder, f"copy.db{suffix}"))
            self._copied = (found, Path(folder, "copy.db"))
        return self._copied[1]


def stamp(path: Path) -> Stamp:
    """The stamp of a database: it changes with each change of it."""
    return tuple(_stamp_of(Path(f"{path}{suffix}")) for suffix in DATABASE_PARTS)


def size_of(found: Stamp) -> int:
    """Bytes of a database and of the files that belong to it."""
    return sum(file[1] for file in found if file is not None)


def _stamp_of(path: Path) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _is_young(found: Stamp) -> bool:
    newest = max(one[2] for one in found if one is not None)
    return abs(time.time_ns() - newest) < _RESTS_SECONDS * 1e9


def _ask(uri: str, size: int, work: Callable[[Ask], _Made]) -> _Made:
    with closing(sqlite3.connect(uri, uri=True, timeout=0.05, isolation_level=None)) as connection:
        return work(Ask(connection, size))


def _error_of(error: Exception) -> OSError:
    text = str(error)
    if "locked" in text or "busy" in text:
        return BusyError()
    if "interrupted" in text:
        return DatabaseError(f"a query took more than {MOST_SECONDS:.0f} s")
    return DatabaseError(f"the database can't be read: {text:.200}")
