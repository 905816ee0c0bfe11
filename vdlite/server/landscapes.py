"""Landscapes as they are asked for again and again while they grow: only what is new of one is read."""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from dataclasses import dataclass

from vdlite.errors import NotFoundError
from vdlite.kinds.landscape import NAME, Landscape
from vdlite.kinds.landscape.assembly import Assembly
from vdlite.landscape.flatness.measure import Flatness, flatness
from vdlite.landscape.topology.measure import Topology, topology
from vdlite.reader import LoggedLandscape, Record, Store
from vdlite.reader.series.landscapes import find_landscape, logged_landscapes, take_in

MOST_KEPT = 32
MOST_KEPT_POINTS = 1 << 22
"""The points of all that are kept together, times their metrics."""

_Key = tuple[str, str, int, str]


@dataclass(frozen=True, slots=True)
class ReadLandscape:
    """A landscape as it is by now."""

    logged: LoggedLandscape
    landscape: Landscape
    flatness: Flatness | None
    topology: Topology | None
    damaged: int


@dataclass(frozen=True, slots=True)
class _Kept:
    assembly: Assembly
    records: tuple[Record, ...]
    read: ReadLandscape

    @property
    def points(self) -> int:
        return self.read.landscape.done.size * len(self.read.landscape.values)


class Landscapes:
    """The landscapes of a store. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        # Of a run one landscape is read at a time: what two want is read once.
        self._reading: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()

    def logged(self, run: str) -> list[LoggedLandscape]:
        """All of a run, by tag; of each the highest step and the latest first. Raises NotFoundError."""
        held = self._store.run(run)
        found: list[LoggedLandscape] = []
        for tag in held.tags(NAME):
            try:
                found += logged_landscapes(held.records(NAME, tag))
            except NotFoundError:  # its file went away just now
                continue
        return found

    def read(self, run: str, tag: str, step: int | None, landscape_id: str | None) -> ReadLandscape:
        """One landscape; step and id as `find_landscape` takes them.

        Raises NotFoundError, and FormatError if none of its records gives the coordinates.
        """
        logged = find_landscape(self._store.run(run).records(NAME, tag), step, landscape_id)
        key = (run, tag, logged.step, logged.id)
        with self._lock:
            turn = self._reading[run]
        with self._store.drives.holding(turn):
            with self._lock:
                kept = self._kept.pop(key, None)
            if kept is None or kept.records != logged.records:
                kept = _grown(kept, logged)
            with self._lock:
                self._kept[key] = kept
                self._make_room()
            return kept.read

    def _make_room(self) -> None:
        while len(self._kept) > 1 and (
            len(self._kept) > MOST_KEPT
            or sum(kept.points for kept in self._kept.values()) > MOST_KEPT_POINTS
        ):
            self._kept.popitem(last=False)


def _grown(before: _Kept | None, logged: LoggedLandscape) -> _Kept:
    """The landscape with the records that came since; from its beginning if they are not the last ones."""
    assembly, taken = Assembly(), 0
    if before is not None and logged.records[: len(before.records)] == before.records:
        assembly, taken = before.assembly, len(before.records)
    take_in(assembly, logged.records[taken:])
    landscape = assembly.landscape()
    read = ReadLandscape(
        logged, landscape, flatness(landscape), topology(landscape), assembly.damaged
    )
    return _Kept(assembly, logged.records, read)
