"""One scalar series: what several files hold of it, merged."""

import itertools
import threading
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.cache.columns_file import ColumnsFile
from vdlite.reader.series.columns import Columns, GrowingColumns, concatenate
from vdlite.reader.series.mapped_columns import (
    MAPPED_FROM,
    POINT_BYTES,
    MappedColumns,
    PointFacts,
    facts_of,
)
from vdlite.reader.series.restarts import FileKey, Restarts
from vdlite.reader.series.smoothing_cache import SmoothingCache
from vdlite.reader.series.versions import new_version

_MOST_ASIDE = 2048  # points of a series
_MOST_PARTS_ASIDE = 32  # what lies aside keeps what was read with it
_numbers = itertools.count()

_Aside = tuple[FileKey, Columns, int, int]
"""Points that lie aside: those of a file from the first of the two places up to the second."""


ColumnsOf = Callable[[FileKey], ColumnsFile | None]
"""Gives the file for many points of a log; None if they are to be kept in memory."""


def _in_memory(_: FileKey) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A series at one moment. Its columns don't change when the series grows."""

    version: int  # grows when points that were given before may have changed
    columns: Columns  # in step order, one point per step
    total: int  # points with the superseded ones
    walltimes_rise: bool
    all_finite: bool
    resumed: tuple[int, ...] = ()
    """The first step of each file that was begun once those before it had ended: there the training was resumed."""


