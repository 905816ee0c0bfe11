"""All runs below the logdirs, kept up to date."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from vdlite.errors import NotFoundError
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.changes import AllGrown, Changes, Growth, Progress
from vdlite.reader.discovery import Found, Unreadable
from vdlite.reader.drives import PATIENCE, Drives
from vdlite.reader.files import Files, LogFiles
from vdlite.reader.lane import Lane
from vdlite.reader.run import Run, RunDamage, RunGap, RunInfo
from vdlite.reader.run_file import Grown
from vdlite.reader.searching import Search
from vdlite.reader.smoothing_cache import SmoothingCache
from vdlite.reader.tail import PIECE_BYTES
from vdlite.reader.workers import Workers

_Made = TypeVar("_Made")

_AT_ONCE = 256  # runs
PASS_SECONDS = 0.25  # that one refresh takes at most before it tells what it has found so far


@dataclass(frozen=True, slots=True)
class _Noted:
    """What was last told of a run."""

    changes: int  # of the run, at that time
    display_name: str | None
    series_version: int
    state: str
    hangs: bool = False


class Store:
    """Everything that is known of the logs below some logdirs.

    `refresh` is for one thread; everything else may be asked by any thread at any time, also meanwhile.
    A point takes 24 bytes in memory (its series' arrays may reserve twice that, which the system gives only when it is
    used), smoothed values at most 128 MiB in all; payloads stay in their files.
    Each drive has threads of its own: one that hangs costs only the runs that lie on it.
    """

    def __init__(
        self,
        logdirs: Sequence[str | Path],
        *,
        follow_links: bool = False,
        files: Files | None = None,
        patience: float = PATIENCE,
    ) -> None:
        """follow_links: also such as lead out of the logdirs.

        files: how files are reached; None: below the logdirs, with `follow_links`.
        patience: seconds without an answer after which a drive is said to hang; a fifth of that is waited for it.
        """
        self.logdirs = tuple(Path(logdir) for logdir in logdirs)
        self.drives = Drives(
            LogFiles(self.logdirs, follow_links=follow_links) if files is None else files,
            patience=patience,
        )
        self._search = Search(self.logdirs, self.drives, patience=patience / 5)
        self.prefixes = self._search.prefixes  # what the names of each logdir's runs begin with
        self._lanes: dict[int | None, Lane] = {}
        self._devices: dict[str, int | None] = {}  # by run name
        self._any_hangs = False
        self.logdir_exists = False
        self.runs_version = 0  # grows when the list of runs changes in more than its numbers
        self.tags_version = 0  # grows when a run's kinds or tags change
        self._lock = threading.Lock()
        self._runs: dict[str, Run] = {}  # by name
        self._by_id: dict[str, Run] = {}
        self._unreadable: tuple[Unreadable, ...] = ()
        self._names: dict[str, _Noted] = {}  # by run name
        self._discovered = False
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
        grown = self._pass(runs, discover, deadline)
        told = self._tell_hangs(runs)
        names_changed, tags_changed, other_state = self._note(runs if discover or told else grown)
        for run in other_state:
            grown.setdefault(run, {})
        growth = tuple(Growth(run.info, AllGrown(series)) for run, series in grown.items())
        if runs_changed or names_changed:
            self.runs_version += 1
        if tags_changed:
            self.tags_version += 1
        return Changes(runs_changed or names_changed, tags_changed, growth)

    def _pass(self, runs: list[Run], discover: bool, deadline: float) -> dict[Run, Grown]:
        """What grew of these runs; each drive's are looked at and read by its own threads.

        A drive that does not answer is waited for a while, once; what it has when it answers comes later.
        """
        by_device: dict[int | None, list[Run]] = {}
        for run in runs:
            by_device.setdefault(self._devices[run.name], []).append(run)
        for device, some in by_device.items():
            lane = self._lanes.get(device)
            if lane is None:
                lane = self._lanes[device] = Lane(self.drives.drive(device).readers)
            if lane.is_free:
                lane.begin(partial(self._look_and_read, lane, some, discover, deadline), some)
        grown: dict[Run, Grown] = {}
        for lane in self._lanes.values():
            lane.wait(self.drives.patience / 5)
            grown |= lane.take()
        # Of a late pass: what has gone meanwhile.
        return {run: new for run, new in grown.items() if self._runs.get(run.name) is run}

    def _look_and_read(
        self, lane: Lane, runs: list[Run], discover: bool, deadline: float
    ) -> dict[Run, Grown]:
        if discover or not lane.unread:
            lane.unread = self._by_age([run for run in runs if run.look() or run.loading])
        grown = self._read_all(lane.unread, deadline, lane.workers)
        lane.unread = [run for run in lane.unread if run.loading]
        return grown

    def _read_all(self, runs: list[Run], deadline: float, workers: Workers) -> dict[Run, Grown]:
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
            results += (workers.map if len(large) > 1 else map)(read, large)
            grown.update((run, series) for run, series in results if series is not None)
            if time.monotonic() > deadline:
                break
        return grown

    def _discover(self) -> bool:
        """Bring the list of runs up to date; True if it changed."""
        found = self._search.look()
        self._discovered = True
        self._unreadable = tuple(found.unreadable)
        self.logdir_exists = found.exists or bool(found.unanswered)
        busy = self._late_runs()
        gone = [
            name
            for name in self._runs
            if name not in found.files and not _may_be_there(name, found)
        ]
        new = [name for name in found.files if name not in self._runs]
        with self._lock:
            for name in gone:
                del self._by_id[self._runs.pop(name).id]
                del self._names[name]
                del self._devices[name]
            for name in new:
                run = self._runs[name] = Run(name, self.drives, self._cache)
                self._by_id[run.id] = run
                self._names[name] = _Noted(-1, None, 0, "quiet")
        for name, paths in found.files.items():
            run = self._runs[name]
            if run not in busy:  # else a thread that is held up may still add to it
                run.set_files(paths)
                self._devices[name] = self.drives.device(paths[0].parent)
        if gone:
            self.tags_version += 1
        return bool(gone or new)

    def _late_runs(self) -> set[Run]:
        """Those that a thread still reads, which their drive holds up."""
        late = (lane for lane in tuple(self._lanes.values()) if lane.is_late)
        return {run for lane in late for run in lane.runs}

    def _tell_hangs(self, runs: list[Run]) -> bool:
        """Tell each run since when its drive hangs; True if that is, or was, so of any."""
        hanging = self.drives.hanging()
        before, self._any_hangs = self._any_hangs, bool(hanging)
        if before or hanging:
            for run in runs:
                run.hangs_since = hanging.get(self._devices[run.name])
        return before or bool(hanging)

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
            hangs = run.hangs_since is not None
            if (before.changes, before.hangs) == (run.changes, hangs) and before.state != "live":
                continue
            changes, info = run.changes, run.info
            noted = _Noted(changes, info.display_name, run.series_version, info.state, hangs)
            names_changed = names_changed or noted.display_name != before.display_name
            names_changed = names_changed or noted.hangs != before.hangs
            tags_changed = tags_changed or noted.series_version != before.series_version
            if noted.state != before.state:
                other_state.append(run)
            self._names[run.name] = noted
        return names_changed, tags_changed, other_state

    # -- asking

    @property
    def done(self) -> bool:
        """True if everything that was there at the last refresh, on drives that answer, has been read."""
        if not self._discovered:
            return False
        late = self._late_runs()
        return not any(run.loading for run in self._all() if run not in late)

    @property
    def threads(self) -> int:
        """How many look for runs and read them."""
        return self.drives.threads + self._search.threads

    @property
    def held_up(self) -> bool:
        """True if a drive does not answer (in time), so that its runs are not known as far as they go."""
        late = any(lane.is_late for lane in tuple(self._lanes.values()))
        return late or self._search.held_up

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

    def call(self, run: Run, work: Callable[[], _Made]) -> _Made:
        """What some work that reads much of a run makes, done by a thread of the run's drive.

        Raises DriveError if the drive does not answer.
        """
        folder = run.folder
        return work() if folder is None else self.drives.call(folder, work)

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


def _may_be_there(name: str, found: Found) -> bool:
    """Whether a run lies below a folder that did not answer."""
    return any(above in {"", name} or name.startswith(f"{above}/") for _, above in found.unanswered)
