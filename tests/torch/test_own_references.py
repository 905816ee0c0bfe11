"""Losses and hooks that look at the caller's own model are named: it stands still while its copy is moved."""

import functools
import logging

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from vdlite.landscape import random_directions
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


def test_a_hook_that_knows_the_callers_model_by_a_name_of_its_module_is_named(caplog):
    model = nn.Sequential(nn.Linear(4, 4), STANDING)
    with STANDING.register_forward_hook(lambda module, inputs, made: made + STANDING.bias.sum()):
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


class Scaled(nn.Module):
    """With statistics that a forward changes."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.norm = nn.BatchNorm1d(4)
        self.last = nn.Linear(4, 3)

    def forward(self, x):
        return self.last(torch.tanh(self.norm(self.first(x))))


def patched(model):
    forward = model.forward
    model.forward = lambda x: 2 * forward(x)


def patched_twice(model):
    patched(model)
    patched(model)


def patched_with_a_default(model):
    def forward(x, forward=model.forward, *, own=model):
        return forward(x) + own.last.weight.sum()

    model.forward = forward


def patched_by_partial(model):
    model.forward = functools.partial(lambda own, x: type(own).forward(own, x) ** 2, model)


def hooked(model):
    model.first.register_forward_hook(lambda module, given, made: made + model.last.weight.sum())


def hooked_before(model):
    weights = [model.last.weight]
    model.first.register_forward_pre_hook(lambda module, given: (given[0] * weights[0].norm(),))


def acting(model):
    model.acts = {"tanh": [lambda x: x * model.last.bias.sum()]}
    model.forward = lambda x: model.acts["tanh"][0](Scaled.forward(model, x))


def calling_itself(model):
    def forward(x, times=2):
        return forward(0.5 * x, times - 1) if times else Scaled.forward(model, x)

    model.forward = forward


CHANGES = [
    patched,
    patched_twice,
    patched_with_a_default,
    patched_by_partial,
    hooked,
    hooked_before,
    acting,
    calling_itself,
]


@pytest.mark.parametrize("change", CHANGES)
def test_functions_of_a_model_that_close_over_it_compute_with_its_copy(change, caplog):
    torch.manual_seed(0)
    model = Scaled()
    change(model)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    problem = TorchProblem(model, [(VECTORS, CLASSES)], F.cross_entropy)
    directions = random_directions(problem.weights, axes=1, seed=1)
    found = problem.values_at(directions, np.array([[-0.5], [0.0], [1.0]]))["loss"]
    assert not caplog.text
    after = model.state_dict()
    assert all(torch.equal(after[name], value) for name, value in before.items())
    model.eval()
    parameters = dict(model.named_parameters())
    for x, loss in zip([-0.5, 0.0, 1.0], found, strict=True):
        model.load_state_dict(before)
        with torch.no_grad():
            for name, axis in zip(directions.names, directions.axes[0], strict=True):
                parameters[name] += x * torch.from_numpy(axis)
            wanted = F.cross_entropy(model(VECTORS), CLASSES)
        assert loss == pytest.approx(float(wanted), rel=1e-5)


def test_a_hook_goes_on_seeing_what_is_not_of_the_model():
    seen = []
    model = Scaled()
    model.first.register_forward_hook(lambda *_: seen.append(model.last.weight.shape))
    problem = TorchProblem(model, [(VECTORS, CLASSES)], F.cross_entropy)
    problem.values_at(random_directions(problem.weights, axes=1), np.array([[1.0]]))
    assert seen


class TiedByMemory(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 6)
        self.decoder = nn.Linear(6, 4)
        self.decoder.weight.data = self.encoder.weight.data.t()
        self.last = nn.Linear(4, 3)

    def forward(self, x):
        return self.last(self.decoder(torch.tanh(self.encoder(x))))


class KeepsAView(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 3)
        self.kept = self.first.weight.detach()[1:]

    def forward(self, x):
        return self.first(x) + self.kept.sum()


class Merges(nn.Module):
    """An adapter that is merged for evaluation, as those for low ranks can be."""

    def __init__(self):
        super().__init__()
        self.base = nn.Linear(4, 3)
        self.adapter = nn.Linear(4, 3, bias=False)
        self.merged = False

    def train(self, mode=True):
        if mode == self.merged:
            sign = -1 if mode else 1
            self.base.weight.data += sign * self.adapter.weight.data
            self.merged = not mode
        return super().train(mode)

    def forward(self, x):
        return self.base(x) if self.merged else self.base(x) + self.adapter(x)


def test_weights_that_are_tied_by_their_memory_are_named(caplog):
    TorchProblem(TiedByMemory(), [(VECTORS, CLASSES)], F.cross_entropy)
    assert "'encoder.weight' and 'decoder.weight' share memory" in caplog.text


def test_a_view_of_a_weight_that_is_kept_aside_is_named(caplog):
    TorchProblem(KeepsAView(), [(VECTORS, CLASSES)], F.cross_entropy)
    assert "'kept' looks at the memory of 'first.weight'" in caplog.text


def test_tied_parameters_and_slices_of_one_memory_share_nothing(caplog):
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4), nn.LSTM(4, 4), nn.Linear(4, 3))
    model[1].weight = model[0].weight
    flat = torch.randn(8)
    model[0].bias.data, model[1].bias.data = flat[:4], flat[4:]
    TorchProblem(model[::3], [(VECTORS, CLASSES)], F.cross_entropy)
    TorchProblem(model[:2], [(VECTORS, CLASSES)], F.cross_entropy)
    assert not caplog.text


def test_a_weight_that_a_hook_computes_for_each_forward_is_no_view(caplog):
    model = nn.Sequential(nn.utils.spectral_norm(nn.Linear(4, 3)))
    TorchProblem(model, [(VECTORS, CLASSES)], F.cross_entropy)
    assert not caplog.text


@pytest.mark.parametrize("trains", [True, False])
def test_of_adapters_that_are_merged_the_merged_weights_are_the_center(trains, caplog):
    torch.manual_seed(0)
    model = Merges().train(trains)
    before = model.base.weight.clone()
    problem = TorchProblem(model, [(VECTORS, CLASSES)], F.cross_entropy)
    loss = problem.values_at(random_directions(problem.weights, axes=1), np.array([[0.0]]))["loss"]
    assert torch.equal(model.base.weight, before)
    with torch.no_grad():
        assert loss[0] == pytest.approx(float(F.cross_entropy(model(VECTORS), CLASSES)), rel=1e-6)
    assert ("changes 'base.weight' when it is put into evaluation" in caplog.text) == trains
