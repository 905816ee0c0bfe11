"""Series as differences to a baseline: at the same step, between its points, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vdlite import LogWriter
from vdlite.reader import Store
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.mean_curve import MeanCurve, difference, mean_curve
from vdlite.reader.series.scalar_series import ScalarSeries, Snapshot
from vdlite.reader.series.smoothing import smooth
from vdlite.reader.series.thinning import thin


def points(values: dict[int, float]) -> Columns:
    steps = np.array(sorted(values), np.int64)
    return Columns(steps, 100.0 + steps, np.array([values[step] for step in sorted(values)]))


def snapshot(values: dict[int, float]) -> Snapshot:
    columns = points(values)
    return Snapshot(1, columns, len(columns), True, bool(np.isfinite(columns.values).all()))


def as_dict(columns: Columns) -> dict[int, float]:
    return dict(zip(columns.steps.tolist(), columns.values.tolist(), strict=True))


def curve(values: dict[int, float]) -> MeanCurve:
    return mean_curve([points(values)])


def test_a_value_is_compared_with_the_line_between_the_points_beside_its_step() -> None:
    found = difference(snapshot({0: 5.0, 1: 5.0, 3: 5.0, 4: 5.0}), curve({0: 1.0, 4: 3.0}))
    assert as_dict(found.columns) == {0: 4.0, 1: 3.5, 3: 2.5, 4: 2.0}


def test_nothing_is_there_before_the_first_and_behind_the_last_point() -> None:
    series = snapshot(dict.fromkeys(range(10), 1.0))
    found = difference(series, curve({3: 1.0, 5: 1.0}))
    assert as_dict(found.columns) == {3: 0.0, 4: 0.0, 5: 0.0}
    assert found.total == 3
    assert as_dict(difference(series, curve({20: 1.0, 30: 1.0})).columns) == {}
    assert as_dict(difference(series, mean_curve([])).columns) == {}
    assert as_dict(difference(snapshot({}), curve({0: 1.0})).columns) == {}


def test_beside_a_value_of_the_baseline_that_is_not_finite_nothing_is_known() -> None:
    series = snapshot(dict.fromkeys(range(7), 1.0))
    found = difference(series, curve({0: 1.0, 2: 1.0, 4: np.nan, 6: 1.0}))
    assert as_dict(found.columns) == {0: 0.0, 1: 0.0, 2: 0.0, 6: 0.0}
    found = difference(series, curve({0: 1.0, 2: 1.0, 4: np.inf}))
    assert as_dict(found.columns) == {0: 0.0, 1: 0.0, 2: 0.0}


def test_a_nan_of_the_series_stays_one() -> None:
    found = difference(snapshot({0: 1.0, 1: np.nan}), curve({0: 1.0, 1: 1.0}))
    assert not found.all_finite
    assert np.isnan(found.columns.values[1])


def test_of_several_the_mean_counts_where_all_are_there() -> None:
    found = mean_curve([points({0: 0.0, 4: 4.0, 8: 8.0}), points({2: 4.0, 6: 8.0}), points({})])
    assert found.steps.tolist() == [2, 4, 6]
    assert found.values.tolist() == [3.0, 5.0, 7.0]
    assert mean_curve([points({0: 1.0, 1: 1.0}), points({5: 1.0})]).steps.tolist() == []


@given(
    st.lists(
        st.dictionaries(st.integers(-50, 50), st.floats(-1e6, 1e6), min_size=1),
        min_size=1,
        max_size=3,
    ),
    st.dictionaries(st.integers(-60, 60), st.floats(-1e6, 1e6)),
)
@settings(deadline=None)
def test_the_difference_is_that_of_each_step_alone(
    baseline: list[dict[int, float]], series: dict[int, float]
) -> None:
    def at(run: dict[int, float], step: int) -> float | None:
        """By hand, for one step."""
        before = max((each for each in run if each <= step), default=None)
        after = min((each for each in run if each >= step), default=None)
        if before is None or after is None:
            return None
        if before == after:
            return run[step]
        share = (step - before) / (after - before)
        return run[before] * (1 - share) + run[after] * share

    wanted = {}
    for step, value in series.items():
        values = [found for run in baseline if (found := at(run, step)) is not None]
        if len(values) == len(baseline):
            wanted[step] = value - sum(values) / len(values)
    found = difference(snapshot(series), mean_curve([points(run) for run in baseline]))
    assert as_dict(found.columns) == pytest.approx(wanted, abs=1e-6)


def series_of(folder: Path, values: NDArray[np.float64]) -> ScalarSeries:
    with LogWriter(folder) as writer:
        writer.add_scalar_series("loss", values, np.arange(len(values)))
    store = Store([folder])
    store.refresh()
    while not store.done:
        store.refresh()
    (run,) = store.runs()
    return store.run(run.id).scalars("loss")


def test_it_is_computed_on_all_points_before_smoothing_and_thinning(tmp_path: Path) -> None:
    values = np.random.default_rng(3).normal(size=100_000)
    other = np.random.default_rng(4).normal(size=100_000)
    values[70_001] += 50.0  # an extreme of the difference only: both have it
    other[70_001] += 50.0
    other[30_003] -= 40.0
    series = series_of(tmp_path, values)
    baseline = mean_curve([points(dict(enumerate(other.tolist())))])
    drawn = thin(series, pixels=200, smoothing=0.9, baseline=baseline, have=10, version=0)
    assert not drawn.exact
    assert not drawn.append
    whole = values - other
    np.testing.assert_array_equal(drawn.value, whole[drawn.step])
    assert drawn.smoothed is not None
    np.testing.assert_allclose(drawn.smoothed, smooth(whole, 0.9)[drawn.step], rtol=1e-12)
    assert 30_003 in drawn.step
    assert drawn.stats.max_step == 30_003
    assert drawn.stats.last == whole[-1]
    assert (drawn.count, drawn.in_range) == (100_000, 100_000)
