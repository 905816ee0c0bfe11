"""Differences of groups against SciPy and simulation."""

import numpy as np
import pytest
from scipy import stats

from vdlite.comparison.difference import paired, pairs, unpaired


@pytest.mark.parametrize("number", [3, 10, 40])
def test_tests_and_intervals_are_scipys(number: int) -> None:
    random = np.random.default_rng(number)
    a, b = random.normal(size=number), random.normal(0.5, 2, size=number)
    c = random.normal(size=number + 4)
    found = paired(a, b, level=0.9)
    expected = stats.ttest_rel(b, a)
    interval = expected.confidence_interval(0.9)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.rank_p_value == pytest.approx(stats.wilcoxon(b, a).pvalue)
    found = unpaired(a, c, level=0.9)
    expected = stats.ttest_ind(c, a, equal_var=False)
    interval = expected.confidence_interval(0.9)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.rank_p_value == pytest.approx(stats.mannwhitneyu(a, c).pvalue)


def test_effect_sizes_are_hedges() -> None:
    a = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    b = a + np.array([0.0, 1.0, 2.0, 1.0, 0.0, 2.0])
    # d_z = 1 / 0.894427; with 5 degrees of freedom the exact correction is 0.840749.
    found = paired(a, b)
    assert found.effect == pytest.approx(1 / np.sqrt(0.8) * 0.8407487)
    # The standard deviation of both is sqrt(3.5) and sqrt(5.6), pooled sqrt(4.55); corrected by 0.9227456.
    found = unpaired(a, b)
    pooled = np.sqrt((a.var(ddof=1) + b.var(ddof=1)) / 2)
    assert found.effect == pytest.approx(1 / pooled * 0.9227456)


@pytest.mark.parametrize("true", [0.0, 0.5, 2.0])
def test_intervals_of_effects_cover_93_to_97_percent(true: float) -> None:
    random = np.random.default_rng(9)
    covered = np.zeros(2)
    for _ in range(1500):
        a = random.normal(size=8)
        found = paired(a, a + random.normal(true, 1, size=8))
        covered[0] += found.effect_low <= true <= found.effect_high  # type: ignore[operator]
        found = unpaired(a, random.normal(true, 1, size=12))
        covered[1] += found.effect_low <= true <= found.effect_high  # type: ignore[operator]
    assert (covered / 1500 > 0.93).all()
    assert (covered / 1500 < 0.97).all()


def test_too_little_is_reported() -> None:
    a = np.array([1.0, 2.0])
    assert paired(a[:0], a[:0]).advice == ("too_few",)
    found = paired(a, a + 1)
    assert (found.difference, found.low, found.advice) == (1.0, None, ("too_few",))
    assert unpaired(a, np.arange(9.0)).advice == ("too_few",)
    assert unpaired(a[:0], a).difference is None
    assert paired(np.arange(4.0), np.arange(4.0)[::-1]).advice == ("few",)


def test_equal_differences_have_no_spread() -> None:
    a = np.array([0.1, 0.2, 0.4])
    found = paired(a, a + 0.3)
    assert found.difference == pytest.approx(0.3)
    assert found.advice == ("no_spread",)
    assert unpaired(np.ones(4), np.ones(5)).advice == ("no_spread",)


def test_pairs_have_what_both_sides_have() -> None:
    a = [("x", 1.0), ("y", 2.0), ("y", 4.0), ("z", 9.0)]
    b = [("y", 5.0), ("x", 7.0), ("w", 0.0)]
    labels, first, second = pairs(a, b)
    assert labels == ["x", "y"]
    assert first.tolist() == [1.0, 3.0]
    assert second.tolist() == [7.0, 5.0]
