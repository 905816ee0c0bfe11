"""Models that are computed in another way than they are written, with the same values."""

import math
import random
import threading

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import at, digits, digits_model, trained
from vdlite.landscape import random_directions
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.tracing import calls

POINTS = np.array([[0.0, 0.0], [0.7, -0.4], [-1.0, 1.0]])


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


class Turning(nn.Module):
    """Takes another way for large inputs, which a trace does not see."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 3, 3)
        self.norm = nn.BatchNorm2d(3)
        self.head = nn.Linear(3, 10)

    def forward(self, x):
        x = self.conv(x)
        if x.abs().mean() > 0.05:
            x = self.norm(x)
        return self.head(x.mean((2, 3)))


def test_a_model_that_can_not_be_traced_is_computed_as_it_is():
    torch.manual_seed(0)
    x, y = digits()
    model = trained(Turning(), x)
    problem = TorchProblem(model, [(x, y)], F.cross_entropy)
    directions = random_directions(problem.weights)
    with torch.no_grad():
        expected = F.cross_entropy(at(model, directions, POINTS[1]).eval()(x), y).item()
    got = problem.values_at(directions, POINTS[1:2])
    assert got["loss"][0] == pytest.approx(expected, rel=1e-5)


class Untold(nn.Module):
    """What torch.fx sees is not what the model does."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 3, 3)
        self.norm = nn.BatchNorm2d(3)
        self.head = nn.Linear(3, 10)

    def forward(self, x):
        if isinstance(x, torch.fx.Proxy):
            return self.head(self.norm(self.conv(x)).mean((2, 3)))
        return self.head((self.norm(self.conv(x)) + self.conv(x)).mean((2, 3)))


def test_a_trace_that_lies_is_found_out():
    torch.manual_seed(0)
    x, y = digits()
    model = trained(Untold(), x)
    problem = TorchProblem(model, [(x, y)], F.cross_entropy)
    directions = random_directions(problem.weights)
    with torch.no_grad():
        expected = F.cross_entropy(at(model, directions, POINTS[1]).eval()(x), y).item()
    got = problem.values_at(directions, POINTS[1:2])
    assert got["loss"][0] == pytest.approx(expected, rel=1e-5)


# -- what is computed in less time


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


def losses_and_truth(model, **settings):
    """Of a landscape, and of the moved models themselves."""
    x, y = digits()
    model(x[:2])
    problem = TorchProblem(model, [(x, y)], F.cross_entropy, **settings)
    directions = random_directions(problem.weights, seed=2)
    evaluator = problem.evaluator(directions)
    with torch.no_grad():
        truth = [
            F.cross_entropy(at(model, directions, point).eval()(x), y).item() for point in POINTS
        ]
    return evaluator, evaluator(POINTS)["loss"], truth


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
    from vdlite.landscape.torch.quickening import quicken

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
    assert quicken(holder, [], pools=True) is (side != 1)
    assert torch.equal(holder(x).nan_to_num(nan=7e9), expected.nan_to_num(nan=7e9))


def test_a_window_larger_than_the_picture_is_told_as_ever():
    from vdlite.landscape.torch.quickening import quicken

    holder = nn.Sequential(nn.MaxPool2d(4))
    quicken(holder, [], pools=True)
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


# -- what else a model may have


class Normed(nn.Module):
    """A convolution, a batch norm, an activation and a pool."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.norm = nn.BatchNorm2d(4)
        self.active = nn.ReLU()
        self.pool = nn.MaxPool2d(2)
        self.head = nn.Linear(4, 10)

    def forward(self, x):
        return self.head(self.pool(self.active(self.norm(self.conv(x)))).mean((2, 3)))


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


@pytest.mark.parametrize("part", ["conv", "norm", "active", "pool"])
@pytest.mark.parametrize("place", ["before", "after"])
def test_what_a_hook_keeps_for_the_loss_is_of_this_forward(part, place):
    kept = {}
    torch.manual_seed(0)
    x, y = digits()
    model = trained(Normed(), x)
    module = getattr(model, part)
    if place == "before":
        module.register_forward_pre_hook(lambda _, inputs: kept.update(seen=inputs[0]))
    else:
        module.register_forward_hook(lambda _, inputs, output: kept.update(seen=output))

    def batch_loss(net, batch):
        loss = F.cross_entropy(net(batch[0]), batch[1])
        return loss + kept["seen"].abs().mean()

    problem = TorchProblem(model, [(x, y)], batch_loss=batch_loss)
    directions = random_directions(problem.weights, seed=2)
    with torch.no_grad():
        truth = [batch_loss(at(model, directions, point).eval(), (x, y)).item() for point in POINTS]
    assert problem.values_at(directions, POINTS)["loss"] == pytest.approx(truth, rel=1e-5)


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


class Drawing(Normed):
    """Draws numbers, and keeps what it saw."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def forward(self, x):
        self.seen.append((random.random(), torch.rand(()), x.mean()))
        return super().forward(x)


def test_to_look_at_a_model_leaves_random_numbers_and_the_model_as_they_were():
    torch.manual_seed(0)
    x, y = digits()
    problem = TorchProblem(trained(Drawing(), x), [(x, y)], F.cross_entropy)
    directions = random_directions(problem.weights)
    before = torch.get_rng_state(), random.getstate()
    evaluator = problem.evaluator(directions)
    assert torch.equal(torch.get_rng_state(), before[0])
    assert random.getstate() == before[1]
    assert all(isinstance(mean, torch.Tensor) for _, _, mean in evaluator.model.seen)


def test_to_look_at_a_model_does_not_disturb_another_thread():
    model, other = Normed().eval(), Normed().eval()
    stop, failed = threading.Event(), []

    def run():
        try:
            while not stop.is_set():
                other(torch.zeros(1, 1, 8, 8))
        except Exception as error:  # noqa: BLE001  # whatever it is
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    for _ in range(20):
        assert [call.name for call in calls(model)] == ["conv", "norm", "active", "pool", "head"]
    stop.set()
    thread.join()
    assert failed == []
