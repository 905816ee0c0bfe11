"""Some weights alone: in directions of all kinds, and in the Hessian."""

import numpy as np
import pytest

from vdlite.errors import LandscapeError
from vdlite.landscape import (
    ArrayProblem,
    CurvatureProblem,
    Weight,
    compute_surface,
    curvature,
    gradient_directions,
    hessian_directions,
    principal_directions,
    random_directions,
    towards,
)

BEND = {"body[0]": 1.0, "head.a": 5.0, "head.b": 3.0}


def problem():
    """Half of the bend times the square of each weight: a Hessian that is known."""
    weights = [Weight(name, np.full((2, 2), 0.5)) for name in BEND]

    def loss(arrays):
        return sum(
            bend / 2 * float((array**2).sum())
            for bend, array in zip(BEND.values(), arrays, strict=True)
        )

    def gradient(arrays):
        return [bend * array for bend, array in zip(BEND.values(), arrays, strict=True)]

    return ArrayProblem(weights, loss, gradient=gradient)


def snapshots():
    stream = np.random.default_rng(0)
    return [[stream.standard_normal((2, 2)) for _ in BEND] for _ in range(4)]


@pytest.mark.parametrize(
    "made",
    [
        lambda whole, only: random_directions(whole.weights, only=only),
        lambda whole, only: towards(whole.weights, *snapshots()[:2], only=only),
        lambda whole, only: principal_directions(whole.weights, snapshots(), only=only),
        lambda whole, only: gradient_directions(whole, seed=1, only=only),
        lambda whole, only: hessian_directions(whole, only=only),
    ],
)
@pytest.mark.parametrize("only", ["head.*", ("head.a", "head.b")])
def test_directions_of_every_kind_move_some_weights_alone(made, only):
    directions = made(problem(), only)
    for body, *heads in directions.axes:
        assert not body.any()
        assert any(head.any() for head in heads)
    assert directions.facts["only"] == ([only] if isinstance(only, str) else list(only))


def test_the_hessian_is_of_these_weights_alone():
    # A name with brackets is a name, and no pattern.
    for only, largest, smallest in (("head.*", 5, 3), ("head.b", 3, 3), ((), 5, 1)):
        got = curvature(problem(), top=1, probes=0, only=only)
        assert got.eigenvalues[[0, -1]] == pytest.approx([largest, smallest])
        asked = CurvatureProblem(problem(), only=only)
        here = compute_surface(asked, random_directions(asked.weights), x=(-1, 1, 3)).center
        assert here["hessian/min"] == pytest.approx(smallest)


def test_a_pattern_that_fits_nothing_is_refused():
    with pytest.raises(LandscapeError, match="'lora', which fits no weight"):
        towards(problem().weights, snapshots()[0], only="lora")