class ScalarSeries:
    """The points of one tag of one run, from all files of the run. Threads may share it.

    Where several points have the same step, the one logged last supersedes the others. Later means: in a later file
    (files are ordered by when they were made), or further behind in the same file. A writer that began anew at a step
    supersedes everything from that step on in earlier files.
    """

    __slots__ = (
        "_all_finite",
        "_aside",
        "_cache",
        "_columns_of",
        "_files",
        "_has_ranks",
        "_highest",
        "_is_looked_at",
        "_is_mixed",
        "_last_file",
        "_last_step",
        "_last_walltime",
        "_length",
        "_lock",
        "_looked",
        "_newest",
        "_number",
        "_origin",
        "_restarts",
        "_restarts_known",
        "_settled",
        "_snapshot",
        "_version",
        "_walltimes_rise",
    )

    def __init__(
        self,
        cache: SmoothingCache | None = None,
        restarts: Restarts | None = None,
        columns_of: ColumnsOf = _in_memory,
    ) -> None:
        """cache: for smoothed values; shared by the series of a store. restarts: of the run.

        columns_of: the files for many points.
        """
        self._cache = cache or SmoothingCache()
        self._columns_of = columns_of
        self._restarts = Restarts() if restarts is None else restarts
        self._restarts_known = self._restarts.version  # as of the last snapshot
        self._number = next(_numbers)
        self._lock = threading.Lock()
        # Merged in the order of the keys.
        self._files: dict[FileKey, GrowingColumns | MappedColumns] = {}
        self._version = new_version()
        self._last_step: int | None = None  # the largest
        self._origin = float("inf")
        self._all_finite = True
        self._walltimes_rise = True
        self._last_walltime = -float("inf")
        self._newest: tuple[int, float, float] = (0, 0.0, 0.0)
        self._length = 0  # points, of which the first `_settled` have been taken in
        self._settled = 0
        self._aside: list[_Aside] = []
        self._has_ranks = False  # whether others than rank 0 logged it
        self._last_file: FileKey | None = None  # of those with points, in the order of the keys
        self._is_mixed = False  # whether others have grown since it has
        self._highest: int | None = None  # step, also of the first `_looked` that lie aside
        self._looked = 0
        self._snapshot: Snapshot | None = None
        self._is_looked_at = False

    def append(self, file: FileKey, points: Columns) -> None:
        """Add points that follow what is known of this file; `file` also gives its place among the run's."""
        if not len(points):
            return
        # A copy, since a view would keep everything alive that was read with it; so many are taken in, and copied, at once.
        own = points if len(points) >= _MOST_ASIDE else points.copy()
        self.put_aside(file, own, 0, len(points))

    def put_aside(self, file: FileKey, points: Columns, start: int, end: int) -> None:
        """Add `points[start:end]`, which are kept as they are for a while, and with them all the points.

        Of many small series hardly any is looked at, so this does as little as can be.
        """
        with self._lock:
            self._aside.append((file, points, start, end))
            if file is not self._last_file:
                self._note_file(file)
            self._length += end - start
            self._snapshot = None
            if self._length - self._settled >= _MOST_ASIDE or len(self._aside) >= _MOST_PARTS_ASIDE:
                self._settle()

    def _note_file(self, file: FileKey) -> None:
        """Points of that file have come. With the lock held."""
        self._has_ranks |= file.before != 0
        if self._last_file is None or file >= self._last_file:
            self._last_file = file
        else:
            self._is_mixed = True

    def _settle(self) -> None:
        """Take in what was put aside. With the lock held."""
        self._newest = self._newest_now()
        for file, group in itertools.groupby(self._aside, key=lambda item: item[0]):
            self._take_in(file, _joined(group))
        self._aside.clear()
        self._settled = self._length
        self._highest, self._looked = self._last_step, 0

    def _take_in(self, file: FileKey, points: Columns) -> None:
        held = self._files.get(file)
        self._files[file] = _appended(held or GrowingColumns(), points, file, self._columns_of)
        self._note(facts_of(points))

    def _note(self, facts: PointFacts) -> None:
        """There are points more, behind those of their file that were there."""
        in_order = self._last_step is None or facts.first_step > self._last_step
        if not (in_order and facts.rising):
            self._version = new_version()
        self._walltimes_rise = (
            self._walltimes_rise
            and facts.first_walltime >= self._last_walltime
            and facts.walltimes_rise
        )
        self._last_walltime = facts.last_walltime
        highest = facts.highest_step
        self._last_step = highest if self._last_step is None else max(highest, self._last_step)
        self._origin = min(self._origin, facts.least_walltime)
        self._all_finite = self._all_finite and facts.all_finite

    def restore(
        self, file: FileKey, held: GrowingColumns | MappedColumns, facts: PointFacts
    ) -> None:
        """Take in the points that were kept of a file, before any other of it; they are not looked at."""
        with self._lock:
            self._settle()
            self._files[file] = held
            self._note_file(file)
            self._note(facts)
            self._newest = (facts.last_step, facts.last_walltime, facts.last_value)
            self._length += held.length
            self._settled = self._length
            self._highest = self._last_step
            self._snapshot = None

    def points_of(self, file: FileKey) -> tuple[MappedColumns, PointFacts] | Columns:
        """The points of a file, as they were logged: mapped ones with their facts, or such as are in memory."""
        with self._lock:
            held = self._files.get(file)
            if isinstance(held, MappedColumns):
                self._settle()
                return held, self._facts_of(held)
            parts = [] if held is None else [held.view()]
            return concatenate([*parts, _joined(part for part in self._aside if part[0] == file)])

    def _facts_of(self, held: MappedColumns) -> PointFacts:
        points = held.view()
        ColumnsFile.look_at(POINT_BYTES * len(points))
        if len(self._files) > 1 or not self._walltimes_rise:
            return facts_of(points)
        step, walltime, value = _last(points, len(points))
        return PointFacts(
            rising=held.rising,
            walltimes_rise=True,
            all_finite=self._all_finite,
            first_step=int(points.steps[0]),
            highest_step=step if held.rising else int(points.steps.max()),
            first_walltime=float(points.walltimes[0]),
            least_walltime=float(points.walltimes[0]),
            last_step=step,
            last_walltime=walltime,
            last_value=value,
        )

    def may_be_closed(self, file: FileKey) -> bool:
        """True if nobody was given a version of it, and all points are of that file and in memory."""
        with self._lock:
            files = {*self._files, *(part[0] for part in self._aside)}
            mapped = any(isinstance(held, MappedColumns) for held in self._files.values())
            return not self._is_looked_at and files == {file} and not mapped

    def drop(self, file: FileKey) -> None:
        """Forget what came from a file that is gone."""
        with self._lock:
            self._settle()
            if self._files.pop(file, None) is None:
                return
            self._version = new_version()
            self._snapshot = None
            self._walltimes_rise = False  # not known any more
            left = [self._files[name].view() for name in sorted(self._files)]
            self._length = self._settled = sum(map(len, left))
            self._last_step = max((int(points.steps.max()) for points in left), default=None)
            self._highest = self._last_step
            self._origin = min(
                [float("inf"), *(float(np.fmin.reduce(points.walltimes)) for points in left)]
            )
            self._all_finite = all(bool(np.isfinite(points.values).all()) for points in left)
            self._has_ranks = any(name.before for name in self._files)
            self._last_file, self._is_mixed = max(self._files, default=None), False
            if left:
                self._newest = _last(left[-1], len(left[-1]))

    def __len__(self) -> int:
        return self._length

    @property
    def version(self) -> int:
        """Grows when points that were given before may have changed."""
        return self.at_once().version

    @property
    def origin(self) -> float:
        """The first walltime: zero of the relative axis (seconds since 1970)."""
        with self._lock:
            self._settle()
            return self._origin if self._files else 0.0

    @property
    def newest(self) -> tuple[int, float, float]:
        """Step, walltime and value of the point that was read last."""
        with self._lock:
            return self._newest_now()

    @property
    def end(self) -> tuple[int, float] | None:
        """The largest step, and the value that was logged last, of the points that count; None if none does.

        Of several files, the last value is that of the later one, in whichever order they are read. Where a writer began anew, and of several ranks, the value is that of the largest step.
        """
        with self._lock:
            if self._restarts or self._has_ranks:
                return self._counting_end()
            for _, points, start, end in self._aside[self._looked :]:
                steps = points.steps[start:end]  # at least one, and mostly no more
                highest = int(steps[0]) if end - start == 1 else int(steps.max())
                self._highest = highest if self._highest is None else max(highest, self._highest)
            self._looked = len(self._aside)
            if self._highest is None:
                return None
            if self._is_mixed:
                return self._highest, self._last_of_last_file()
            if not self._aside:
                return self._highest, self._newest[2]
            _, points, _, end = self._aside[-1]
            return self._highest, float(points.values[end - 1])

    def _last_of_last_file(self) -> float:
        """The last value of the file that comes last. With the lock held."""
        assert self._last_file is not None
        for file, points, _, end in reversed(self._aside):
            if file == self._last_file:
                return float(points.values[end - 1])
        return float(self._files[self._last_file].view().values[-1])

    def _counting_end(self) -> tuple[int, float] | None:
        """The last point that counts, found file by file without merging them: whoever lists runs asks for it again and again."""
        self._settle()
        ends = []
        for file in sorted(self._files):
            held, limit = self._files[file], self._restarts.limit(file)
            points = held.view()
            if held.rising:
                count = len(points) if limit is None else int(points.steps.searchsorted(limit))
                last = count - 1
            else:
                steps = points.steps
                counting = np.ones(len(steps), bool) if limit is None else steps < limit
                highest = steps[counting].max() if counting.any() else None
                last = -1 if highest is None else int(np.flatnonzero(steps == highest)[-1])
            if last >= 0:
                ends.append((int(points.steps[last]), float(points.values[last])))
        # Of files that are equally far, the later one counts.
        return max(reversed(ends), key=lambda end: end[0], default=None)

    def _newest_now(self) -> tuple[int, float, float]:
        if not self._aside:
            return self._newest
        _, points, _, end = self._aside[-1]
        return _last(points, end)

    def snapshot(self) -> Columns:
        """The points, in step order, one per step."""
        return self.at_once().columns

    def newer(self, count: int, step: int) -> Columns | None:
        """The points behind the first `count`, if that is quickly known: they came of late, from the only file, with rising
        steps above `step`.

        None: `at_once` knows them. Who follows many live series so needs not put each together anew.
        """
        with self._lock:
            place = self._settled
            if count < place or self._restarts or len(self._files) > 1 or not self._aside:
                return None
            file = next(iter(self._files), self._aside[0][0])
            parts = []
            for part in self._aside:
                if part[0] != file:
                    return None
                begin, place = place, place + part[3] - part[2]
                if place > count:
                    first = part[2] + max(0, count - begin)
                    parts.append(part[1].take(slice(first, part[3])))
        points = concatenate(parts)
        steps = points.steps
        if not len(steps) or steps[0] <= step or (steps[1:] <= steps[:-1]).any():
            return None
        return points

    def at_once(self) -> Snapshot:
        """Everything about the series that belongs together."""
        with self._lock:
            self._is_looked_at = True
            if self._restarts_known != self._restarts.version:
                self._restarts_known = self._restarts.version
                self._version = new_version()
                self._snapshot = None
            if self._snapshot is None:
                self._snapshot = self._of_aside() or self._of_files()
            if self._length >= MAPPED_FROM:
                ColumnsFile.look_at(POINT_BYTES * self._length)
            return self._snapshot

    def _of_aside(self) -> Snapshot | None:
        """Points of one file in rising order need no merging: of many small series this is a third of the work."""
        if self._settled or not self._aside or self._restarts:
            return None
        file = self._aside[0][0]
        if any(other != file for other, *_ in self._aside):
            return None
        points = _joined(self._aside)
        if not (points.steps[1:] > points.steps[:-1]).all():
            return None
        walltimes = points.walltimes
        rise = bool((walltimes[1:] >= walltimes[:-1]).all())
        all_finite = bool(np.isfinite(points.values).all())
        return Snapshot(self._version, points, len(points), rise, all_finite)

    def _of_files(self) -> Snapshot:
        self._settle()
        columns, total = self._merge()
        walltimes = columns.walltimes
        rise = self._walltimes_rise or bool((walltimes[1:] >= walltimes[:-1]).all())
        return Snapshot(self._version, columns, total, rise, self._all_finite, self._resumed())

    def _resumed(self) -> tuple[int, ...]:
        """See `Snapshot.resumed`. Files of writers that logged side by side, as of several processes, are none such."""
        if len(self._files) < 2:
            return ()
        found, until = [], float("inf")
        for name in sorted(self._files, key=lambda name: name.created):
            points = self._files[name].view()
            begin, end = float(points.walltimes.min()), float(points.walltimes.max())
            steps = points.steps[self._counts(name)]
            if begin > until and len(steps):
                found.append(int(steps.min()))
            until = end if until == float("inf") else max(until, end)
        return tuple(sorted(found))

    def _merge(self) -> tuple[Columns, int]:
        held = [self._files[name] for name in sorted(self._files)]
        total = sum(columns.length for columns in held)
        points = concatenate([self._counting(name) for name in sorted(self._files)])
        if len(held) == 1 and held[0].rising:
            return points, total
        return one_per_step(points), total

    def _counting(self, file: FileKey) -> Columns:
        """The points of a file without those that a later writer began anew before."""
        points = self._files[file].view()
        return points.take(self._counts(file)) if self._restarts else points

    def _counts(self, file: FileKey) -> NDArray[np.bool_]:
        """True for each point of a file that counts: no later writer began anew before it."""
        steps, limit = self._files[file].view().steps, self._restarts.limit(file)
        return np.ones(len(steps), np.bool_) if limit is None else steps < limit

    def all_points(self) -> tuple[Columns, NDArray[np.bool_]]:
        """All points in step order, those of one step as they were logged, and which of them are superseded [N]."""
        with self._lock:
            self._settle()
            files = sorted(self._files)
            points = concatenate([self._files[name].view() for name in files])
            counting = [self._counts(name) for name in files]
        order = np.argsort(points.steps, kind="stable")
        points = points.take(order)
        superseded = np.zeros(len(points), bool)
        superseded[:-1] = points.steps[1:] == points.steps[:-1]
        if self._restarts and counting:
            superseded |= ~np.concatenate(counting)[order]
        return points, superseded

    def of_files(self, files: Collection[FileKey]) -> Columns:
        """The points that some files hold, one per step: the last one."""
        with self._lock:
            self._settle()
            held = [self._files[name].view() for name in sorted(files) if name in self._files]
        return one_per_step(concatenate(held))

    def lengths(self) -> dict[FileKey, int]:
        """The number of points that each file holds."""
        with self._lock:
            self._settle()
            return {name: held.length for name, held in self._files.items()}

    def smoothed(self, snapshot: Snapshot, weight: float) -> NDArray[np.float64]:
        """The values of the snapshot, smoothed over all of its points; see `smooth`."""
        values = snapshot.columns.values
        return self._cache.smoothed(self._number, snapshot.version, values, weight)


