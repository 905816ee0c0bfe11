"""Losses on the lines between models, of arrays."""

import numpy as np
import pytest

from vdlite.errors import LandscapeError
from vdlite.landscape import (
    ArrayProblem,
    barrier,
    barriers_of,
    between_models,
    flatness,
    topology,
)
from vdlite.landscape.alignment.groups import PermutationGroups, PermutedAxis, Segment

HIDDEN = 6
INPUTS = np.random.default_rng(0).normal(size=(40, 3))
LAYERS = PermutationGroups(
    (
        PermutedAxis("0", 1, (Segment(0, HIDDEN),)),
        PermutedAxis("1", 0, (Segment(0, HIDDEN),)),
        PermutedAxis("2", 0, (Segment(0, HIDDEN),)),
    )
)


def two_wells(weights):
    """Minima at -1 and 1 of the first number, and a hill of height 1 between them."""
    (point,) = weights
    return float((point[0] ** 2 - 1) ** 2 + point[1] ** 2)


def random_network(seed):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(3, HIDDEN)), rng.normal(size=HIDDEN), rng.normal(size=(HIDDEN, 1))]


TRUE = random_network(1)


def outputs(weights):
    first, bias, second = weights
    return np.tanh(INPUTS @ first + bias) @ second


def network(weights):
    return float(((outputs(weights) - outputs(TRUE)) ** 2).mean())


WELLS = {"left": [np.array([-1.0, 0.0])], "right": [np.array([1.0, 0.0])]}


def test_the_barrier_is_what_the_loss_rises_to_above_the_straight_line_between_its_ends() -> None:
    t = np.linspace(0, 1, 5)
    assert barrier(t, np.array([1.0, 3, 4, 2, 3])) == 2.0  # 4 at the middle, where the line is 2
    assert barrier(t, np.array([1.0, 1, 1, 1, 5])) == 0.0
    assert barrier(t, np.array([0.9, 0.6, 0.5, 0.6, 0.9]), rises=False) == pytest.approx(-0.4)
    assert np.isnan(barrier(t, np.array([1.0, np.nan, 1, 1, 1])))
    assert barrier(t, np.array([1.0, np.inf, 1, 1, 1])) == np.inf
    assert np.isnan(barrier(t, np.array([np.inf, 1, 1, 1, 1])))


def test_the_matrix_has_the_barrier_of_each_pair() -> None:
    models = {**WELLS, "hill": [np.array([0.0, 0.0])]}
    made = between_models(ArrayProblem([np.zeros(2)], two_wells), models, points=5)
    assert (made.shape, made.settings.mode) == ((3, 5), "barriers")
    assert made.settings["models"] == ["left", "right", "hill"]
    # Of (x^2 - 1)^2: from -1 to 1 the hill of 1; from -1 to 0 the curve lies above its chord by 0.879 - 0.75 at -1/4.
    found = barriers_of(made)
    assert found.names == ("left", "right", "hill")
    assert found.aligned is None
    assert found.plain is not None
    rise = 0.9375**2 - 0.75
    np.testing.assert_allclose(found.plain, [[0, 1, rise], [1, 0, rise], [rise, rise, 0]])


def test_a_permuted_copy_has_a_barrier_until_it_is_aligned() -> None:
    first = TRUE
    order = np.array([3, 5, 0, 1, 4, 2])
    copy = [first[0][:, order], first[1][order], first[2][order]]
    problem = ArrayProblem(first, network)
    made = between_models(problem, {"a": first, "b": copy}, align="both", groups=LAYERS, points=7)
    found = barriers_of(made)
    assert found.plain is not None
    assert found.aligned is not None
    assert made.shape == (2, 7)
    assert found.plain[0, 1] > 0.1
    np.testing.assert_allclose(found.aligned[0, 1], 0.0, atol=1e-12)


def test_what_is_there_is_not_computed_again() -> None:
    calls = []

    def counted(weights):
        calls.append(1)
        return two_wells(weights)

    problem = ArrayProblem([np.zeros(2)], counted)
    models = {**WELLS, "hill": [np.array([0.0, 0.0])]}
    whole = between_models(problem, models, points=5)
    first = len(calls)
    again = between_models(problem, models, points=5, resume=whole)
    assert len(calls) - first == 1  # the loss of the first model
    np.testing.assert_array_equal(again.values["loss"], whole.values["loss"])
    other = {**models, "left": [np.array([-1.0, 0.5])]}
    with pytest.raises(LandscapeError, match="resume: got landscape"):
        between_models(problem, other, points=5, resume=whole)


def test_a_pair_that_is_not_computed_yet_has_no_barrier() -> None:
    class Stopped(Exception):
        pass

    parts = []

    class Stream:
        def begin(self, landscape):
            self.landscape = landscape

        def part(self, landscape_id, at, values):
            parts.append(at)
            raise Stopped

        def pause(self): ...

        def end(self, landscape): ...

    stream = Stream()
    models = {**WELLS, "hill": [np.array([0.0, 0.0])]}
    with pytest.raises(Stopped):
        between_models(ArrayProblem([np.zeros(2)], two_wells), models, points=5, stream=stream)
    found = barriers_of(stream.landscape)
    assert found.plain is not None
    assert parts[0].tolist() == [0, 1, 2, 3, 4]
    np.testing.assert_allclose(found.plain[0, 1], 1.0)
    assert np.isnan(found.plain[0, 2])
    assert np.isnan(found.plain[1, 2])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"models": {"left": WELLS["left"]}}, "models: got 1, want two or more"),
        ({"points": 2}, "points: got 2, want 3 or more"),
        ({"align": "all"}, "align: got 'all'"),
        ({"align": "both"}, "want a TorchProblem, or groups"),
    ],
)
def test_wrong_arguments_are_reported(changed, message) -> None:
    given = {"models": WELLS, **changed}
    with pytest.raises(LandscapeError, match=message):
        between_models(ArrayProblem([np.zeros(2)], two_wells), **given)


def test_lines_between_models_are_no_surface_with_a_valley() -> None:
    models = {str(place): [np.array([place, 0.0])] for place in (-1.0, 0.5, 1.0)}
    made = between_models(ArrayProblem([np.zeros(2)], two_wells), models, points=5)
    assert (flatness(made), topology(made)) == (None, None)
