"""Models and losses that change something with each call: each point is as if it were the only one.

The truth is a plain loop: for each point a fresh copy of the model, and fresh copies of the samples.
"""

import copy
import functools
import itertools
import random

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import at
from vdlite.errors import LandscapeError
from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem

VECTORS = torch.randn(48, 6, generator=torch.Generator().manual_seed(1))
CLASSES = torch.randint(0, 3, (48,), generator=torch.Generator().manual_seed(2))
SEED = 5


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(6, 8)
        self.last = nn.Linear(8, 3)

    def forward(self, x):
        return self.last(torch.tanh(self.first(x)))


class CountsCalls(Base):
    """A number in Python, not a buffer."""

    calls = 0

    def forward(self, x):
        self.calls += 1
        return super().forward(x) * (1 + 0.05 * self.calls)


class KeepsAList(Base):
    def __init__(self):
        super().__init__()
        self.seen = []

    def forward(self, x):
        self.seen.append(x.mean())
        return super().forward(x) + torch.stack(self.seen).sum()


class CachesItsFirst(Base):
    """What was computed of the weights where it was first called."""

    cached = None

    def forward(self, x):
        if self.cached is None:
            self.cached = self.first.weight.t() / self.first.weight.norm()
        return self.last(torch.tanh(x @ self.cached))


class MovesWhatIsFrozen(Base):
    """A center of its own, which follows what it has seen."""

    def __init__(self):
        super().__init__()
        self.center = nn.Parameter(torch.zeros(6), requires_grad=False)

    def forward(self, x):
        with torch.no_grad():
            self.center.lerp_(x.mean(0), 0.3)
        return super().forward(x - self.center)


class DrawsByItsOwnGenerator(Base):
    def __init__(self):
        super().__init__()
        self.generator = np.random.default_rng(3)

    def forward(self, x):
        return super().forward(x) * float(1 + 0.1 * self.generator.random())


class DrawsOfPython(Base):
    def forward(self, x):
        return super().forward(x) * (1 + 0.1 * random.random())


class DrawsOfNumPy(Base):
    def forward(self, x):
        return super().forward(x) + 0.1 * float(np.random.random())


class NormalizesInPlace(Base):
    def forward(self, x):
        return super().forward(x.sub_(0.1).mul_(1.1))


def relabelled(outputs, targets):
    """Targets that are changed in place, as those that are to be ignored often are."""
    loss = F.cross_entropy(outputs, targets)
    targets[targets == 2] = 1
    return loss


MODELS = [
    CountsCalls,
    KeepsAList,
    CachesItsFirst,
    MovesWhatIsFrozen,
    DrawsByItsOwnGenerator,
    DrawsOfPython,
    DrawsOfNumPy,
    NormalizesInPlace,
]


def batches(size=24):
    return list(zip(VECTORS.split(size), CLASSES.split(size), strict=True))


def plain(model, directions, loss, xs):
    """The loss at points of an axis, each of a fresh copy over fresh samples."""
    found = []
    for x in xs:
        own = at(model, directions, [float(x)])
        torch.manual_seed(SEED)
        random.seed(SEED)
        np.random.seed(SEED)
        with torch.no_grad():
            losses = [
                float(loss(own(inputs.clone()), targets.clone())) for inputs, targets in batches()
            ]
        found.append(np.mean(losses))  # all of one size
    return found


@pytest.mark.parametrize("loss", [F.cross_entropy, relabelled])
@pytest.mark.parametrize("kind", MODELS)
def test_each_point_is_as_if_it_were_the_only_one(kind, loss):
    torch.manual_seed(0)
    model = kind()
    before = copy.deepcopy(model.state_dict())
    samples = [(inputs.clone(), targets.clone()) for inputs, targets in batches()]
    kept = copy.deepcopy(samples)
    problem = TorchProblem(model, samples, loss, seed=SEED)
    directions = random_directions(problem.weights, axes=1, seed=1)
    surface = compute_surface(problem, directions, x=(-1, 1, 5), workers=1)
    wanted = plain(model, directions, loss, surface.x)
    np.testing.assert_allclose(surface.values["loss"], wanted, rtol=2e-5)
    for name, value in model.state_dict().items():
        assert torch.equal(value, before[name])
    for one, other in zip(samples, kept, strict=True):
        assert torch.equal(one[0], other[0])
        assert torch.equal(one[1], other[1])


