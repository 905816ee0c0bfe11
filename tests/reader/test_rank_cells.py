"""A scalar of many ranks as a picture."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vdlite.reader.series.columns import Columns
from vdlite.reader.series.rank_cells import rank_cells


def columns(steps: list[int], values: list[float]) -> Columns:
    return Columns(np.array(steps, np.int64), np.zeros(len(steps)), np.array(values, np.float64))


def test_where_there_is_room_each_step_is_a_column() -> None:
    found = rank_cells({3: columns([0, 2], [1.0, 2.0]), 0: columns([2], [5.0])}, 10)
    assert (found.ranks, found.first_steps.tolist()) == ((0, 3), [0, 2])
    np.testing.assert_array_equal(found.values, [[np.nan, 5.0], [1.0, 2.0]])
    assert found.counts.tolist() == [[0, 1], [1, 1]]


def test_one_step_that_stands_out_is_seen_among_ten_thousand() -> None:
    random = np.random.default_rng(0)
    steps = list(range(10_000))
    ranks = {rank: columns(steps, list(random.normal(1, 0.1, 10_000))) for rank in range(8)}
    ranks[5].values[4321] = 40.0
    ranks[2].values[77] = float("nan")
    found = rank_cells(ranks, 100)
    assert found.values.shape == (8, 100)
    assert found.values[5, 43] == 40.0
    assert np.isnan(found.values[2, 0]) and np.isnan(found.values).sum() == 1
    assert (found.counts == 100).all()


def test_of_nothing_there_are_no_cells() -> None:
    assert rank_cells({}, 10).values.shape == (0, 0)


values = st.floats(allow_nan=True, width=32)
series = st.dictionaries(st.integers(0, 40), values, min_size=1, max_size=30)


@given(st.dictionaries(st.integers(0, 9), series, min_size=1, max_size=5), st.integers(1, 50))
def test_each_cell_is_a_value_of_its_rank_and_column(
    given: dict[int, dict[int, float]], most: int
) -> None:
    points = {
        rank: columns(sorted(own), [own[step] for step in sorted(own)])
        for rank, own in given.items()
    }
    found = rank_cells(points, most)
    assert len(found.first_steps) <= most
    ends = [*found.first_steps.tolist(), 1000]
    for row, rank in enumerate(found.ranks):
        assert found.counts[row].sum() == len(given[rank])
        for column, first in enumerate(ends[:-1]):
            held = [given[rank][step] for step in given[rank] if first <= step < ends[column + 1]]
            assert found.counts[row, column] == len(held)
            shown = found.values[row, column]
            odd = [value for value in held if not np.isfinite(value)]
            if odd:
                assert not np.isfinite(shown)
            elif held:
                assert shown in held
            else:
                assert np.isnan(shown)
