"""The scalars of one run as a Parquet file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow
from numpy.typing import NDArray

from vdlite.conversion.parquet.schemas import SCALARS, writer
from vdlite.reader.series.columns import Columns, concatenate
from vdlite.reader.tables import text

_ENOUGH = 1 << 16
"""Points of a group of rows, from which on it takes no further tag: who asks for one tag reads little else."""

_MOST = 1 << 20
"""Points of a group of rows."""


class TaggedPoints(NamedTuple):
    """Points of one tag, in step order."""

    tag: str
    points: Columns
    superseded: NDArray[np.bool_] | None  # None: no point is


def write_scalars(path: Path, series: Iterable[TaggedPoints]) -> int:
    """Write the series in their order into a new file; returns the number of points."""
    total = 0
    with writer(path, SCALARS) as file:
        for group in _groups(series):
            table = _table(group)
            total += table.num_rows
            file.write_table(table, row_group_size=_MOST)
    return total


def _groups(series: Iterable[TaggedPoints]) -> Iterator[list[TaggedPoints]]:
    """The series that lie in one group of rows: a long one alone, short ones together."""
    group: list[TaggedPoints] = []
    count = 0
    for each in series:
        if group and count + len(each.points) > _ENOUGH:
            yield group
            group, count = [], 0
        group.append(each)
        count += len(each.points)
    if group:
        yield group


def _table(group: Sequence[TaggedPoints]) -> pyarrow.Table:
    points = concatenate([each.points for each in group])
    places = np.repeat(np.arange(len(group), dtype=np.int32), [len(each.points) for each in group])
    tags = pyarrow.array([text(each.tag) for each in group], pyarrow.string())
    superseded = [
        np.zeros(len(each.points), np.bool_) if each.superseded is None else each.superseded
        for each in group
    ]
    columns = [
        pyarrow.DictionaryArray.from_arrays(places, tags),
        pyarrow.array(points.steps),
        pyarrow.array(points.walltimes),
        pyarrow.array(points.values),
        pyarrow.array(np.concatenate(superseded)),
    ]
    return pyarrow.Table.from_arrays(columns, schema=SCALARS)
