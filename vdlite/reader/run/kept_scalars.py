"""The scalars of a log that were kept of it, none of which is touched before somebody asks for its series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.cache.arrays import Later
from vdlite.cache.columns_file import ColumnsFile, Extent
from vdlite.reader.series.columns import Columns, GrowingColumns, concatenate
from vdlite.reader.series.mapped_columns import MappedColumns, PointFacts, facts_of
from vdlite.reader.series.restarts import FileKey
from vdlite.reader.series.scalar_series import ScalarSeries

Facts = dict[str, Any]
Newest = tuple[int, int | None]
"""How many series have a last value that is not finite, and the largest step; None without any."""

_WHOLE = ("first_step", "highest_step", "last_step")
_FLAGS = ("rising", "walltimes_rise", "all_finite")
_TIMES = ("first_walltime", "least_walltime", "last_walltime", "last_value")


class KeptScalars:
    """The points of the series of a file, those of a few together and those of many in a file of columns."""

    def __init__(self, facts: Later, newest: Newest, columns: ColumnsFile | None) -> None:
        """facts: as `facts_of_series` made them, of a file of columns if that has any; newest: of all."""
        self._columns = columns
        self._packed = facts
        self._newest = newest

    @property
    def _facts(self) -> Facts:
        facts: Facts = self._packed.get()
        return facts

    def newest(self, without: Sequence[int]) -> Newest:
        """The newest of all series but these."""
        if not without:
            return self._newest
        others = np.isin(self._facts["series"], np.array(without, np.int64), invert=True)
        return newest_of_facts(self._facts, others)

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The series that have points, by number."""
        numbers: NDArray[np.int64] = self._facts["series"]
        return numbers

    def counts(self) -> dict[int, int]:
        """How many points each series has, by number."""
        facts = self._facts
        few = zip(facts["few"].tolist(), np.diff(facts["bounds"]).tolist(), strict=True)
        return dict(few) | dict(
            zip(facts["many"].tolist(), facts["extents"][:, 2].tolist(), strict=True)
        )

    def ends(self) -> dict[int, tuple[int, float]]:
        """The largest step and the last value of each series, by number."""
        columns = (self._facts[name].tolist() for name in ("series", "highest", "values"))
        return {number: (step, value) for number, step, value in zip(*columns, strict=True)}

    def points(self, number: int) -> Columns:
        """The points of a series of few; none of any other."""
        at = _place(self._facts["few"], number)
        if at is None:
            return concatenate([])
        bounds, facts = self._facts["bounds"], self._facts
        chosen = slice(int(bounds[at]), int(bounds[at + 1]))
        return Columns(facts["steps"][chosen], facts["walltimes"][chosen], facts["points"][chosen])

    def many(self, number: int) -> tuple[MappedColumns, PointFacts] | None:
        """The points of a series of many, and their facts; None for any other."""
        at = _place(self._facts["many"], number)
        if at is None or self._columns is None:
            return None
        offset, capacity, length, *whole = self._facts["extents"][at].tolist()
        facts = PointFacts(
            **dict(zip(_WHOLE, whole, strict=True)),
            **dict(zip(_FLAGS, self._facts["flags"][at].tolist(), strict=True)),
            **dict(zip(_TIMES, self._facts["lasts"][at].tolist(), strict=True)),
        )
        extent = Extent(offset, capacity)
        return MappedColumns(self._columns, extent, length, rising=facts.rising), facts

    def give(self, number: int, key: FileKey, series: ScalarSeries) -> None:
        """Give a series its points, before any other of this file."""
        held = self.many(number)
        if held is not None:
            series.restore(key, *held)
        elif len(points := self.points(number)):
            series.restore(key, GrowingColumns.over(points), facts_of(points))


def facts_of_series(
    numbers: Iterable[int],
    series: Mapping[int, ScalarSeries],
    key: FileKey,
    kept: KeptScalars | None,
    file: ColumnsFile | None,
) -> Facts:
    """Everything that is to be kept of the scalars of a log, most of it as arrays.

    numbers: of all its series; series: those that were opened; kept: has what the others hold.
    file: the one that holds all columns of many points. Raises ValueError if some are in another one.
    """
    few: list[int] = []
    parts: list[Columns] = []
    many: list[int] = []
    extents, flags, lasts = [], [], []
    numbered: list[int] = []
    highest: list[int] = []
    values: list[float] = []
    for number in sorted(numbers):
        opened = series.get(number)
        held: tuple[MappedColumns, PointFacts] | Columns | None
        if opened is not None:
            held = opened.points_of(key)
        elif kept is not None:
            held = kept.many(number) or kept.points(number)
        else:
            continue
        if isinstance(held, Columns):
            if not len(held):
                continue
            few.append(number)
            numbered.append(number)
            parts.append(held)
            highest.append(int(held.steps.max()))
            values.append(float(held.values[-1]))
        else:
            columns, facts = held
            if columns.file is not file:
                raise ValueError("columns of another file, which another process writes to")
            many.append(number)
            numbered.append(number)
            each = facts._asdict()
            extents.append([*columns.extent, columns.length, *(each[name] for name in _WHOLE)])
            flags.append([each[name] for name in _FLAGS])
            lasts.append([each[name] for name in _TIMES])
            highest.append(facts.highest_step)
            values.append(facts.last_value)
    points = concatenate(parts)
    return {
        "few": np.array(few, np.int64),
        "bounds": np.cumsum([0, *map(len, parts)], dtype=np.int64),
        "steps": points.steps.astype(np.int64),
        "walltimes": points.walltimes.astype(np.float64),
        "points": points.values.astype(np.float64),
        "many": np.array(many, np.int64),
        "extents": np.array(extents, np.int64).reshape(-1, 3 + len(_WHOLE)),
        "flags": np.array(flags, np.bool_).reshape(-1, len(_FLAGS)),
        "lasts": np.array(lasts, np.float64).reshape(-1, len(_TIMES)),
        "series": np.array(numbered, np.int64),
        "highest": np.array(highest, np.int64),
        "values": np.array(values, np.float64),
    }


def newest_of_facts(facts: Facts, chosen: NDArray[np.bool_] | None = None) -> Newest:
    """How many of the chosen series have a last value that is not finite, and their largest step; None without any."""
    values, highest = facts["values"], facts["highest"]
    if chosen is not None:
        values, highest = values[chosen], highest[chosen]
    return int((~np.isfinite(values)).sum()), int(highest.max()) if len(highest) else None


def joint_newest(each: Iterable[Newest]) -> Newest:
    """The newest of several sets of series together."""
    pairs = list(each)
    return sum(diverged for diverged, _ in pairs), max(
        (step for _, step in pairs if step is not None), default=None
    )


def _place(numbers: NDArray[np.int64], number: int) -> int | None:
    """The place of a number among rising ones; None if it is not there."""
    at = int(numbers.searchsorted(number))
    return at if at < len(numbers) and numbers[at] == number else None
