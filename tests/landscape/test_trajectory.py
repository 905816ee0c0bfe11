"""Where snapshots lie in a plane, against NumPy's least squares."""

import numpy as np
import pytest

from tests.landscape.bowls import bowl_problem, flat
from vdlite.errors import LandscapeError
from vdlite.landscape import frame, given_directions, path_of, project, random_directions
from vdlite.landscape.weights import Weight

RNG = np.random.default_rng(6)


def plane(orthogonal=False):
    weights = [Weight("a", RNG.normal(size=(4, 5))), Weight("b", RNG.normal(size=7))]
    axes = [[RNG.normal(size=w.value.shape) * 2 for w in weights] for _ in range(2)]
    directions = given_directions(weights, *axes)
    return weights, directions.orthogonal() if orthogonal else directions


def at(weights, directions, x, y):
    return [w.value + x * a + y * b for w, a, b in zip(weights, *directions.axes, strict=True)]


def test_coordinates_are_those_of_least_squares_on_axes_that_are_neither_long_one_nor_orthogonal():
    weights, directions = plane()
    snapshots = [[w.value + RNG.normal(size=w.value.shape) for w in weights] for _ in range(6)]
    got = project(weights, snapshots, directions)
    matrix = np.stack([flat(axis) for axis in directions.axes], axis=1)
    for place, snapshot in enumerate(snapshots):
        way = flat(snapshot) - flat([w.value for w in weights])
        expected, rest, *_ = np.linalg.lstsq(matrix, way, rcond=None)
        np.testing.assert_allclose(got.at[place], expected, rtol=1e-9)
        assert got.residual[place] == pytest.approx(np.sqrt(rest[0]))
        assert got.distance[place] == pytest.approx(np.linalg.norm(way))


def test_half_the_first_axis_lies_at_one_half():
    """The reference's cosine gives a length instead: 0.5 times the axis' length."""
    weights, directions = plane()
    got = project(weights, [at(weights, directions, 0.5, 0.0)], directions)
    np.testing.assert_allclose(got.at, [[0.5, 0.0]], atol=1e-12)
    length = project(weights, [at(weights, directions, 0.5, 0.0)], directions, method="cosine")
    assert length.at[0, 0] == pytest.approx(0.5 * directions.lengths[0])


def test_both_methods_agree_on_axes_of_length_one_at_a_right_angle():
    weights, directions = plane(orthogonal=True)
    unit = given_directions(
        weights,
        *(
            [array / length for array in axis]
            for axis, length in zip(directions.axes, directions.lengths, strict=True)
        ),
    )
    snapshots = [[w.value + RNG.normal(size=w.value.shape) for w in weights]]
    one = project(weights, snapshots, unit)
    other = project(weights, snapshots, unit, method="cosine")
    np.testing.assert_allclose(one.at, other.at, atol=1e-9)


def test_a_snapshot_in_the_plane_has_no_residual_even_far_out():
    weights, directions = plane()
    got = project(weights, [at(weights, directions, 3e4, -2e4)], directions)
    assert got.residual[0] < 1e-9 * got.distance[0]


def test_axes_that_point_the_same_way_are_reported():
    weights = [Weight("a", RNG.normal(size=(4, 5)))]
    with pytest.raises(LandscapeError, match="point the same way"):
        project(weights, [[weights[0].value]], random_directions(weights, same=True))


def test_a_path_gives_the_planes_loss_and_each_snapshots_own():
    center = [RNG.normal(size=(3, 4)), RNG.normal(size=5)]
    problem, bowl = bowl_problem(center)
    directions = random_directions(problem.weights, ignore=(), seed=2)
    snapshots = [[array + RNG.normal(size=array.shape) for array in center] for _ in range(4)]
    path = path_of(problem, snapshots, directions, [10, 20, 30, 40])
    assert path.step.tolist() == [10, 20, 30, 40]
    np.testing.assert_allclose(path.true_loss, [bowl(one) for one in snapshots], rtol=1e-12)
    for place in range(4):
        nearest = [
            w + path.x[place] * a + path.y[place] * b
            for w, a, b in zip(center, *directions.axes, strict=True)
        ]
        assert path.loss[place] == pytest.approx(bowl(nearest))
        off = flat(snapshots[place]) - flat(nearest)
        assert path.residual[place] == pytest.approx(np.linalg.norm(off))


def test_a_frame_holds_path_and_center_with_room_around():
    center = [np.zeros((2, 3))]
    problem, _ = bowl_problem(center, np.eye(6))
    directions = given_directions(problem.weights, [np.eye(2, 3)], [np.eye(2, 3)[::-1]])
    snapshots = [[2.0 * np.eye(2, 3) + place * np.eye(2, 3)[::-1]] for place in (1, 2, 4)]
    path = path_of(problem, snapshots, directions, [1, 2, 3])
    x, y = frame(path, 11)
    assert x == pytest.approx((-0.4, 2.4, 11))
    assert y == pytest.approx((-0.8, 4.8, 11))


def test_a_path_that_does_not_move_has_no_frame():
    center = [np.ones((2, 3))]
    problem, _ = bowl_problem(center, np.eye(6))
    directions = given_directions(problem.weights, [np.eye(2, 3)], [np.eye(2, 3)[::-1]])
    path = path_of(problem, [center, center], directions, [1, 2])
    with pytest.raises(LandscapeError, match="it does not move"):
        frame(path, 11)


def test_steps_have_to_be_one_for_each_snapshot():
    center = [np.ones((2, 3))]
    problem, _ = bowl_problem(center, np.eye(6))
    directions = random_directions(problem.weights)
    with pytest.raises(LandscapeError, match="got 1, want 2"):
        path_of(problem, [center, center], directions, [1])
