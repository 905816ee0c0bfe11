"""One run: all log files of a folder, merged."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from vdlite.cache.column_cache import ColumnCache
from vdlite.foreign.stores.places import place_of
from vdlite.format.layout import is_spool
from vdlite.kinds.aside_tags import SYSTEM, beginning_with
from vdlite.kinds.console import NAME as CONSOLE
from vdlite.kinds.lineage import NAME as LINEAGE
from vdlite.kinds.meta import NAME as META
from vdlite.reader.files.files import Files
from vdlite.reader.files.workers import Workers
from vdlite.reader.logdir.foreign_stores import Stores, folder_of
from vdlite.reader.logdir.part_folders import Folded
from vdlite.reader.run.last_known import LastKnown
from vdlite.reader.run.progress import progress_of
from vdlite.reader.run.run_file import Grown, RunFile
from vdlite.reader.run.run_id import run_id
from vdlite.reader.run.run_info import Extent, RunInfo, extent_of, info_of, modified_of
from vdlite.reader.run.run_losses import RunLosses
from vdlite.reader.run.run_series import RunSeries
from vdlite.reader.run.run_state import (
    display_name_of,
    labels_of,
    outcome_of,
    state_of,
)
from vdlite.reader.run.spool_file import SpoolFile
from vdlite.reader.run.store_tail import StoredTail
from vdlite.reader.run.system_use import SystemUse, gpu_tags, system_use
from vdlite.reader.series.console import ending_in
from vdlite.reader.series.smoothing_cache import SmoothingCache


class Run(RunSeries):
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
        """kept: where what its logs held is kept between processes; None: nowhere.

        makers: threads that encode the records that killed writers left in their spools; None: the reading thread does.

        stores: those that hold runs, which share them; None if there are no others.
        """
        super().__init__(name, files, cache)
        self._makers = makers
        self._kept = kept
        self._stores = Stores(files) if stores is None else stores
        self.id = run_id(name)
        # Grows when anything of the run may have changed but the time that has passed.
        self.changes = 0
        self.hangs_since: float | None = None
        self._known_info: LastKnown[RunInfo] = LastKnown()
        self._known_extent: LastKnown[Extent] = LastKnown()
        self._known_newest: LastKnown[tuple[int, int | None]] = LastKnown()
        self._known_use: tuple[tuple[int, ...], SystemUse] = ((), SystemUse())
        self._spools: dict[str, SpoolFile] = {}  # by file name
        self._unneeded: set[Path] = set()  # files beside the logs, which tell of a trial themselves

    # -- reading

    def set_files(
        self, paths: Sequence[Path], folded: Mapping[Path, Folded] = MappingProxyType({})
    ) -> bool:
        """Say which log files and spools the run has now; True if one went away.

        folded: files that lie in other folders than the rest.
        """
        gone_spools = self._set_spools({path.name: path for path in paths if is_spool(path.name)})
        wanted = {path: folded.get(path) for path in paths if not is_spool(path.name)}
        for path in self._unneeded:
            wanted.pop(path, None)
        known = {path: file.folded for path, file in self._files.items()}
        gone = [path for path in known if path not in wanted or known[path] != wanted[path]]
        for path in gone:
            self._drop(path)
        if gone:
            self._unneeded.clear()  # until the next look
        for path, place in wanted.items():
            if path not in self._files:
                self._follow(path, place)
        return bool(gone) or gone_spools

    def _set_spools(self, wanted: dict[str, Path]) -> bool:
        gone = [name for name in self._spools if name not in wanted]
        for name in gone:
            if (spool := self._spools.pop(name)).records:
                self._forget(spool.key)
        for name, path in wanted.items():
            if name not in self._spools:
                self._spools[name] = SpoolFile(path, self._open_records, self._of, self._makers)
        if gone:
            self.changes += 1
        return bool(gone)

    def look(self) -> bool:
        """Look at the sizes of all files; True if there is something to read."""
        anything = False
        for path, file in list(self._files.items()):
            before = (file.tail.size, file.tail.modified)
            try:
                anything = file.tail.look() or anything
                if not file.keeping.is_whole:
                    raise FileNotFoundError("its columns were cut short")
            except FileNotFoundError:
                self._drop(path)
                if self._is_there(path):
                    self._follow(path, file.folded)
                    anything = True
                    # Before it is read: who opens a series of it has to know which file that is.
                    with suppress(FileNotFoundError):
                        self._files[path].tail.look()
            if (file.tail.size, file.tail.modified) != before:
                self.changes += 1
        for spool in list(self._spools.values()):
            anything = spool.look() or anything
        return anything

    def read(self, buffer: bytearray, go_on: Callable[[], bool] = lambda: True) -> Grown:
        """Read what has grown; returns the series that grew, by kind and tag.

        go_on: asked after each piece; False stops here for now.
        """
        grown: Grown = {}
        for file in self._logs_first():
            while not file.tail.finished:
                more = file.read(buffer)
                self.changes += 1
                if more is None:
                    break
                grown |= more
                if file.has_gone_on:
                    self._list_kept(file)
                if file.restart is not None:
                    self._begin_anew(file)
                if not go_on():
                    self.loading = True
                    return grown
        # Behind the logs: what these hold already is not taken in again.
        for spool in list(self._spools.values()):
            while (left := spool.read()) is not None:
                self.changes += 1
                grown |= left
                if not go_on():
                    self.loading = True
                    return grown
        self.loading = False
        self.changes += 1
        return grown

    def keep(self, least_bytes: int | None = None) -> bool:
        """Keep what was read for the next process; True if nothing is left to be kept.

        least_bytes: keep all logs of which so many bytes are not kept, and those that have files of columns; None:
            those for which it is time.
        For the thread that reads, while it does not.
        """
        for file in self.files:
            due = (
                file.keeping.is_due(ended=file.ended)
                if least_bytes is None
                else file.keeping.unkept >= least_bytes or file.keeping.columns is not None
            )
            if due and file.keep() and file.let_go():
                self._close(file)
        return not any(file.keeping.unkept for file in self.files)

    def _logs_first(self) -> Iterator[RunFile]:
        """All files; those beside the logs last, and only if they count."""
        yield from [file for file in self._files.values() if not file.is_beside]
        self._leave_out_beside()
        yield from [file for file in self._files.values() if file.is_beside]

    def _leave_out_beside(self) -> None:
        """Leave out what lies beside the logs, but for the first of it where the logs don't tell of a trial."""
        beside = sorted((path for path, file in self._files.items() if file.is_beside), key=_rank)
        has_trial = any(file.has_trial for file in self._files.values() if not file.is_beside)
        for path in beside if has_trial else beside[1:]:
            self._drop(path)
            self._unneeded.add(path)

    def _begin_anew(self, file: RunFile) -> None:
        """The writer of the file began anew at a step, so that earlier files count up to it only."""
        assert file.restart is not None
        self._restarts.begin(file.key, file.restart)

    def _follow(self, path: Path, folded: Folded | None) -> None:
        with self._lock:
            self._files[path] = RunFile(
                path,
                self._open_series,
                self._of,
                lock=self._lock,
                list_scalars=self._list_scalars,
                tail=self._stored(path),
                folded=folded,
                cache=self._kept,
            )
        self.changes += 1

    def _stored(self, path: Path) -> StoredTail | None:
        place = place_of(path)
        return place and StoredTail(path, self._stores.open(place.store), place.key)

    def _is_there(self, path: Path) -> bool:
        place = place_of(path)
        try:
            self._of.stat(path if place is None else place.store)
        except OSError:
            return False
        return True

    def _drop(self, path: Path) -> None:
        self.changes += 1
        self.series_version += 1
        self._forget(self._files.pop(path).key)

    # -- asking

    @property
    def folder(self) -> Path | None:
        """The folder of its log files; None if it has none any more."""
        own = [file for file in self.files if file.folded is None]
        return folder_of(own[0].path) if own else None

    @property
    def unread(self) -> int:
        """Bytes that have not been read yet, as far as is known."""
        return sum(file.tail.unread for file in self.files)

    @property
    def extent(self) -> Extent:
        """How far reading has come, as far as is known."""
        return self._known_extent.as_of(self.changes, lambda: extent_of(self.files))

    @property
    def modified(self) -> float:
        """The time when a file of the run was last written to, as far as is known (seconds since 1970)."""
        return modified_of(self.files)

    @property
    def info(self) -> RunInfo:
        """The facts of the run for the run list."""
        return self._known_info.as_of(self.changes, self._info, is_stale=self._may_differ)

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
            newest=self._known_newest.as_of(self.changes, self.newest),
            progress=progress_of(self, was_broken_off=was_broken_off),
            use=self._use(),
            display_name=display_name_of(files, self.records_of(META)),
            labels=labels_of(self.records_of(LINEAGE)),
            ending=self._ending(),
            loading=self.loading,
            hangs_since=self.hangs_since,
        )

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
        """The losses of the run's files."""
        return RunLosses(self.name, self.files, list(self._spools.values()))

    @property
    def is_making(self) -> bool:
        """True if more will come of what killed writers left."""
        return any(spool.is_making for spool in list(self._spools.values()))


def _rank(path: Path) -> int:
    """The rank of a file beside the logs, of which the first counts."""
    return ("config.yaml", "hparams.yaml", "args.yaml", "config.json").index(path.name)
