"""Models, losses and samples to which it matters how numbers lie in memory, against a plain loop over fresh copies."""

import copy

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from vdlite.landscape import curvature, random_directions
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.tuning import Plan, tuned

POINTS = np.array([[0.0, 0.0], [0.7, -0.4], [-1.0, 1.0]])
CLASSES = torch.randint(0, 3, (96,), generator=torch.Generator().manual_seed(4))


def pictures(channels=3):
    return torch.randn(96, channels, 8, 8, generator=torch.Generator().manual_seed(3))


class Viewing(nn.Module):
    """As tutorials write it."""

    def __init__(self, channels=3, norm=False):
        super().__init__()
        self.first = nn.Conv2d(channels, 8, 3, padding=1)
        self.norm = nn.BatchNorm2d(8) if norm else nn.Identity()
        self.second = nn.Conv2d(8, 16, 3, padding=1)
        self.head = nn.Linear(16 * 16, 3)

    def forward(self, x):
        x = F.relu(self.norm(self.first(x)))
        x = F.max_pool2d(F.relu(self.second(x)), 2)
        return self.head(x.view(x.size(0), -1))


class Strided(Viewing):
    """Reads its pictures as they lie in memory, whatever that is."""

    def forward(self, x):
        x = F.relu(self.second(F.relu(self.first(x))))
        return self.head(x.as_strided((len(x), 256), (x.stride(0), 1)))


class Looking(Viewing):
    """Takes another way by what strides say."""

    def forward(self, x):
        x = F.relu(self.second(F.relu(self.first(x))))
        ahead = 1.0 if x.stride(1) > x.stride(3) else 5.0
        return ahead * self.head(F.max_pool2d(x, 2).flatten(1))


class Storage(Viewing):
    """Reads its own filters as they lie in memory."""

    def forward(self, x):
        filters = self.second.weight
        flat = filters.as_strided((filters.numel(),), (1,))
        ramp = torch.linspace(0, 1, filters.numel(), dtype=flat.dtype)
        return super().forward(x) * (1 + (flat * ramp).sum())


class Views(Viewing):
    """Gives a view that is not contiguous, of which the loss makes another one."""

    def forward(self, x):
        return F.relu(self.second(F.relu(self.first(x))))[:, :3]


def of_views(outputs, targets):
    own = outputs.as_strided((len(targets), 3, 64), (*outputs.stride()[:2], 1))
    return F.cross_entropy(own.mean(2), targets)


class Deep(nn.Module):
    """Pictures that become volumes."""

    def __init__(self):
        super().__init__()
        self.flat = nn.Conv2d(3, 4, 3, padding=1)
        self.deep = nn.Conv3d(4, 2, 2)
        self.head = nn.Linear(2 * 49, 3)

    def forward(self, x):
        x = F.relu(self.flat(x))
        x = F.relu(self.deep(torch.stack([x, x * 2], 2)))
        return self.head(x.view(len(x), -1))


class Gradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, slope):
        return slope.view(slope.size(0), -1).view(slope.shape) * 2


class Backward(Viewing):
    """Only what its derivative does depends on the layout."""

    def forward(self, x):
        x = Gradient.apply(self.second(F.relu(self.first(x))))
        return self.head(F.max_pool2d(x, 2).flatten(1))


MODELS = {
    "view": (Viewing, F.cross_entropy),
    "as_strided": (Strided, F.cross_entropy),
    "stride": (Looking, F.cross_entropy),
    "filters as they lie": (Storage, F.cross_entropy),
    "a loss of views": (Views, of_views),
    "five-dimensional filters": (Deep, F.cross_entropy),
    "a derivative": (Backward, F.cross_entropy),
}


def plain(model, directions, x, y, loss, batch=32):
    """A fresh copy at each point."""
    found = []
    for point in POINTS:
        moved = copy.deepcopy(model)
        named = dict(moved.named_parameters())
        with torch.no_grad():
            for place, name in enumerate(directions.names):
                for factor, axis in zip(point, directions.axes, strict=True):
                    named[name] += float(factor) * torch.from_numpy(axis[place]).to(named[name])
            total = sum(
                loss(moved(a), b).item() * len(a)
                for a, b in zip(x.split(batch), y.split(batch), strict=True)
            )
        found.append(total / len(x))
    return found


def made(kind, **options):
    torch.manual_seed(0)
    return kind(**options).eval()


