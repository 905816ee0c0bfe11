"""Losses of all kinds, over a small network."""

import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.zoo.entry import Entry, values, vectors

CLASS_WEIGHTS = torch.tensor([1.0, 3.0, 0.5])


def small(out=3):
    """Two layers."""
    return nn.Sequential(nn.Linear(6, 5), nn.Tanh(), nn.Linear(5, out))


class Focal(nn.Module):
    def forward(self, outputs, targets):
        each = F.cross_entropy(outputs, targets, reduction="none")
        return ((1 - torch.exp(-each)) ** 2 * each).mean()


class InPlace(nn.Module):
    """Shifts the targets where they lie."""

    def forward(self, outputs, targets):
        targets += 0.5
        return F.mse_loss(outputs, targets)


class Warming(nn.Module):
    """Weighs more with each call."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, outputs, targets):
        self.calls += 1
        return F.cross_entropy(outputs, targets) * (1 + 0.1 * self.calls)


class Center(nn.Module):
    def __init__(self):
        super().__init__()
        self.centers = nn.Parameter(torch.randn(3, 3))

    def forward(self, outputs, targets):
        return (outputs - self.centers[targets]).pow(2).sum(1).mean()


def contrastive(model, batch):
    """Each sample against the others of its batch."""
    inputs, _ = batch
    one, other = F.normalize(model(inputs)), F.normalize(model(inputs + 0.1))
    return F.cross_entropy(one @ other.t() / 0.2, torch.arange(len(inputs)))


def correlation(outputs, targets):
    outputs, targets = outputs[:, 0], targets[:, 0]
    return 1 - F.cosine_similarity(outputs - outputs.mean(), targets - targets.mean(), dim=0)


def penalized(model, batch):
    inputs, targets = batch
    decay = sum(weight.pow(2).sum() for weight in model.parameters())
    return F.cross_entropy(model(inputs), targets) + 1e-2 * decay


def weighted(outputs, targets):
    return F.cross_entropy(outputs, targets, weight=CLASS_WEIGHTS)


def binary():
    """Vectors with 0 and 1 as targets."""
    return [(x, (y > 0).float()) for x, y in values()]


def masking(outputs, targets):
    targets[targets == 2] = -100
    return F.cross_entropy(outputs, targets)


def _entry(name, loss=None, model=small, data=vectors, **more):
    return Entry(name, "losses", model, data, (5, 3), loss, **more)


def _one():
    return small(1)


ENTRIES = [
    _entry("cross entropy", nn.CrossEntropyLoss()),
    _entry("smoothed labels", nn.CrossEntropyLoss(label_smoothing=0.1)),
    _entry("each sample's own", nn.CrossEntropyLoss(reduction="none")),
    _entry("focal", Focal()),
    _entry("margin", nn.MultiMarginLoss()),
    _entry("log likelihood", lambda o, t: F.nll_loss(o.log_softmax(1), t)),
    _entry("squares", nn.MSELoss(), _one, values),
    _entry("huber", nn.HuberLoss(delta=0.3), _one, values),
    _entry("absolute", F.l1_loss, _one, values),
    _entry("binary", nn.BCEWithLogitsLoss(), _one, binary),
    _entry(
        "quantile", lambda o, t: torch.maximum(0.9 * (t - o), 0.1 * (o - t)).mean(), _one, values
    ),
    _entry("centers", Center()),
    _entry("class weights", weighted),
    _entry("correlation", correlation, _one, values),
    _entry("contrastive", batch_loss=contrastive),
    _entry("penalty of the model that comes", batch_loss=penalized),
    _entry("targets shifted in place", InPlace(), _one, values),
    _entry("targets masked in place", masking),
    _entry(
        "warming up",
        Warming(),
        expected="refused",
        words="not the same twice.*allow_nondeterministic",
    ),
    _entry("root of the mean", lambda o, t: F.mse_loss(o, t).sqrt(), _one, values),
    _entry(
        "a plain sum",
        lambda o, t: F.mse_loss(o, t, reduction="sum"),
        _one,
        values,
        expected="refused",
        words="sum",
    ),
]
