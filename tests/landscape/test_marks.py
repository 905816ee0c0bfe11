"""Named places: their exact values, where no point of the grid lies."""

import numpy as np
import pytest

from tests.landscape.bowls import Bowl, flat, symmetric
from vdlite import LogReader, LogWriter
from vdlite.kinds.landscape import Mark
from vdlite.landscape import (
    ArrayProblem,
    CurvatureProblem,
    LogStream,
    Weight,
    compute_surface,
    random_directions,
    towards,
)

MATRIX = symmetric(6, seed=2) @ symmetric(6, seed=2)


def problem(weights=None):
    bowl = Bowl(MATRIX)

    def loss(arrays):
        return {"loss": bowl(arrays), "size": float(np.abs(arrays[0]).max())}

    start = [np.linspace(-1, 1, 6).reshape(2, 3)] if weights is None else weights
    return ArrayProblem(start, loss, gradient=bowl.gradient)


def test_a_mark_between_the_points_has_the_values_of_exactly_its_place():
    plane = problem()
    directions = random_directions(plane.weights, seed=1)
    marks = [Mark("other", 0.3, -0.7), Mark("outside", 5.0, 2.0)]
    got = compute_surface(plane, directions, x=(-1, 1, 4), marks=marks)
    center, axes = flat([plane.weights[0].value]), [flat(axis) for axis in directions.axes]
    for mark in got.marks:
        moved = center + mark.x * axes[0] + mark.y * axes[1]
        assert mark.values["loss"] == pytest.approx(Bowl(MATRIX)([moved]), rel=1e-12)
        assert mark.values["size"] == pytest.approx(np.abs(moved).max(), rel=1e-12)


def test_the_other_model_of_a_line_has_its_own_loss():
    line = problem()
    other = [np.full((2, 3), 0.25)]
    got = compute_surface(
        line, towards(line.weights, other), x=(-0.4, 1.4, 5), marks=[Mark("b", 1.0, 9.0)]
    )
    assert got.marks[0].values["loss"] == pytest.approx(Bowl(MATRIX)(other), rel=1e-12)
    assert list(got.marks[0].values) == ["loss", "size"]


AROUND = 16  # points on the circle of the sharpness


def counting():
    """A problem, and what it was asked for."""
    calls = []

    def loss(arrays):
        calls.append(arrays[0].copy())
        return float((arrays[0] ** 2).sum())

    return ArrayProblem([np.ones((2, 3))], loss), calls


def test_the_center_is_known_and_costs_nothing():
    plane, calls = counting()
    directions = random_directions(plane.weights)
    marks = [Mark("here", 0.0)]
    got = compute_surface(plane, directions, x=(-1, 1, 3), marks=marks, axis_curvature="grid")
    assert got.marks[0].values == {"loss": 6.0}
    assert len(calls) - (1 + 8) == AROUND  # the center, and the others


def test_values_that_are_there_are_not_computed_again():
    plane, calls = counting()
    directions = random_directions(plane.weights)
    marks = [Mark("known", 0.5, values={"loss": 7.0}), Mark("new", 0.25)]
    surface = {"x": (-1, 1, 3), "axis_curvature": "grid"}
    first = compute_surface(plane, directions, **surface, marks=marks)
    count = len(calls)
    assert count - (1 + 8 + 1) == AROUND
    assert first.marks[0].values == {"loss": 7.0}
    again = compute_surface(
        plane, directions, **surface, marks=[Mark("renamed", 0.25)], resume=first
    )
    assert len(calls) - count == 1  # the center
    assert again.marks == (Mark("renamed", 0.25, 0.0, first.marks[1].values),)


def test_marks_where_the_loss_is_no_number_have_that_as_their_value():
    plane = ArrayProblem([np.ones((2, 2))], lambda arrays: float("nan"))
    got = compute_surface(
        plane, random_directions(plane.weights), x=(-1, 1, 3), marks=[Mark("m", 0.5)]
    )
    assert np.isnan(got.marks[0].values["loss"])


def test_a_map_of_the_curvature_has_the_eigenvalues_at_its_marks():
    curved = CurvatureProblem(problem())
    got = compute_surface(
        curved, random_directions(curved.weights, axes=1), x=(-1, 1, 3), marks=[Mark("m", 0.4)]
    )
    assert got.marks[0].values["hessian/max"] == pytest.approx(np.linalg.eigvalsh(MATRIX)[-1])


def test_the_values_of_marks_come_back_from_the_log(tmp_path):
    plane = problem()
    with LogWriter(tmp_path / "run") as writer:
        got = compute_surface(
            plane,
            random_directions(plane.weights),
            x=(-1, 1, 3),
            marks=[Mark("m", 0.5, 0.25)],
            stream=LogStream(writer, "plane"),
        )
    back = LogReader(tmp_path / "run").landscape(".", "plane")
    assert back.marks == got.marks
    assert set(back.marks[0].values) == {"loss", "size"}


@pytest.mark.parametrize(("role", "movable"), [("norm", "weights"), ("variance", "states")])
def test_the_record_says_what_its_directions_may_move(role, movable):
    held = [Weight("w", np.ones((2, 3))), Weight("b", np.ones(3), role)]
    plane = ArrayProblem(held, lambda arrays: float(arrays[0].sum()))
    got = compute_surface(plane, random_directions(plane.weights), x=(-1, 1, 3))
    assert got.directions["parameters"] == movable