def test_labels_that_are_taken_out_of_a_batch_are_there_at_the_next_point():
    def loss(model, batch):
        labels = batch.pop("labels")
        return F.cross_entropy(model(**batch), labels)

    torch.manual_seed(0)
    model = Base()
    data = [{"x": inputs, "labels": targets} for inputs, targets in batches()]
    problem = TorchProblem(model, data, batch_loss=loss)
    values = problem.values_at(random_directions(problem.weights, axes=1), np.array([[0.0], [1.0]]))
    with torch.no_grad():
        wanted = F.cross_entropy(model(VECTORS), CLASSES)
    assert values["loss"][0] == pytest.approx(float(wanted), rel=1e-5)


def test_a_loss_that_is_another_one_with_each_call_is_refused_unless_it_is_wanted(caplog):
    calls = itertools.count(1)

    def loss(outputs, targets):
        return F.cross_entropy(outputs, targets) * next(calls)

    def compute(**options):
        problem = TorchProblem(Base(), batches(), loss, **options)
        problem.values_at(random_directions(problem.weights, axes=1), np.array([[0.0]]))

    with pytest.raises(LandscapeError, match=r"not the same twice at one point.*want"):
        compute()
    assert not caplog.text
    compute(allow_nondeterministic=True)
    assert "the loss is not the same twice at one point" in caplog.text


@pytest.mark.parametrize("model", [Base(), nn.Sequential(Base(), nn.Dropout()), DrawsOfPython()])
def test_models_that_keep_nothing_are_not_copied_for_each_point(model, caplog):
    problem = TorchProblem(model, batches(), F.cross_entropy, training=True)
    evaluator = problem.evaluator(random_directions(problem.weights, axes=1))
    here = evaluator.model
    evaluator(np.array([[0.0], [1.0]]))
    assert evaluator.model is here
    evaluator.close()
    assert not caplog.text


CACHE = {}


class SharesACache(Base):
    """What is computed once is kept for all models of the process, as tables of positions are."""

    def forward(self, x):
        if x.shape[1] not in CACHE:
            CACHE[x.shape[1]] = torch.linspace(0.5, 1.5, x.shape[1])
        return super().forward(x * CACHE[x.shape[1]])


def test_training_goes_on_with_what_a_landscape_has_left_in_a_shared_cache():
    CACHE.clear()
    model = SharesACache()
    problem = TorchProblem(model, batches(), F.cross_entropy)
    problem.values_at(random_directions(problem.weights, axes=1), np.array([[0.0], [1.0]]))
    assert CACHE
    inputs = VECTORS.clone().requires_grad_()
    F.cross_entropy(model(inputs), CLASSES).backward()
    assert inputs.grad is not None


@pytest.mark.parametrize("seed", [-1, 2**64 - 1])
def test_the_largest_seed_is_one_like_any_other(seed):
    problem = TorchProblem(Base(), batches(), F.cross_entropy, seed=seed)
    directions = random_directions(problem.weights, axes=1)
    assert np.isfinite(problem.values_at(directions, np.array([[0.0]]))["loss"]).all()


@pytest.mark.parametrize(("kind", "compiled"), [(Base, True), (CountsCalls, None)])
def test_the_record_says_compiled_of_what_was(kind, compiled, monkeypatch):
    # Whether a compiler of C++ is there is another question.
    monkeypatch.setattr(torch, "compile", functools.partial(torch.compile, backend="eager"))
    torch.manual_seed(0)
    model = kind()
    problem = TorchProblem(model, batches(), F.cross_entropy, seed=SEED, compile=True)
    directions = random_directions(problem.weights, axes=1, seed=1)
    surface = compute_surface(problem, directions, x=(-1, 1, 3), workers=1)
    assert surface.settings.compiled is compiled
    wanted = plain(model, directions, F.cross_entropy, surface.x)
    np.testing.assert_allclose(surface.values["loss"], wanted, rtol=2e-5)
