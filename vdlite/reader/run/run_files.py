"""The files of one run: which are followed, looked at and read, into its series."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from vdlite.cache.column_cache import ColumnCache
from vdlite.cache.stamps import Stamp
from vdlite.errors import DriveError
from vdlite.foreign.stores.places import place_of
from vdlite.format.layout import is_spool
from vdlite.format.shown_path import shown_path
from vdlite.reader.files.files import Files
from vdlite.reader.files.noted import Facts
from vdlite.reader.files.workers import Workers
from vdlite.reader.logdir.foreign_stores import Stores
from vdlite.reader.logdir.part_folders import Folded
from vdlite.reader.run.file_series import Series
from vdlite.reader.run.run_file import Grown, RunFile
from vdlite.reader.run.run_series import RunSeries
from vdlite.reader.run.spool_file import SpoolFile
from vdlite.reader.run.store_tail import StoredTail
from vdlite.reader.series.scalar_series import ScalarSeries
from vdlite.reader.series.smoothing_cache import SmoothingCache


class RunFiles(RunSeries):
    """Follows the files of a run. For one thread at a time."""

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
        # Grows when anything of the run may have changed but the time that has passed.
        self.changes = 0
        self._makers = makers
        self._kept = kept
        self._stores = Stores(files) if stores is None else stores
        self._spools: dict[str, SpoolFile] = {}  # by file name
        self._unneeded: set[Path] = set()  # files beside the logs, which tell of a trial themselves

    def sources(self) -> tuple[dict[str, Stamp], dict[str, Facts]] | None:
        """The stamp of each of its files as of when it was read, by name, and notes on what else they are made of.

        None if what was read may not be kept. Raises OSError.
        """
        found = {path.name: Stamp.of(self._of.stat(path)) for path in list(self._unneeded)}
        others: dict[str, Facts] = {}
        for file in self.files:
            tail = file.tail
            # What lies beside logs is not kept alone, as it depends on them.
            may_be_kept = (tail.may_be_kept or file.is_beside) and tail.is_sure
            stamp = tail.stamp if may_be_kept and file.folded is None else None
            if stamp is None or tail.failure is not None or not tail.finished:
                return None
            noted = tail.noted()
            if noted is None:
                return None
            found[file.path.name] = stamp
            if any(noted.values()):
                others[file.path.name] = noted
        return (dict(sorted(found.items())), others) if found else None

    def _set_files(
        self, paths: Sequence[Path], folded: Mapping[Path, Folded] = MappingProxyType({})
    ) -> bool:
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

    def _look_at_files(self) -> bool:
        anything = False
        for path, file in list(self._files.items()):
            before = (file.tail.size, file.tail.modified)
            try:
                anything = file.tail.look() or anything
                if not file.keeping.is_whole:
                    raise FileNotFoundError("its columns were cut short")
            except FileNotFoundError:
                if not self._is_there(path):
                    continue  # the next search for files says whether only it is gone, or all of its logdir
                self._drop(path)
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

    def _read_files(self, buffer: bytearray, go_on: Callable[[], bool] = lambda: True) -> Grown:
        grown: Grown = {}
        for file in self._logs_first():
            while not file.tail.finished:
                more = file.read(buffer)
                if more is not None:
                    self._note_growth(more)
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
                self._note_growth(left)
                self.changes += 1
                grown |= left
                if not go_on():
                    self.loading = True
                    return grown
        self.loading = False
        self.changes += 1
        return grown

    def _note_growth(self, grown: Mapping[tuple[str, str], Series]) -> None:
        """Before it counts as a change: who asks then has to find it."""
        self._open_newest.grew(
            (tag, series) for (_, tag), series in grown.items() if isinstance(series, ScalarSeries)
        )

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
        return place and StoredTail(path, self._stores.open(place.store), place.key, self._kept)

    def _title(self, path: Path) -> str | None:
        """The title that its store gives a run; None if it gives none (any more)."""
        place = place_of(path)
        return None if place is None else self._stores.open(place.store).title(place.key)

    def _version_in_store(self, paths: Sequence[Path]) -> Hashable:
        """The version that a file of several runs gives of this one, if it lies in such a file; else None.

        Raises OSError; FileNotFoundError if it is gone.
        """
        place = place_of(paths[0]) if len(paths) == 1 else None
        if place is None or not place.key:
            return None
        opened = self._stores.open(place.store)
        with opened.lock:
            opened.store.refresh()
            try:
                return opened.store.version(place.key)
            except KeyError as error:
                raise FileNotFoundError(f"the run is gone: {paths[0]}") from error

    def _check_there(self, file: RunFile) -> None:
        if not self._is_there(file.path):
            raise unreached(file.path)

    def _is_there(self, path: Path) -> bool:
        place = place_of(path)
        try:
            self._of.stat(path if place is None else place.store)
        except OSError:
            return False
        return True

    def _drop(self, path: Path) -> None:
        self._forget(self._files.pop(path).key)
        self.changes += 1  # last: what anybody works out meanwhile is still of before


def unreached(path: Path) -> DriveError:
    """The error of who asks for what only a log says that is gone with its logdir."""
    return DriveError(f"a log can't be reached for the moment: {shown_path(path)}")


def _rank(path: Path) -> int:
    """The rank of a file beside the logs, of which the first counts."""
    return ("config.yaml", "hparams.yaml", "args.yaml", "config.json").index(path.name)
