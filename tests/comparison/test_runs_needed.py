"""How many runs would show a difference: against published tables, and against many simulated experiments."""

from __future__ import annotations

import numpy as np
import pytest
import scipy

from vdlite.comparison.runs_needed import runs_needed


@pytest.mark.parametrize(
    ("effect", "wanted"),
    # Cohen (1988), table 2.4.1 and what G*Power prints: two-sided 5 %, power 80 %.
    [(0.2, 394), (0.5, 64), (0.8, 26), (1.0, 17), (2.0, 6)],
)
def test_usual_effects_need_the_published_numbers(effect: float, wanted: int) -> None:
    assert runs_needed(effect * 3, 3.0) == wanted
    assert runs_needed(-effect * 3, 3.0) == wanted


def test_so_many_runs_show_the_difference_in_four_of_five_experiments() -> None:
    rng = np.random.default_rng(0)
    number = runs_needed(1.3, 1.0)
    assert number is not None
    a = rng.normal(0.0, 1.0, (4000, number))
    b = rng.normal(1.3, 1.0, (4000, number))
    shown = (scipy.stats.ttest_ind(a, b, axis=1).pvalue < 0.05).mean()
    assert 0.78 < shown < 0.86  # the number is rounded up


@pytest.mark.parametrize(
    ("difference", "std"), [(0.0, 1.0), (1.0, 0.0), (1e-9, 1.0), (float("nan"), 1.0)]
)
def test_without_difference_or_spread_there_is_no_number(difference: float, std: float) -> None:
    assert runs_needed(difference, std) is None


def test_a_huge_difference_needs_two_runs() -> None:
    assert runs_needed(1e300, 1e-300) is None  # their ratio is no float
    assert runs_needed(1e6, 1.0) == 2
