"""The band of a scalar over many ranks."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.reader.test_rank_cells import columns, series
from vdlite.reader.series.rank_bands import rank_bands
from vdlite.reader.series.rank_cells import rank_cells

STEPS = list(range(100))


def test_a_rank_that_leaves_the_band_is_named_and_noise_is_not() -> None:
    random = np.random.default_rng(0)
    ranks = {rank: columns(STEPS, list(random.normal(1, 0.1, 100))) for rank in range(64)}
    ranks[17].values[40:70] += 5.0
    ranks[5].values[10:90:10] = float("nan")
    ranks[9].values[3] = 4.0  # a single one is in the picture of cells
    found = rank_bands(rank_cells(ranks, 100))
    assert found.odd == (17, 5)
    np.testing.assert_array_equal(found.odd_values[0], ranks[17].values)
    every = np.array([each.values for each in ranks.values()])
    np.testing.assert_allclose(found.median, np.nanmedian(every, axis=0))
    np.testing.assert_allclose(found.low, np.nanpercentile(every, 10, axis=0))
    np.testing.assert_array_equal(found.most, np.nanmax(every, axis=0))


def test_of_few_ranks_none_stands_out_and_of_equal_ones_none() -> None:
    few = {rank: columns(STEPS, [float(rank)] * 100) for rank in range(3)}
    found = rank_bands(rank_cells(few, 10))
    assert (found.odd, found.odd_values.shape) == ((), (0, 10))
    assert (found.least.tolist(), found.median.tolist(), found.most.tolist()) == ([0.0] * 10, [1.0] * 10, [2.0] * 10)  # fmt: skip
    equal = {rank: columns(STEPS, [2.0] * 100) for rank in range(8)}
    assert rank_bands(rank_cells(equal, 10)).odd == ()
    nothing = rank_bands(rank_cells({}, 10))
    assert (nothing.odd, nothing.median.shape) == ((), (0,))


@given(st.dictionaries(st.integers(0, 9), series, min_size=1, max_size=6), st.integers(1, 50))
def test_bands_enclose_each_other(given: dict[int, dict[int, float]], most: int) -> None:
    points = {
        rank: columns(sorted(own), [own[step] for step in sorted(own)])
        for rank, own in given.items()
    }
    found = rank_bands(rank_cells(points, most))
    order = np.array([found.least, found.low, found.median, found.high, found.most])
    known = ~np.isnan(order[0])
    assert (np.isnan(order).all(axis=0) == ~known).all()
    room = 1e-9 * np.abs(order[:, known]).max(initial=0.0)
    assert (np.diff(order[:, known], axis=0) >= -room).all()
    assert set(found.odd) <= set(given)
