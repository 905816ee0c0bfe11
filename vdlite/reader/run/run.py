"""One run: all log files of a folder, merged."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from vdlite.cache.column_cache import ColumnCache
from vdlite.cache.kept_runs import KeptRun
from vdlite.foreign.stores.facts import BusyError
from vdlite.kinds.aside_tags import SYSTEM, beginning_with
from vdlite.kinds.console import NAME as CONSOLE
from vdlite.kinds.lineage import NAME as LINEAGE
from vdlite.kinds.meta import NAME as META
from vdlite.reader.files.files import Files
from vdlite.reader.files.tail import PIECE_BYTES
from vdlite.reader.files.workers import Workers
from vdlite.reader.logdir.foreign_stores import Stores, folder_of
from vdlite.reader.logdir.part_folders import Folded
from vdlite.reader.run.last_known import LastKnown
from vdlite.reader.run.progress import progress_of
from vdlite.reader.run.run_at_rest import RunAtRest, place_of_row
from vdlite.reader.run.run_file import Grown
from vdlite.reader.run.run_files import RunFiles, unreached
from vdlite.reader.run.run_id import run_id
from vdlite.reader.run.run_info import Extent, RunInfo, extent_of, info_of, modified_of
from vdlite.reader.run.run_losses import RunLosses
from vdlite.reader.run.run_state import (
    display_name_of,
    labels_of,
    outcome_of,
    state_of,
)
from vdlite.reader.run.system_use import SystemUse, gpu_tags, system_use
from vdlite.reader.series.console import ending_in
from vdlite.reader.series.smoothing_cache import SmoothingCache

_READING_SECONDS = 2.0  # between two looks at how far the series are of a run that is being read


class Run(RunFiles):
    """The files of one run, and its series. Reading is for one thread at a time; everything else may be asked at any time."""

    def __init__(
        self,
        name: str,
        files: Files,
        cache: SmoothingCache | None = None,
        makers: Workers | None = None,
        stores: Stores | None = None,
        kept: ColumnCache | None = None,
    ) -> None:
        """See `RunFiles`."""
        super().__init__(name, files, cache, makers, stores, kept)
        self.id = run_id(name)
        self.hangs_since: float | None = None
        self._known_info: LastKnown[RunInfo] = LastKnown()
        self._known_extent: LastKnown[Extent] = LastKnown()
        self._known_newest: LastKnown[tuple[int, int | None]] = LastKnown()
        self._known_use: tuple[tuple[int, ...], SystemUse] = ((), SystemUse())
        self._unsure_rest: RunAtRest | None = None  # until its files were looked at
        self._other_files: tuple[Sequence[Path], Mapping[Path, Folded]] | None = None
        self._opening = threading.RLock()
        self._is_opening = False
        self._unreported: Grown = {}  # what had come when somebody opened the files
        self._kept_as_of: int | None = None  # how many changes, since which its row says all of it

    # -- at rest

    def rest(self, paths: Sequence[Path], kept: KeptRun) -> None:
        """Answer from what was kept of these files, should they be as they were when they are looked at.

        For the thread that reads, in place of the first `set_files`.
        """
        self._unsure_rest = RunAtRest(self.name, paths, kept)

    @property
    def _at_rest(self) -> RunAtRest | None:
        """What was kept of its files, as long as these are not open; they may not have been looked at."""
        return self._rest or self._unsure_rest

    @property
    def rests(self) -> bool:
        """True if it is answered from what was kept of it, and no file of it is open."""
        return self._rest is not None

    @property
    def is_kept(self) -> bool:
        """True if what was kept of it is still all of it, whether it rests or was opened since."""
        return self.rests or self._kept_as_of == self.changes

    def part(self, name: str) -> Any:
        """What was kept under a name of a run that rests; None if nothing was, or it does not rest."""
        rest = self._rest
        return None if rest is None else rest.part(name)

    def _open(self) -> None:
        rest = self._rest
        if rest is not None:
            self._of.call(rest.folder, partial(self._open_if_there, rest))

    def _open_if_there(self, rest: RunAtRest) -> None:
        """Open the files for who asks. Raises DriveError while none of them is there: what was kept stays until then."""
        if not any(map(self._is_there, rest.paths)):
            raise unreached(rest.paths[0])
        self._open_files(rest)

    def _open_files(self, rest: RunAtRest) -> None:
        """Open the files, and read them: who asks meanwhile is answered from what was kept, or waits."""
        with self._opening:
            if self._rest is not rest or self._is_opening:
                return
            self._is_opening = True
            try:
                self._set_files(rest.paths)
                self._look_at_files()
                tails = [file.tail for file in self._files.values()]
                any_there = any(tail.stamp is not None or tail.failure for tail in tails)
                if not any_there and self._other_files is None:
                    for path in list(self._files):
                        self._drop(path)
                    return  # their logdir is gone, perhaps for a while: what was kept stays
                grown = self._read_files(bytearray(PIECE_BYTES))
            finally:
                self._is_opening = False
            if rest.is_of(list(self._files.values()), self._of):
                self._kept_as_of = self.changes
            else:
                self._unreported = grown
            if self._has_tags(rest.tags):
                self.series_version = 1
            self._rest = None

    def _rests(self, rest: RunAtRest) -> bool:
        """Whether its files are as they were; of a run in a file of several, whether it is, once that was so."""
        try:
            version = self._version_in_store(rest.paths)
            if self._rest is rest and rest.version is not None and self._other_files is None:
                return version == rest.version
            rest.version = version  # first: what comes from now on is another one
            rests = self._other_files is None and rest.is_as_it_was(self._of)
            rests = rests and all(self._title(path) == title for path, title in rest.titles.items())
        except BusyError:
            rests = self._rest is rest
        except FileNotFoundError:
            # The next search for files says whether only it is gone, or all of its logdir.
            rests = self._rest is rest
        except OSError:  # which a look at its files will say
            rests = False
        if rests and self._unsure_rest is rest:  # and nobody has opened it meanwhile
            self._rest, self._unsure_rest = rest, None
            self.loading = False
            self.series_version = 1
            self.changes += 1
        return rests

    def _rise(self, rest: RunAtRest) -> None:
        """Open the files, as one has changed."""
        if self._rest is not None:
            self._open_files(rest)
        else:
            self._unsure_rest = None
            self._set_files(rest.paths)

    # -- reading

    def set_files(
        self, paths: Sequence[Path], folded: Mapping[Path, Folded] = MappingProxyType({})
    ) -> bool:
        """Say which log files and spools the run has now; True if one went away.

        folded: files that lie in other folders than the rest.
        """
        rest = self._at_rest
        if rest is None:
            return self._set_files(paths, folded)
        if not paths:
            self._rest = self._unsure_rest = None
        elif rest.paths != paths or not folded.keys().isdisjoint(paths):
            # Until it is looked at: what opens files waits for a drive.
            self._other_files = paths, folded
        return False

    def look(self) -> bool:
        """Look at the sizes of all files; True if there is something to read."""
        rest = self._at_rest
        if rest is not None:
            if self._rests(rest):
                return False
            self._rise(rest)
        if self._other_files is not None:
            self._set_files(*self._other_files)
            self._other_files = None
        return self._look_at_files() or bool(self._unreported)

    def read(self, buffer: bytearray, go_on: Callable[[], bool] = lambda: True) -> Grown:
        """Read what has grown; returns the series that grew, by kind and tag.

        go_on: asked after each piece; False stops here for now.
        """
        if self._at_rest is not None:
            return {}
        before, self._unreported = self._unreported, {}
        return before | self._read_files(buffer, go_on)

    def keep(self, least_bytes: int | None = None) -> bool:
        """Keep what was read for the next process; True if nothing is left to be kept.

        least_bytes: keep all logs of which so many bytes are not kept, and those that have files of columns; None:
            those for which it is time.
        For the thread that reads, while it does not.
        """
        if self._at_rest is not None:
            return True
        for file in self.files:
            due = (
                file.keeping.is_due(ended=file.ended)
                if least_bytes is None
                else file.keeping.unkept >= least_bytes or file.keeping.columns is not None
            )
            if due and file.keep() and file.let_go():
                self._close(file)
        return not any(file.keeping.unkept for file in self.files)

    # -- asking

    @property
    def folder(self) -> Path | None:
        """The folder of its log files; None if it has none any more."""
        if (rest := self._at_rest) is not None:
            return rest.folder
        own = [file for file in self.files if file.folded is None]
        return folder_of(own[0].path) if own else None

    @property
    def place_of_row(self) -> Path | None:
        """The place under which it is kept as a whole; None if it has no files any more."""
        if (rest := self._at_rest) is not None:
            return place_of_row(rest.paths)
        own = [file.path for file in self.files if file.folded is None]
        return place_of_row(own) if own else None

    @property
    def folders(self) -> set[Path]:
        """The folders of all its files."""
        if (rest := self._at_rest) is not None:
            return {rest.folder}
        return {folder_of(file.path) for file in self.files}

    @property
    def unread(self) -> int:
        """Bytes that have not been read yet, as far as is known."""
        if self._at_rest is not None:
            return 0
        return sum(file.tail.unread for file in self.files)

    @property
    def extent(self) -> Extent:
        """How far reading has come, as far as is known."""
        if (rest := self._at_rest) is not None:
            return rest.extent(is_sure=rest is self._rest)
        return self._known_extent.as_of(self.changes, lambda: extent_of(self.files))

    @property
    def modified(self) -> float:
        """The time when a file of the run was last written to, as far as is known (seconds since 1970)."""
        if (rest := self._at_rest) is not None:
            return rest.modified
        return modified_of(self.files)

    @property
    def info(self) -> RunInfo:
        """The facts of the run for the run list."""
        if (rest := self._at_rest) is not None:
            return rest.info(self.hangs_since, is_sure=rest is self._rest)
        return self._known_info.as_of(self.changes, self._info, is_stale=self._may_differ)

    @property
    def has_ended(self) -> bool:
        """True if its state is "ended": what `info` says of it, without all the rest."""
        rest = self._at_rest
        return (self.info.state if rest is not None else state_of(self.files)) == "ended"

    def _may_differ(self, info: RunInfo) -> bool:
        """True if something has changed that is not in the run's files."""
        return info.state == "live" or info.hangs_since != self.hangs_since

    def _info(self) -> RunInfo:
        files = self.files
        was_broken_off = state_of(files) == "ended" and outcome_of(files) in ("failed", "killed")
        return info_of(
            self.name,
            files,
            list(self._spools.values()),
            newest=self._known_newest.as_of(self._newest_as_of, self.newest),
            progress=progress_of(self, was_broken_off=was_broken_off),
            use=self._use(),
            display_name=display_name_of(files, self.records_of(META)),
            labels=labels_of(self.records_of(LINEAGE)),
            ending=self._ending(),
            loading=self.loading,
            hangs_since=self.hangs_since,
        )

    @property
    def _newest_as_of(self) -> int:
        """Changes; of a run that is still being read, which would be looked at after each piece, seconds."""
        return -1 - int(time.monotonic() // _READING_SECONDS) if self.loading else self.changes

    def _ending(self) -> str | None:
        consoles = self.records_of(CONSOLE)
        ending = ending_in(consoles[0].records(superseded=True)) if consoles else None
        return None if ending is None else ending.text

    @property
    def records_of_training(self) -> int:
        """How many records there are, without those that say what its machine did."""
        of_machine = beginning_with(self.tags(), SYSTEM)
        return self.info.records - sum(len(self.scalars(tag)) for tag in of_machine)

    def _use(self) -> SystemUse:
        """What it has used up of GPUs; looked at again when more of that is there."""
        gpus = gpu_tags(beginning_with(self.tags(), SYSTEM))
        if not gpus:
            return SystemUse()
        series = [self.scalars(tag) for of_gpu in gpus.values() for tag in of_gpu.values()]
        known, use = self._known_use
        now = tuple(map(len, series))
        if known != now:
            use = system_use(gpus, lambda tag: self.scalars(tag).snapshot())
            self._known_use = now, use
        return use

    def losses(self) -> RunLosses:
        """The losses of the run's files; there are none of a run at rest."""
        if self._at_rest is not None:
            return RunLosses(self.name, (), ())
        return RunLosses(self.name, self.files, list(self._spools.values()))

    @property
    def is_making(self) -> bool:
        """True if more will come of what killed writers left."""
        return any(spool.is_making for spool in list(self._spools.values()))
