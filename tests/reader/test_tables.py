"""Scalars as tables of pandas, Arrow and Polars: the same rows, and no copy where none is needed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vdlite import LogReader, LogWriter, NotFoundError

polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")

COLUMNS = ["run", "tag", "step", "walltime", "value"]
LONG = 40_000  # points: a chunk of its own


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    with LogWriter(tmp_path / "a" / "long") as writer:
        writer.add_scalar_series("loss", np.arange(LONG) / 7, np.arange(LONG))
        for tag in range(30):
            writer.add_scalar_series(f"small/{tag}", [tag, np.nan, -np.inf], [0, 5, 9])
    with LogWriter(tmp_path / "b") as writer:
        for step in (0, 1, 2, 1):
            writer.add_scalar("loss", float(step), step)
    return tmp_path


def rows_of(reader: LogReader, *, superseded: bool) -> list[tuple[object, ...]]:
    """What the tables should have, series by series."""
    rows: list[tuple[object, ...]] = []
    for run in reader.runs:
        for tag in reader.tags(run):
            points = reader.scalars(run, tag, superseded=superseded)
            columns = [points.steps, points.walltimes, points.values]
            if points.superseded is not None:
                columns.append(points.superseded)
            rows += [(run, tag, *row) for row in zip(*map(np.ndarray.tolist, columns), strict=True)]
    return rows


def same(got: list[tuple[object, ...]], want: list[tuple[object, ...]]) -> bool:
    """Equal, NaN being an equal of NaN."""
    return list(map(repr, got)) == list(map(repr, want))


def address(column: polars.Series) -> int:
    """Where the column lies in memory."""
    return int(column.to_numpy(allow_copy=False).ctypes.data)


@pytest.mark.parametrize("superseded", [False, True])
def test_all_tables_have_the_rows_of_the_series(logdir: Path, superseded: bool) -> None:
    reader = LogReader(logdir)
    want = rows_of(reader, superseded=superseded)
    assert len(want) == LONG + 90 + (4 if superseded else 3)
    table = reader.arrow(superseded=superseded)
    names = [*COLUMNS, "superseded"] if superseded else COLUMNS
    assert table.column_names == names
    assert same([*zip(*(table[name].to_pylist() for name in names), strict=True)], want)
    frame = reader.polars(superseded=superseded)
    assert frame.columns == names
    assert same(frame.rows(), want)
    of_pandas = reader.dataframe(superseded=superseded)
    assert list(of_pandas.columns) == names
    assert same([*zip(*(of_pandas[name].tolist() for name in names), strict=True)], want)


def test_the_numbers_of_a_series_are_not_copied(logdir: Path) -> None:
    reader = LogReader(logdir)
    points = reader.scalars("a/long", "loss")
    for table in (reader.arrow("a/long", "loss"), reader.arrow(superseded=True)):
        frame = polars.from_arrow(table.slice(0, LONG), rechunk=False)
        for name, column in zip(
            COLUMNS[2:], (points.steps, points.walltimes, points.values), strict=True
        ):
            assert table[name].chunk(0).buffers()[1].address == column.ctypes.data
            assert address(frame[name]) == column.ctypes.data
    frame = reader.polars("a/long", "loss")
    assert address(frame["value"]) == points.values.ctypes.data


def test_short_series_share_a_chunk(logdir: Path) -> None:
    assert LogReader(logdir).arrow()["value"].num_chunks == 2


def test_one_run_or_tag_can_be_asked_for(logdir: Path) -> None:
    reader = LogReader(logdir)
    assert set(reader.arrow(tag="loss")["run"].to_pylist()) == {"a/long", "b"}
    assert reader.polars("b").height == 3
    assert reader.arrow(tag="nope").num_rows == 0
    assert reader.polars(tag="nope").columns == COLUMNS
    assert reader.dataframe(tag="nope", superseded=True).dtypes["superseded"] == np.bool_
    with pytest.raises(NotFoundError, match="no scalars with tag 'nope'"):
        reader.arrow("b", "nope")
    with pytest.raises(NotFoundError, match="no run 'c'"):
        reader.polars("c")


def test_a_table_stays_as_it_is_when_the_run_grows(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_series("loss", np.arange(LONG), np.arange(LONG))
        reader = LogReader(tmp_path)
        table = reader.arrow()
        writer.add_scalar_series("loss", -np.arange(LONG), np.arange(LONG) + LONG)
        reader.refresh()
        assert (table.num_rows, reader.arrow().num_rows) == (LONG, 2 * LONG)
        assert table["value"].to_pylist() == list(range(LONG))


def test_a_name_that_is_no_utf_8_is_spelled_out(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "r\udcff") as writer:
        writer.add_scalar("loss", 1.0, 0)
    reader = LogReader(tmp_path)
    assert reader.runs == ["r\udcff"]
    spelled = ["r\\udcff"]
    assert reader.arrow()["run"].to_pylist() == spelled
    assert reader.polars()["run"].to_list() == spelled
    assert reader.dataframe()["run"].tolist() == spelled


def test_columns_of_pandas_have_the_types_of_numbers(logdir: Path) -> None:
    types = LogReader(logdir).dataframe().dtypes
    assert [types[name] for name in COLUMNS[2:]] == [np.int64, np.float64, np.float64]
    assert isinstance(LogReader(logdir).dataframe()["run"].iloc[0], str)
    assert pandas.api.types.is_string_dtype(types["tag"])


@settings(max_examples=20)
@given(
    st.lists(
        st.tuples(
            st.text("a/ü\"'=%\n日", min_size=1, max_size=9).filter(str.strip),
            st.lists(
                st.tuples(st.integers(-(2**63), 2**63 - 1), st.floats(width=64)),
                max_size=5,
            ),
        ),
        max_size=4,
        unique_by=lambda one: one[0],
    )
)
def test_any_tag_step_and_value_is_the_same_in_all_tables(
    tmp_path_factory: pytest.TempPathFactory, series: list[tuple[str, list[tuple[int, float]]]]
) -> None:
    folder = tmp_path_factory.mktemp("logs")
    with LogWriter(folder) as writer:
        for tag, points in series:
            for step, value in points:
                writer.add_scalar(tag, value, step)
    reader = LogReader(folder)
    want = rows_of(reader, superseded=True)
    table = reader.arrow(superseded=True)
    assert same(
        [*zip(*(table[name].to_pylist() for name in table.column_names), strict=True)], want
    )
    assert same(reader.polars(superseded=True).rows(), want)
    values = np.array([row[4] for row in want], np.float64)
    assert reader.dataframe(superseded=True)["value"].to_numpy(np.float64).tobytes() == (
        values.tobytes()
    )
