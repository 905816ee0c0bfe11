"""Second derivatives along the axes: of the Hessian's products, or of points around the center."""

import math

import numpy as np
import pytest

from tests.landscape.bowls import bowl_problem
from vdlite.errors import LandscapeError
from vdlite.landscape import (
    ArrayProblem,
    compute_surface,
    flatness,
    given_directions,
    random_directions,
)
from vdlite.landscape.surface.second_derivatives import SecondDerivatives, way_of


def two(loss):
    """A problem of two weights, along both."""
    problem = ArrayProblem([np.zeros((1, 2))], loss)
    return problem, given_directions(problem.weights, [[[1.0, 0.0]]], [[[0.0, 1.0]]])


def test_the_curvature_along_the_axes_is_that_of_the_loss_and_not_of_a_coarse_grid():
    """A steep wall beyond the valley: a parabola through the nearest points of the grid would be ten times as curved."""

    def loss(weights):
        w = weights[0].reshape(-1)
        return float(0.5 * 3 * w[0] ** 2 + 0.5 * w[1] ** 2 + 1000 * w[0] ** 6)

    got = compute_surface(*two(loss), x=(-1, 1, 5))
    assert got.directions["curvatures"] == pytest.approx([3, 1], abs=5e-3)
    assert got.directions.curvature_method == "fit"
    flat_ = flatness(got)
    assert (flat_.curvature_x, flat_.curvature_y) == pytest.approx((3, 1), abs=5e-3)
    assert abs(flat_.curvature_x - 3) <= flat_.curvature_x_error < 0.02
    assert flat_.curvature_y_error < 1e-6


def test_the_hessian_of_a_loss_with_a_gradient_gives_the_curvature():
    problem, bowl = bowl_problem([np.ones((2, 2))])
    directions = random_directions(problem.weights, seed=1, norm="none", ignore=())
    got = compute_surface(problem, directions, x=(-1, 1, 3))
    exact = [axis[0].reshape(-1) @ bowl.matrix @ axis[0].reshape(-1) for axis in directions.axes]
    assert got.directions.curvature_method == "hessian"
    np.testing.assert_allclose(got.directions["curvatures"], exact, rtol=1e-8)
    assert max(got.directions["curvature_errors"]) < 1e-7


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_part_of_the_error_that_is_reported(seed):
    """A noise of 0.01, as large as the loss rises within the points that are nearest."""
    draws = np.random.default_rng(seed)

    def loss(weights):
        w = weights[0].reshape(-1)
        return float(4 * w[0] ** 2 - w[1] ** 2 + 0.01 * draws.standard_normal())

    flat_ = flatness(compute_surface(*two(loss), x=(-1, 1, 3)))
    assert abs(flat_.curvature_x - 8) <= 3 * flat_.curvature_x_error
    assert abs(flat_.curvature_y + 2) <= 3 * flat_.curvature_y_error
    assert 0.5 < flat_.curvature_x_error < 50


def test_a_landscape_of_an_earlier_record_has_curvatures_without_errors():
    got = compute_surface(*two(lambda weights: float((weights[0] ** 2).sum())), x=(-1, 1, 3))
    plain = {
        name: value
        for name, value in got.directions.items()
        if name not in ("curvature_errors", "curvature_method")
    }
    found = flatness(type(got)(got.x, got.y, got.values, got.done, got.center, directions=plain))
    assert found.curvature_x == pytest.approx(2)
    assert math.isnan(found.curvature_x_error)
    assert found.curvature_method == "fit"


@pytest.mark.parametrize("beyond", [math.inf, -math.inf, math.nan, 1.7e308])
def test_a_loss_without_finite_derivatives_gives_none(beyond):
    problem = ArrayProblem(
        [np.ones((3, 2))], lambda weights: beyond if (weights[0] != 1).any() else 1.0
    )
    got = compute_surface(problem, random_directions(problem.weights, ignore=()), x=(-1, 1, 3))
    assert got.done.all()
    assert "curvatures" not in got.directions


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("asked", "each", "points", "way"),
    [
        # 25 points for both axes are a tenth of the surface at most, or less than a tenth of a second.
        ("auto", 1.0, 250, (True, 5)),
        ("auto", 1.0, 249, (False, 5)),
        ("auto", 1.0, 121, (False, 3)),
        ("auto", 1.0, 79, (False, 0)),
        ("auto", 0.004, 9, (True, 5)),
        ("hessian", 1.0, 9, (True, 5)),
        ("fit", 1e-6, 1000, (False, 5)),
        ("grid", 1e-6, 1000, (False, 0)),
    ],
)
def test_second_derivatives_are_worth_a_tenth_of_the_time(asked, each, points, way):
    assert way_of(asked, 2, each, points) == way


def test_a_fit_of_few_points_gives_an_error_too():
    def loss(weights):
        w = weights[0].reshape(-1)
        return float(0.5 * 3 * w[0] ** 2 + 0.5 * w[1] ** 2 + w[0] ** 4)

    got = SecondDerivatives(np.array([-1.0, 1.0]), np.array([-1.0, 1.0]), pairs=2)
    assert got.points.shape == (8, 2)
    found = got.fitted(0.0, np.array([loss([point]) for point in got.points]))
    assert found.values == pytest.approx((3, 1), abs=0.05)
    assert 0 < abs(found.values[0] - 3) <= found.errors[0]


def test_a_surface_without_points_around_the_center_leaves_the_curvature_to_its_grid():
    problem = two(lambda weights: float((weights[0] ** 2).sum()))
    got = compute_surface(*problem, x=(-1, 1, 5), axis_curvature="grid")
    assert "curvatures" not in got.directions
    assert flatness(got).curvature_method == "grid"
    assert flatness(got).curvature_x == pytest.approx(2)


def test_another_way_is_refused():
    problem = two(lambda weights: 0.0)
    with pytest.raises(LandscapeError, match="axis_curvature: got 'exact', want one of"):
        compute_surface(*problem, axis_curvature="exact")
