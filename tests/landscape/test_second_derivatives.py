"""Second derivatives along the axes, of points around the center."""

import math

import numpy as np
import pytest

from vdlite.landscape import (
    ArrayProblem,
    compute_surface,
    flatness,
    given_directions,
    random_directions,
)


def test_the_curvature_along_the_axes_is_that_of_the_loss_and_not_of_a_coarse_grid():
    """A steep wall beyond the valley: a parabola through the nearest points of the grid would be ten times as curved."""

    def loss(weights):
        w = weights[0].reshape(-1)
        return float(0.5 * 3 * w[0] ** 2 + 0.5 * w[1] ** 2 + 1000 * w[0] ** 6)

    problem = ArrayProblem([np.zeros((1, 2))], loss)
    directions = given_directions(problem.weights, [[[1.0, 0.0]]], [[[0.0, 1.0]]])
    got = compute_surface(problem, directions, x=(-1, 1, 5))
    assert got.directions["curvatures"] == pytest.approx([3, 1], abs=1e-3)
    flat_ = flatness(got)
    assert (flat_.curvature_x, flat_.curvature_y) == pytest.approx((3, 1), abs=1e-3)


@pytest.mark.parametrize("beyond", [math.inf, -math.inf, math.nan, 1.7e308])
def test_a_loss_without_finite_derivatives_tells_none(beyond):
    problem = ArrayProblem(
        [np.ones((3, 2))], lambda weights: beyond if (weights[0] != 1).any() else 1.0
    )
    got = compute_surface(problem, random_directions(problem.weights, ignore=()), x=(-1, 1, 3))
    assert got.done.all()
    assert "curvatures" not in got.directions
