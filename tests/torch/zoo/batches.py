"""Batches of other shapes than samples along the first axis."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.zoo.entry import Entry
from tests.torch.zoo.losses import small


class Bag(nn.Module):
    def __init__(self):
        super().__init__()
        self.bag = nn.EmbeddingBag(11, 5)
        self.head = nn.Linear(5, 3)

    def forward(self, text, offsets):
        return self.head(self.bag(text, offsets))


class OfLists(nn.Module):
    """Pictures of many sizes in a list."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 3, 3)

    def forward(self, pictures):
        return torch.stack([self.conv(one).mean((1, 2)) for one in pictures])


@dataclass
class Own:
    """A batch of one's own class."""

    x: torch.Tensor
    y: torch.Tensor


class Quantized(nn.Module):
    """Frozen whole numbers below an adapter."""

    def __init__(self):
        super().__init__()
        whole = torch.randint(-8, 8, (5, 6), dtype=torch.int8)
        self.weight = nn.Parameter(whole, requires_grad=False)
        self.low, self.high = nn.Linear(6, 2, bias=False), nn.Linear(2, 5, bias=False)
        self.head = nn.Linear(5, 3)

    def forward(self, x):
        return self.head(F.linear(x, self.weight.float() / 8) + self.high(self.low(x)))


def _bags():
    def one(n):
        return (
            torch.randint(0, 11, (3 * n,)),
            torch.arange(0, 3 * n, 3),
            torch.randint(0, 3, (n,)),
        )

    return [one(5), one(3)]


def _lists():
    def one(n):
        return [torch.randn(1, 6 + k, 7) for k in range(n)], torch.randint(0, 3, (n,))

    return [one(5), one(3)]


def _target_dicts():
    def one(n):
        return torch.randn(n, 6), [{"y": torch.randn(3), "weight": 1.0 + k} for k in range(n)]

    return [one(5), one(3)]


def _of_dicts(model, batch):
    made = model(batch[0])
    each = [t["weight"] * F.mse_loss(o, t["y"]) for o, t in zip(made, batch[1], strict=True)]
    return torch.stack(each).mean()


def _dicts():
    return [{"x": torch.randn(n, 6), "y": torch.randint(0, 3, (n,))} for n in (5, 3)]


def _own():
    return [Own(torch.randn(n, 6), torch.randint(0, 3, (n,))) for n in (5, 3)]


def _vectors():
    return [(torch.randn(n, 6), torch.randint(0, 3, (n,))) for n in (5, 3)]


def _with_weights():
    weight = torch.tensor([1.0, 2.0, 0.5])
    return [(x, weight, y) for x, y in _vectors()]


def _by_weights(model, batch):
    return F.cross_entropy(model(batch[0]), batch[2], weight=batch[1])


def _entry(name, model, data, loss=None, **more):
    return Entry(name, "batches", model, data, (5, 3), loss, **more)


ENTRIES = [
    _entry("offsets", Bag, _bags, F.cross_entropy),
    _entry(
        "list of pictures",
        OfLists,
        _lists,
        F.cross_entropy,
    ),
    _entry("list of target dicts", small, _target_dicts, batch_loss=_of_dicts),
    _entry("dict", small, _dicts, batch_loss=lambda m, b: F.cross_entropy(m(b["x"]), b["y"])),
    _entry(
        "own class",
        small,
        _own,
        batch_loss=lambda m, b: F.cross_entropy(m(b.x), b.y),
    ),
    _entry("class weights beside tensors", small, _with_weights, batch_loss=_by_weights),
    _entry("frozen whole numbers", Quantized, _vectors, F.cross_entropy),
]
