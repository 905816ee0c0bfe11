"""A SQLite file that holds runs of another tool."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable
from zlib import crc32

from vdlite.errors import FormatError
from vdlite.foreign.stores.facts import (
    AnewError,
    BusyError,
    DatabaseError,
    Encode,
    Given,
    Piece,
    RunFacts,
    StoreFiles,
)
from vdlite.foreign.stores.sqlite.opening import Opener, Stamp, stamp
from vdlite.foreign.stores.sqlite.queries import Ask, most_bytes, tables_of, too_much
from vdlite.kinds.draft import Encoded

_Made = TypeVar("_Made")

_AGAIN_SECONDS = 30.0  # after which a database that could not be read is tried again as it is


class _Taken:
    """How many bytes of texts each run was given, and has logged, as far as was read."""

    def __init__(self) -> None:
        self.total = 0
        self._of: dict[tuple[str, str], int] = {}

    def put(self, key: str, part: str, count: int) -> None:
        self.total += count - self._of.get((key, part), 0)
        self._of[key, part] = count

    def add(self, key: str, part: str, count: int) -> None:
        self.put(key, part, self._of.get((key, part), 0) + count)

    def keep(self, runs: Mapping[str, object]) -> None:
        """Forget all other runs."""
        for key, part in [each for each in self._of if each[0] not in runs]:
            self.total -= self._of.pop((key, part))


class Growing(NamedTuple):
    """A table to which rows are added."""

    table: str
    number: str  # the column that grows with each row
    run: str  # the column with the run's key
    fixed: tuple[str, ...] = ()  # what does not change of a row, by which one knows it again


class Tables(Protocol):
    """The tables of one tool."""

    @property
    def tool(self) -> str: ...
    @property
    def reports_end(self) -> bool: ...
    @property
    def growing(self) -> Sequence[Growing]: ...

    def runs(self, ask: Ask) -> dict[str, RunFacts]:
        """All runs, by key."""
        ...

    def given(self, ask: Ask, key: str) -> Given: ...

    def next_points(self, ask: Ask, key: str, mark: Any) -> Piece: ...


@runtime_checkable
class RecordTables(Protocol):
    """Tables of a tool that has records, too."""

    def record(self, ask: Ask, key: str, kind: str, tag: str, offset: int) -> Encode:
        """A function that makes the payload of a record again. Raises FormatError if it is gone."""
        ...


class Database:
    """See `facts.RecordStore`."""

    size = 0

    def __init__(
        self,
        path: Path,
        files: StoreFiles,
        make_tables: Callable[[dict[str, list[str]]], Tables | None],
        tool_like: Callable[[dict[str, list[str]]], str] = lambda _: "",
    ) -> None:
        """make_tables: of the columns of each table; None if they are no known tool's.

        tool_like: whose they seem to be, if they are not read.
        """
        self.like = ""  # such a tool
        self.is_anothers = False
        self._tool_like = tool_like
        self._path = path
        self._files = files
        self._make_tables = make_tables
        self._tables: Tables | None = None
        self._opener = Opener()
        self._stamp: Stamp | None = None  # as of the last look
        self._schema: tuple[Any, ...] = ()
        self._columns: dict[str, list[str]] = {}  # of each table
        self._reads = 0  # grows when all of it has to be read anew
        self._runs: Mapping[str, RunFacts] = {}
        self._last: dict[Growing, int] = {}  # the newest row of each table
        self._rows: dict[Growing, int] = {}  # what that one held, as a checksum
        self._grown: dict[str, int] = {}  # how often each run grew
        self._taken = _Taken()
        self._failed: tuple[Stamp, float, str] | None = None  # as of which look, when, and why

    @property
    def tool(self) -> str:
        """See `facts.Store`; empty where no known tool's tables are in it."""
        return self._tables.tool if self._tables is not None else ""

    @property
    def reports_end(self) -> bool:
        """See `facts.Store`."""
        return self._tables is not None and self._tables.reports_end

    def refresh(self) -> None:
        """See `facts.Store`."""
        found = self._files.use(self._path, stamp)
        if found == self._stamp:
            return
        now = time.monotonic()
        if self._failed is not None and self._failed[0] == found:
            _, tried, why = self._failed
            if now - tried < _AGAIN_SECONDS:  # it takes long, perhaps
                raise DatabaseError(why)
        try:
            self._files.use(self._path, lambda path: self._opener.ask(path, self._take_in))
        except BusyError:
            raise
        except DatabaseError as error:
            self._failed = (found, now, str(error))
            raise
        self._stamp, self._failed = found, None

    def refresh_runs(self) -> None:
        """See `facts.Store`."""
        self.refresh()

    def runs(self) -> Mapping[str, RunFacts]:
        """See `facts.Store`."""
        return self._runs

    def version(self, key: str) -> Hashable:
        """See `facts.Store`."""
        return self._reads, self._runs[key], self._grown.get(key, 0)

    def given(self, key: str) -> Given:
        """See `facts.Store`."""
        given, taken = self._ask(lambda ask, tables: tables.given(ask, key))
        self._taken.put(key, "given", taken)
        return given

    def next_points(self, key: str, mark: Any) -> Piece:
        """See `facts.Store`."""
        reads, inner = (self._reads, None) if mark is None else mark
        if reads != self._reads:
            raise AnewError
        if inner is None:
            self._taken.put(key, "logged", 0)
        piece, taken = self._ask(lambda ask, tables: tables.next_points(ask, key, inner))
        self._taken.add(key, "logged", taken)
        piece.mark = (reads, piece.mark)
        piece.encode_all()  # when nothing is locked any more
        return piece

    def record(self, key: str, kind: str, tag: str, offset: int) -> Encoded:
        """See `facts.RecordStore`."""

        def find(ask: Ask) -> Encode:
            tables = self._make_tables(tables_of(ask))
            if not isinstance(tables, RecordTables):
                raise FormatError(f"no database with records: {self._path}")
            return tables.record(ask, key, kind, tag, offset)

        return self._files.use(self._path, lambda path: self._opener.ask(path, find))()

    def _ask(self, work: Callable[[Ask, Tables], _Made]) -> tuple[_Made, int]:
        """The result of some work with the tables, and how many bytes of texts it took."""
        tables = self._tables
        if tables is None:
            raise AnewError

        def within_budget(ask: Ask) -> tuple[_Made, int]:
            if self._taken.total > most_bytes(ask.size):
                raise DatabaseError(too_much(self._taken.total, ask.size))
            return work(ask, tables), ask.taken

        return self._files.use(self._path, lambda path: self._opener.ask(path, within_budget))

    def _take_in(self, ask: Ask) -> None:
        # It grows when tables change, and when rows are given other numbers.
        schema = (ask("PRAGMA schema_version"), self._files.stat(self._path).st_ino)
        if schema != self._schema:
            columns = tables_of(ask)
            self._tables = self._make_tables(columns)
            self.like = "" if self._tables is not None else self._tool_like(columns)
            self.is_anothers = self._tables is None and bool(columns)
            self._columns = columns
            self._begin_anew()
            self._schema = schema
        if self._tables is None:
            self._runs = {}
            return
        if not all(self._look_at(each, ask) for each in self._tables.growing):
            # Rows were taken out, and their numbers given to others; or the file was overwritten in its place.
            self._tables = self._make_tables(self._columns) or self._tables
            self._begin_anew()
            for each in self._tables.growing:
                self._look_at(each, ask)
        self._runs = self._tables.runs(ask)
        self._taken.keep(self._runs)

    def _look_at(self, growing: Growing, ask: Ask) -> bool:
        """The runs with new rows in a table; False if it does not hold what it held any more."""
        table, number, run, _ = growing
        ((newest,),) = ask(f"SELECT max({number}) FROM {table}")
        newest = newest if isinstance(newest, int) else 0
        last = self._last.get(growing)
        if last is not None and (
            newest < last or self._row(growing, last, ask) != self._rows[growing]
        ):
            return False
        if last is not None and newest > last:
            # By the numbers of the rows: an index by runs would have to be read as a whole.
            rows = ask(f"SELECT {run} FROM {table} NOT INDEXED WHERE {number} > ?", last)
            for key in {str(key) for (key,) in rows}:
                self._grown[key] = self._grown.get(key, 0) + 1
        self._last[growing] = newest
        self._rows[growing] = self._row(growing, newest, ask)
        return True

    def _row(self, growing: Growing, number: int, ask: Ask) -> int:
        if not growing.fixed:
            return 0
        names = ", ".join(growing.fixed)
        rows = ask(
            f"SELECT {names} FROM {growing.table} WHERE {growing.number} = ? LIMIT 1", number
        )
        return crc32(repr(rows).encode(errors="replace"))

    def _begin_anew(self) -> None:
        self._reads += 1
        self._last.clear()
        self._rows.clear()
        self._grown.clear()
        self._taken = _Taken()
