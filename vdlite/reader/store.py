"""All runs below the logdirs, kept up to date."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import overload

from vdlite.errors import NotFoundError
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.discovery import Unreadable, discover
from vdlite.reader.files import LogFiles
from vdlite.reader.run import Run, RunDamage, RunGap, RunInfo
from vdlite.reader.run_file import Grown, Series
from vdlite.reader.scalar_series import ScalarSeries
from vdlite.reader.smoothing_cache import SmoothingCache
from vdlite.reader.tail import PIECE_BYTES

READERS = 2  # threads: NumPy and CRC-32 leave the interpreter to others for about half of the time
_AT_ONCE = 256  # runs
PASS_SECONDS = 0.25  # that one refresh takes at most before it tells what it has found so far


@dataclass(frozen=True, slots=True)
class Progress:
    """How far reading has come."""

    done: bool
    files: int
    files_read: int
    bytes: int
    bytes_read: int


@dataclass(frozen=True, slots=True)
class GrownSeries:
    """A series with new records, and the newest of them."""

    kind: str
    tag: str
    count: int  # records, the superseded ones included
    step: int
    walltime: float  # seconds since 1970
    value: float | None  # of a scalar


class AllGrown(Sequence[GrownSeries]):
    """The series of a run that grew, by kind and tag. How each stands is worked out when it is first asked for."""

    __slots__ = ("_grown", "_told")

    def __init__(self, grown: Grown) -> None:
        self._grown = grown
        self._told: tuple[GrownSeries, ...] | None = None

    def __len__(self) -> int:
        return len(self._grown)

    @overload
    def __getitem__(self, at: int) -> GrownSeries: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[GrownSeries]: ...
    def __getitem__(self, at: int | slice) -> GrownSeries | Sequence[GrownSeries]:
        if self._told is None:
            self._told = tuple(_grown(*key, self._grown[key]) for key in sorted(self._grown))
        return self._told[at]


@dataclass(frozen=True, slots=True)
class Growth:
    run: RunInfo
    series: Sequence[GrownSeries]


@dataclass(frozen=True, slots=True)
class Changes:
    """What one refresh found."""

    runs: bool  # the list of runs changed
    tags: bool  # the tags of a run changed
    growth: tuple[Growth, ...]


@dataclass(frozen=True, slots=True)
class _Noted:
    """What was last told of a run."""

    changes: int  # of the run, at that time
    display_name: str | None
    series_version: int
    state: str


class Store:
    """Everything that is known of the logs below some logdirs.

    `refresh` is for one thread; everything else may be asked by any thread at any time, also meanwhile.
    A point takes 24 bytes in memory (its series' arrays may reserve twice that, which the system gives only when it is
    used), smoothed values at most 128 MiB in all; payloads stay in their files.
    """

    def __init__(self, logdirs: Sequence[str | Path], *, follow_links: bool = False) -> None:
        """follow_links: also such as lead out of the logdirs."""
        self.logdirs = tuple(Path(logdir) for logdir in logdirs)
        self._files = LogFiles(self.logdirs, follow_links=follow_links)
        self.runs_version = 0  # grows when the list of runs changes in more than its numbers
        self.tags_version = 0  # grows when a run's kinds or tags change
        self._lock = threading.Lock()
        self._runs: dict[str, Run] = {}  # by name
        self._by_id: dict[str, Run] = {}
        self._unread: list[Run] = []  # what the last pass had no time for, newest first
        self._unreadable: tuple[Unreadable, ...] = ()
        self._names: dict[str, _Noted] = {}  # by run name
        self._discovered = False
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="vdlite-reader")
        self._buffers = threading.local()
        self._cache = SmoothingCache()

    # -- reading

    def refresh(self, *, discover: bool = True) -> Changes:
        """Look for new, vanished and grown files, and read what has grown, newest run first.

        Returns after a quarter of a second even if more is left to read; `done` tells.
        discover: False looks only at files that are known already, and while some of these are still unread, at no others.
        """
        discover = discover or not self._discovered
        runs_changed = self._discover() if discover else False
        deadline = time.monotonic() + PASS_SECONDS
        runs = self._all()
        if discover or not self._unread:
            self._unread = self._by_age([run for run in runs if run.look() or run.loading])
        grown = self._read_all(self._unread, deadline)
        self._unread = [run for run in self._unread if run.loading]
        names_changed, tags_changed, other_state = self._note(self._all() if discover else grown)
        for run in other_state:
            grown.setdefault(run, {})
        growth = tuple(Growth(run.info, AllGrown(series)) for run, series in grown.items())
        if runs_changed or names_changed:
            self.runs_version += 1
        if tags_changed:
            self.tags_version += 1
        return Changes(runs_changed or names_changed, tags_changed, growth)

    def _read_all(self, runs: list[Run], deadline: float) -> dict[Run, Grown]:
        """What grew of these runs; those that the deadline left no time for are not in it."""

        def read(run: Run) -> tuple[Run, Grown | None]:
            return run, self._read(run, deadline)

        grown: dict[Run, Grown] = {}
        for first in range(0, len(runs), _AT_ONCE):
            some = runs[first : first + _AT_ONCE]
            # Threads help where much is to be read in one go; with little, they only wait for each other.
            large = [run for run in some if run.unread >= PIECE_BYTES]
            small = [run for run in some if run.unread < PIECE_BYTES]
            results = [read(run) for run in small]
            results += (self._pool.map if len(large) > 1 else map)(read, large)
            grown.update((run, series) for run, series in results if series is not None)
            if time.monotonic() > deadline:
                break
        return grown

    def _discover(self) -> bool:
        """Bring the list of runs up to date; True if it changed."""
        found = discover(self.logdirs, self._files)
        self._discovered = True
        self._unreadable = tuple(found.unreadable)
        gone = [name for name in self._runs if name not in found.files]
        new = [name for name in found.files if name not in self._runs]
        with self._lock:
            for name in gone:
                del self._by_id[self._runs.pop(name).id]
                del self._names[name]
            for name in new:
                run = self._runs[name] = Run(name, self._files, self._cache)
                self._by_id[run.id] = run
                self._names[name] = _Noted(-1, None, 0, "quiet")
        for name, paths in found.files.items():
            self._runs[name].set_files(paths)
        if gone:
            self.tags_version += 1
        return bool(gone or new)

    def _by_age(self, runs: Iterable[Run]) -> list[Run]:
        return sorted(runs, key=lambda run: run.modified, reverse=True)

    def _read(self, run: Run, deadline: float) -> Grown | None:
        """Read a run until the deadline; None if the deadline had come before its turn."""
        if time.monotonic() > deadline:
            return None
        buffer: bytearray | None = getattr(self._buffers, "buffer", None)
        if buffer is None:
            buffer = self._buffers.buffer = bytearray(PIECE_BYTES)
        return run.read(buffer, lambda: time.monotonic() < deadline)

    def _note(self, runs: Iterable[Run]) -> tuple[bool, bool, list[Run]]:
        """Compare with what was noted of these runs before.

        Returns whether a name in the run list changed, whether a tag did, and the runs whose state did.
        """
        names_changed = tags_changed = False
        other_state = []
        for run in runs:
            before = self._names[run.name]
            if before.changes == run.changes and before.state != "live":
                continue
            changes, info = run.changes, run.info
            noted = _Noted(changes, info.display_name, run.series_version, info.state)
            names_changed = names_changed or noted.display_name != before.display_name
            tags_changed = tags_changed or noted.series_version != before.series_version
            if noted.state != before.state:
                other_state.append(run)
            self._names[run.name] = noted
        return names_changed, tags_changed, other_state

    # -- asking

    @property
    def done(self) -> bool:
        """True if everything that was there at the last refresh has been read."""
        return self._discovered and not any(run.loading for run in self._all())

    @property
    def progress(self) -> Progress:
        """How far reading has come."""
        extents = [run.extent for run in self._all()]
        return Progress(
            done=self.done,
            files=sum(extent.files for extent in extents),
            files_read=sum(extent.files_read for extent in extents),
            bytes=sum(extent.bytes for extent in extents),
            bytes_read=sum(extent.bytes_read for extent in extents),
        )

    def _all(self) -> list[Run]:
        with self._lock:
            return list(self._runs.values())

    def runs(self) -> tuple[RunInfo, ...]:
        """All runs, the one started last first."""
        infos = [run.info for run in self._all()]
        return tuple(sorted(infos, key=lambda info: (-(info.started or 0.0), info.name)))

    def run(self, run_id: str) -> Run:
        """Raises NotFoundError if there is no run of that id."""
        with self._lock:
            run = self._by_id.get(run_id)
        if run is None:
            raise NotFoundError(f"no run with id {run_id!r}")
        return run

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that any run has records of, sorted."""
        return tuple(sorted({kind for run in self._all() for kind in run.kinds()}))

    def tag_index(self, kind: str = SCALAR) -> dict[str, tuple[str, ...]]:
        """For each tag of a kind, sorted, the ids of the runs that have it."""
        index: dict[str, list[str]] = {}
        for run in self._all():
            for tag in run.tags(kind):
                index.setdefault(tag, []).append(run.id)
        return {tag: tuple(index[tag]) for tag in sorted(index)}

    def damage(self) -> tuple[RunDamage, ...]:
        """What can't be read of the runs' files."""
        return tuple(damage for run in self._all() for damage in run.damage())

    def gaps(self) -> tuple[RunGap, ...]:
        """What writers could not write."""
        return tuple(gap for run in self._all() for gap in run.gaps())

    def unreadable(self) -> tuple[Unreadable, ...]:
        """Folders and files that can't be read at all."""
        failures = [Unreadable(path, why) for run in self._all() for path, why in run.failures()]
        return (*self._unreadable, *failures)


def _grown(kind: str, tag: str, series: Series) -> GrownSeries:
    if isinstance(series, ScalarSeries):
        step, walltime, value = series.newest
        return GrownSeries(kind, tag, len(series), step, walltime, value)
    newest = series.newest
    if newest is None:  # its file has gone meanwhile
        return GrownSeries(kind, tag, 0, 0, 0.0, None)
    return GrownSeries(kind, tag, len(series), newest.step, newest.walltime, None)
