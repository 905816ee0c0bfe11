"""Batch norms at the points of a landscape: frozen, with their batches, gathered anew, and moved."""

import copy

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from tests.torch.models import at, batches, digits, digits_model
from vdlite.landscape import compute_surface, random_directions, towards
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.modules import weights_of

POINTS = np.array([[0.0, 0.0], [0.7, -0.4], [-1.0, 1.0]])


def test_batch_norm_may_use_its_batch():
    model, (x, y) = digits_model(), digits()
    problem = TorchProblem(model, batches(x, y, 30), F.cross_entropy, batch_norm="batch")
    directions = random_directions(problem.weights)
    got = problem.values_at(directions, POINTS)["loss"]
    for place, point in enumerate(POINTS):
        moved = at(model, directions, point).eval()
        moved.norm.train()
        moved.other.train()
        with torch.no_grad():
            expected = np.mean([F.cross_entropy(moved(a), b).item() for a, b in batches(x, y, 30)])
        assert got[place] == pytest.approx(expected, rel=1e-4)


def test_batch_norm_may_gather_anew_at_each_point():
    model, (x, y) = digits_model(), digits()
    problem = TorchProblem(
        model, [(x, y)], F.cross_entropy, batch_norm="reestimated", batch_size=60
    )
    directions = random_directions(problem.weights, seed=3)
    got = problem.values_at(directions, POINTS)["loss"]
    for place, point in enumerate(POINTS):
        moved = at(model, directions, point).eval()
        for layer in (moved.norm, moved.other):
            layer.reset_running_stats()
            layer.momentum = None
            layer.train()
        with torch.no_grad():
            moved(x)
            moved.eval()
            expected = F.cross_entropy(moved(x), y).item()
        assert got[place] == pytest.approx(expected, rel=1e-4)


def test_a_variance_never_becomes_negative_beyond_the_models():
    """A line of states to a model with a small variance: at 1.5 it would be below zero, and the loss NaN."""
    one, (x, y) = digits_model(), digits()
    other = copy.deepcopy(one)
    other.norm.running_var.mul_(0.2)
    with torch.no_grad():
        other.head.weight.mul_(1.5)
    problem = TorchProblem(one, [(x, y)], F.cross_entropy, parameters="states")
    directions = towards(problem.weights, [weight.value for weight in weights_of(other, "states")])
    line = compute_surface(problem, directions, x=(-0.5, 1.5, 21))
    assert np.isfinite(line.values["loss"]).all()
    with torch.no_grad():
        for model, place in ((one, 5), (other, 15)):
            expected = F.cross_entropy(copy.deepcopy(model).eval()(x), y).item()
            assert line.values["loss"][place] == pytest.approx(expected, rel=1e-4)


def test_states_are_moved_and_counters_are_not():
    one, other = digits_model(0), digits_model(1)
    problem = TorchProblem(one, [digits()], F.cross_entropy, parameters="states")
    directions = towards(problem.weights, [w.value for w in weights_of(other, "states")])
    evaluator = problem.evaluator(directions)
    before = evaluator.model.norm.num_batches_tracked.clone()
    evaluator(np.array([[0.5]]))
    middle = (one.norm.running_var + other.norm.running_var) / 2
    torch.testing.assert_close(evaluator.model.norm.running_var, middle)
    assert torch.equal(evaluator.model.norm.num_batches_tracked, before)
