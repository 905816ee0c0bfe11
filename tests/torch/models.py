"""Small models of many kinds, and references that are computed in the plainest way."""

import copy

import torch
import torch.nn.functional as F
from torch import nn


class Digits(nn.Module):
    """Convolutions with batch norm and dropout, 1 x 8 x 8 to 10 classes."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(1, 4, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(4)
        self.second = nn.Conv2d(4, 6, 3)
        self.other = nn.BatchNorm2d(6)
        self.drop = nn.Dropout(0.5)
        self.head = nn.Linear(6 * 36, 10)

    def forward(self, x):
        x = F.relu(self.norm(self.first(x)))
        x = F.relu(self.other(self.second(x)))
        return self.head(self.drop(x.flatten(1)))


class UpAndTied(nn.Module):
    """A transposed convolution with groups, and weights that are used twice."""

    def __init__(self):
        super().__init__()
        self.up = nn.ConvTranspose2d(4, 6, 2, groups=2)
        self.token = nn.Embedding(11, 6)
        self.out = nn.Linear(6, 11, bias=False)
        self.out.weight = self.token.weight

    def forward(self, picture, word):
        return self.out(self.up(picture).mean((2, 3)) + self.token(word))


class Attention(nn.Module):
    """A transformer block over words."""

    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(13, 8)
        self.block = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.1, batch_first=True)
        self.out = nn.Linear(8, 13)

    def forward(self, words):
        return self.out(self.block(self.token(words)))


def trained(model, *inputs):
    """With batch norms that have seen something."""
    model.train()
    with torch.no_grad():
        for _ in range(3):
            model(*inputs)
    return model


def digits(count=60, seed=0):
    """Pictures and classes."""
    stream = torch.Generator().manual_seed(seed)
    return (
        torch.randn(count, 1, 8, 8, generator=stream),
        torch.randint(0, 10, (count,), generator=stream),
    )


def digits_model(seed=0):
    torch.manual_seed(seed)
    return trained(Digits(), digits()[0])


def batches(pictures, classes, size=25):
    return list(zip(pictures.split(size), classes.split(size), strict=True))


def at(model, directions, point):
    """A copy of a model at a point of a plane: parameter by parameter."""
    moved = copy.deepcopy(model)
    with torch.no_grad():
        # What no direction knows stays.
        known = dict(moved.named_parameters()) | dict(moved.named_buffers())
        for place, name in enumerate(directions.names):
            parameter = known[name]
            for factor, axis in zip(point, directions.axes, strict=True):
                parameter += factor * torch.from_numpy(axis[place]).to(parameter.dtype)
    return moved


def state_of(model):
    """All that a model is, to compare."""
    return {
        "tensors": {name: tensor.clone() for name, tensor in model.state_dict().items()},
        "modes": [module.training for module in model.modules()],
        "gradients": [
            (parameter.requires_grad, None if parameter.grad is None else parameter.grad.clone())
            for parameter in model.parameters()
        ],
        "places": [parameter.data_ptr() for parameter in model.parameters()],
    }


def assert_same_state(one, other):
    assert one["modes"] == other["modes"]
    assert one["places"] == other["places"]
    for name, tensor in one["tensors"].items():
        assert torch.equal(tensor, other["tensors"][name]), name
    for (wanted, grad), (wanted_too, grad_too) in zip(
        one["gradients"], other["gradients"], strict=True
    ):
        assert wanted == wanted_too
        assert (grad is None) == (grad_too is None)
        assert grad is None or torch.equal(grad, grad_too)
