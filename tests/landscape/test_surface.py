"""Surfaces of losses that are known in closed form."""

import functools
from dataclasses import replace

import numpy as np
import pytest

from tests.landscape.bowls import bowl_problem, flat
from tests.landscape.kept import Kept
from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem, LogStream, Mark, compute_surface, random_directions

RNG = np.random.default_rng(8)


def bowl_surface(problem, bowl, directions, x, y):
    """The closed form on a grid, [Y, X]."""
    center = flat([weight.value for weight in problem.weights])
    a, b = (flat(axis) for axis in directions.axes)
    return np.array(
        [[bowl([center + i * a + j * b]) for i in np.atleast_1d(x)] for j in np.atleast_1d(y)]
    )


def problem_and_directions(**settings):
    problem, bowl = bowl_problem([RNG.normal(size=(4, 5)), RNG.normal(size=6)])
    return problem, bowl, random_directions(problem.weights, ignore=(), **settings)


@pytest.mark.parametrize(("nx", "ny"), [(5, 5), (3, 5), (7, 2), (1, 4)])
def test_rows_are_y_and_columns_are_x_on_grids_that_are_not_square(nx, ny):
    problem, bowl, directions = problem_and_directions()
    got = compute_surface(problem, directions, x=(-1, 2, nx), y=(0, 3, ny))
    assert got.shape == (ny, nx)
    np.testing.assert_allclose(
        got.values["bowl"], bowl_surface(problem, bowl, directions, got.x, got.y), rtol=1e-12
    )
    assert got.done.all()


def test_the_model_is_exactly_in_the_middle_of_an_odd_grid_and_known_apart():
    problem, bowl, directions = problem_and_directions()
    exact = bowl([weight.value for weight in problem.weights])
    odd = compute_surface(problem, directions, x=(-1, 1, 5))
    assert odd.values["bowl"][2, 2] == exact
    even = compute_surface(problem, directions, x=(-1, 1, 4))
    assert even.center == {"bowl": exact}
    assert exact not in even.values["bowl"]


def test_along_one_direction_it_is_a_line():
    problem, bowl = bowl_problem([RNG.normal(size=(3, 3))])
    directions = random_directions(problem.weights, axes=1)
    got = compute_surface(problem, directions, x="-2:2:9")
    center, axis = flat([problem.weights[0].value]), flat(directions.axes[0])
    np.testing.assert_allclose(got.values["bowl"], [bowl([center + i * axis]) for i in got.x])
    assert got.y is None
    with pytest.raises(LandscapeError, match="there is one only"):
        compute_surface(problem, directions, y="0:1:3")


def test_each_point_is_set_from_the_center_so_that_rounding_does_not_add_up():
    """Steps from point to point in float32 would be off by a thousand roundings at the end."""
    center = [np.array([[1.0, 1e-4]], dtype=np.float32)]
    seen = []
    problem = ArrayProblem(center, lambda weights: seen.append(weights[0].copy()) or 0.0)
    directions = random_directions(problem.weights, axes=1, norm="none")
    compute_surface(problem, directions, x=(-1, 1, 1001))
    expected = {
        (center[0] + x * directions.axes[0][0]).astype(np.float32).tobytes()
        for x in np.linspace(-1, 1, 1001)[[0, 250, 750, 1000]]
    }
    assert expected <= {one.tobytes() for one in seen}


def test_several_metrics_come_at_once_and_the_first_is_the_loss():
    problem = ArrayProblem(
        [np.ones((2, 2))], lambda weights: {"loss": weights[0].sum(), "train/acc": 0.5}
    )
    got = compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3))
    assert got.metrics == ("loss", "train/acc")
    assert got.center == {"loss": 4.0, "train/acc": 0.5}


def test_nan_and_infinity_are_values_and_are_not_computed_again():
    calls = []

    def loss(weights):
        calls.append(1)
        size = float(np.abs(weights[0]).sum())
        return np.nan if size > 6 else np.inf if size > 5 else -size

    problem = ArrayProblem([np.ones((2, 2))], loss)
    directions = random_directions(problem.weights, seed=1)
    got = compute_surface(problem, directions, x=(-2, 2, 9))
    assert np.isnan(got.values["loss"]).any()
    assert np.isinf(got.values["loss"]).any()
    assert (got.values["loss"][np.isfinite(got.values["loss"])] < 0).all()
    assert got.done.all()
    before = len(calls)
    again = compute_surface(problem, directions, x=(-2, 2, 9), resume=got)
    assert len(calls) - before == 1  # the center
    np.testing.assert_array_equal(again.values["loss"], got.values["loss"])


