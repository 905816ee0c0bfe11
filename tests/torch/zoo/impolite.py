"""Modules that do what torch does not know of: state of their own, changes in place, weights by other ways."""

import random

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import prune

from tests.torch.zoo.entry import Entry, vectors


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 5), nn.Linear(5, 3)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


class AddsInPlace(Base):
    def forward(self, x):
        x += 0.3
        return super().forward(x)


class NormalizesInPlace(Base):
    def forward(self, x):
        return super().forward(x.sub_(x.mean(1, keepdim=True)).mul_(2))


class Counts(Base):
    calls = 0

    def forward(self, x):
        self.calls += 1
        return super().forward(x) * (1 + 0.1 * (self.calls > 1))


class CachesWeight(Base):
    cached = None

    def forward(self, x):
        if self.cached is None:
            self.cached = self.a.weight.detach().norm()
        return super().forward(x) * self.cached


class CachesInput(Base):
    first = None

    def forward(self, x):
        if self.first is None:
            self.first = x.mean(0)
        return super().forward(x - self.first)


class MovesFrozen(Base):
    def __init__(self):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(6), requires_grad=False)

    def forward(self, x):
        self.mean.data.mul_(0.9).add_(0.1 * x.mean(0))
        return super().forward(x - self.mean)


class MovesBuffer(Base):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(6))

    def forward(self, x):
        self.mean = 0.9 * self.mean + 0.1 * x.mean(0)
        return super().forward(x - self.mean)


class NumpyNoise(Base):
    def forward(self, x):
        return super().forward(x + 0.5 * np.random.randn())


class PythonNoise(Base):
    def forward(self, x):
        return super().forward(x * random.random())


class OwnGenerator(Base):
    def __init__(self):
        super().__init__()
        self.generator = np.random.default_rng(0)

    def forward(self, x):
        return super().forward(x + self.generator.normal())


class Inference(Base):
    """Keeps a tensor of inference mode."""

    def forward(self, x):
        with torch.inference_mode():
            self.kept = torch.arange(6.0) / 6
        return super().forward(x * self.kept.clone())


class SetsData(Base):
    """Clips its weights whenever it is called."""

    def forward(self, x):
        self.a.weight.data = self.a.weight.data.clamp(-0.3, 0.3)
        return super().forward(x)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 6), nn.Linear(6, 6)
        self.b.weight = self.a.weight
        self.c = nn.Linear(6, 3)

    def forward(self, x):
        return self.c(torch.tanh(self.b(torch.tanh(self.a(x)))))


class TiedByData(Tied):
    def __init__(self):
        super().__init__()
        self.b.weight = nn.Parameter(torch.empty(6, 6))
        self.b.weight.data = self.a.weight.data


class KeepsView(Base):
    def __init__(self):
        super().__init__()
        self.rows = self.a.weight.detach()[:2]

    def forward(self, x):
        return super().forward(x) + self.rows.sum()


class Merges(Base):
    def __init__(self):
        super().__init__()
        self.low = nn.Linear(6, 5, bias=False)
        self.merged = False

    def train(self, mode=True):
        if mode == self.merged:
            self.a.weight.data += (-1 if mode else 1) * self.low.weight.data
            self.merged = not mode
        return super().train(mode)

    def forward(self, x):
        extra = 0 if self.merged else self.low(x)
        return self.b(torch.tanh(self.a(x) + extra))


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone().mul_(2)

    @staticmethod
    def backward(ctx, gradient):
        return 2 * gradient


class OwnFunction(Base):
    def forward(self, x):
        return super().forward(Double.apply(x))


class Gathers(Base):
    """Keeps all that it has seen."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def forward(self, x):
        self.seen.append(x.mean())
        return super().forward(x) + torch.stack(self.seen).sum()


class Spectral(Base):
    def __init__(self):
        super().__init__()
        self.a = nn.utils.spectral_norm(self.a)


def _hooked():
    model = Base()
    model.a.register_forward_hook(lambda module, given, made: made * model.b.weight.norm())
    return model


def _patched():
    model = Base()
    forward = model.forward
    model.forward = lambda x: 2 * forward(x)
    return model


def _masked():
    model = Base()
    prune.random_unstructured(model.a, "weight", amount=0.4)
    return model


def _entry(name, model, expected="equal", words="", **more):
    return Entry(
        name,
        "impolite",
        model,
        vectors,
        (5, 3),
        F.cross_entropy,
        expected=expected,
        words=words,
        **more,
    )


ENTRIES = [
    _entry("adds in place", AddsInPlace),
    _entry("normalizes in place", NormalizesInPlace),
    _entry("counts its calls", Counts),
    _entry("caches a weight's norm", CachesWeight),
    _entry("caches its first input", CachesInput),
    _entry("moves a frozen parameter", MovesFrozen),
    _entry("moves a buffer", MovesBuffer),
    _entry("noise of numpy", NumpyNoise),
    _entry("noise of random", PythonNoise),
    _entry("a generator of its own", OwnGenerator),
    _entry("inference mode", Inference),
    _entry("clips by data", SetsData),
    _entry("tied", Tied),
    _entry("tied by data", TiedByData, "reported", "share memory"),
    _entry("keeps a view", KeepsView, "reported", "looks at the memory"),
    _entry("merges for evaluation", Merges, "reported", "put into evaluation"),
    _entry("own autograd function", OwnFunction),
    _entry("gathers what it saw", Gathers),
    _entry("spectral norm", Spectral),
    _entry("hook over the model", _hooked),
    _entry("patched forward", _patched),
    _entry("pruned", _masked),
]
