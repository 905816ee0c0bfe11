"""Scalars of many series as one table: of pandas, Arrow or Polars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vdlite.packages import needed
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.scalar_series import ScalarSeries
from vdlite.reader.whole_runs import run_of

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from vdlite.reader.log_reader import LogReader


@dataclass(frozen=True, slots=True)
class _Series:
    """A series, or the points of it that count."""

    run: str
    tag: str
    points: Columns
    superseded: NDArray[np.bool_] | None  # None: no point is

    def __len__(self) -> int:
        return len(self.points)

    @property
    def marks(self) -> NDArray[np.bool_]:
        """True for each point that is superseded."""
        return np.zeros(len(self), np.bool_) if self.superseded is None else self.superseded


_SMALL = 1 << 14  # points; of series that have fewer, many are copied into one chunk
_CHUNK = 1 << 16  # points that such a chunk has at least, but for the last


def dataframe(
    reader: LogReader, run: str | None, tag: str | None, *, superseded: bool
) -> pandas.DataFrame:
    """See `LogReader.dataframe`. Each number is copied once."""
    with needed("a DataFrame"):
        import pandas

    found = list(_series(reader, run, tag, superseded=superseded))
    counts = [len(each) for each in found]
    columns: dict[str, Any] = {
        # Repeated by pandas: of strings of Python it would look at each.
        "run": pandas.Index([text(each.run) for each in found]).repeat(counts),
        "tag": pandas.Index([text(each.tag) for each in found]).repeat(counts),
        "step": _joined([each.points.steps for each in found], np.int64),
        "walltime": _joined([each.points.walltimes for each in found], np.float64),
        "value": _joined([each.points.values for each in found], np.float64),
    }
    if superseded:
        columns["superseded"] = _joined([each.marks for each in found], np.bool_)
    return pandas.DataFrame(columns, copy=False)


def arrow(
    reader: LogReader, run: str | None, tag: str | None, *, superseded: bool
) -> pyarrow.Table:
    """See `LogReader.arrow`. Long series are chunks without a copy, of short ones many are copied into one."""
    with needed("an Arrow table"):
        import pyarrow

    name = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    fields = [("run", name), ("tag", name), ("step", pyarrow.int64())]
    fields += [("walltime", pyarrow.float64()), ("value", pyarrow.float64())]
    if superseded:
        fields.append(("superseded", pyarrow.bool_()))
    schema = pyarrow.schema(fields)
    chunks = [
        _record_batch(group, schema, superseded=superseded)
        for group in _grouped(_series(reader, run, tag, superseded=superseded))
    ]
    return pyarrow.Table.from_batches(chunks, schema)


def polars_frame(
    reader: LogReader, run: str | None, tag: str | None, *, superseded: bool
) -> polars.DataFrame:
    """See `LogReader.polars`."""
    with needed("a DataFrame of Polars"):
        import polars

    made = polars.from_arrow(arrow(reader, run, tag, superseded=superseded), rechunk=False)
    assert isinstance(made, polars.DataFrame)
    return made


def text(name: str) -> str:
    r"""The name as UTF-8 can write it: bytes of a file's name that are no UTF-8 become signs such as `\udcff`."""
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode("utf-8")


def every_point(series: ScalarSeries) -> tuple[Columns, NDArray[np.bool_] | None]:
    """All points in step order, and which of them are superseded; None where none is, and then nothing is copied."""
    now = series.at_once()
    return (now.columns, None) if now.total == len(now.columns) else series.all_points()


def _series(
    reader: LogReader, run: str | None, tag: str | None, *, superseded: bool
) -> Iterator[_Series]:
    """The series that are asked for. A tag that a run lacks is none; one that is asked of one run raises NotFoundError."""
    for name in reader.runs if run is None else [run]:
        tags = reader.tags(name)
        for each in tags if tag is None else [tag]:
            if run is not None or each in tags:
                found = run_of(reader, name)
                if superseded:
                    points, marks = every_point(found.scalars(each, hold=False))
                else:
                    points, marks = found.points_once(each), None
                yield _Series(name, each, points, marks)


def _joined(parts: Sequence[NDArray[Any]], dtype: type) -> NDArray[Any]:
    return np.concatenate(parts) if parts else np.empty(0, dtype)


def _grouped(found: Iterator[_Series]) -> Iterator[list[_Series]]:
    """The series in their order: a long one alone, short ones together."""
    group: list[_Series] = []
    count = 0
    for each in found:
        is_long = len(each) >= _SMALL
        if group and (is_long or count >= _CHUNK):
            yield group
            group, count = [], 0
        if is_long:
            yield [each]
        else:
            group.append(each)
            count += len(each)
    if group:
        yield group


def _record_batch(
    group: Sequence[_Series], schema: pyarrow.Schema, *, superseded: bool
) -> pyarrow.RecordBatch:
    import pyarrow

    counts = [len(each) for each in group]
    columns = [
        _names([each.run for each in group], counts),
        _names([each.tag for each in group], counts),
    ]
    for name in ("steps", "walltimes", "values"):
        parts = [getattr(each.points, name) for each in group]
        columns.append(pyarrow.array(parts[0] if len(parts) == 1 else np.concatenate(parts)))
    if superseded:
        columns.append(pyarrow.array(np.concatenate([each.marks for each in group])))
    return pyarrow.RecordBatch.from_arrays(columns, schema=schema)


def _names(names: Sequence[str], counts: Sequence[int]) -> pyarrow.DictionaryArray:
    """Each name as often as it counts."""
    import pyarrow

    numbers = {name: at for at, name in enumerate(dict.fromkeys(names))}
    if len(numbers) == 1:
        places = np.zeros(sum(counts), np.int32)  # takes no memory as long as it is only read
    else:
        places = np.repeat(np.array([numbers[name] for name in names], np.int32), counts)
    values = pyarrow.array([text(name) for name in numbers], pyarrow.string())
    return pyarrow.DictionaryArray.from_arrays(places, values)