def test_an_interrupted_surface_goes_on_where_it_was():
    calls = []

    def loss(weights):
        calls.append(weights[0].copy())
        if len(calls) == 30:
            raise KeyboardInterrupt
        return float((weights[0] ** 2).sum())

    problem = ArrayProblem([RNG.normal(size=(3, 3))], loss)
    directions = random_directions(problem.weights)
    kept = Kept()
    with pytest.raises(KeyboardInterrupt):
        compute_surface(problem, directions, x=(-1, 1, 11), stream=kept)
    part = kept.landscape()
    done = int(part.done.sum())
    assert 0 < done < 121
    before = len(calls)
    whole = compute_surface(problem, directions, x=(-1, 1, 11), resume=part, axis_curvature="grid")
    # The center, what was left, and 16 points around it, unless the machine stalls.
    assert len(calls) - before - (2 + (121 - done)) in (0, 16)
    fresh = compute_surface(problem, directions, x=(-1, 1, 11))
    assert np.array_equal(whole.values["loss"], fresh.values["loss"])


@pytest.mark.parametrize("what", ["weights", "directions", "coordinates", "loss"])
def test_what_was_computed_of_something_else_is_not_taken_over(what):
    center = [RNG.normal(size=(3, 3))]
    loss = functools.partial(np.sum, axis=None)
    problem = ArrayProblem(center, lambda w: float(loss(w[0])), name="sum")
    first = compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3))
    other = {
        "weights": ArrayProblem([center[0] + 1e-12], lambda w: 0.0, name="sum"),
        "loss": ArrayProblem(center, lambda w: 0.0, name="other"),
    }.get(what, problem)
    seed = 1 if what == "directions" else 0
    x = (-1, 1, 5) if what == "coordinates" else (-1, 1, 3)
    with pytest.raises(LandscapeError, match="computed of other weights"):
        compute_surface(other, random_directions(problem.weights, seed=seed), x=x, resume=first)


def test_a_record_of_another_program_is_no_reason_to_fail():
    problem, _, directions = problem_and_directions()
    first = compute_surface(problem, directions, x=(-1, 1, 3))
    foreign = replace(
        first, done=first.done & (first.values["bowl"] > 0), settings={"seconds": "few"}
    )
    whole = compute_surface(problem, directions, x=(-1, 1, 3), resume=foreign)
    assert isinstance(whole.settings["seconds"], float)
    values = {"bowl": first.values["bowl"][:2]}
    cut = replace(first, y=first.y[:2], done=first.done[:2], values=values)
    with pytest.raises(LandscapeError, match="computed of other weights"):
        compute_surface(problem, directions, x=(-1, 1, 3), resume=cut)


def test_what_the_loss_raises_is_raised_and_what_is_done_is_kept():
    def loss(weights):
        if weights[0].max() > 1.5:
            raise ZeroDivisionError("here")
        return 1.0

    problem = ArrayProblem([np.ones((2, 2))], loss)
    kept = Kept()
    with pytest.raises(ZeroDivisionError, match="here"):
        compute_surface(problem, random_directions(problem.weights), x=(-3, 3, 31), stream=kept)
    assert kept.began is not None


@pytest.mark.parametrize("value", ["text", None, [1, 2], {}, {"loss": "x"}])
def test_a_loss_that_is_no_number_is_reported(value):
    problem = ArrayProblem([np.ones((2, 2))], lambda weights: value)
    with pytest.raises(LandscapeError, match="loss: got"):
        compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3))


def test_the_record_says_how_it_was_made():
    problem, _, directions = problem_and_directions(seed=4)
    got = compute_surface(
        problem, directions, x=(-1, 1, 3), marks=[Mark("other", 1.0)], settings={"mode": "result"}
    )
    assert got.directions["kind"] == "random"
    assert got.directions["seed"] == 4
    assert got.directions["norm"] == "filter"
    assert got.settings["loss"] == "bowl"
    assert got.settings["model"] == "Bowl"
    assert got.settings["parameters"] == 26
    assert got.settings["mode"] == "result"
    assert got.settings["seconds"] >= 0
    assert got.marks[0].name == "other"


def test_a_surface_flows_into_a_log_while_it_is_computed_and_comes_back_whole(tmp_path):
    from vdlite import LogReader, LogWriter

    problem, _, directions = problem_and_directions()
    with LogWriter(tmp_path / "run") as writer:
        stream = LogStream(writer, "around", 7)
        got = compute_surface(problem, directions, x=(-1, 1, 5), y=(-1, 1, 3), stream=stream)
    back = LogReader(tmp_path / "run").landscape(".", "around")
    assert back.id == got.id
    assert back.done.all()
    assert np.array_equal(back.values["bowl"], got.values["bowl"])
    assert len(LogReader(tmp_path / "run").landscapes(".", "around")) == 1


def test_a_rectangle_of_too_many_points_is_reported_before_it_takes_memory():
    problem, _, directions = problem_and_directions()
    with pytest.raises(LandscapeError, match=r"got \(9000000, 9000000\) points"):
        compute_surface(problem, directions, x=(-1, 1, 9_000_000))
