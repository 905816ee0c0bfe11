"""Middles and bands of curves, against NumPy, SciPy, and simulation."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from vdlite.comparison.alignment import Curve, Ends, aligned, ends_of
from vdlite.comparison.bands import Band, Middle, band_of, fitting_band, middle_of

Floats = NDArray[np.float64]


def some_curves() -> Floats:
    """[7, 500] with gaps, but at least two at each place."""
    random = np.random.default_rng(0)
    curves = random.normal(size=(7, 500))
    curves[random.random(curves.shape) < 0.3] = np.nan
    curves[:2] = random.normal(size=(2, 500))
    return curves


def test_middles_and_spreads_are_numpys() -> None:
    curves = some_curves()
    mean, std = np.nanmean(curves, axis=0), np.nanstd(curves, axis=0, ddof=1)
    count = (~np.isnan(curves)).sum(axis=0)
    assert middle_of(curves, "mean") == pytest.approx(mean)
    assert middle_of(curves, "median") == pytest.approx(np.nanmedian(curves, axis=0))
    for band, half in (("std", std), ("sem", std / np.sqrt(count))):
        low, high = band_of(curves, "mean", band)  # type: ignore[arg-type]
        assert low == pytest.approx(mean - half)
        assert high == pytest.approx(mean + half)
    low, high = band_of(curves, "median", "minmax")
    assert low == pytest.approx(np.nanmin(curves, axis=0))
    assert high == pytest.approx(np.nanmax(curves, axis=0))


def test_quartiles_are_numpys() -> None:
    curves = some_curves()
    low, high = band_of(curves, "median", "quartiles")
    assert low == pytest.approx(np.nanquantile(curves, 0.25, axis=0))
    assert high == pytest.approx(np.nanquantile(curves, 0.75, axis=0))


def test_the_fitting_band_is_the_range_of_a_few_curves_and_an_interval_of_more() -> None:
    means = [fitting_band("mean", number) for number in (0, 1, 2, 4, 5, 100)]
    assert means == ["minmax"] * 4 + ["t"] * 2
    medians = [fitting_band("median", number) for number in (1, 5, 6, 100)]
    assert medians == ["minmax"] * 2 + ["bootstrap"] * 2


def test_the_t_interval_is_scipys() -> None:
    curves = np.random.default_rng(1).normal(size=(6, 20))
    low, high = band_of(curves, "mean", "t", level=0.9)
    expected = stats.ttest_1samp(curves, 0, axis=0).confidence_interval(0.9)
    assert low == pytest.approx(expected.low)
    assert high == pytest.approx(expected.high)


@pytest.mark.parametrize(
    ("middle", "band", "number"),
    [
        ("mean", "t", 3),
        ("mean", "t", 10),
        ("mean", "bootstrap", 6),
        ("mean", "bootstrap", 20),
        ("median", "bootstrap", 6),
        ("median", "bootstrap", 15),
        ("median", "bootstrap", 16),
    ],
)
def test_intervals_of_95_percent_cover_93_to_97(middle: Middle, band: Band, number: int) -> None:
    curves = np.random.default_rng(number).normal(3.0, 2.0, size=(number, 6000))
    low, high = band_of(curves, middle, band)
    assert 0.93 <= np.mean((low <= 3) & (high >= 3)) <= 0.97


@pytest.mark.parametrize(("middle", "true"), [("mean", 1.0), ("median", np.log(2))])
def test_the_bootstrap_covers_skewed_values_too(middle: Middle, true: float) -> None:
    curves = np.random.default_rng(4).exponential(size=(20, 6000))
    low, high = band_of(curves, middle, "bootstrap")
    assert 0.93 <= np.mean((low <= true) & (high >= true)) <= 0.97


def test_too_few_curves_have_no_band() -> None:
    one = np.array([[1.0, 2.0]])
    for band in ("std", "sem", "t", "bootstrap", "quartiles", "none"):
        assert np.isnan(band_of(one, "mean", band)).all()  # type: ignore[arg-type]
    assert band_of(one, "mean", "minmax")[1].tolist() == [1.0, 2.0]
    four = np.arange(8.0).reshape(4, 2)
    assert np.isnan(band_of(four, "mean", "bootstrap")).all()
    assert np.isnan(band_of(four, "median", "bootstrap")).all()
    assert np.isnan(middle_of(np.full((2, 3), np.nan), "median")).all()


def test_equal_curves_have_a_band_without_width() -> None:
    curves = np.full((6, 3), 2.0)
    for middle in ("mean", "median"):
        for band in ("std", "sem", "t", "bootstrap", "minmax", "quartiles"):
            low, high = band_of(curves, middle, band)  # type: ignore[arg-type]
            assert low.tolist() == high.tolist() == [2.0] * 3


def test_curves_meet_at_every_place_that_any_has() -> None:
    first = Curve(np.array([0.0, 2.0, 4.0]), np.array([0.0, 20.0, 40.0]))
    second = Curve(np.array([1.0, 2.0, 2.0, 3.0]), np.array([5.0, 6.0, 7.0, np.nan]))
    met = aligned([first, second])
    assert met.x.tolist() == [0, 1, 2, 4]
    assert met.y[0].tolist() == [0, 10, 20, 40]
    assert met.y[1, 1:3].tolist() == [5, 7]
    assert np.isnan(met.y[1, [0, 3]]).all()
    assert met.interpolated
    assert met.complete
    assert not aligned([first, first]).interpolated


def test_nothing_aligned_is_nothing() -> None:
    empty = Curve(np.zeros(0), np.zeros(0))
    assert aligned([]).x.tolist() == []
    assert aligned([empty]).y.shape == (1, 0)
    low, high = band_of(np.zeros((0, 0)), "mean", "bootstrap")
    assert len(low) == len(high) == 0


def test_of_too_many_places_even_ones_are_chosen_with_the_ends() -> None:
    curve = Curve(np.arange(1001.0), np.arange(1001.0) * 2)
    met = aligned([curve], most=11)
    assert met.x.tolist() == list(range(0, 1001, 100))
    assert met.y[0].tolist() == list(range(0, 2001, 200))
    assert not met.complete


def test_a_curve_that_turned_nan_is_not_one_that_ended() -> None:
    steps = np.arange(5.0)
    whole = Curve(steps, np.zeros(5))
    short = Curve(steps[:3], np.zeros(3))
    turned = Curve(steps, np.array([0.0, 0.0, np.nan, np.inf, np.nan]))
    back = Curve(steps, np.array([0.0, np.nan, 0.0, np.nan, 0.0]))
    never = Curve(steps, np.full(5, np.nan))
    nothing = Curve(np.zeros(0), np.zeros(0))
    assert ends_of([whole, short, turned, back, nothing]) == Ends(1, 2.0, 1, 2.0)
    assert ends_of([whole, turned, never]) == Ends(2, 0.0, 0, None)
    assert ends_of([]) == Ends(0, None, 0, None)
