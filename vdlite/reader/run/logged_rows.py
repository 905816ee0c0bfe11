"""Rows of very many scalars, which stay in the log: where they lie, and the points that are read of them.

A run that logs a number of each of a million weights has nothing but names in memory until somebody asks for one. Its
points are read then, from where they lie in the log; later ones are handed on as they come.

A series that is logged in a row and alone as well has points in both ways, in turns: such points of a row as come
before one that was logged alone are held with it, and counted as taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vdlite.cache.arrays import Later
from vdlite.format.batch import WideRows
from vdlite.reader.run.row_values import ROW, Log, RowList, RowValues
from vdlite.reader.series.columns import Columns

Facts = dict[str, Any]

_LEAST_INDEXED = 1 << 16  # series that are put in order at once
_NONE: NDArray[np.int64] = np.zeros(0, np.int64)


class _Index(NamedTuple):
    """All series of lists, rising; which of the lists each is in; and where."""

    series: NDArray[np.int64]
    lists: NDArray[np.int64]
    positions: NDArray[np.int64]


class LoggedRows:
    """The rows that stay in one log.

    One thread adds; whoever opens a series holds `lock` while the points are given to it, so that none is missed.
    """

    def __init__(self, log: Log, lock: AbstractContextManager[object]) -> None:
        self.lock = lock
        self._values = RowValues(log)
        self._lists: dict[int, RowList] = {}
        self._held: set[int] = set()  # lists whose rows are points at once
        self._alone: set[int] = set()  # series of lists that are logged alone as well
        self._taken: dict[int, int] = {}  # of these: how many rows are among their other points
        self._index = _Index(_NONE, _NONE, _NONE)
        self._not_indexed: list[int] = []  # lists
        self.not_finite: set[int] = set()  # series that have such values

    def __bool__(self) -> bool:
        return bool(self._lists)

    # -- for the thread that reads the log

    def keeps(self, wide: WideRows, is_known: Callable[[int], bool]) -> bool:
        """True if these rows stay in the log: each series is in this list alone, and is known."""
        if wide.number in self._lists:
            return True
        if wide.number in self._held:
            return False
        series = np.sort(wide.series.astype(np.int64))
        fits = bool((series[1:] != series[:-1]).all()) and self._are_new(series)
        if not (fits and all(map(is_known, series.tolist()))):
            self._held.add(wide.number)
            return False
        return True

    def _are_new(self, series: NDArray[np.int64]) -> bool:
        """True if none of these is in any list."""
        waiting = sum(len(self._lists[number].series) for number in self._not_indexed)
        if waiting > max(_LEAST_INDEXED, len(self._index.series) // 4):
            with self.lock:
                self._indexed()
        lists = (self._lists[number].series for number in self._not_indexed)
        return not any(np.isin(series, each).any() for each in (self._index.series, *lists))

    def add(
        self, wide: WideRows, opened: Collection[int], kept: NDArray[np.int64]
    ) -> list[tuple[int, int]]:
        """Add rows; returns number and position of each series that is to be given its points of them.

        opened: all series that somebody holds, of which those of a list that is new are among them from now on.
        kept: those of which points were kept that were logged alone, or may have been.
        """
        finite = np.isfinite(wide.values)
        if not finite.all():
            self.not_finite.update(wide.series[~finite.all(axis=0)].tolist())
        with self.lock:
            found = self._lists.get(wide.number)
            if found is None:
                found = self._lists[wide.number] = RowList(wide.series.astype(np.int64))
                self._not_indexed.append(wide.number)
                for position, number in enumerate(found.series.tolist()):
                    if number in opened:
                        found.opened[position] = number
                        self._alone.add(number)
                self._alone.update(np.intersect1d(found.series, kept).tolist())
            found.add(wide)
            return [(number, position) for position, number in found.opened.items()]

    def add_alone(self, numbers: NDArray[Any]) -> None:
        """Note that series get points that are logged alone."""
        with self.lock:
            known = self._indexed().series
        if len(known):
            self._alone.update(np.intersect1d(numbers.astype(np.int64), known).tolist())

    def is_alone(self, number: int) -> bool:
        """True if a series has points that were logged alone."""
        return number in self._alone

    # -- opening a series, with the lock held

    def extent(self, number: int) -> tuple[int, int]:
        """From which row of its list on, and up to which, a series has points that are not among others of it."""
        found = self._find(number)
        return (0, 0) if found is None else (self._taken.get(number, 0), found[0].count)

    def open(self, number: int) -> None:
        """From now on the series is given what comes."""
        found = self._find(number)
        if found is not None:
            found[0].opened[found[1]] = number

    def close(self, number: int) -> None:
        """The series is given nothing any more."""
        found = self._find(number)
        if found is not None:
            found[0].opened.pop(found[1], None)

    # -- reading, without the lock

    def points(self, number: int, start: int, stop: int) -> Columns:
        """The points of a series in those rows of its list, without those that are not there any more. Raises OSError."""
        with self.lock:
            found = self._find(number)
        if found is None or stop <= start:
            return Columns(_NONE, np.empty(0), np.empty(0))
        of, position = found
        rows = of.rows(start, stop)
        values, there = self._values.column(of, position, start, stop)
        if there.all():
            return Columns(rows["step"].copy(), rows["walltime"].copy(), values.copy())
        return Columns(rows["step"][there], rows["walltime"][there], values[there])

    def ends(
        self, below: int | None = None, *, highest: bool = False
    ) -> dict[int, tuple[int, float]]:
        """The largest step of each series that has rows of its own, and the value that was logged last, by number.

        below: of steps below this one, and the value of the largest of them. highest: the value of that in any case.
        Those that can't be read now are left out.
        """
        with self.lock:
            lists = list(self._lists.values())
            taken = self._taken_whole()
        found = {}
        for of in lists:
            steps = of.rows()["step"]
            counting = np.flatnonzero(steps < below) if below is not None else np.arange(of.count)
            if not len(counting):
                continue
            largest = int(steps[counting].max())
            if below is None and not highest:
                row = of.count - 1
            else:
                row = int(counting[np.flatnonzero(steps[counting] == largest)[-1]])
            try:
                values = self._values.row(of, row)
            except (
                OSError
            ):  # it hides no other run; of a drive that hangs, no further row is waited for
                break
            if values is not None:
                numbers = of.series.tolist()
                found.update(
                    {n: (largest, v) for n, v in zip(numbers, values.tolist(), strict=True)}
                )
        for number in taken:
            found.pop(number, None)
        return found

    def in_turns(self) -> tuple[list[int], list[int]]:
        """The series that were logged alone as well: those whose last value is in a row, and the others."""
        with self.lock:
            elsewhere = self._taken_whole()
            return list(self._alone.difference(elsewhere)), elsewhere

    def _taken_whole(self) -> list[int]:
        """The series all of whose rows are among their other points. With the lock held."""
        return [number for number in self._taken if len({*self.extent(number)}) == 1]

    def newest(self, without: Sequence[int]) -> tuple[int, int | None]:
        """How many series but these have a last value that is not finite, and the largest step; None without any.

        Values that can't be read now are none of these.
        """
        with self.lock:
            lists = list(self._lists.values())
        left_out = np.array(without, np.int64)
        lists = [of for of in lists if not _holds_all(left_out, of.series)]
        diverged, steps = 0, [int(of.rows()["step"].max()) for of in lists if of.count]
        for of in lists:
            try:
                values = self._values.row(of, of.count - 1) if of.count else None
            except OSError:
                break
            if values is not None and not np.isfinite(values).all():
                diverged += int((~np.isfinite(values) & ~np.isin(of.series, left_out)).sum())
        return diverged, max(steps, default=None)

    # -- between processes

    def counts(self) -> list[tuple[NDArray[np.int64], int]]:
        """The series of each list, and how many points each of them has there."""
        with self.lock:
            return [(of.series, of.count) for of in self._lists.values()]

    def only_in_rows(self) -> NDArray[np.int64]:
        """The series all of whose points are in rows."""
        with self.lock:
            series = self._indexed().series
        return np.setdiff1d(series, np.array(list(self._alone), np.int64))

    def facts(self, opened: Collection[int]) -> Later | None:
        """Everything that another process needs; None: there is nothing.

        opened: the series whose points are all kept otherwise, if they are logged alone as well.
        """
        if not self._lists and not self._held:
            return None
        lists = list(self._lists.items())
        rows = [of.rows() for _, of in lists]
        together = np.concatenate(rows) if rows else np.empty(0, ROW)
        with self.lock:
            for number in self._alone.intersection(opened):
                self._taken[number] = self.extent(number)[1]
        facts = {
            "lists": np.array([number for number, _ in lists], np.int64),
            "series": np.concatenate([_NONE, *(of.series for _, of in lists)]),
            "widths": np.array([len(of.series) for _, of in lists], np.int64),
            "counts": np.array([of.count for _, of in lists], np.int64),
            "steps": np.ascontiguousarray(together["step"]),
            "walltimes": np.ascontiguousarray(together["walltime"]),
            "places": np.ascontiguousarray(together["place"]),
            "held": np.array(sorted(self._held), np.int64),
            "alone": np.array(sorted(self._alone), np.int64),
            "not_finite": np.array(sorted(self.not_finite), np.int64),
            "taken": np.array([[*item] for item in self._taken.items()], np.int64).reshape(-1, 2),
        }
        return Later(facts)

    def go_on(self, facts: Facts) -> None:
        """Go on from what was kept; nothing has been read yet."""
        rows = np.empty(len(facts["steps"]), ROW)
        rows["step"], rows["walltime"] = facts["steps"], facts["walltimes"]
        rows["place"] = facts["places"]
        columns = np.split(facts["series"], np.cumsum(facts["widths"])[:-1])
        parts = np.split(rows, np.cumsum(facts["counts"])[:-1])
        numbers = facts["lists"].tolist()
        self._lists = (
            {
                number: RowList(series, part)
                for number, series, part in zip(numbers, columns, parts, strict=True)
            }
            if numbers
            else {}
        )
        self._not_indexed = numbers
        self._held = set(facts["held"].tolist())
        self._alone = set(facts["alone"].tolist())
        self._taken = dict(facts["taken"].tolist())
        self.not_finite = set(facts["not_finite"].tolist())

    # -- within

    def _indexed(self) -> _Index:
        """The index with all lists. With the lock held."""
        if new := self._not_indexed:
            series = [self._lists[number].series for number in new]
            widths = [len(each) for each in series]
            index = _Index(
                np.concatenate([self._index.series, *series]),
                np.concatenate([self._index.lists, np.repeat(np.array(new, np.int64), widths)]),
                np.concatenate([self._index.positions, *map(np.arange, widths)]),
            )
            order = np.argsort(index.series, kind="stable")
            self._index = _Index(*(column[order] for column in index))
            self._not_indexed = []
        return self._index

    def _find(self, number: int) -> tuple[RowList, int] | None:
        """The list that a series is in, and its position there. With the lock held."""
        index = self._indexed()
        at = int(index.series.searchsorted(number))
        if at == len(index.series) or index.series[at] != number:
            return None
        return self._lists[int(index.lists[at])], int(index.positions[at])


def _holds_all(numbers: NDArray[np.int64], wanted: NDArray[np.int64]) -> bool:
    return len(numbers) >= len(wanted) and bool(np.isin(wanted, numbers).all())
