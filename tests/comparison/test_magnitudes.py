"""Values so large or small that their squares are no floats, and groups that lie far apart."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special

from vdlite.comparison.bands import Band, Middle, band_of, middle_of
from vdlite.comparison.difference import Difference, paired, unpaired
from vdlite.comparison.features import Hyperparameter
from vdlite.comparison.importance import importances
from vdlite.comparison.magnitude import mean_and_std

A = np.array([0.5, 0.75, 0.625, 1.0, 0.25, 0.375, 0.5])
B = np.array([0.75, 1.0, 1.5, 0.875, 1.25, 0.625, 0.5])
SCALES = [2.0**-1000, 2.0**-300, 2.0**300, 2.0**1000]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("compare", [paired, unpaired])
def test_the_unit_of_the_values_plays_no_part(
    compare: Callable[..., Difference], scale: float
) -> None:
    near, far = compare(A, B), compare(A * scale, B * scale)
    assert near.difference * scale == far.difference
    assert (near.low * scale, near.high * scale) == (far.low, far.high)
    assert (near.p_value, near.rank_p_value, near.effect) == (
        far.p_value,
        far.rank_p_value,
        far.effect,
    )


@pytest.mark.parametrize("scale", SCALES)
def test_the_spread_of_large_and_small_values(scale: float) -> None:
    mean, std = mean_and_std(A * scale)
    assert mean == A.mean() * scale
    assert std == A.std(ddof=1) * scale
    assert mean_and_std(np.zeros(0)) == (None, None)
    assert mean_and_std(np.ones(1)) == (1.0, None)


def test_the_largest_floats_are_infinitely_far_apart() -> None:
    most = float(np.finfo(float).max)
    found = unpaired(np.array([-most, -most, -most / 2]), np.array([most, most, most / 2]))
    assert found.difference == np.inf
    assert found.p_value is not None
    assert found.p_value < 0.01


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("freedom", [4, 14, 400])
def test_the_effect_of_groups_far_apart_has_the_interval_of_their_spread(
    freedom: int, sign: int
) -> None:
    """Just below the limit SciPy's own answer is used, just above it the chi-square's."""
    number = freedom // 2 + 1
    a = np.random.default_rng(0).normal(size=number)
    a = (a - a.mean()) / a.std(ddof=1)
    scale = np.sqrt(number / 2)
    below = unpaired(a, a + sign * 9990 / scale)
    above = unpaired(a, a + sign * 10010 / scale)
    for name in ("effect", "effect_low", "effect_high"):
        assert getattr(above, name) == pytest.approx(getattr(below, name), rel=0.004)
    assert above.effect_low is not None
    assert above.effect_high is not None
    assert above.effect_low < above.effect_high
    ends = np.sqrt(special.chdtri(freedom, [0.975, 0.025]) / freedom) * 10010 / scale
    want = sorted((sign * ends).tolist())
    assert [above.effect_low, above.effect_high] == pytest.approx(want)


@pytest.mark.timeout(30)  # by the noncentral t itself it would take hours
def test_groups_that_hardly_spread_are_compared_at_once() -> None:
    found = unpaired(1e9 + np.arange(5.0), -1e9 - np.arange(5.0) ** 2)
    assert found.effect is not None


@pytest.mark.parametrize(
    "change",
    [
        lambda values: values * 2.0**1000,
        lambda values: values * 2.0**-1000,
        lambda values: 2.0**40 + values,  # closer than 32 bits can tell
        lambda values: np.where(values == values.max(), np.inf, values),
    ],
)
def test_importance_needs_the_order_of_a_hyperparameter_only(
    change: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> None:
    values = np.arange(40.0) % 8
    metric = values**2
    codes = np.full(40, -2)
    plain = importances(metric, [Hyperparameter("x", values, codes)])
    assert importances(metric, [Hyperparameter("x", change(values), codes)]) == plain
    assert importances(metric * 2.0**900, [Hyperparameter("x", values, codes)]) == plain
    assert plain.score is not None
    assert plain.score > 0.9


BANDS = ["std", "sem", "minmax", "t", "bootstrap", "quartiles"]


@pytest.mark.parametrize("band", BANDS)
@pytest.mark.parametrize("middle", ["mean", "median"])
def test_a_place_where_curves_diverge_has_a_band_and_costs_the_others_nothing(
    middle: Middle, band: Band
) -> None:
    curves = np.random.default_rng(0).uniform(0.5, 1, size=(8, 3))
    scales = np.array([1.0, 2.0**1000, 2.0**-1000])
    np.testing.assert_array_equal(
        middle_of(curves * scales, middle), middle_of(curves, middle) * scales
    )
    for near, far in zip(
        band_of(curves, middle, band), band_of(curves * scales, middle, band), strict=True
    ):
        np.testing.assert_array_equal(far, near * scales)


@pytest.mark.parametrize("band", BANDS)
@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0)])
@pytest.mark.parametrize("middle", ["mean", "median"])
def test_no_curves_have_an_empty_band(middle: Middle, band: Band, shape: tuple[int, int]) -> None:
    low, high = band_of(np.zeros(shape), middle, band)
    assert low.shape == high.shape == (shape[1],)
    assert np.isnan(low).all()
    assert np.isnan(high).all()
