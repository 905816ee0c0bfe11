"""The series of one run, from all of its files: opened when somebody asks."""

import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from vdlite.cache.columns_file import ColumnsFile
from vdlite.errors import NotFoundError
from vdlite.kinds.aside_tags import aside_among
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.files.files import Files
from vdlite.reader.run.file_series import Series
from vdlite.reader.run.kept_scalars import joint_newest
from vdlite.reader.run.last_known import LastKnown
from vdlite.reader.run.open_newest import OpenNewest
from vdlite.reader.run.run_at_rest import RunAtRest, Tags
from vdlite.reader.run.run_file import RunFile
from vdlite.reader.run.run_state import newest_of_ends
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.record_series import RecordSeries
from vdlite.reader.series.restarts import FileKey, Restarts
from vdlite.reader.series.scalar_series import ScalarSeries, one_per_step
from vdlite.reader.series.smoothing_cache import SmoothingCache


class RunSeries:
    """What there is of each kind and tag of a run, merged from its files.

    Scalars that nobody has asked for are closed: they have nothing but their names. Of a run at rest not even the files
    are open, as long as nobody asks for more than what was kept of it.
    """

    def __init__(self, name: str, files: Files, cache: SmoothingCache | None) -> None:
        self.name = name
        self.loading = True
        self.series_version = 0  # grows when a series comes or goes
        self._of = files
        self._cache = cache or SmoothingCache()
        self._lock = threading.Lock()
        self._rest: RunAtRest | None = None
        self._open_newest = OpenNewest()
        self._known_tags: LastKnown[tuple[str, ...]] = LastKnown()
        self._files: dict[Path, RunFile] = {}
        self._restarts = Restarts()
        # By kind and tag. None: scalars that nobody has asked for yet.
        self._series: dict[str, dict[str, Series | None]] = {}
        self._opened: dict[str, ScalarSeries] = {}  # the scalars among them that are open

    def _open(self) -> None:
        """Open the files of a run at rest, for what only they can say. Not for who holds the lock."""

    def _open_for(self, kind: str, tag: str) -> None:
        """Open the files of a run at rest for a series, if it has that."""
        if (rest := self._rest) is not None and tag in rest.tags.get(kind, ()):
            self._open()

    def _check_there(self, file: RunFile) -> None:
        """Raise DriveError while the file is gone, and not yet left out."""

    # -- for the thread that reads

    def _list_scalars(self, tags: Sequence[str]) -> Mapping[str, ScalarSeries]:
        """Make tags of scalars known; returns the series of those that are open."""
        with self._lock:
            of_kind = self._series.setdefault(SCALAR, {})
            known = len(of_kind)
            of_kind.update(dict.fromkeys([tag for tag in tags if tag not in of_kind]))
            if len(of_kind) != known:
                self.series_version += 1
            return {tag: self._opened[tag] for tag in tags if tag in self._opened}

    def _list_kept(self, file: RunFile) -> None:
        """List the scalars that were kept of a file; what is open already is given its points."""
        with self._lock:
            of_kind = self._series.setdefault(SCALAR, {})
            known = len(of_kind)
            tags: Iterable[str] = file.closed.numbers
            if known:
                tags = [tag for tag in tags if tag not in of_kind]
            of_kind.update(dict.fromkeys(tags))
            opened = {
                tag: series
                for tag, series in self._opened.items()
                if tag in file.closed.numbers and not file.series.is_given(tag)
            }
            if len(of_kind) != known:
                self.series_version += 1
        try:
            for tag, series in opened.items():
                rows = file.closed.read(tag, *file.closed.extent(tag))
                with self._lock:
                    file.series.give(tag, file.key, series, rows, hold=True)
        finally:
            self._open_newest.forget()  # behind all that changes them: who asks meanwhile sees less

    def _close(self, file: RunFile) -> None:
        """Forget the series of a file that nobody has looked at; who asks is given what was kept of them."""
        with self._lock:
            of_kind = self._series.get(SCALAR, {})
            for tag, series in list(self._opened.items()):
                if tag in file.closed.numbers and series.may_be_closed(file.key):
                    of_kind[tag] = None
                    del self._opened[tag]
                    for each in self._files.values():
                        each.series.close(tag)
        self._open_newest.forget()

    def _forget(self, key: FileKey) -> None:
        """Forget what came from a file."""
        self._restarts.drop(key)
        with self._lock:
            for kind, of_kind in self._series.items():
                for tag, series in list(of_kind.items()):
                    if series is not None:
                        series.drop(key)
                    if not (self._is_kept(tag) if series is None else len(series)):
                        del of_kind[tag]
                        if kind == SCALAR:
                            self._opened.pop(tag, None)
            self.series_version += 1  # behind the change: who asks meanwhile sees what was there
        self._open_newest.forget()

    def _is_kept(self, tag: str) -> bool:
        return any(tag in file.closed.numbers for file in self._files.values())

    def _has_tags(self, tags: Tags) -> bool:
        """True if its kinds and tags are these, in their order."""
        with self._lock:
            there = {kind: list(of_kind) for kind, of_kind in self._series.items() if of_kind}
        return there == {kind: list(of_kind) for kind, of_kind in tags.items()}

    # -- opening

    def _open_series(self, kind: str, tag: str) -> Series:
        if kind == SCALAR:
            begun = self._open_scalars(tag, begins=True)
            assert begun is not None
            return begun
        with self._lock:
            of_kind = self._series.setdefault(kind, {})
            series = of_kind.get(tag)
            if series is None:
                self.series_version += 1
                series = of_kind[tag] = RecordSeries(kind, tag, self._of, self._restarts)
            return series

    def _open_scalars(
        self, tag: str, *, hold: bool = True, begins: bool = False
    ) -> ScalarSeries | None:
        """A series with what there is of it; raises OSError.

        hold: False gives it nothing that comes later. begins: its log has it; else None if none has it any more.
        """
        read: dict[RunFile, tuple[int, Columns]] = {}  # up to which row, and the points
        while True:
            with self._lock:
                of_kind = self._series.setdefault(SCALAR, {})
                series = of_kind.get(tag)
                if isinstance(series, ScalarSeries):
                    return series
                if not begins and tag not in of_kind:
                    return None
                files = list(self._files.values())
                wanted = {
                    file: extent
                    for file in files
                    if file.closed.rows
                    and (extent := file.closed.extent(tag))[0] < extent[1]
                    and (file not in read or read[file][0] < extent[1])
                }
                if not wanted:
                    series = ScalarSeries(self._cache, self._restarts, self._columns_of)
                    for file in (
                        files if len(files) == 1 else sorted(files, key=lambda file: file.key)
                    ):
                        rows = read[file][1] if file in read else None
                        file.series.give(tag, file.key, series, rows, hold=hold)
                    if hold:
                        self.series_version += tag not in of_kind
                        of_kind[tag] = self._opened[tag] = series
                        self._open_newest.grew([(tag, series)])
                    return series
            # Without the lock, which whoever reads the log takes: a slow disk holds up nobody else.
            for file, (start, stop) in wanted.items():
                read[file] = stop, file.closed.read(tag, start, stop)

    def _open_records(self, kind: str, tag: str) -> RecordSeries | None:
        series = None if kind == SCALAR else self._open_series(kind, tag)
        return series if isinstance(series, RecordSeries) else None

    def _columns_of(self, key: FileKey) -> ColumnsFile | None:
        """A file for the many points of a series that came from a log."""
        # Without the lock: who asks holds the lock of a series, which is taken within ours elsewhere.
        file = next((file for file in list(self._files.values()) if file.key == key), None)
        return None if file is None else file.keeping.open_columns()

    # -- asking

    @property
    def files(self) -> tuple[RunFile, ...]:
        """The log files, in order."""
        self._open()
        with self._lock:
            return tuple(sorted(self._files.values(), key=lambda file: file.key))

    def kinds(self) -> tuple[str, ...]:
        """The kinds that the run has records of, sorted."""
        if (rest := self._rest) is not None:
            return tuple(sorted(rest.tags))
        with self._lock:
            return tuple(sorted(kind for kind, of_kind in self._series.items() if of_kind))

    def tags(self, kind: str = SCALAR) -> tuple[str, ...]:
        """The tags of a kind, sorted."""
        if (rest := self._rest) is not None:
            return tuple(sorted(rest.tags.get(kind, ())))
        if kind == SCALAR:  # of which there may be a million
            return self._known_tags.as_of(self.series_version, lambda: self._sorted(SCALAR))
        return self._sorted(kind)

    def _sorted(self, kind: str) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(self._series.get(kind, ())))

    def tags_as_logged(self, kind: str) -> tuple[str, ...]:
        """The tags of a kind in the order in which they were logged first, as far as one file gives it."""
        if (rest := self._rest) is not None:
            return tuple(rest.tags.get(kind, ()))
        with self._lock:
            return tuple(self._series.get(kind, ()))

    def series_names(self) -> tuple[tuple[str, str], ...]:
        """All kinds and tags, sorted."""
        self._open()
        with self._lock:
            return tuple(
                sorted((kind, tag) for kind, of_kind in self._series.items() for tag in of_kind)
            )

    def scalars(self, tag: str, *, hold: bool = True) -> ScalarSeries:
        """Raises NotFoundError if the run has no scalars of this tag, and DriveError while a log of them is gone.

        hold: False, for who passes over very many, leaves in memory nothing of what nobody holds yet: the series gets
            nothing that comes later.
        """
        self._open_for(SCALAR, tag)
        of_kind = self._series.get(SCALAR, {})
        series = of_kind.get(tag)
        if series is None and tag in of_kind:
            self._check_rows(tag)
            series = self._open_scalars(tag, hold=hold)
        if not isinstance(series, ScalarSeries):
            raise NotFoundError(
                f"no scalars with tag {tag!r} in run {self.name!r}{self._instead(tag)}"
            )
        return series

    def _check_rows(self, tag: str) -> None:
        """Raise DriveError while a log is gone in whose rows a series has points: it would be opened without them."""
        for file in list(self._files.values()):
            if file.closed.rows and tag in file.closed.numbers:
                self._check_there(file)

    def points_once(self, tag: str) -> Columns:
        """The points of a scalar in step order, one per step, for who passes over very many: nothing of them is held.

        Raises NotFoundError if the run has no scalars of this tag.
        """
        self._open_for(SCALAR, tag)
        if not self._restarts and self._series.get(SCALAR, {}).get(tag, self) is None:
            holding = [file for file in list(self._files.values()) if file.closed.holds_points]
            if len(holding) == 1 and (points := holding[0].closed.only_rows(tag)) is not None:
                self._check_rows(tag)  # behind the look: it may have gone meanwhile
                return one_per_step(points)
        return self.scalars(tag, hold=False).snapshot()

    def records(self, kind: str, tag: str) -> RecordSeries:
        """Raises NotFoundError if the run has no records of this kind and tag (or the kind is `scalar`)."""
        self._open_for(kind, tag)
        series = self._series.get(kind, {}).get(tag)
        if not isinstance(series, RecordSeries):
            is_swapped = kind in self.tags_as_logged(tag)
            meant = self._instead(kind if is_swapped else tag)
            raise NotFoundError(f"no {kind!r} records with tag {tag!r} in run {self.name!r}{meant}")
        return series

    def records_of(self, kind: str) -> list[RecordSeries]:
        """All series of records of a kind."""
        if (rest := self._rest) is not None and kind in rest.tags:
            self._open()
        with self._lock:
            series = list(self._series.get(kind, {}).values())
        return [one for one in series if isinstance(one, RecordSeries)]

    def _instead(self, tag: str) -> str:
        """The hint for a tag that is there, but of another kind than was asked for."""
        kinds = [kind for kind in self.kinds() if tag in self.tags_as_logged(kind)]
        if not kinds:
            return ""
        kind = min(kinds)
        call = "scalars(run, " if kind == SCALAR else f"records(run, {kind!r}, "
        return f": did you mean {call}{tag!r})?"

    # -- how all of them stand

    def ends(self) -> dict[str, tuple[int, float]]:
        """The largest step of each scalar, and the value that was logged last, by tag, sorted; see `ScalarSeries.end`.

        What was kept is not opened for it.
        """
        if (rest := self._rest) is not None:
            return rest.ends()
        if self._merges:
            self._open_where_merged()
        opened = self._opened_now()
        found = {tag: end for tag, series in opened.items() if (end := series.end) is not None}
        closed = [tag for tag in self.tags() if tag not in opened]
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

    def newest(self) -> tuple[int, int | None]:
        """How many tags' newest value is not finite, and the largest step; None without any."""
        self._open()
        if self._merges:
            self._open_where_merged()
            self._open_newest.forget()
        # Each series counts once, as an open or a closed one, whoever opens it meanwhile.
        open_now, opened = self._open_newest.of(self._opened_now)
        holding = [file for file in self.files if file.closed.holds_points]
        if not holding or len(opened) == len(self._series.get(SCALAR, ())):
            return open_now
        tags = self.tags()
        left_out = {*opened, *aside_among(tags)}
        if len(holding) == 1 and not self._merges:
            return joint_newest([open_now, holding[0].closed.newest(left_out)])
        closed = [tag for tag in tags if tag not in left_out]
        return joint_newest([open_now, newest_of_ends(self._closed_ends(closed).values())])

    @property
    def _merges(self) -> bool:
        """True if of several files the one counts that is farther, and not the later one."""
        return bool(self._restarts) or any(file.key.before for file in self._files.values())

    def _opened_now(self) -> dict[str, ScalarSeries]:
        with self._lock:
            return dict(self._opened)

    def _open_where_merged(self) -> None:
        """Open the scalars of which points were kept that have to be merged."""
        with self._lock:
            of_kind = dict(self._series.get(SCALAR, {}))
        for tag in set().union(*(file.closed.kept_tags() for file in self.files)):
            if of_kind.get(tag, self) is None:
                self._open_scalars(tag)

    def lengths(self) -> dict[str, int]:
        """About how many points each scalar has, by tag. What is not open is not opened for it."""
        self._open()
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
        self._open()
        rows = (len(file.closed.rows.not_finite) for file in self.files)
        return (self.series_version, self.loading, *rows)

    def unsure_tags(self) -> list[str]:
        """The tags of scalars that may have values which are not finite, sorted: all but those of rows without any.

        Of a run that is still being read, without those of which nothing has been read.
        """
        self._open()
        with self._lock:
            of_kind = dict(self._series.get(SCALAR, {}))
        unsure = {tag for file in self.files for tag in file.closed.unsure()}
        found = sorted(tag for tag in of_kind if of_kind[tag] is not None or tag in unsure)
        lengths = self.lengths() if self.loading else {}
        return [tag for tag in found if not self.loading or lengths.get(tag)]
