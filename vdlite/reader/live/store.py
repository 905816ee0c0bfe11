"""All runs below the logdirs, kept up to date."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from vdlite.cache.column_cache import ColumnCache
from vdlite.cache.kept_runs import KeptRun
from vdlite.errors import NotFoundError
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.files.drives import PATIENCE, Drives
from vdlite.reader.files.files import Files
from vdlite.reader.files.workers import Workers
from vdlite.reader.live.changes import AllGrown, Changes, Growth, Progress
from vdlite.reader.live.reading_passes import ReadingPasses
from vdlite.reader.live.reported_states import ReportedStates
from vdlite.reader.logdir.discovery import ForeignLogs, Found, Hidden, Unreadable
from vdlite.reader.logdir.foreign_stores import Stores, folder_of
from vdlite.reader.logdir.logdirs import logdirs_of
from vdlite.reader.logdir.lost_logdirs import LostLogdir, lost_logdirs
from vdlite.reader.logdir.mirrored_logs import MirroredLogs
from vdlite.reader.logdir.part_folders import Folded, PartFolders
from vdlite.reader.logdir.reached import Reached
from vdlite.reader.logdir.search import Search
from vdlite.reader.remote.pace import Pace
from vdlite.reader.run.losses import FileDamage, FileGap
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_at_rest import place_of_row
from vdlite.reader.run.run_info import RunInfo, newest_first
from vdlite.reader.series.smoothing_cache import SmoothingCache

_Made = TypeVar("_Made")


_MAKERS = 2  # threads: what one drive holds up, another need not wait for


class Store:
    """Everything that is known of the logs below some logdirs; each is a folder, a single file, or the address of one.

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
        fold: bool = True,
        files: Files | None = None,
        patience: float = PATIENCE,
        cache: ColumnCache | None = None,
        pace: Pace | None = None,
    ) -> None:
        """follow_links: also such as lead out of the logdirs.

        fold: whether folders that TensorBoard's writers make beside a run's log are parts of it; see `PartFolders`.
        files: how files are reached; None: below the logdirs, with `follow_links`.
        cache: where what logs held is kept between processes; None: nowhere.
        patience: seconds without an answer after which a drive is said to hang; a fifth of that is waited for it.
        pace: how often logdirs that have an address are listed.
        """
        self.places = logdirs_of(logdirs)
        self.logdirs = tuple(
            str(Path(logdir) if place.address is None else place)
            for logdir, place in zip(logdirs, self.places, strict=True)
        )
        self.pace = Pace() if pace is None else pace
        reached = Reached(
            self.places, follow_links=follow_links, pace=self.pace, patience=2 * patience
        )
        self.remote = reached.remote
        self.drives = Drives(reached if files is None else files, patience=patience)
        self._search = Search(self.places, self.drives, patience=patience / 5)
        self._part_folders = PartFolders(self.drives) if fold else None
        self._mirrored_logs = MirroredLogs(self.drives)
        self._stores = Stores(self.drives, noting=cache is not None)
        self._passes = ReadingPasses(self.drives)
        self._devices: dict[Run, int | None] = {}
        self._by_device: Mapping[int | None, Sequence[Run]] = {}
        # Whether files were found that a run which is held up does not know.
        self._passed_over = False
        self._any_hangs = False
        self.logdir_exists = False
        self.lost_logdirs: tuple[LostLogdir, ...] = ()
        self._ever_there: set[Path] = set()  # logdirs that have answered, by their paths
        self.runs_version = 0  # grows when the list of runs changes in more than its numbers
        self.tags_version = 0  # grows when a run's kinds or tags change
        self.growth_version = 0  # grows when records came
        self._lock = threading.Lock()
        self._runs: dict[str, Run] = {}  # by name
        self._by_id: dict[str, Run] = {}
        self._unreadable: tuple[Unreadable, ...] = ()
        self.foreign_logs: tuple[ForeignLogs, ...] = ()  # what other tools have there
        self._reported = ReportedStates()
        self._discovered = False
        self._looks = 0
        self._progress: tuple[tuple[int, bool, int], Progress] | None = None
        self._smoothed = SmoothingCache()
        self.cache = cache
        self._makers = Workers(_MAKERS, "vdlite-drafts")

    # -- reading

    def refresh(self, *, discover: bool = True, sparing: bool = False) -> Changes:
        """Look for new, vanished and grown files, and read what has grown, newest run first.

        Returns after a quarter of a second even if more is left to read; `done` says.
        discover: False looks only at files that are known already, and while some of these are still unread, at no others.
        sparing: where nothing is discovered, runs that have not grown for a minute are looked at in turn, each within
            some seconds.
        """
        discover = discover or not self._discovered
        runs_changed = self._discover() if discover else False
        found = self._passes.go(
            self._by_device, anew=discover, sparing=sparing, silent=self._search.silent
        )
        self._looks += 1
        # Of a late pass: without what has gone meanwhile.
        grown = {run: new for run, new in found.items() if self._runs.get(run.name) is run}
        any_hung = self._tell_hangs()
        differ = self._reported.compare(
            self.all_runs()
            if discover or any_hung
            else dict.fromkeys([*grown, *self._reported.live])
        )
        for run in differ.states:
            grown.setdefault(run, {})
        growth = tuple(Growth(run.info, AllGrown(series)) for run, series in grown.items())
        if runs_changed or differ.names:
            self.runs_version += 1
        if differ.tags:
            self.tags_version += 1
        if growth:
            self.growth_version += 1
        return Changes(runs_changed or differ.names, differ.tags, growth)

    def keep(self, seconds: float) -> None:
        """At the end of a process: keep what was read for the next one, as far as that time allows."""
        if self.cache is not None:
            self._passes.keep_all(seconds)

    def may_have_changed(self) -> bool:
        """True if a search for files can find anything new; for the thread that calls `refresh`."""
        return (
            self._passed_over or self._search.may_have_changed() or self._stores.may_have_changed()
        )

    def _discover(self) -> bool:
        """Bring the list of runs up to date; True if it changed."""
        found = self._search.look()
        folded: dict[Path, Folded] = {}
        if self._part_folders is not None:
            found.files, folded = self._part_folders.fold(found.files)
        found.files = self._mirrored_logs.leave_out(found.files)
        self._stores.expand(found)
        kept: dict[str, KeptRun] = {}
        if not self._discovered and self.cache is not None:
            # Later ones are new, or come back, and are read.
            kept = self.cache.runs.below([place.folder for place in self.places])
        self._unreadable = tuple(found.unreadable)
        self.foreign_logs = found.foreign_logs()
        self.logdir_exists = bool(found.there or found.unanswered)
        self._ever_there |= found.there
        self.lost_logdirs = lost_logdirs(
            dict(zip(self.logdirs, self.places, strict=True)), found, self._ever_there
        )
        away = [lost.hidden for lost in self.lost_logdirs if lost.is_away]
        hidden = Hidden([*found.unreadable, *away])
        gone = [name for name in self._runs if name not in found.files and name not in hidden]
        new = [name for name in found.files if name not in self._runs]
        with self._lock:
            for name in gone:
                run = self._runs.pop(name)
                del self._by_id[run.id]
                del self._devices[run]
                self._reported.forget(run)
            for name in new:
                run = self._runs[name] = Run(
                    name, self.drives, self._smoothed, self._makers, self._stores, self.cache
                )
                self._by_id[run.id] = run
                self._reported.begin(run)
        self._set_files(found, folded, kept)
        self._discovered = True  # now that all of them are known: until then nothing is done
        if gone:
            self.tags_version += 1
        return bool(gone or new)

    def _set_files(
        self, found: Found, folded: Mapping[Path, Folded], kept: Mapping[str, KeptRun]
    ) -> None:
        busy = self._passes.late_runs
        self._passed_over = bool(busy) and any(self._runs[name] in busy for name in found.files)
        for name, paths in found.files.items():
            run = self._runs[name]
            if run not in busy:  # else a thread that is held up may still add to it
                rest = kept.get(str(place_of_row(paths))) if kept else None
                if rest is not None and folded.keys().isdisjoint(paths):
                    run.rest(paths, rest)
                else:
                    run.set_files(paths, folded)
                self._devices[run] = self.drives.device(folder_of(paths[0]))
        by_device: dict[int | None, list[Run]] = {}
        for run, device in self._devices.items():
            by_device.setdefault(device, []).append(run)
        self._by_device = by_device

    def _tell_hangs(self) -> bool:
        """Tell each run since when its drive or folder hangs; True if that is, or was, so of any."""
        hanging, alone = self.drives.hanging(), self._passes.hanging
        self.drives.learn_silent(
            {folder: since for run, since in alone.items() for folder in run.folders}
        )
        before, self._any_hangs = self._any_hangs, bool(hanging or alone)
        if before or self._any_hangs:
            for run, device in self._devices.items():
                run.hangs_since = hanging.get(device, alone.get(run))
        return before or self._any_hangs

    # -- asking

    @property
    def done(self) -> bool:
        """True if everything that was there at the last refresh, on drives that answer, has been read."""
        if not self._discovered:
            return False
        late = self._passes.late_runs
        return not any(run.loading for run in self.all_runs() if run not in late)

    @property
    def threads(self) -> int:
        """How many look for runs and read them."""
        return self.drives.threads + self._search.threads

    @property
    def is_making(self) -> bool:
        """True while what killed writers left in their spools is made behind the readers."""
        return any(run.is_making for run in self.all_runs())

    @property
    def held_up(self) -> bool:
        """True if a drive does not answer (in time), so that its runs are not known as far as they go."""
        return self._passes.are_late or self._search.held_up

    @property
    def progress(self) -> Progress:
        """How far reading has come, a tenth of a second ago at most: of many runs, whoever waits asks often."""
        as_of = (self._looks, self.done, int(time.monotonic() * 10))
        known = self._progress
        if known is None or known[0] != as_of:
            known = self._progress = (as_of, self._progress_now())
        return known[1]

    def _progress_now(self) -> Progress:
        extents = [run.extent for run in self.all_runs()]
        return Progress(
            done=self.done,
            files=sum(extent.files for extent in extents),
            files_read=sum(extent.files_read for extent in extents),
            bytes=sum(extent.bytes for extent in extents),
            bytes_read=sum(extent.bytes_read for extent in extents),
        )

    def all_runs(self) -> list[Run]:
        """All runs, as they were found."""
        with self._lock:
            return list(self._runs.values())

    def runs(self) -> tuple[RunInfo, ...]:
        """All runs, the one started last first."""
        infos = [run.info for run in self.all_runs()]
        return tuple(sorted(infos, key=newest_first))

    def run(self, run_id: str) -> Run:
        """Raises NotFoundError if there is no run of that id."""
        with self._lock:
            run = self._by_id.get(run_id)
        if run is None:
            raise NotFoundError(f"no run with id {run_id!r}")
        return run

    def call(self, run: Run, work: Callable[[], _Made]) -> _Made:
        """The result of some work that reads much of a run, done by a thread of the run's drive.

        Raises DriveError if the drive does not answer.
        """
        folder = run.folder
        return work() if folder is None else self.drives.call(folder, work)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that any run has records of, sorted."""
        return tuple(sorted({kind for run in self.all_runs() for kind in run.kinds()}))

    def tag_index(self, kind: str = SCALAR) -> dict[str, tuple[str, ...]]:
        """For each tag of a kind, sorted, the ids of the runs that have it."""
        index: dict[str, list[str]] = {}
        for run in self.all_runs():
            for tag in run.tags_as_logged(kind):
                index.setdefault(tag, []).append(run.id)
        return {tag: tuple(index[tag]) for tag in sorted(index)}

    def tag_order(self, kind: str = SCALAR) -> list[str]:
        """All tags of a kind in the order in which runs log them: that of a model's layers, where it was logged so.

        A tag that only a later run has comes behind the one that it was logged after there.
        """
        behind: dict[str | None, str | None] = {None: None}  # the tag behind each; None: the ends
        for run in self.all_runs():
            before: str | None = None
            for tag in run.tags_as_logged(kind):
                if tag not in behind:
                    behind[tag], behind[before] = behind[before], tag
                before = tag
        order: list[str] = []
        at = behind[None]
        while at is not None:
            order.append(at)
            at = behind[at]
        return order

    def damage(self) -> tuple[tuple[str, FileDamage], ...]:
        """The damage of the runs' files, each with the id of its run."""
        return tuple(
            (run.id, damage) for run in self.all_runs() for damage in run.losses().damage()
        )

    def gaps(self) -> tuple[tuple[str, FileGap], ...]:
        """The records that writers could not write, each with the id of its run."""
        return tuple((run.id, gap) for run in self.all_runs() for gap in run.losses().gaps())

    @property
    def unreadable_places(self) -> tuple[Unreadable, ...]:
        """Folders and files that are in no run, as nothing of them can be read."""
        return self._unreadable

    def unreadable(self) -> tuple[Unreadable, ...]:
        """Folders and files that can't be read at all."""
        failures = [
            Unreadable(path, why)
            for run in self.all_runs()
            for path, why in run.losses().failures()
        ]
        return (*self._unreadable, *failures)
