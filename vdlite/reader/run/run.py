"""One run: all log files of a folder, merged."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from vdlite.cache.column_cache import ColumnCache
from vdlite.cache.columns_file import ColumnsFile
from vdlite.errors import NotFoundError
from vdlite.foreign.stores.places import place_of
from vdlite.format.layout import is_spool
from vdlite.kinds.aside_tags import SYSTEM, aside_among, beginning_with, is_aside
from vdlite.kinds.console import NAME as CONSOLE
from vdlite.kinds.lineage import NAME as LINEAGE
from vdlite.kinds.meta import NAME as META
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.files.files import Files
from vdlite.reader.files.workers import Workers
from vdlite.reader.logdir.foreign_stores import Stores, folder_of
from vdlite.reader.logdir.part_folders import Folded
from vdlite.reader.run.kept_scalars import joint_newest
from vdlite.reader.run.last_known import LastKnown
from vdlite.reader.run.progress import progress_of
from vdlite.reader.run.run_file import Grown, RunFile, Series
from vdlite.reader.run.run_id import run_id
from vdlite.reader.run.run_info import Extent, RunInfo, extent_of, info_of, modified_of
from vdlite.reader.run.run_losses import RunLosses
from vdlite.reader.run.run_state import (
    display_name_of,
    labels_of,
    newest_of,
    newest_of_ends,
    outcome_of,
    state_of,
)
from vdlite.reader.run.spool_file import SpoolFile
from vdlite.reader.run.store_tail import StoredTail
from vdlite.reader.run.system_use import SystemUse, gpu_tags, system_use
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.console import ending_in
from vdlite.reader.series.record_series import RecordSeries
from vdlite.reader.series.restarts import FileKey, Restarts
from vdlite.reader.series.scalar_series import ScalarSeries, one_per_step
from vdlite.reader.series.smoothing_cache import SmoothingCache


class Run:
    """The series of one run. Reading is for one thread at a time; everything else may be asked at any time."""

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
        self.name = name
        self._of = files
        self._cache = cache or SmoothingCache()
        self._makers = makers
        self._kept = kept
        self._stores = Stores(files) if stores is None else stores
        self.id = run_id(name)
        self.loading = True
        # Grows when anything of the run may have changed but the time that has passed.
        self.changes = 0
        self.series_version = 0  # grows when a series comes or goes
        self.hangs_since: float | None = None
        self._lock = threading.Lock()
        self._known_tags: LastKnown[tuple[str, ...]] = LastKnown()
        self._known_info: LastKnown[RunInfo] = LastKnown()
        self._known_extent: LastKnown[Extent] = LastKnown()
        self._known_newest: LastKnown[tuple[int, int | None]] = LastKnown()
        self._known_use: tuple[tuple[int, ...], SystemUse] = ((), SystemUse())
        self._files: dict[Path, RunFile] = {}
        self._spools: dict[str, SpoolFile] = {}  # by file name
        self._unneeded: set[Path] = set()  # files beside the logs, which tell of a trial themselves
        self._restarts = Restarts()
        # By kind and tag. None: scalars that were kept, and that nobody has asked for yet.
        self._series: dict[str, dict[str, Series | None]] = {}

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

    def _list_kept(self, file: RunFile) -> None:
        """List the scalars that were kept of a file; what is open already is given its points."""
        with self._lock:
            of_kind = self._series.setdefault(SCALAR, {})
            known = len(of_kind)
            of_kind.update(
                dict.fromkeys([tag for tag in file.closed.numbers if tag not in of_kind])
            )
            opened = {
                tag: series
                for tag in file.closed.numbers
                if isinstance(series := of_kind[tag], ScalarSeries) and not file.is_given(tag)
            }
            if len(of_kind) != known:
                self.series_version += 1
        for tag, series in opened.items():
            rows = file.closed.read(tag, *file.closed.extent(tag))
            with self._lock:
                file.give(tag, series, rows)

    def _list_scalars(self, tags: Sequence[str]) -> Mapping[str, ScalarSeries]:
        """Make tags of scalars known; returns the series of those that are open."""
        with self._lock:
            of_kind = self._series.setdefault(SCALAR, {})
            known = len(of_kind)
            of_kind.update(dict.fromkeys([tag for tag in tags if tag not in of_kind]))
            if len(of_kind) != known:
                self.series_version += 1
            found = ((tag, of_kind[tag]) for tag in tags)
            return {tag: series for tag, series in found if isinstance(series, ScalarSeries)}

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

    def _close(self, file: RunFile) -> None:
        """Forget the series of a file that nobody has looked at; who asks is given what was kept of them."""
        with self._lock:
            of_kind = self._series.get(SCALAR, {})
            for tag in file.closed.numbers:
                series = of_kind.get(tag)
                if isinstance(series, ScalarSeries) and series.may_be_closed(file.key):
                    of_kind[tag] = None
                    for each in self._files.values():
                        each.forget(tag)

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

    def _forget(self, key: FileKey) -> None:
        """Forget what came from a file."""
        self.series_version += 1
        self._restarts.drop(key)
        with self._lock:
            for of_kind in self._series.values():
                for tag, series in list(of_kind.items()):
                    if series is not None:
                        series.drop(key)
                    if not (self._is_kept(tag) if series is None else len(series)):
                        del of_kind[tag]

    def _is_kept(self, tag: str) -> bool:
        return any(tag in file.closed.numbers for file in self._files.values())

    def _columns_of(self, key: FileKey) -> ColumnsFile | None:
        """A file for the many points of a series that came from a log."""
        # Without the lock: who asks holds the lock of a series, which is taken within ours elsewhere.
        file = next((file for file in list(self._files.values()) if file.key == key), None)
        return None if file is None else file.keeping.open_columns()

    def _open_records(self, kind: str, tag: str) -> RecordSeries | None:
        series = None if kind == SCALAR else self._open_series(kind, tag)
        return series if isinstance(series, RecordSeries) else None

    def _open_series(self, kind: str, tag: str) -> Series:
        if kind == SCALAR:
            return self._open_scalars(tag)
        with self._lock:
            of_kind = self._series.setdefault(kind, {})
            series = of_kind.get(tag)
            if series is None:
                self.series_version += 1
                series = of_kind[tag] = RecordSeries(kind, tag, self._of, self._restarts)
            return series

    def _open_scalars(self, tag: str, *, hold: bool = True) -> ScalarSeries:
        """A series with what there is of it; raises OSError. hold: False gives it nothing that comes later."""
        read: dict[RunFile, tuple[int, Columns]] = {}  # up to which row, and the points
        while True:
            with self._lock:
                of_kind = self._series.setdefault(SCALAR, {})
                series = of_kind.get(tag)
                if isinstance(series, ScalarSeries):
                    return series
                extents = {file: file.closed.extent(tag) for file in self._files.values()}
                wanted = {
                    file: extent
                    for file, extent in extents.items()
                    if extent[0] < extent[1] and (file not in read or read[file][0] < extent[1])
                }
                if not wanted:
                    series = ScalarSeries(self._cache, self._restarts, self._columns_of)
                    for file in sorted(extents, key=lambda file: file.key):
                        file.give(tag, series, read[file][1] if file in read else None, hold=hold)
                    if hold:
                        self.series_version += tag not in of_kind
                        of_kind[tag] = series
                    return series
            # Without the lock, which whoever reads the log takes: a slow disk holds up nobody else.
            for file, (start, stop) in wanted.items():
                read[file] = stop, file.closed.read(tag, start, stop)

    # -- asking

    def kinds(self) -> tuple[str, ...]:
        """The kinds that the run has records of, sorted."""
        with self._lock:
            return tuple(sorted(kind for kind, of_kind in self._series.items() if of_kind))

    def tags(self, kind: str = SCALAR) -> tuple[str, ...]:
        """The tags of a kind, sorted."""
        if kind == SCALAR:  # of which there may be a million
            return self._known_tags.as_of(self.series_version, lambda: self._sorted(SCALAR))
        return self._sorted(kind)

    def _sorted(self, kind: str) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(self._series.get(kind, ())))

    def tags_as_logged(self, kind: str) -> tuple[str, ...]:
        """The tags of a kind in the order in which they were logged first, as far as one file gives it."""
        with self._lock:
            return tuple(self._series.get(kind, ()))

    def scalars(self, tag: str, *, hold: bool = True) -> ScalarSeries:
        """Raises NotFoundError if the run has no scalars of this tag.

        hold: False, for who passes over very many, leaves in memory nothing of what nobody holds yet: the series gets
            nothing that comes later.
        """
        of_kind = self._series.get(SCALAR, {})
        series = of_kind.get(tag)
        if series is None and tag in of_kind:
            series = self._open_scalars(tag, hold=hold)
        if not isinstance(series, ScalarSeries):
            raise NotFoundError(
                f"no scalars with tag {tag!r} in run {self.name!r}{self._instead(tag)}"
            )
        return series

    def points_once(self, tag: str) -> Columns:
        """The points of a scalar in step order, one per step, for who passes over very many: nothing of them is held.

        Raises NotFoundError if the run has no scalars of this tag.
        """
        if not self._restarts and self._series.get(SCALAR, {}).get(tag, self) is None:
            holding = [file for file in list(self._files.values()) if file.closed.holds_points]
            if len(holding) == 1 and (points := holding[0].closed.only_rows(tag)) is not None:
                return one_per_step(points)
        return self.scalars(tag, hold=False).snapshot()

    def lengths(self) -> dict[str, int]:
        """About how many points each scalar has, by tag. What is not open is not opened for it."""
        with self._lock:
            of_kind = dict(self._series.get(SCALAR, {}))
        found = {tag: 0 if series is None else len(series) for tag, series in of_kind.items()}
        for file in self.files:
            if file.closed.holds_points:
                for tag, count in file.closed.counts().items():
                    if of_kind.get(tag, self) is None:
                        found[tag] += count
        return found

    @property
    def unsure_version(self) -> tuple[int, ...]:
        """Another one whenever `unsure_tags` may be others."""
        rows = (len(file.closed.rows.not_finite) for file in self.files)
        return (self.series_version, self.loading, *rows)

    def unsure_tags(self) -> list[str]:
        """The tags of scalars that may have values which are not finite, sorted: all but those of rows without any.

        Of a run that is still being read, without those of which nothing has been read.
        """
        with self._lock:
            of_kind = dict(self._series.get(SCALAR, {}))
        unsure = {tag for file in self.files for tag in file.closed.unsure()}
        found = sorted(tag for tag in of_kind if of_kind[tag] is not None or tag in unsure)
        lengths = self.lengths() if self.loading else {}
        return [tag for tag in found if not self.loading or lengths.get(tag)]

    def records(self, kind: str, tag: str) -> RecordSeries:
        """Raises NotFoundError if the run has no records of this kind and tag (or the kind is `scalar`)."""
        series = self._series.get(kind, {}).get(tag)
        if not isinstance(series, RecordSeries):
            swapped = self._series.get(tag, {}).get(kind)
            meant = self._instead(kind if swapped is not None else tag)
            raise NotFoundError(f"no {kind!r} records with tag {tag!r} in run {self.name!r}{meant}")
        return series

    def _instead(self, tag: str) -> str:
        """The hint for a tag that is there, but of another kind than was asked for."""
        with self._lock:
            kinds = [kind for kind, of_kind in self._series.items() if tag in of_kind]
        if not kinds:
            return ""
        kind = min(kinds)
        call = "scalars(run, " if kind == SCALAR else f"records(run, {kind!r}, "
        return f": did you mean {call}{tag!r})?"

    def series_names(self) -> tuple[tuple[str, str], ...]:
        """All kinds and tags, sorted."""
        with self._lock:
            return tuple(
                sorted((kind, tag) for kind, of_kind in self._series.items() for tag in of_kind)
            )

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
    def files(self) -> tuple[RunFile, ...]:
        """The log files, in order."""
        with self._lock:
            return tuple(sorted(self._files.values(), key=lambda file: file.key))

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
            newest=self._known_newest.as_of(self.changes, self._newest),
            progress=progress_of(self, was_broken_off=was_broken_off),
            use=self._use(),
            display_name=display_name_of(files, self._records(META)),
            labels=labels_of(self._records(LINEAGE)),
            ending=self._ending(),
            loading=self.loading,
            hangs_since=self.hangs_since,
        )

    def _ending(self) -> str | None:
        consoles = self._records(CONSOLE)
        ending = ending_in(consoles[0].records(superseded=True)) if consoles else None
        return None if ending is None else ending.text

    def ends(self) -> dict[str, tuple[int, float]]:
        """The largest step of each scalar, and the value that was logged last, by tag, sorted; see `ScalarSeries.end`.

        What was kept is not opened for it.
        """
        of_kind = self._opened_where_merged()
        found = {
            tag: end
            for tag, series in of_kind.items()
            if isinstance(series, ScalarSeries) and (end := series.end) is not None
        }
        closed = [tag for tag, series in of_kind.items() if series is None]
        if closed:
            found |= self._closed_ends(closed)
        return dict(sorted(found.items()))

    def _closed_ends(self, tags: Sequence[str]) -> dict[str, tuple[int, float]]:
        """The ends of series that are not open; see `ends`."""
        found: dict[str, tuple[int, float]] = {}
        merges = self._merges
        for file in self.files:
            below = self._restarts.limit(file.key)
            for tag, (step, value) in file.closed.ends(tags, below=below, highest=merges).items():
                before = found.get(tag)
                if before is None or step >= before[0]:
                    found[tag] = step, value
                elif not merges:
                    found[tag] = before[0], value
        return found

    @property
    def records_of_training(self) -> int:
        """How many records there are, without those that say what its machine did."""
        of_machine = beginning_with(self.tags(), SYSTEM)
        return self.info.records - sum(len(self.scalars(tag)) for tag in of_machine)

    def _newest(self) -> tuple[int, int | None]:
        of_kind = self._opened_where_merged()
        opened = {tag: each for tag, each in of_kind.items() if isinstance(each, ScalarSeries)}
        # Without those whose steps are seconds.
        open_now = newest_of(each for tag, each in opened.items() if not is_aside(tag))
        holding = [file for file in self.files if file.closed.holds_points]
        if len(opened) == len(of_kind) or not holding:
            return open_now
        left_out = {*opened, *aside_among(self.tags())}
        if len(holding) == 1 and not self._merges:
            return joint_newest([open_now, holding[0].closed.newest(left_out)])
        closed = [tag for tag in of_kind if tag not in left_out]
        return joint_newest([open_now, newest_of_ends(self._closed_ends(closed).values())])

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

    @property
    def _merges(self) -> bool:
        """True if of several files the one counts that is farther, and not the later one."""
        return bool(self._restarts) or any(file.key.before for file in self._files.values())

    def _opened_where_merged(self) -> dict[str, Series | None]:
        """The scalars, None for those that are not open. Those are, of which points were kept that have to be merged."""
        with self._lock:
            of_kind = dict(self._series.get(SCALAR, {}))
        if self._merges:
            kept = set().union(*(file.closed.kept_tags() for file in self.files))
            for tag in kept:
                if of_kind.get(tag, self) is None:
                    of_kind[tag] = self._open_scalars(tag)
        return of_kind

    def _records(self, kind: str) -> list[RecordSeries]:
        with self._lock:
            series = list(self._series.get(kind, {}).values())
        return [one for one in series if isinstance(one, RecordSeries)]

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
