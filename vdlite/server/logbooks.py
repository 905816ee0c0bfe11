"""The logbooks of a server's logdirs, as one."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from heapq import merge
from pathlib import Path
from typing import NamedTuple

from vdlite.annotations import Logbook, LogbookEntry, LogbookPage
from vdlite.errors import DriveError, NotFoundError, SidecarError
from vdlite.reader import Store
from vdlite.reader.logdir.logdirs import Logdir
from vdlite.reader.run.run_id import run_id
from vdlite.server.run_places import place_of
from vdlite.server.workspace import Workspace

_END = 10**18  # an offset behind the end of any file
_LONGEST_CURSOR = 4096  # characters
_POSITION = re.compile(r"([0-9]{1,4}):([0-9]{1,19})")


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """An entry, with its runs as this server has them."""

    id: str  # of the entry, the same as long as nobody edits the file by hand
    entry: LogbookEntry
    runs: Mapping[str, str]  # their names by their ids, whether they are there or gone


@dataclass(frozen=True, slots=True)
class FoundEntries:
    """Entries of all logbooks, the newest first."""

    entries: Sequence[FoundEntry]
    older: str | None  # what to ask for the rest; None: there is none
    unreadable: Sequence[str]  # why logbooks that are there can't be read


class _Book(NamedTuple):
    logbook: Logbook
    at: int  # the number of its logdir
    folder: Path  # whose drive holds it


class _Row(NamedTuple):
    """An entry on its way into an answer; what is less comes first."""

    age: float  # rises within a book, however odd the times in it are
    number: int  # of the book
    entry: LogbookEntry
    is_last: bool  # of those that were read of a book which has more


class Logbooks:
    """Each logdir has a logbook of its own; with a workspace one more, into which is written."""

    def __init__(self, store: Store, workspace: Workspace | None = None) -> None:
        """workspace: what keeps new entries in place of the logdirs, whose own ones are shown all the same.

        Without it, logdirs that have an address have no logbook here.
        """
        self._store = store
        self._books: list[_Book] = []
        self._written: dict[
            int, int
        ] = {}  # the book into which is written, by the number of the logdir
        for at, place in enumerate(store.places):
            is_local = place.address is None
            if is_local:
                self._written[at] = len(self._books)
                self._books.append(_Book(Logbook(place.folder), at, place.folder))
            if workspace is not None:
                name = workspace.annotations_of(place.folder, None if is_local else str(place))
                # A store that hangs must not hold up what lies here.
                folder = place.folder if is_local else workspace.folder
                self._written[at] = len(self._books)
                self._books.append(_Book(Logbook(workspace.folder, name), at, folder))
        self._lock = threading.Lock()  # guards what follows
        self._version = 0
        self._stamps: list[object] = [None] * len(self._books)

    @property
    def version(self) -> int:
        """Grows when a logbook may hold something else."""
        with self._lock:
            return self._version

    def refresh(self) -> None:
        """See whether anyone has written."""
        for number, book in enumerate(self._books):
            with suppress(DriveError):  # it is as it was
                stamp = self._store.drives.call(book.folder, book.logbook.stamp)
                with self._lock:
                    if stamp != self._stamps[number]:
                        self._stamps[number] = stamp
                        self._version += 1

    def append(
        self, runs: Sequence[str], entry: Callable[[Sequence[str]], LogbookEntry]
    ) -> FoundEntry:
        """Write an entry into the logbook of the logdir that holds the first of the runs; without any, of the first one.

        runs: ids. entry: makes it of the names that the runs have there.
        Raises NotFoundError, before anything is written, if there is no such run, and SidecarError.
        """
        places = [place_of(self._store, each) for each in runs]
        at = places[0][0] if places else 0
        if at not in self._written:
            what = f"into an object store: {self._store.places[at]}" if self._store.places else ""
            raise SidecarError(f"nothing is written {what or 'without a logdir'}")
        # One of another logdir is called as it is here.
        names = [
            name if place == at else self._store.run(each).name
            for each, (place, name) in zip(runs, places, strict=True)
        ]
        number = self._written[at]
        book = self._books[number]
        append = partial(book.logbook.append, entry(names))
        written = self._store.drives.call(book.folder, append)
        self.refresh()
        return self._found(number, written)

    def page(self, limit: int, *, older: str | None = None, run: str | None = None) -> FoundEntries:
        """The newest entries, `limit` at most.

        older: as of another answer: only what is older than all of that. run: an id; only entries about that run.
        Raises ValueError if `older` is none.
        """
        before = dict.fromkeys(range(len(self._books)), _END)
        if older is not None:
            before = _positions(older)
        pages: dict[int, LogbookPage] = {}
        unreadable: list[str] = []
        for number, book in enumerate(self._books):
            if number not in before:
                continue
            wanted = None if run is None else partial(self._is_about, book.at, run)
            read = partial(book.logbook.page, limit, before=before[number], wanted=wanted)
            try:
                pages[number] = self._store.drives.call(book.folder, read)
            except OSError as error:
                why = str(error) if isinstance(error, DriveError) else error.strerror or str(error)
                unreadable.append(f"{why}: {self._store.places[book.at]}")
        taken: list[_Row] = []
        if all(page.entries or page.older is None for page in pages.values()):
            for row in merge(*(_rows(number, page) for number, page in pages.items())):
                taken.append(row)
                if len(taken) == limit or row.is_last:
                    break
        ahead: dict[int, int] = {}
        for number, page in pages.items():
            offsets = [row.entry.offset for row in taken if row.number == number]
            if len(offsets) == len(page.entries):
                position = page.older
            else:
                position = offsets[-1] if offsets else before[number]
            if position is not None:
                ahead[number] = position
        found = [self._found(row.number, row.entry) for row in taken]
        return FoundEntries(found, _cursor(ahead), unreadable)

    def _found(self, number: int, entry: LogbookEntry) -> FoundEntry:
        at = self._books[number].at
        names = [self._name(self._store.places[at], name) for name in entry.runs]
        return FoundEntry(f"{number}:{entry.offset}", entry, {run_id(name): name for name in names})

    def _is_about(self, at: int, run: str, entry: LogbookEntry) -> bool:
        place = self._store.places[at]
        return any(run_id(self._name(place, name)) == run for name in entry.runs)

    def _name(self, place: Logdir, name: str) -> str:
        """The name that a run of a logbook has here, be it there or gone."""
        full = place.full_name(name)
        if full is None or (full != name and self._is_known(name) and not self._is_known(full)):
            return name
        return full

    def _is_known(self, name: str) -> bool:
        try:
            self._store.run(run_id(name))
        except NotFoundError:
            return False
        return True


def _rows(number: int, page: LogbookPage) -> Iterator[_Row]:
    age = -math.inf
    for at, entry in enumerate(page.entries):
        age = max(age, -math.inf if entry.walltime is None else -entry.walltime)
        is_last = page.older is not None and at == len(page.entries) - 1
        yield _Row(age, number, entry, is_last)


def _cursor(positions: Mapping[int, int]) -> str | None:
    return ",".join(f"{number}:{offset}" for number, offset in positions.items()) or None


def _positions(cursor: str) -> dict[int, int]:
    found = [_POSITION.fullmatch(each) for each in cursor[:_LONGEST_CURSOR].split(",")]
    if len(cursor) > _LONGEST_CURSOR or not all(found):
        raise ValueError("want `older` of another answer")
    return {int(each[1]): int(each[2]) for each in found if each}
