"""The catalogue: a row for each log that is known, and for each run that rests, in a SQLite file."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from vdlite.cache.locks import ForkLock

logger = logging.getLogger("vdlite")

_Made = TypeVar("_Made")

_PATIENCE = 0.5  # seconds that another process may keep the file locked
_SCHEMA = """
    CREATE TABLE IF NOT EXISTS logs (
        key TEXT PRIMARY KEY,   -- device and inode
        used INTEGER NOT NULL,  -- seconds since 1970
        size INTEGER NOT NULL,  -- bytes on the disk, of the files
        files TEXT NOT NULL,    -- names, separated by line ends
        head BLOB NOT NULL,     -- facts
        heap BLOB NOT NULL,     -- arrays, where they are in no file
        checksum INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS runs (
        folder BLOB PRIMARY KEY,
        used INTEGER NOT NULL,  -- seconds since 1970
        head BLOB NOT NULL,     -- facts: its files, and its line in a list
        body BLOB NOT NULL,     -- further facts
        checksum INTEGER NOT NULL
    );
"""

_BELOW = "(folder = ? OR (folder > ? AND folder < ?))"


class Row(NamedTuple):
    """What is kept of a log."""

    key: str
    used: int
    size: int
    files: str
    head: bytes
    heap: bytes
    checksum: int

    @property
    def names(self) -> list[str]:
        return self.files.split("\n") if self.files else []


class RunRow(NamedTuple):
    """What is kept of a run."""

    folder: bytes
    used: int
    head: bytes
    body: bytes
    checksum: int


class Catalogue:
    """Rows by key. Never raises: what can't be read is not there, what can't be written is left. Threads may share it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = ForkLock()
        self._connection: sqlite3.Connection | None = None
        self._failed = False
        self._process = os.getpid()

    def find(self, key: str) -> Row | None:
        """The row of a log. Whether it is as it was written, its checksum says."""
        found = self._ask(
            lambda db: db.execute("SELECT * FROM logs WHERE key = ?", (key,)).fetchone()
        )
        is_right = _types(found) == (str, int, int, str, bytes, bytes, int)
        return Row(*found) if found is not None and is_right else None

    def put(self, rows: Sequence[Row]) -> bool:
        """Keep these rows, in place of others of their keys; True if that was done."""

        def insert(db: sqlite3.Connection) -> bool:
            with db:
                db.executemany("INSERT OR REPLACE INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            return True

        return bool(self._ask(insert))

    def exchange(self, old: Row, new: Row) -> None:
        """Put a row in the place of another one, if that is still there."""

        def update(db: sqlite3.Connection) -> None:
            with db:
                db.execute(
                    "UPDATE logs SET head = ?, checksum = ? WHERE key = ? AND checksum = ?",
                    (new.head, new.checksum, old.key, old.checksum),
                )

        self._ask(update)

    def drop(self, keys: Iterable[str]) -> None:
        """Forget these rows."""

        def delete(db: sqlite3.Connection) -> None:
            with db:
                db.executemany("DELETE FROM logs WHERE key = ?", [(key,) for key in keys])

        self._ask(delete)

    def use(self, keys: Iterable[str], now: int) -> None:
        """Say that these rows were used."""

        def update(db: sqlite3.Connection) -> None:
            with db:
                db.executemany(
                    "UPDATE logs SET used = ? WHERE key = ?", [(now, key) for key in keys]
                )

        self._ask(update)

    def oldest_first(self) -> list[tuple[str, int, list[str]]]:
        """Key, size and names of files of all rows, those first that were not used for longest."""
        found = self._ask(
            lambda db: db.execute("SELECT key, size, files FROM logs ORDER BY used").fetchall()
        )
        return [
            (row[0], row[1], row[2].split("\n") if row[2] else [])
            for row in found or ()
            if _types(row) == (str, int, str)
        ]

    def runs_below(self, folder: bytes) -> list[RunRow]:
        """The rows of the runs that lie in a folder, or anywhere below it."""
        found = self._ask(
            lambda db: db.execute(f"SELECT * FROM runs WHERE {_BELOW}", _below(folder)).fetchall()
        )
        return [
            RunRow(*row) for row in found or () if _types(row) == (bytes, int, bytes, bytes, int)
        ]

    def use_runs_below(self, folder: bytes, now: int) -> None:
        """Say that these rows were used."""

        def update(db: sqlite3.Connection) -> None:
            with db:
                db.execute(f"UPDATE runs SET used = ? WHERE {_BELOW}", (now, *_below(folder)))

        self._ask(update)

    def put_runs(self, rows: Sequence[RunRow], most: int, most_bytes: int) -> None:
        """Keep these rows, in place of others of their folders.

        Of all, those that were used last: at most so many, and fewer where the whole file takes more than that.
        """

        def insert(db: sqlite3.Connection) -> None:
            with db:
                db.executemany("INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?)", rows)
                (count,) = db.execute("SELECT COUNT(*) FROM runs").fetchone()
                too_many = max(count - most, count // 4 if _bytes(db) > most_bytes else 0)
                if too_many > 0:
                    db.execute(
                        "DELETE FROM runs WHERE folder IN (SELECT folder FROM runs ORDER BY used LIMIT ?)",
                        (too_many,),
                    )

        self._ask(insert)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None
            self._failed = True

    def _ask(self, work: Callable[[sqlite3.Connection], _Made]) -> _Made | None:
        with self._lock:
            if self._failed:
                return None
            if self._process != os.getpid():  # what was opened before a fork is the parent's
                self._connection, self._process = None, os.getpid()
            try:
                if self._connection is None:
                    self._connection = self._open()
                return work(self._connection)
            except sqlite3.OperationalError as error:
                # Locked by another process, or the disk is full: this once there is no cache.
                logger.debug("vdlite: cache: %s: %s", error, self._path)
                if self._connection is None:
                    self._failed = True
            except (sqlite3.Error, OSError, ValueError, OverflowError) as error:
                logger.debug("vdlite: cache begun anew: %s: %s", error, self._path)
                self._begin_anew()
            return None

    def _open(self) -> sqlite3.Connection:
        # For this user only, as the logs may be; SQLite's other files are like this one.
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        db = sqlite3.connect(self._path, timeout=_PATIENCE, check_same_thread=False)
        try:
            # Whatever a crash leaves behind: each row has a checksum, and stamps of all files that it is about.
            db.execute("PRAGMA synchronous = OFF")
            db.executescript(_SCHEMA)
        except BaseException:
            db.close()
            raise
        return db

    def _begin_anew(self) -> None:
        """Throw away a file that is damaged."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        try:
            self._path.unlink()
        except OSError:
            self._failed = True


def _below(folder: bytes) -> tuple[bytes, bytes, bytes]:
    """The folder, and between which paths all below it are; "0" comes behind the "/"."""
    base = folder.rstrip(b"/")
    return folder, base + b"/", base + b"0"


def _bytes(db: sqlite3.Connection) -> int:
    """How much of the file is in use."""
    pages, free, size = (
        db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _types(row: tuple[object, ...] | None) -> tuple[type, ...]:
    """The types of a row's values: in a damaged file any may be another one."""
    return tuple(map(type, row or ()))
