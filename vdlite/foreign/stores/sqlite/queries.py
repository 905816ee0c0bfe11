"""Questions to a SQLite file that is not trusted: only tables are read, nothing that it defines is run, and no answer
holds more than the file itself."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple, TypeAlias

from vdlite.foreign.stores.facts import DatabaseError

Row: TypeAlias = tuple[Any, ...]

MOST_SECONDS = 10.0
"""That one query may take."""
MOST_ROW = 1 << 24
"""Bytes of a text of a row beyond which that row is left out."""

_PIECE_BYTES = 1 << 22
_STEPS = 1000  # of SQLite, between two looks at the clock: each may copy a whole row
_ACTIONS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_PRAGMA}
_FUNCTIONS = {"count", "length", "like", "max", "min"}
_LIMITS = {"LENGTH": 1 << 26, "SQL_LENGTH": 1 << 20, "ATTACHED": 0}
_PRAGMAS = (
    "trusted_schema=OFF",
    "cell_size_check=ON",
    "mmap_size=0",
    "query_only=ON",
    "cache_size=-2000",  # else the file itself says how much memory is taken for it
)
_SOME_BYTES = 1 << 20


class Rows(NamedTuple):
    """The next rows of a query."""

    rows: list[Row]
    is_all: bool  # there are no more for now


def most_bytes(size: int) -> int:
    """The most bytes that rows which are all there at once can hold, of a database of so many bytes.

    Rows may point at one and the same pages, so that a small file has any number of large ones. What a query joins,
    or what was changed since it was read, may count more than once.
    """
    return 4 * size + _SOME_BYTES


class Ask:
    """Asks for rows; the text of a query is followed by its parameters. Raises DatabaseError, and sqlite3's errors."""

    def __init__(self, connection: sqlite3.Connection, size: int) -> None:
        """size: bytes of the database and of the files that belong to it."""
        self.taken = 0  # bytes of texts that were fetched
        self.size = size
        self._connection = connection
        self._until = 0.0
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        if hasattr(connection, "setlimit"):  # from Python 3.11 on
            for name, most in _LIMITS.items():
                connection.setlimit(getattr(sqlite3, f"SQLITE_LIMIT_{name}"), most)
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").close()
        connection.set_authorizer(_allow)
        connection.set_progress_handler(lambda: time.monotonic() > self._until, _STEPS)

    def __call__(self, query: str, *parameters: Any) -> list[Row]:
        """All rows."""
        before, most = self.taken, most_bytes(self.size)
        rows = []
        for row in self._rows(query, parameters):
            rows.append(row)
            if self.taken - before > most:
                raise DatabaseError(too_much(self.taken - before, self.size))
        return rows

    def piece(self, query: str, *parameters: Any, rows: int, most: int = _PIECE_BYTES) -> Rows:
        """The first rows: at most so many, and none behind those that reach so many bytes.

        The query ends with `LIMIT ?`, for the number of rows.
        """
        before = self.taken
        found: list[Row] = []
        for row in self._rows(query, (*parameters, rows)):
            found.append(row)
            if self.taken - before >= most:
                return Rows(found, is_all=False)
        return Rows(found, is_all=len(found) < rows)

    def _rows(self, query: str, parameters: tuple[Any, ...]) -> Iterator[Row]:
        """Fetched one by one, and counted."""
        self._until = time.monotonic() + MOST_SECONDS
        with closing(self._connection.execute(query, parameters)) as cursor:
            for row in cursor:
                self.taken += _bytes_of(row)
                yield row

    def give_back(self, rows: list[Row]) -> None:
        """These are not kept, and asked for again later."""
        self.taken -= sum(map(_bytes_of, rows))


def _bytes_of(row: Row) -> int:
    return sum(len(value) for value in row if isinstance(value, str | bytes))


def too_much(taken: int, size: int) -> str:
    """The note on a database whose rows can't be as large as they say."""
    return (
        f"its rows hold {taken / 1e6:.1f} MB and more, the file has {size / 1e6:.1f} MB:"
        " it is damaged, or was made to fill the memory"
    )


def tables_of(ask: Ask) -> dict[str, list[str]]:
    """The names of the columns of each table that is one, and no view or virtual table."""
    rows = ask(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND sql LIKE 'CREATE TABLE%'"
    )
    return {name: _columns_of(ask, name) for (name,) in rows if isinstance(name, str)}


def _columns_of(ask: Ask, table: str) -> list[str]:
    """The names of a table's columns, without those that are computed."""
    quoted = table.replace('"', '""')
    return [row[1] for row in ask(f'PRAGMA table_info("{quoted}")')]


def _allow(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """SQLite's answer if a query may do something: also what a column that is computed needs is a part of it."""
    if action == sqlite3.SQLITE_FUNCTION:
        return sqlite3.SQLITE_OK if second in _FUNCTIONS else sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _ACTIONS else sqlite3.SQLITE_DENY
