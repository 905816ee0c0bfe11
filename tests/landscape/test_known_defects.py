"""What other tools are known to do wrong, where no other test looks at it.

Those of the reference tool of Li et al., of libraries after it, and of one for Hessians.
"""

import numpy as np
import pytest

from vdlite.landscape import (
    ArrayProblem,
    compute_surface,
    curvature,
    principal_directions,
    project,
    random_directions,
)
from vdlite.landscape.weights import Weight

WEIGHTS = [np.arange(1.0, 7.0).reshape(2, 3), np.zeros(4)]


@pytest.mark.parametrize("value", [0.0, -1.0, np.nan])
def test_a_loss_that_is_zero_negative_or_no_number_counts_as_computed(value):
    """A file that marks what is missing with -1 computes such points for ever."""
    calls = []

    def loss(weights):
        calls.append(1)
        return value

    problem = ArrayProblem(WEIGHTS, loss)
    directions = random_directions(problem.weights)
    done = compute_surface(problem, directions, x=(-1, 1, 5))
    assert done.done.all()
    calls.clear()
    compute_surface(problem, directions, x=(-1, 1, 5), resume=done)
    assert len(calls) < 25  # the center, and a few around it


def test_a_line_and_a_plane_of_the_same_seed_are_two_landscapes_that_agree():
    """One file for both made the plane crash."""
    problem = ArrayProblem(WEIGHTS, lambda weights: float((weights[0] ** 2).sum()))
    line = compute_surface(problem, random_directions(problem.weights, axes=1), x=(-1, 1, 5))
    plane = compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 5))
    assert line.id != plane.id
    np.testing.assert_allclose(line.values["loss"], plane.values["loss"][2], rtol=1e-12)


def test_a_bias_of_zeros_does_not_divide_by_zero():
    directions = random_directions(
        [Weight("b", np.zeros(4), "bias"), Weight("w", WEIGHTS[0])], ignore=()
    )
    assert all(not axis[0].any() for axis in directions.axes)
    assert all(np.isfinite(axis[1]).all() for axis in directions.axes)


def test_directions_go_both_ways():
    """Entries drawn from 0 to 1 all point into one corner."""
    weights = [Weight("w", np.ones((100, 100)))]
    for axis in random_directions(weights, seed=3, norm="none").axes:
        assert abs(axis[0].mean()) < 0.05
        assert axis[0].std() == pytest.approx(1, abs=0.05)


def test_points_left_of_the_center_are_not_the_center():
    problem = ArrayProblem([np.zeros((1, 2))], lambda weights: float(weights[0].sum()))
    directions = random_directions(problem.weights, norm="none")
    got = compute_surface(problem, directions, x=(-1, 1, 5), y=(-1, 1, 5)).values["loss"]
    np.testing.assert_allclose(got, -got[::-1, ::-1], atol=1e-12)
    assert len(np.unique(np.round(got, 9))) == 25


def test_the_largest_eigenvalue_is_not_that_of_the_largest_size():
    """Power iteration gives -5 first."""
    values = np.array([-5.0, 1.0, 2.0])
    problem = ArrayProblem(
        [np.zeros(3)],
        lambda weights: float((values * weights[0] ** 2).sum() / 2),
        gradient=lambda weights: [values * weights[0]],
    )
    found = curvature(problem, top=2, probes=0)
    assert found["eigenvalues"] == pytest.approx([2.0, 1.0, -5.0], rel=1e-6)


@pytest.mark.parametrize("probes", [4, 16])
def test_a_trace_comes_with_an_error_that_is_true(probes):
    """Two means that agree by luck are no reason to stop."""
    stream = np.random.default_rng(1)
    matrix = stream.normal(size=(60, 60))
    matrix = matrix @ matrix.T
    problem = ArrayProblem(
        [np.zeros(60)],
        lambda weights: float(weights[0] @ matrix @ weights[0] / 2),
        gradient=lambda weights: [matrix @ weights[0]],
    )
    off = []
    for seed in range(24):
        found = curvature(problem, probes=probes, seed=seed)
        off.append((found["trace"] - np.trace(matrix)) / found["trace_error"])
    assert 0.6 < np.sqrt(np.mean(np.square(off))) < 1.5
    assert np.abs(off).max() < 3.5


def test_every_weight_is_centered_over_the_snapshots_not_every_snapshot_over_its_weights():
    """The same shift of all snapshots moves the path, and turns no plane."""
    stream = np.random.default_rng(2)
    snapshots = [[stream.normal(size=(3, 4))] for _ in range(6)]
    shifted = [[one[0] + 100.0] for one in snapshots]
    first = principal_directions([Weight("w", snapshots[-1][0])], snapshots)
    second = principal_directions([Weight("w", shifted[-1][0])], shifted)
    for one, other in zip(first.axes, second.axes, strict=True):
        np.testing.assert_allclose(one[0], other[0], atol=1e-9)


def test_a_trajectory_lies_on_the_surface_it_is_drawn_on_for_any_directions():
    """Lengths along the axes instead of coordinates put it elsewhere."""
    weights = [Weight("w", np.zeros((4, 4)))]
    problem = ArrayProblem(
        [np.zeros((4, 4))], lambda arrays: float((arrays[0] ** 2).sum()), name="loss"
    )
    stream = np.random.default_rng(3)
    from vdlite.landscape import given_directions, path_of

    directions = given_directions(
        weights, [stream.normal(size=(4, 4)) * 3], [stream.normal(size=(4, 4)) + 1]
    )
    inside = [
        [a * directions.axes[0][0] + b * directions.axes[1][0]]
        for a, b in [(0.5, 0), (0.2, -0.7), (1, 1)]
    ]
    path = path_of(problem, inside, directions, [0, 1, 2])
    np.testing.assert_allclose(path.loss, path.true_loss, rtol=1e-9)
    np.testing.assert_allclose(project(weights, inside, directions).residual, 0, atol=1e-9)
