"""Many scalars as cells of tags by steps."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vdlite.reader.series.columns import Columns
from vdlite.reader.series.tag_matrix import STATISTICS, Statistic, tag_matrix
from vdlite.reader.series.tag_points import TagPoints, tag_points

_NAN = math.nan


def _columns(steps: list[int], values: list[float]) -> Columns:
    return Columns(np.array(steps, np.int64), np.zeros(len(steps)), np.array(values, np.float64))


def _points(values: NDArray[np.float64]) -> TagPoints:
    steps = 10 * np.arange(values.shape[1], dtype=np.int64)
    return TagPoints(steps, values, np.ones(values.shape, bool))


def test_a_table_has_all_steps_of_all_tags() -> None:
    held = {"a": _columns([1, 3], [1.0, 2.0]), "b": _columns([2, 3], [5.0, _NAN])}
    points = tag_points(["a", "b"], held.__getitem__)
    assert points.steps.tolist() == [1, 2, 3]
    np.testing.assert_array_equal(points.values, [[1, _NAN, 2], [_NAN, 5, _NAN]])
    assert points.there.tolist() == [[True, False, True], [False, True, True]]
    some = tag_points(["a", "b"], held.__getitem__, first_step=2, last_step=2)
    np.testing.assert_array_equal(some.values, [[_NAN], [5]])
    assert tag_points([], held.__getitem__).values.shape == (0, 0)


def test_a_table_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="got 3 tags by 2 steps, want 5 cells at most"):
        tag_points(["a", "b", "c"], lambda _: _columns([1, 2], [0, 0]), most_cells=5)
    asked: list[str] = []
    with pytest.raises(ValueError, match="got 3 tags by 2 steps"):
        tag_points(
            ["a", "b", "c"],
            lambda tag: asked.append(tag) or _columns([1, 2], [0, 0]),  # type: ignore[func-returns-value]
            most_cells=5,
        )
    assert asked == ["a"]  # who asks for too much does not wait for it


def test_whoever_wants_a_table_no_more_is_heard() -> None:
    class GoneError(Exception):
        pass

    def gone() -> None:
        raise GoneError

    with pytest.raises(GoneError):
        tag_points(["a"], lambda _: _columns([1], [0]), still_wanted=gone)


def test_each_value_has_a_cell_where_there_is_room() -> None:
    values = np.array([[1.0, 2.0], [3.0, _NAN], [5.0, 6.0]])
    matrix = tag_matrix(_points(values), "value", 10, 10)
    np.testing.assert_array_equal(matrix.values, values)
    assert matrix.tags.tolist() == [[0, 0], [1, 1], [2, 2]]
    assert matrix.steps.tolist() == [[0, 10]] * 3
    assert matrix.first_tags.tolist() == [0, 1, 2]
    assert (matrix.first_steps.tolist(), matrix.last_steps.tolist()) == ([0, 10], [0, 10])


@given(
    st.integers(1, 40), st.integers(1, 30), st.integers(1, 9), st.integers(1, 9), st.integers(0, 99)
)
def test_a_cell_shows_what_is_farthest_from_the_median_of_its_step(
    tags: int, steps: int, rows: int, columns: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(tags, steps))
    values[rng.random(values.shape) < 0.05] = _NAN
    matrix = tag_matrix(_points(values), "value", rows, columns)
    medians = [
        np.median(column[~np.isnan(column)]) if not np.isnan(column).all() else 0.0
        for column in values.T
    ]
    away = np.where(np.isnan(values), np.inf, np.abs(values - medians))
    assert matrix.values.shape == (min(tags, rows), min(steps, columns))
    tag_ends = [*matrix.first_tags.tolist()[1:], tags]
    for row, (low, high) in enumerate(zip(matrix.first_tags, tag_ends, strict=True)):
        for column in range(matrix.values.shape[1]):
            first, last = (
                int(matrix.first_steps[column]) // 10,
                int(matrix.last_steps[column]) // 10,
            )
            tag, step = int(matrix.tags[row, column]), int(matrix.steps[row, column]) // 10
            assert low <= tag < high
            assert first <= step <= last
            assert away[tag, step] == away[low:high, first : last + 1].max()
            np.testing.assert_equal(matrix.values[row, column], values[tag, step])


def test_one_spike_and_one_nan_among_very_many_are_seen() -> None:
    values = np.random.default_rng(0).normal(size=(20_000, 100))
    values[12_345, 67] = 100.0
    values[4_321, 5] = _NAN
    matrix = tag_matrix(_points(values), "value", 300, 40)
    assert matrix.values.shape == (300, 40)
    row, column = np.argwhere(matrix.values == 100.0)[0]
    assert (matrix.tags[row, column], matrix.steps[row, column]) == (12_345, 670)
    row, column = np.argwhere(np.isnan(matrix.values))[0]
    assert (matrix.tags[row, column], matrix.steps[row, column]) == (4_321, 50)


def test_the_statistics_are_what_they_say() -> None:
    values = np.array([[1.0, -4.0, 2.0], [-1.0, _NAN, 2.0], [8.0, 9.0, math.inf], [3.0, 9.0, 1.0]])
    points = _points(values)

    def cells(statistic: Statistic) -> NDArray[np.float64]:
        return tag_matrix(points, statistic, 10, 10).values

    np.testing.assert_array_equal(cells("magnitude"), np.abs(values))
    changes = tag_matrix(points, "change", 10, 10)
    assert changes.tags[:, 0].tolist() == [-1] * 4
    np.testing.assert_array_equal(
        changes.values[:, 1:], [[-5, 6], [_NAN, _NAN], [1, math.inf], [6, -8]]
    )
    ranks = scipy.stats.rankdata(values[:, 0])
    np.testing.assert_allclose(cells("quantile")[:, 0], (ranks - 0.5) / 4)
    np.testing.assert_allclose(cells("quantile")[:, 1], [1 / 6, _NAN, 4 / 6, 4 / 6])


def test_a_change_is_from_the_point_before_whatever_lies_between() -> None:
    held = {"a": _columns([1, 3], [1.0, 5.0]), "b": _columns([1, 2, 3], [0.0, 1.0, 3.0])}
    matrix = tag_matrix(tag_points(["a", "b"], held.__getitem__), "change", 9, 9)
    assert matrix.tags.tolist() == [[-1, -1, 0], [-1, 1, 1]]
    assert matrix.values[0, 2] == 4.0


def test_by_powers_of_ten_what_is_small_stands_out_as_what_is_large() -> None:
    values = np.full((100, 1), 10.0)
    values[7], values[60], values[90] = 1e-9, 20.0, 0.0
    matrix = tag_matrix(_points(values), "magnitude", 4, 1)
    assert matrix.values.ravel().tolist() == [1e-9, 10.0, 20.0, 0.0]


@pytest.mark.parametrize("statistic", STATISTICS)
def test_nothing_and_nothing_finite_are_pictures_too(statistic: Statistic) -> None:
    assert tag_matrix(_points(np.empty((0, 0))), statistic, 5, 5).values.shape == (0, 0)
    assert tag_matrix(_points(np.empty((3, 0))), statistic, 5, 5).values.shape == (3, 0)
    nothing = tag_matrix(_points(np.full((20, 1), _NAN)), statistic, 5, 5)
    assert np.isnan(nothing.values).all()
    assert (nothing.tags >= 0).all()
