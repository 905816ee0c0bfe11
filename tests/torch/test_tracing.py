"""What is found out about a model by following its forward, and what is not believed of it."""

import random
import threading

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import at, digits, trained
from tests.torch.simplified import POINTS, Normed
from vdlite.landscape import random_directions
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.tracing import calls


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


class Unnamed(nn.Module):
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
    model = trained(Unnamed(), x)
    problem = TorchProblem(model, [(x, y)], F.cross_entropy)
    directions = random_directions(problem.weights)
    with torch.no_grad():
        expected = F.cross_entropy(at(model, directions, POINTS[1]).eval()(x), y).item()
    got = problem.values_at(directions, POINTS[1:2])
    assert got["loss"][0] == pytest.approx(expected, rel=1e-5)


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
