"""Batch norms that stand still become part of the convolutions before them, and nothing changes."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import at, digits, digits_model, trained
from tests.torch.simplified import POINTS, Normed, losses_and_truth
from vdlite.landscape import random_directions
from vdlite.landscape.torch import TorchProblem


def test_frozen_batch_norms_are_folded_and_nothing_changes():
    model, (x, y) = digits_model(), digits()
    problem = TorchProblem(model, [(x, y)], F.cross_entropy)
    directions = random_directions(problem.weights, seed=2)
    evaluator = problem.evaluator(directions)
    assert not any(isinstance(one, nn.BatchNorm2d) for one in evaluator.model.modules())
    got = evaluator(POINTS)["loss"]
    for place, point in enumerate(POINTS):
        with torch.no_grad():
            expected = F.cross_entropy(at(model, directions, point).eval()(x), y).item()
        assert got[place] == pytest.approx(expected, rel=1e-5)


def test_batch_norms_that_are_moved_are_not_folded():
    problem = TorchProblem(digits_model(), [digits()], F.cross_entropy)
    directions = random_directions(problem.weights, ignore=())
    evaluator = problem.evaluator(directions)
    assert sum(isinstance(one, nn.BatchNorm2d) for one in evaluator.model.modules()) == 2


class Looking(nn.Module):
    """Its forward reads a weight of its batch norm."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.norm = nn.BatchNorm2d(4)
        self.head = nn.Linear(4, 10)

    def forward(self, x):
        scale = self.norm.weight.abs().mean() if isinstance(x, torch.Tensor) else 1.0
        return scale * self.head(self.norm(self.conv(x)).mean((2, 3)))


def test_a_batch_norm_that_the_model_looks_at_stays():
    torch.manual_seed(0)
    evaluator, got, truth = losses_and_truth(trained(Looking(), digits()[0]))
    assert got == pytest.approx(truth, rel=1e-5)
    assert isinstance(evaluator.model.norm, nn.BatchNorm2d)


def test_a_pool_that_compares_slices_does_not_keep_a_batch_norm_from_being_folded():
    torch.manual_seed(0)
    evaluator, got, truth = losses_and_truth(trained(Normed(), digits()[0]))
    assert got == pytest.approx(truth, rel=1e-5)
    assert isinstance(evaluator.model.norm, nn.Identity)
    assert evaluator.model.active.inplace


class TwoNames(Normed):
    """Its batch norm is called by the second of its names."""

    def __init__(self):
        super().__init__()
        self.again = self.norm
        self.active_again = self.active

    def forward(self, x):
        x = self.active_again(self.again(self.conv(x)))
        return self.head(self.pool(x).mean((2, 3)))


def test_a_module_may_have_two_names():
    torch.manual_seed(0)
    evaluator, got, truth = losses_and_truth(trained(TwoNames(), digits()[0]))
    assert got == pytest.approx(truth, rel=1e-5)
    assert isinstance(evaluator.model.norm, nn.Identity)
    assert evaluator.model.again is evaluator.model.norm


@pytest.mark.parametrize("share", [1e-2, 1e-5, 1e-6])
def test_a_loss_that_looks_at_the_weights_sees_the_models_own(share):
    def batch_loss(net, batch):
        squares = sum((weight**2).sum() for weight in net.parameters())
        return F.cross_entropy(net(batch[0]), batch[1]) + share * squares

    torch.manual_seed(0)
    x, y = digits()
    model = trained(Normed(), x)
    problem = TorchProblem(model, [(x, y)], batch_loss=batch_loss)
    directions = random_directions(problem.weights, seed=2)
    with torch.no_grad():
        truth = [batch_loss(at(model, directions, point).eval(), (x, y)).item() for point in POINTS]
    assert problem.values_at(directions, POINTS)["loss"] == pytest.approx(truth, rel=1e-5)


def test_batch_norms_of_half_precision_stay():
    """A scaled filter is no number of half precision any more."""
    torch.manual_seed(0)
    x, y = digits()
    model = trained(Normed(), x).to(torch.bfloat16)
    problem = TorchProblem(model, [(x.bfloat16(), y)], F.cross_entropy)
    evaluator = problem.evaluator(random_directions(problem.weights))
    assert isinstance(evaluator.model.norm, nn.BatchNorm2d)