def _appended(
    held: GrowingColumns | MappedColumns, points: Columns, file: FileKey, columns_of: ColumnsOf
) -> GrowingColumns | MappedColumns:
    """What is held with points behind it: in a file if they are many, and if that can be written."""
    grows = not isinstance(held, MappedColumns) or held.file.may_write
    many = held.length + len(points) >= MAPPED_FROM
    try:
        if many and not (isinstance(held, MappedColumns) and grows):
            columns = columns_of(file)
            if columns is not None:
                held = MappedColumns.copy_of(columns, held.view(), len(points), rising=held.rising)
                grows = True
        if grows:
            held.append(points)
            return held
    except OSError:
        pass
    in_memory = GrowingColumns()
    in_memory.append(held.view())
    in_memory.append(points)
    return in_memory


def _last(points: Columns, end: int) -> tuple[int, float, float]:
    """Step, walltime and value of the last point before a place."""
    return (
        int(points.steps[end - 1]),
        float(points.walltimes[end - 1]),
        float(points.values[end - 1]),
    )


def _joined(aside: Iterable[_Aside]) -> Columns:
    return concatenate([points.take(slice(start, end)) for _, points, start, end in aside])


def one_per_step(points: Columns) -> Columns:
    """The points in step order; of each step only the last one. The same points if that is all, as they are."""
    steps = points.steps
    if (steps[1:] > steps[:-1]).all():
        return points
    order = np.argsort(steps, kind="stable")
    ordered = steps[order]
    last = np.ones(len(steps), bool)
    last[:-1] = ordered[1:] != ordered[:-1]
    return points.take(order[last])
