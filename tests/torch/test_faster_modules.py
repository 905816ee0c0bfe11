"""Activations that write in place and pools that compare slices: the same values in less time."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import at, digits
from tests.torch.simplified import POINTS, losses_and_truth
from vdlite.landscape import random_directions
from vdlite.landscape.torch import TorchProblem


class Plain(nn.Module):
    """Convolutions, activations and pools as modules."""

    def __init__(self, activation=nn.ReLU, pool=2):
        super().__init__()
        self.first = nn.Conv2d(1, 4, 3, padding=1)
        self.active = activation()
        self.pool = nn.MaxPool2d(pool)
        self.second = nn.Conv2d(4, 6, 3, padding=1)
        self.active_too = activation()
        self.head = nn.LazyLinear(10)

    def forward(self, x):
        x = self.pool(self.active(self.first(x)))
        return self.head(self.active_too(self.second(x)).flatten(1))


@pytest.mark.parametrize("activation", [nn.ReLU, nn.ReLU6, nn.LeakyReLU, nn.ELU, nn.SiLU])
@pytest.mark.parametrize("pool", [2, 3, (1, 4), (4, 2)])
def test_activations_write_in_place_and_pools_compare_slices(activation, pool):
    torch.manual_seed(0)
    model = Plain(activation, pool)
    evaluator, got, truth = losses_and_truth(model)
    assert got == pytest.approx(truth, rel=1e-5)
    assert evaluator.model.active.inplace
    assert evaluator.model.active_too.inplace
    assert type(evaluator.model.pool) is not nn.MaxPool2d
    assert evaluator.model.pool.kernel_size == pool
    assert not model.active.inplace
    assert type(model.pool) is nn.MaxPool2d


@pytest.mark.parametrize(
    "pool",
    [
        nn.MaxPool2d(3, stride=2),
        nn.MaxPool2d(2, padding=1),
        nn.MaxPool2d(2, dilation=2),
        nn.MaxPool2d(3, ceil_mode=True),
        nn.MaxPool2d(5),
    ],
)
def test_pools_of_other_shapes_stay_as_they_are(pool):
    torch.manual_seed(0)
    model = Plain()
    model.pool = pool
    evaluator, got, truth = losses_and_truth(model)
    assert got == pytest.approx(truth, rel=1e-5)
    assert type(evaluator.model.pool) is nn.MaxPool2d


@pytest.mark.parametrize("shape", [(2, 3, 8, 8), (2, 3, 7, 9), (3, 5, 5), (0, 3, 4, 4)])
@pytest.mark.parametrize("side", [1, 2, 3, (2, 1)])
@pytest.mark.parametrize("layout", ["contiguous_format", "channels_last"])
def test_slices_give_what_the_pool_gives_nan_and_infinities_too(shape, side, layout):
    from vdlite.landscape.torch.faster_modules import use_faster_modules

    torch.manual_seed(0)
    x = torch.randn(shape)
    if x.numel():
        x.view(-1)[::7], x.view(-1)[3::11], x.view(-1)[5::13] = math.nan, -math.inf, math.inf
    if x.ndim == 4:
        x = x.contiguous(memory_format=getattr(torch, layout))
    pool = nn.MaxPool2d(side)
    expected = pool(x)
    holder = nn.Sequential(pool)
    # Of single numbers the pool gives a copy, and slices would give the input itself.
    assert use_faster_modules(holder, [], pools=True) is (side != 1)
    assert torch.equal(holder(x).nan_to_num(nan=7e9), expected.nan_to_num(nan=7e9))


def test_a_window_larger_than_the_picture_is_reported_as_ever():
    from vdlite.landscape.torch.faster_modules import use_faster_modules

    holder = nn.Sequential(nn.MaxPool2d(4))
    use_faster_modules(holder, [], pools=True)
    with pytest.raises(RuntimeError, match="too small"):
        holder(torch.zeros(1, 1, 3, 3))


class Kept(Plain):
    """Its loss looks at what an activation gets."""

    def forward(self, x):
        self.seen = self.first(x)
        x = self.pool(self.active(self.seen))
        return self.head(self.active_too(self.second(x)).flatten(1))


def test_what_a_loss_looks_at_is_not_written_over():
    def batch_loss(model, batch):
        return F.cross_entropy(model(batch[0]), batch[1]) + 1e-4 * model.seen.abs().mean()

    torch.manual_seed(0)
    x, y = digits()
    model = Kept()
    with torch.no_grad():
        model(x[:2])
    problem = TorchProblem(model, [(x, y)], batch_loss=batch_loss)
    directions = random_directions(problem.weights, seed=2)
    with torch.no_grad():
        truth = [batch_loss(at(model, directions, point).eval(), (x, y)).item() for point in POINTS]
    assert problem.values_at(directions, POINTS)["loss"] == pytest.approx(truth, rel=1e-6)


class Branching(Plain):
    """An activation is called once where its input is used again, and once where it is not."""

    def forward(self, x):
        first = self.first(x)
        x = self.pool(self.active(first) + first)
        return self.head(self.active(self.second(x)).flatten(1))


def test_an_input_that_is_used_again_is_not_written_over():
    torch.manual_seed(0)
    evaluator, got, truth = losses_and_truth(Branching())
    assert got == pytest.approx(truth, rel=1e-5)
    assert not evaluator.model.active.inplace


def test_a_loss_with_derivatives_of_its_own_gets_the_pools_own():
    """Where values are equal, as behind a ReLU, a pool hands its slope to one of them, and slices to all."""

    def batch_loss(model, batch):
        x = batch[0].clone().requires_grad_()
        loss = F.cross_entropy(model(x), batch[1])
        (slope,) = torch.autograd.grad(loss, x, create_graph=True)
        return loss + slope.abs().sum()

    torch.manual_seed(0)
    x, y = digits()
    model = Plain()
    model(x[:2])
    problem = TorchProblem(model, [(x, y)], batch_loss=batch_loss, batch_size=len(x))
    directions = random_directions(problem.weights, seed=2)
    truth = [batch_loss(at(model, directions, point).eval(), (x, y)).item() for point in POINTS]
    assert problem.values_at(directions, POINTS)["loss"] == pytest.approx(truth, rel=1e-5)


@pytest.mark.parametrize("side", [(2,), [2, 2], torch.Size([2, 2])])
def test_the_sides_of_a_pool_may_be_given_in_every_way(side):
    torch.manual_seed(0)
    model = Plain()
    model.pool = nn.MaxPool2d(side)
    _, got, truth = losses_and_truth(model)
    assert got == pytest.approx(truth, rel=1e-5)


def test_a_pool_without_a_stride_goes_on_by_its_window():
    torch.manual_seed(0)
    model = Plain()
    model.pool.stride = None
    evaluator, got, truth = losses_and_truth(model)
    assert got == pytest.approx(truth, rel=1e-5)
    assert type(evaluator.model.pool) is not nn.MaxPool2d


class OfFunctions(nn.Module):
    """The same with calls of functions."""

    def __init__(self, **pool):
        super().__init__()
        self.first, self.second = nn.Conv2d(1, 4, 3, padding=1), nn.Conv2d(4, 6, 3, padding=1)
        self.head = nn.LazyLinear(10)
        self.settings = pool

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.first(x)), **self.settings)
        return self.head(F.relu(self.second(x)).flatten(1))


@pytest.mark.parametrize(
    ("settings", "faster"),
    [
        ({"kernel_size": 2}, True),
        ({"kernel_size": (2, 4), "stride": (2, 4)}, True),
        ({"kernel_size": 3, "stride": 2}, False),
        ({"kernel_size": 2, "padding": 1}, False),
        ({"kernel_size": 3, "ceil_mode": True}, False),
    ],
)
def test_pools_that_are_functions_compare_slices_too(settings, faster):
    torch.manual_seed(0)
    evaluator, got, truth = losses_and_truth(OfFunctions(**settings))
    assert got == pytest.approx(truth, rel=1e-6)
    with evaluator._copy.faster_functions as pools:
        assert (pools is not None) is faster
