"""Thinning keeps what can be seen; compared with plain NumPy on every bucket."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vdlite.reader.series.columns import Columns
from vdlite.reader.series.restarts import FileKey
from vdlite.reader.series.scalar_series import ScalarSeries
from vdlite.reader.series.smoothing import smooth
from vdlite.reader.series.thinning import Thinned, thin

FILE = FileKey(True, 0, 0.0, "a.vdl")


def series_of(values: Sequence[float], steps: Sequence[int] | None = None) -> ScalarSeries:
    series = ScalarSeries()
    count = len(values)
    all_steps = np.arange(count) if steps is None else np.array(steps, np.int64)
    points = Columns(all_steps, 1000.0 + np.arange(count) / 8, np.array(values, np.float64))
    series.append(FILE, points)
    return series


def wanted(
    x: np.ndarray, values: np.ndarray, low: float, high: float, pixels: int
) -> dict[int, list[int]]:
    """For each bucket the positions of the first, last, smallest and largest finite point, found one by one."""
    found: dict[int, list[int]] = {}
    width = (high - low) / pixels
    for bucket in range(pixels):
        left = low + bucket * width
        right = low + (bucket + 1) * width
        inside = (x >= left) & (x < right) if bucket < pixels - 1 else (x >= left) & (x <= high)
        where = [i for i in np.flatnonzero(inside) if math.isfinite(values[i])]
        if where:
            lowest = min(where, key=lambda i: (values[i], i))
            highest = max(where, key=lambda i: (values[i], -i))
            found[bucket] = sorted({where[0], where[-1], lowest, highest})
    return found


@pytest.mark.parametrize("pixels", [1, 3, 64])
@pytest.mark.parametrize("count", [1000, 40_000])
def test_each_bucket_keeps_its_first_last_smallest_and_largest(count: int, pixels: int) -> None:
    # A width that is a power of two, so that the reference's bucket ends are exact.
    values = np.random.default_rng(0).normal(size=count).cumsum()
    top = 2 ** math.ceil(math.log2(count)) * 3
    thinned = thin(series_of(values), low=0, high=top, pixels=pixels)
    if not thinned.exact:
        want = wanted(np.arange(count), values, 0, top, pixels)
        assert thinned.step.tolist() == sorted({i for kept in want.values() for i in kept})
    assert np.array_equal(thinned.value, values[thinned.step])


def test_planted_spikes_are_all_kept() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(size=300_000)
    where = rng.choice(300_000, 50, replace=False)
    values[where] = 1000 + np.arange(50)
    thinned = thin(series_of(values), pixels=800)
    kept = set(thinned.step.tolist())
    by_pixel: dict[int, int] = {}
    for position in sorted(where.tolist()):
        pixel = int(position / 299_999 * 800)
        if pixel not in by_pixel or values[position] > values[by_pixel[pixel]]:
            by_pixel[pixel] = position
    assert set(by_pixel.values()) <= kept
    assert {0, 299_999} <= kept
    assert thinned.stats.max == 1049
    assert len(thinned.step) <= 4 * 800


FLOATS = st.floats(-1e6, 1e6) | st.sampled_from([math.nan, math.inf, -math.inf])


@given(
    st.lists(FLOATS, min_size=1, max_size=200),
    st.integers(1, 12),
    st.one_of(st.none(), st.integers(-5, 205)),
    st.one_of(st.none(), st.integers(-5, 205)),
    st.sampled_from([0.0, 0.5]),
)
@settings(max_examples=300)
def test_what_is_given_is_always_true(
    values: list[float], pixels: int, low: int | None, high: int | None, smoothing: float
) -> None:
    array = np.array(values)
    thinned = thin(series_of(values), low=low, high=high, pixels=pixels, smoothing=smoothing)
    assert (np.diff(thinned.step) > 0).all()
    np.testing.assert_array_equal(thinned.value, array[thinned.step])
    inside = np.arange(len(values))
    inside = inside[
        (inside >= (low if low is not None else 0))
        & (inside <= (high if high is not None else len(values)))
    ]
    assert thinned.in_range == len(inside)
    finite = [i for i in inside.tolist() if math.isfinite(values[i])]
    stats = thinned.stats
    if finite:
        assert stats.min == array[finite].min()
        assert stats.max == array[finite].max()
        assert stats.max_step == finite[int(array[finite].argmax())]
        assert {finite[0], finite[-1], stats.min_step, stats.max_step} <= set(thinned.step.tolist())
    else:
        assert stats.min is stats.max is None
    assert stats.nan == np.isnan(array[inside]).sum()
    assert stats.posinf == np.isposinf(array[inside]).sum()
    assert stats.neginf == np.isneginf(array[inside]).sum()
    assert stats.last_step == len(values) - 1
    if thinned.exact:
        assert set(inside.tolist()) <= set(thinned.step.tolist())
    if smoothing:
        assert thinned.smoothed is not None
        np.testing.assert_allclose(thinned.smoothed, _smooth_slowly(values, 0.5)[thinned.step])


def test_counts_of_non_finite_points_are_by_bucket_and_sort() -> None:
    values = np.zeros(10_000)
    values[[10, 20, 30]] = math.nan
    values[[15, 9000]] = math.inf
    values[25] = -math.inf
    marks = thin(series_of(values), pixels=10).nonfinite
    rows = list(zip(marks.step.tolist(), marks.what.tolist(), marks.count.tolist(), strict=True))
    assert rows == [(10, 0, 3), (15, 1, 1), (25, 2, 1), (9000, 1, 1)]


def test_points_beyond_the_range_come_along_so_that_lines_reach_the_edge() -> None:
    thinned = thin(series_of(range(100)), low=20.5, high=30.5)
    assert thinned.step.tolist() == list(range(20, 32))
    assert thinned.in_range == 10
    nothing = thin(series_of([1.0, 2.0], [0, 100]), low=40, high=50)
    assert nothing.step.tolist() == [0, 100]
    assert nothing.in_range == 0


def test_steps_beyond_the_precision_of_floats_are_exact() -> None:
    steps = [2**62 + i for i in range(10)]
    thinned = thin(series_of(range(10), steps))
    assert thinned.step.tolist() == steps


@pytest.mark.parametrize("axis", ["relative", "wall"])
def test_ranges_are_in_the_unit_of_the_axis(axis: str) -> None:
    shift = 1000.0 if axis == "wall" else 0.0
    thinned = thin(series_of(range(100)), axis=axis, low=shift + 1, high=shift + 2)
    assert thinned.walltime.tolist() == [1000 + i / 8 for i in range(7, 18)]
    assert thinned.origin == 1000.0


def test_walltimes_that_go_back_are_drawn_by_time_and_given_by_step() -> None:
    series = ScalarSeries()
    walltimes = np.array([50.0, 60.0, 10.0, 20.0])
    series.append(FILE, Columns(np.arange(4), walltimes, np.arange(4.0)))
    thinned = thin(series, axis="wall", low=15, high=55)
    assert thinned.step.tolist() == [0, 1, 2, 3]
    assert thinned.in_range == 2


def test_only_what_follows_is_given_to_whoever_has_the_rest() -> None:
    series = series_of(range(10))
    first = thin(series, pixels=100)
    assert (first.exact, first.append, len(first.step)) == (True, False, 10)
    more = Columns(np.arange(10, 13), np.full(3, 2000.0), np.array([1.0, math.nan, 3.0]))
    series.append(FILE, more)
    second = thin(series, pixels=100, have=10, version=first.version)
    assert (second.append, second.step.tolist()) == (True, [10, 11, 12])
    assert second.nonfinite.step.tolist() == [11]
    assert second.count == 13
    assert second.stats.max == 9.0


def test_a_superseded_point_asks_for_everything_again() -> None:
    series = series_of(range(10))
    version = thin(series).version
    series.append(FILE, Columns(np.array([4]), np.array([3000.0]), np.array([-1.0])))
    again = thin(series, have=10, version=version)
    assert again.append is False
    assert again.version > version
    assert again.value.tolist() == [0, 1, 2, 3, -1, 5, 6, 7, 8, 9]
    assert (again.count, again.superseded) == (10, 1)


def test_quantiles_are_numpys() -> None:
    values = np.random.default_rng(3).exponential(size=5000)
    stats = thin(series_of([*values, math.nan, math.inf]), pixels=10, quantiles=True).stats
    assert stats.q05 == np.quantile(values, 0.05)
    assert stats.q95 == np.quantile(values, 0.95)


def test_an_empty_range_and_an_empty_series_are_no_trouble() -> None:
    empty: Thinned = thin(ScalarSeries())
    assert (empty.count, empty.exact, empty.stats.last) == (0, True, None)
    upside_down = thin(series_of(range(10)), low=8, high=2)
    assert upside_down.in_range == 0


@pytest.mark.parametrize(
    "wrong", [{"axis": "time"}, {"pixels": 0}, {"smoothing": 1.0}, {"smoothing": -0.1}]
)
def test_a_wrong_argument_is_refused(wrong: dict) -> None:  # type: ignore[type-arg]
    with pytest.raises(ValueError, match=next(iter(wrong))):
        thin(series_of(range(10)), **wrong)


def _smooth_slowly(values: Sequence[float], weight: float) -> np.ndarray:
    """The definition, point by point."""
    result = []
    average, count = 0.0, 0
    for value in values:
        if not math.isfinite(value):
            result.append(value)
            continue
        count += 1
        average = weight * average + (1 - weight) * value
        result.append(average / (1 - weight**count))
    return np.array(result)


@pytest.mark.parametrize("weight", [0.0, 0.1, 0.6, 0.9, 0.99, 0.999])
def test_smoothing_is_the_debiased_moving_average(weight: float) -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(size=3000) + 5
    values[[3, 100, 101]] = [math.nan, math.inf, -math.inf]
    np.testing.assert_allclose(
        smooth(values, weight), _smooth_slowly(values.tolist(), weight), rtol=1e-12
    )


def test_smoothing_of_a_constant_is_the_constant() -> None:
    np.testing.assert_allclose(smooth(np.full(1000, 3.7), 0.97), 3.7, rtol=1e-13)


def test_smoothing_of_nothing_finite_is_nothing_finite() -> None:
    assert np.isnan(smooth(np.full(5, math.nan), 0.5)).all()
