"""Sharpness of points that were computed at its radius, and not read off a coarse grid."""

import math

import numpy as np
import pytest

from vdlite.landscape import ArrayProblem, compute_surface, flatness, given_directions
from vdlite.landscape.surface.circle import circle

X = np.linspace(-1, 1, 41)


def surface(loss, number, **settings):
    problem = ArrayProblem([np.zeros((1, 2))], lambda weights: loss(*weights[0][0].tolist()))
    directions = given_directions(problem.weights, [[[1.0, 0.0]]], [[[0.0, 1.0]]])
    return compute_surface(problem, directions, x=(-1, 1, number), **settings)


def wall(x, y):
    """Flat up to a distance of 0.2, then as steep as it is far."""
    return 100 * max(0.0, math.hypot(x, y) - 0.2)


@pytest.mark.parametrize("number", [3, 5, 9, 41])
def test_sharpness_is_that_of_the_loss_however_coarse_the_grid(number):
    found = flatness(surface(wall, number))
    assert (found.sharpness, found.radius) == (pytest.approx(5), 0.25)
    assert found.sharpness_method == "points"


def test_of_another_radius_or_metric_it_is_that_of_the_grid():
    landscape = surface(lambda x, y: x * x + y * y, 41)
    found = flatness(landscape, radius=0.5)
    assert found.sharpness == pytest.approx(0.25, rel=1e-2)
    assert found.sharpness_method == "grid"


@pytest.mark.parametrize("beyond", [math.nan, math.inf])
def test_a_loss_that_is_no_number_at_the_radius_is_infinitely_sharp(beyond):
    found = flatness(surface(lambda x, y: beyond if x > 0.24 else 0.0, 3))
    assert found.sharpness == math.inf


def test_a_line_has_two_points_and_a_landscape_that_goes_on_keeps_them():
    problem = ArrayProblem([np.zeros(2)], lambda weights: float(np.abs(weights[0]).sum()))
    directions = given_directions(problem.weights, [np.array([1.0, 1.0])])
    made = compute_surface(problem, directions, x=(-1, 1, 3))
    assert made.directions.circle_greatest == pytest.approx(0.5)
    again = compute_surface(problem, directions, x=(-1, 1, 3), resume=made)
    assert again.directions.circle_radius == 0.25
    assert flatness(again).sharpness == pytest.approx(0.5)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("y", "each", "points", "number"),
    [
        # 16 are a twentieth of 320, or take a tenth of a second; 2 are of 40.
        (X, 1.0, 320, 16),
        (X, 1.0, 319, 0),
        (X, 0.006, 9, 16),
        (X, 0.007, 9, 0),
        (None, 1.0, 40, 2),
        (None, 1.0, 39, 0),
        # Those that lie outside are none.
        (np.linspace(0, 2, 21), 0.001, 9, 9),
    ],
)
def test_the_circle_is_worth_a_twentieth_of_the_time(y, each, points, number):
    assert len(circle(X, y, each, points)) == number
