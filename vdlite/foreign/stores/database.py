"""A SQLite file that holds runs of another tool."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from vdlite.foreign.stores.facts import AnewError, Given, Piece, RunFacts, StoreFiles
from vdlite.foreign.stores.opening import Ask, Opener, Stamp, stamp, tables_of

_Made = TypeVar("_Made")


class Growing(NamedTuple):
    """A table to which rows are added."""

    table: str
    number: str  # the column that grows with each row
    run: str  # the column with the run's key


class Tables(Protocol):
    """The tables of one tool."""

    @property
    def tool(self) -> str: ...
    @property
    def tells_end(self) -> bool: ...
    @property
    def growing(self) -> Sequence[Growing]: ...

    def runs(self, ask: Ask) -> dict[str, RunFacts]:
        """All runs, by key."""
        ...

    def given(self, ask: Ask, key: str) -> Given: ...

    def next_points(self, ask: Ask, key: str, mark: Any) -> Piece: ...


class Database:
    """See `facts.Store`."""

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
        self._reads = 0  # grows when all of it has to be read anew
        self._runs: Mapping[str, RunFacts] = {}
        self._last: dict[Growing, int] = {}  # the newest row of each table
        self._grown: dict[str, int] = {}  # how often each run grew

    @property
    def tool(self) -> str:
        """See `facts.Store`; empty where no known tool's tables are in it."""
        return self._tables.tool if self._tables is not None else ""

    @property
    def tells_end(self) -> bool:
        """See `facts.Store`."""
        return self._tables is not None and self._tables.tells_end

    def refresh(self) -> None:
        """See `facts.Store`."""
        found = self._files.use(self._path, stamp)
        if found != self._stamp:
            self._files.use(self._path, lambda path: self._opener.ask(path, self._take_in))
            self._stamp = found

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
        return self._ask(lambda ask, tables: tables.given(ask, key))

    def next_points(self, key: str, mark: Any) -> Piece:
        """See `facts.Store`."""
        reads, inner = (self._reads, None) if mark is None else mark
        if reads != self._reads:
            raise AnewError
        piece = self._ask(lambda ask, tables: tables.next_points(ask, key, inner))
        piece.mark = (reads, piece.mark)
        return piece

    def _ask(self, work: Callable[[Ask, Tables], _Made]) -> _Made:
        tables = self._tables
        if tables is None:
            raise AnewError
        return self._files.use(
            self._path, lambda path: self._opener.ask(path, lambda ask: work(ask, tables))
        )

    def _take_in(self, ask: Ask) -> None:
        # It grows when tables change, and when rows are given other numbers.
        schema = (ask("PRAGMA schema_version"), self._files.stat(self._path).st_ino)
        if schema != self._schema:
            columns = tables_of(ask)
            self._tables = self._make_tables(columns)
            self.like = "" if self._tables is not None else self._tool_like(columns)
            self.is_anothers = self._tables is None and bool(columns)
            self._begin_anew()
            self._schema = schema
        if self._tables is None:
            self._runs = {}
            return
        for each in self._tables.growing:
            self._look_at(each, ask)
        self._runs = self._tables.runs(ask)

    def _look_at(self, growing: Growing, ask: Ask) -> None:
        """Which runs have new rows in a table."""
        table, number, run = growing
        ((newest,),) = ask(f"SELECT max({number}) FROM {table}")
        newest = newest if isinstance(newest, int) else 0
        last = self._last.get(growing)
        if last is not None and newest < last:
            self._begin_anew()  # rows were taken out, and their numbers given to others
            last = None
        if last is not None and newest > last:
            # By the numbers of the rows: an index by runs would have to be read as a whole.
            rows = ask(f"SELECT {run} FROM {table} NOT INDEXED WHERE {number} > ?", last)
            for key in {str(key) for (key,) in rows}:
                self._grown[key] = self._grown.get(key, 0) + 1
        self._last[growing] = newest

    def _begin_anew(self) -> None:
        self._reads += 1
        self._last.clear()
        self._grown.clear()
