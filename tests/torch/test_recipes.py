"""Problems with what can't be sent to another process, which makes them anew there."""

import itertools
import pickle
import threading

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from vdlite import compute_landscape
from vdlite.drawing.entry import problem_of
from vdlite.errors import LandscapeError
from vdlite.landscape import CurvatureProblem, Workers, compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.workers.pickling import packed

X = torch.randn(30, 5, generator=torch.Generator().manual_seed(1))
Y = torch.randint(0, 3, (30,), generator=torch.Generator().manual_seed(2))
_counter = itertools.count()


def with_a_lambda():
    torch.manual_seed(3)
    return nn.Linear(5, 3), [(X, Y)], lambda outputs, targets: F.cross_entropy(outputs, targets)


def other_samples_each_time():
    """As a data set that is shuffled without a seed."""
    torch.manual_seed(torch.seed() % 2**32)
    return (
        nn.Linear(5, 3),
        [(torch.randn(30, 5), Y)],
        lambda outputs, targets: F.cross_entropy(outputs, targets),
    )


def with_a_lock():
    """Not even by value it can be sent."""
    lock = threading.Lock()

    def loss(outputs, targets):
        with lock:
            return F.cross_entropy(outputs, targets)

    torch.manual_seed(3)
    return nn.Linear(5, 3), [(X, Y)], loss


def weights_elsewhere(problem):
    """Of another model than the callback's."""
    return [weight.value + 0.5 for weight in problem.whole.weights]


@pytest.fixture(scope="module")
def workers():
    with Workers(2, threads=1, worth_starting=0.0) as started:
        yield started


def test_a_loss_without_a_name_is_computed_by_workers_that_call_the_callback(workers):
    problem = problem_of(with_a_lambda, {}, {})
    around = problem.at(weights_elsewhere(problem))
    directions = random_directions(around.weights)
    here = compute_surface(around, directions, x=(-1, 1, 5))
    there = compute_surface(around, directions, x=(-1, 1, 5), executor=workers)
    np.testing.assert_allclose(there.values["loss"], here.values["loss"], rtol=1e-6)
    assert there.id == here.id


def test_so_is_its_curvature(workers):
    problem = problem_of(with_a_lambda, {}, {"precision": "float64"})
    directions = random_directions(problem.weights)
    curved = CurvatureProblem(problem, steps=5)
    here = compute_surface(curved, directions, x=(-1, 1, 3))
    there = compute_surface(curved, directions, x=(-1, 1, 3), executor=workers)
    np.testing.assert_allclose(there.values["hessian/max"], here.values["hessian/max"], rtol=1e-6)


def test_a_callback_that_gives_other_samples_in_each_process_is_reported(workers):
    problem = problem_of(other_samples_each_time, {}, {})
    with pytest.raises(LandscapeError, match="gives other samples or settings each time"):
        compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3), executor=workers)


def test_without_a_callback_that_can_be_found_the_error_stays(workers):
    problem = TorchProblem(nn.Linear(5, 3), [(X, Y)], lambda outputs, targets: outputs.mean())
    with pytest.raises(LandscapeError, match="can't be sent to another process"):
        compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3), executor=workers)


@pytest.mark.parametrize("foreign", [False, True])
def test_what_no_pickle_takes_is_made_anew_by_workers_of_every_kind(foreign):
    problem = problem_of(with_a_lock, {}, {})
    around = problem.at(weights_elsewhere(problem))
    directions = random_directions(around.weights)
    there, _ = pickle.loads(packed(around, directions, foreign=foreign))
    assert there.fingerprint == around.fingerprint
    alone = TorchProblem(nn.Linear(5, 3), [(X, Y)], with_a_lock()[2])
    with pytest.raises(LandscapeError, match="can't be sent to another process"):
        packed(alone, random_directions(alone.weights), foreign=foreign)


def test_the_callback_of_a_run_may_have_such_a_loss(tmp_path, workers):
    made = compute_landscape(tmp_path, with_a_lambda, size=5, executor=workers.executor)
    alone = compute_landscape(tmp_path / "other", with_a_lambda, size=5)
    np.testing.assert_allclose(made[0].values["loss"], alone[0].values["loss"], rtol=1e-6)
