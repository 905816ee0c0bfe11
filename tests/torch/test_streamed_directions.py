"""Random directions that are drawn anew for each point."""

import pickle

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from tests.torch.models import Digits, trained
from vdlite.errors import LandscapeError
from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem


def problem():
    torch.manual_seed(0)
    model, inputs = Digits(), torch.randn(16, 1, 8, 8)
    trained(model, inputs)
    return TorchProblem(model, [(inputs, torch.arange(16) % 10)], F.cross_entropy)


@pytest.mark.parametrize("norm", ["filter", "layer", "none"])
def test_they_give_the_same_surface_as_those_that_are_held(norm) -> None:
    here = problem()
    held, streamed = (
        random_directions(here.weights, seed=3, norm=norm, streamed=streamed)
        for streamed in (False, True)
    )
    assert streamed.fingerprint == held.fingerprint
    assert streamed.lengths == held.lengths
    surfaces = [
        compute_surface(here, directions, x=(-1, 1, 5), y=(-1, 1, 5), workers=1)
        for directions in (held, streamed)
    ]
    assert surfaces[0].id == surfaces[1].id
    np.testing.assert_array_equal(surfaces[0].values["loss"], surfaces[1].values["loss"])


def test_they_can_be_sent_to_other_processes() -> None:
    streamed = random_directions(problem().weights, streamed=True)
    assert pickle.loads(pickle.dumps(streamed)).fingerprint == streamed.fingerprint


def test_they_can_not_be_made_orthogonal() -> None:
    with pytest.raises(LandscapeError, match="streamed: directions that are never held"):
        random_directions(problem().weights, streamed=True, orthogonal=True)
