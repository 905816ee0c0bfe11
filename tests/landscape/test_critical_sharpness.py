"""Critical sharpness, where it is known in closed form."""

import math

import numpy as np
import pytest

from tests.landscape.bowls import bowl_problem, flat, symmetric
from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem, critical_sharpness
from vdlite.landscape.curvature.critical import search

CENTER = [np.random.default_rng(1).normal(size=shape) for shape in ((3, 4), (5,))]
MATRIX = symmetric(17, seed=2) @ symmetric(17, seed=2) + 0.1 * np.eye(17)


@pytest.mark.parametrize("start", [1e-4, 0.05, 30.0])
def test_of_a_quadratic_it_is_the_curvature_over_the_slope_along_the_update(start) -> None:
    problem, _ = bowl_problem(CENTER, MATRIX)
    update = [np.random.default_rng(3).normal(size=array.shape) + array for array in CENTER]
    u, w = flat(update), flat(CENTER)
    exact = (u @ MATRIX @ u) / (w @ MATRIX @ u)
    assert exact > 0
    found = critical_sharpness(problem, update, start=start)
    assert found.value == pytest.approx(exact, rel=0.01)
    assert abs(found.value - exact) <= found.error
    assert found.step == pytest.approx(2 / exact, rel=0.01)


def test_along_the_gradient_it_is_a_mean_of_eigenvalues_below_the_largest() -> None:
    problem, _ = bowl_problem(CENTER, MATRIX)
    slope = MATRIX @ flat(CENTER)
    found = critical_sharpness(problem, problem.slope(), tolerance=1e-5)
    assert found.value == pytest.approx((slope @ MATRIX @ slope) / (slope @ slope), rel=1e-4)
    assert found.value < np.linalg.eigvalsh(MATRIX)[-1]


def test_along_an_eigenvector_it_is_the_eigenvalue_at_which_descent_ends() -> None:
    values, vectors = np.linalg.eigh(MATRIX)
    problem, _ = bowl_problem([vectors[:, -1]], MATRIX)
    found = critical_sharpness(problem, problem.slope(), tolerance=1e-5)
    assert found.value == pytest.approx(values[-1], rel=1e-4)


def test_weights_that_are_left_out_stay() -> None:
    problem, _ = bowl_problem(CENTER, np.diag(np.arange(1.0, 18.0)))
    found = critical_sharpness(problem, problem.slope(), only=["1"], tolerance=1e-5)
    slope = np.arange(13.0, 18.0) * CENTER[1]
    exact = (slope @ (np.arange(13.0, 18.0) * slope)) / (slope @ slope)
    assert found.value == pytest.approx(exact, rel=1e-4)


def test_a_loss_that_ends_in_nan_has_risen() -> None:
    problem = ArrayProblem([np.zeros(1)], lambda w: -w[0][0] if w[0][0] < 0.7 else math.nan)
    found = critical_sharpness(problem, [-np.ones(1)])
    assert found.value == pytest.approx(2 / 0.7, rel=0.01)


def test_what_never_rises_has_none_and_what_rises_at_once_is_not_known() -> None:
    assert search(lambda step: -step, 1.0, 0.01)[0] == 0
    assert math.isnan(search(lambda step: step, 1.0, 0.01)[0])


def test_a_step_takes_fewer_than_twenty_passes() -> None:
    problem, _ = bowl_problem(CENTER, MATRIX)
    assert critical_sharpness(problem, problem.slope(), start=0.1).passes < 20


@pytest.mark.parametrize("start", [0.0, -1.0, math.nan, math.inf])
def test_a_start_that_is_no_step_is_refused(start) -> None:
    problem, _ = bowl_problem(CENTER, MATRIX)
    with pytest.raises(LandscapeError, match="start: got"):
        critical_sharpness(problem, problem.slope(), start=start)
