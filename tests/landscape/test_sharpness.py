"""Sharpness within a radius, where it is known in closed form."""

import math

import numpy as np
import pytest

from tests.landscape.bowls import bowl_problem, flat
from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem, Weight, sharpness

# Distinct eigenvalues, the largest far above the next one.
MATRIX = np.diag([9.0, 3.0, 2.0, 1.0, 1.0, 0.5, 0.25, 0.0])
SHAPES = [(2, 3), (2,)]
MINIMUM = [np.zeros(shape) for shape in SHAPES]
ELSEWHERE = [np.arange(1.0, 7.0).reshape(2, 3), np.array([-2.0, 0.5])]


def test_at_a_minimum_the_mean_is_that_of_the_eigenvalues() -> None:
    problem, _ = bowl_problem(MINIMUM, MATRIX)
    found = sharpness(problem, radius=0.2, directions=4000, steps=0)
    exact = 0.2**2 * np.trace(MATRIX) / (2 * 8)
    assert found.mean == pytest.approx(exact, abs=4 * found.mean_error)
    assert found.mean_error < 0.02 * exact
    # u1^2 ... u8^2 on a sphere are Dirichlet distributed: Var(u'Hu) = 2 (n tr(H^2) - tr(H)^2) / (n^2 (n + 2)).
    variance = 2 * (8 * np.sum(MATRIX**2) - np.trace(MATRIX) ** 2) / (64 * 10)
    assert found.spread == pytest.approx(0.02 * math.sqrt(variance), rel=0.1)
    assert found.mean_error == pytest.approx(found.spread / math.sqrt(4000), rel=0.01)


def test_away_from_a_minimum_the_slope_is_no_part_of_the_mean() -> None:
    problem, _ = bowl_problem(ELSEWHERE, MATRIX)
    found = sharpness(problem, radius=0.2, directions=4000, steps=0)
    assert found.mean == pytest.approx(0.2**2 * np.trace(MATRIX) / 16, abs=4 * found.mean_error)
    assert found.spread > 5 * found.mean  # but of where a single step leads


def test_at_a_minimum_the_worst_case_is_along_the_top_eigenvector() -> None:
    problem, _ = bowl_problem(MINIMUM, MATRIX)
    found = sharpness(problem, radius=0.3)
    assert found.worst == pytest.approx(0.3**2 * 9.0 / 2, rel=2e-3)
    assert found.worst <= 0.3**2 * 9.0 / 2 + 1e-12


def test_on_a_slope_the_worst_case_is_uphill() -> None:
    slope = np.array([3.0, 0, 0, 0, 4.0, 0, 0, 0])
    problem, _ = bowl_problem(ELSEWHERE, np.zeros((8, 8)), slope)
    assert sharpness(problem, radius=0.1).worst == pytest.approx(0.1 * 5.0)


@pytest.mark.parametrize("scale", ["element", "filter"])
def test_adaptive_steps_are_shares_of_the_weights(scale) -> None:
    problem, _ = bowl_problem(ELSEWHERE, MATRIX, -MATRIX @ flat(ELSEWHERE))  # its minimum
    w = flat(ELSEWHERE)
    rows = [np.repeat(np.linalg.norm(ELSEWHERE[0], axis=1), 3)]
    lengths = np.concatenate([*rows, np.full(2, np.linalg.norm(ELSEWHERE[1]))])
    t = np.abs(w) if scale == "element" else lengths
    scaled = MATRIX * np.outer(t, t)
    found = sharpness(problem, adaptive_radius=0.1, scale=scale, directions=2000, steps=60)
    exact = 0.1**2 * np.trace(scaled) / 16
    assert found.adaptive_mean == pytest.approx(exact, abs=4 * found.adaptive_mean_error)
    most = 0.1**2 * np.linalg.eigvalsh(scaled)[-1] / 2
    assert found.adaptive_worst == pytest.approx(most, rel=0.01)
    assert found.adaptive_scale == scale


def test_columns_are_the_filters_where_the_weight_says_so() -> None:
    value = np.array([[3.0, 0.0], [4.0, 1.0]])
    weight = Weight("w", value, filter_axis=1)
    problem = ArrayProblem([weight], lambda arrays: float(arrays[0][0, 0]))
    found = sharpness(problem, adaptive_radius=1.0, scale="filter", directions=500)
    # The entry moves by 5 u1, whose standard deviation is 5 / sqrt(4).
    assert found.adaptive_spread == pytest.approx(2.5, rel=0.1)
    assert found.adaptive_mean == pytest.approx(0, abs=1e-12)


def test_a_problem_without_derivatives_has_a_mean_only() -> None:
    class Bare:
        def __init__(self, inner):
            self._inner = inner

        def __getattr__(self, name):
            if name == "hessian":
                raise AttributeError(name)
            return getattr(self._inner, name)

    problem, _ = bowl_problem(MINIMUM, MATRIX)
    found = sharpness(Bare(problem))
    assert (found.worst, found.adaptive_worst) == (None, None)
    assert found.mean > 0


def test_what_is_left_out_stays() -> None:
    problem, _ = bowl_problem(MINIMUM, MATRIX)
    found = sharpness(problem, radius=1.0, only=["1"])  # of which the Hessian is 0.25 and 0
    assert found.worst == pytest.approx(0.125)


def test_a_loss_that_is_not_finite_has_risen_to_infinity() -> None:
    problem = ArrayProblem([np.zeros(2)], lambda w: math.nan if w[0][0] > 0.01 else 0.0)
    found = sharpness(problem, steps=0)
    assert math.isinf(found.mean)


def test_the_same_seed_gives_the_same_numbers_and_progress_is_reported() -> None:
    problem, _ = bowl_problem(ELSEWHERE, MATRIX)
    counts = []
    one = sharpness(problem, report=lambda progress: counts.append((progress.done, progress.total)))
    assert dict(one) == dict(sharpness(problem))
    assert one.mean != sharpness(problem, seed=1).mean
    assert counts == [(0, 168), (64, 168), (84, 168), (148, 168), (168, 168)]


@pytest.mark.parametrize(
    "wrong",
    [{"radius": 0.0}, {"adaptive_radius": -1.0}, {"scale": "layer"}, {"directions": 1}],
)
def test_wrong_arguments_are_refused(wrong) -> None:
    problem, _ = bowl_problem(MINIMUM, MATRIX)
    with pytest.raises(LandscapeError, match="got"):
        sharpness(problem, **wrong)