WAYS = {
    "as it is": {},
    "batches of a size": {"batch_size": 32},
    "reestimated": {"batch_norm": "reestimated"},
    "float64": {"precision": "float64"},
    "training": {"training": True},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", MODELS)
def test_the_layout_that_the_user_has_is_the_one_that_counts(name, way):
    kind, loss = MODELS[name]
    model, x = made(kind), pictures()
    data = list(zip(x.split(32), CLASSES.split(32), strict=True))
    problem = TorchProblem(model, data, loss, **WAYS[way])
    problem.expect(10_000)
    directions = random_directions(problem.weights, seed=1, ignore=())
    got = problem.values_at(directions, POINTS)["loss"]
    if way == "float64":
        model, x = model.double(), x.double()
    assert got == pytest.approx(plain(model, directions, x, CLASSES, loss), rel=2e-5)


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("given", ["one batch", "batches", "a loader", "a loader, some of it"])
def test_pictures_may_be_viewed_whatever_the_data_come_in(channels, given):
    model, x = made(Viewing, channels=channels), pictures(channels)
    some = {"num_samples": 96} if given == "a loader, some of it" else {}
    data = {
        "one batch": [(x, CLASSES)],
        "batches": list(zip(x.split(20), CLASSES.split(20), strict=True)),
    }.get(given) or DataLoader(TensorDataset(x, CLASSES), batch_size=20)
    problem = TorchProblem(model, data, F.cross_entropy, **some)
    directions = random_directions(problem.weights, seed=1, ignore=())
    got = problem.values_at(directions, POINTS)["loss"]
    assert got == pytest.approx(plain(model, directions, x, CLASSES, F.cross_entropy), rel=2e-5)


@pytest.mark.parametrize("name", MODELS)
def test_curvature_is_that_of_the_layout_that_the_user_has(name):
    kind, loss = MODELS[name]
    model, x = made(kind), pictures()
    problem = TorchProblem(model, [(x, CLASSES)], loss)
    directions = random_directions(problem.weights, seed=1, ignore=())
    problem.expect(10_000)
    problem.values_at(directions, POINTS)  # whose plan the derivatives take over
    got = problem.slope()
    twin = copy.deepcopy(model)
    truth = torch.autograd.grad(loss(twin(x), CLASSES), list(twin.parameters()), allow_unused=True)
    for one, other in zip(got, truth, strict=True):
        wanted = np.zeros_like(one) if other is None else other.numpy()
        np.testing.assert_allclose(one, wanted, rtol=1e-3, atol=1e-5)
    assert np.isfinite(curvature(problem, probes=0)["eigenvalues"]).all()


@pytest.mark.parametrize("name", MODELS)
def test_losses_of_whole_models_are_those_of_the_layout_that_the_user_has(name):
    kind, loss = MODELS[name]
    model, x = made(kind), pictures()
    problem = TorchProblem(model, [(x, CLASSES)], loss)
    problem.expect(10_000)
    arrays = [weight.value * 1.5 for weight in problem.weights]
    other = copy.deepcopy(model)
    with torch.no_grad():
        for parameter in other.parameters():
            parameter *= 1.5
        truth = loss(other(x), CLASSES).item()
    assert problem.values_of([arrays])["loss"][0] == pytest.approx(truth, rel=2e-5)


class Last(nn.Module):
    """Reads its pictures with their channels last, which only such pictures can be."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 8, 1)
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        rows = self.first(x).permute(0, 2, 3, 1).view(-1, 8)
        return self.head(rows.view(len(x), 64, 8).mean(1))


class Times(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        return self.head(x.transpose(1, 2).view(len(x), 12))


class Steps(nn.Module):
    """Takes batches that lie step by step."""

    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 3)

    def forward(self, x):
        steps = x.transpose(0, 1)
        return self.head(steps.view(-1, 3)).view(steps.shape).mean(0)


def test_pictures_and_filters_that_came_with_channels_last_stay_so():
    layout = torch.channels_last
    model, x = made(Last).to(memory_format=layout), pictures().contiguous(memory_format=layout)
    data = list(zip(x.split(20), CLASSES.split(20), strict=True))
    for options in ({}, {"batch_size": 16}, {"num_samples": 96}):
        problem = TorchProblem(model, data, F.cross_entropy, **options)
        directions = random_directions(problem.weights, seed=1, ignore=())
        got = problem.values_at(directions, POINTS)["loss"]
        assert got == pytest.approx(plain(model, directions, x, CLASSES, F.cross_entropy), rel=2e-5)


@pytest.mark.parametrize("kind", [Times, Steps])
def test_joined_batches_lie_as_those_that_came(kind):
    x = torch.randn(96, 4, 3, generator=torch.Generator().manual_seed(3))

    def lying(batch):
        axes = (1, 2) if kind is Times else (0, 1)
        return batch.transpose(*axes).contiguous().transpose(*axes)

    model = made(kind)
    data = [(lying(a), b) for a, b in zip(x.split(32), CLASSES.split(32), strict=True)]
    problem = TorchProblem(model, data, F.cross_entropy)
    directions = random_directions(problem.weights, seed=1, ignore=())
    got = problem.values_at(directions, POINTS)["loss"]

    def loss(outputs, targets):
        return F.cross_entropy(outputs, targets)

    class Lying(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = model

        def named_parameters(self, *args, **options):
            return self.inner.named_parameters(*args, **options)

        def forward(self, one):
            return self.inner(lying(one))

    assert got == pytest.approx(plain(Lying(), directions, x, CLASSES, loss), rel=2e-5)


def test_a_layout_that_gives_the_same_is_tried_and_one_that_raises_later_is_left():
    problem = TorchProblem(made(Looking), [(pictures(), CLASSES)], F.cross_entropy)
    problem.expect(10_000)
    problem.values_at(random_directions(problem.weights), POINTS)
    assert not problem._plan.channels_last
    tried = []

    def attempt(plan):
        tried.append(plan)
        if plan.channels_last:
            raise RuntimeError("view size is not compatible")
        return lambda: None

    found = tuned(64, (False, True), attempt, torch.device("cpu"), each=1e-3, points=None, only=16)
    assert found == Plan(16, channels_last=False)
    assert Plan(16, channels_last=True) in tried


class Later(Viewing):
    """Can't take channels last, but for few pictures."""

    def forward(self, x):
        x = F.relu(self.second(F.relu(self.first(x))))
        if len(x) > 30:
            x = x.view(len(x), 16, 64).view(x.shape)
        return self.head(F.max_pool2d(x, 2).flatten(1))


def test_a_layout_that_raises_while_points_are_computed_is_given_up():
    model, x = made(Later), pictures()
    problem = TorchProblem(model, [(x, CLASSES)], F.cross_entropy, batch_size=48)
    problem._plan, problem._planned_for = Plan(48, channels_last=True), None
    directions = random_directions(problem.weights, seed=1, ignore=())
    got = problem.values_at(directions, POINTS)["loss"]
    assert got == pytest.approx(plain(model, directions, x, CLASSES, F.cross_entropy), rel=2e-5)
