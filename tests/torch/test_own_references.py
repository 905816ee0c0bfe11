"""Losses and hooks that look at the caller's own model are named: it stands still while its copy is moved."""

import functools
import logging

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from vdlite.landscape.torch import TorchProblem

VECTORS = torch.randn(12, 4)
CLASSES = torch.randint(0, 3, (12,))
STANDING = nn.Linear(4, 3)


def penalty(parameters):
    return sum(p.pow(2).sum() for p in parameters)


def by_global(outputs, targets):
    return F.cross_entropy(outputs, targets) + penalty(STANDING.parameters())


def by_closure(model):
    def loss(outputs, targets):
        return F.cross_entropy(outputs, targets) + sum(p.abs().sum() for p in model.parameters())

    return loss


def by_list(model):
    weights = list(model.parameters())
    return lambda outputs, targets: F.cross_entropy(outputs, targets) + penalty(weights)


class Penalized(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = [model]  # not a part of it

    def forward(self, outputs, targets):
        return F.cross_entropy(outputs, targets) + penalty(self.model[0].parameters())

    def as_method(self, outputs, targets):
        return self(outputs, targets)


def with_model(outputs, targets, *, model):
    return F.cross_entropy(outputs, targets) + penalty(model.parameters())


LOSSES = {
    "a name of the module": lambda model: by_global,
    "a closure": by_closure,
    "parameters in a list": by_list,
    "a loss module": Penalized,
    "a method": lambda model: Penalized(model).as_method,
    "partial": lambda model: functools.partial(with_model, model=model),
}


@pytest.mark.parametrize("make", LOSSES.values(), ids=LOSSES)
def test_a_loss_of_the_callers_model_is_named(make, caplog):
    TorchProblem(STANDING, [(VECTORS, CLASSES)], make(STANDING))
    assert "loss: it refers to the model that was given" in caplog.text


def test_a_metric_of_the_callers_model_is_named(caplog):
    metrics = {"norm": by_closure(STANDING)}
    TorchProblem(STANDING, [(VECTORS, CLASSES)], F.cross_entropy, metrics=metrics)
    assert "norm: it refers to the model that was given" in caplog.text


def test_a_hook_of_the_callers_model_is_named(caplog):
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 3))
    model[1].register_forward_hook(lambda module, inputs, output: output + model[0].weight.sum())
    TorchProblem(model, [(VECTORS, CLASSES)], F.cross_entropy)
    assert "a hook or forward of '1' refers to the model that was given" in caplog.text


def test_losses_of_what_they_are_called_with_are_not(caplog):
    other = nn.Linear(4, 3)  # a teacher, say

    def distilled(model, batch):
        inputs, targets = batch
        outputs = model(inputs)
        return F.cross_entropy(outputs, targets) + (outputs - other(inputs)).pow(2).mean()

    hooked = nn.Sequential(nn.Linear(4, 3))
    hooked[0].register_forward_hook(lambda module, inputs, output: output * module.weight.norm())
    with caplog.at_level(logging.WARNING):
        TorchProblem(STANDING, [(VECTORS, CLASSES)], batch_loss=distilled)
        TorchProblem(hooked, [(VECTORS, CLASSES)], nn.CrossEntropyLoss())
        TorchProblem(STANDING, [(VECTORS, CLASSES)], lambda outputs, targets: outputs.STANDING)
    assert not caplog.text
