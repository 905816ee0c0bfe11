"""Sharpness of PyTorch models: what scaling layers of a network of ReLUs against each other changes, and what not."""

import numpy as np
import pytest
import torch
from torch import nn

from vdlite.landscape import curvature, sharpness
from vdlite.landscape.torch import TorchProblem


def samples():
    draw = torch.Generator().manual_seed(1)
    inputs = torch.randn(64, 5, generator=draw, dtype=torch.float64)
    return inputs, (inputs[:, 0] * inputs[:, 1] > 0).long()


def network(activation=nn.ReLU):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 16), activation(), nn.Linear(16, 2)).double()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    inputs, targets = samples()
    for _ in range(200):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(inputs), targets).backward()
        optimizer.step()
    return model


def scaled(model, factor):
    """The same function: the first layer times the factor, the second by it."""
    with torch.no_grad():
        model[0].weight *= factor
        model[0].bias *= factor
        model[2].weight /= factor
    return model


def problem(model):
    return TorchProblem(model, [samples()], nn.functional.cross_entropy)


@pytest.mark.parametrize("scale", ["element", "filter"])
def test_scaling_layers_against_each_other_changes_the_plain_and_not_the_adaptive(scale) -> None:
    before, after = problem(network()), problem(scaled(network(), 10.0))
    one, other = (sharpness(each, scale=scale, adaptive_radius=0.3) for each in (before, after))
    for name in ("adaptive_mean", "adaptive_mean_error", "adaptive_spread", "adaptive_worst"):
        assert getattr(other, name) == pytest.approx(getattr(one, name), rel=1e-6)
    assert one.adaptive_worst > 0
    assert other.worst > 3 * one.worst
    assert other.mean > 3 * one.mean


def test_the_worst_case_is_as_large_as_that_of_a_brute_search_by_torch() -> None:
    model, radius = network(), 0.2
    found = sharpness(problem(model), radius=radius, steps=40)
    inputs, targets = samples()
    names = dict(model.named_parameters())

    def loss_at(vector):
        moved, start = {}, 0
        for name, value in names.items():
            moved[name] = value.detach() + vector[start : start + value.numel()].view_as(value)
            start += value.numel()
        outputs = torch.func.functional_call(model, moved, (inputs,))
        return nn.functional.cross_entropy(outputs, targets)

    size = sum(value.numel() for value in names.values())
    here, best = float(loss_at(torch.zeros(size, dtype=torch.float64))), 0.0
    for seed in range(10):
        draw = torch.Generator().manual_seed(seed)
        vector = torch.randn(size, generator=draw, dtype=torch.float64)
        for _ in range(100):
            vector = (radius * vector / vector.norm()).requires_grad_(True)
            loss = loss_at(vector)
            best = max(best, float(loss.detach()) - here)
            (slope,) = torch.autograd.grad(loss, vector)
            vector = (vector + 0.1 * radius * slope / slope.norm()).detach()
    # A lower bound of the worst case, and hardly below what ten long searches find.
    assert 0.97 * best <= found.worst <= 1.01 * best


def test_the_mean_is_the_trace_by_the_number_of_weights() -> None:
    # Not of ReLUs: between their kinks the Hessian knows nothing of them.
    here = problem(network(nn.Tanh))
    found = sharpness(here, radius=0.01, directions=400, steps=0)
    curves = curvature(here, probes=4)
    exact = 0.01**2 * curves.trace / (2 * curves.parameter_count)
    error = 4 * found.mean_error + 4 * exact * curves.trace_error / curves.trace
    assert found.mean == pytest.approx(exact, abs=error + 0.05 * exact)


def test_statistics_of_batch_norm_stay_and_the_model_is_left_as_it_was() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2)).double()
    model(samples()[0])
    before = {name: value.clone() for name, value in model.state_dict().items()}
    made = TorchProblem(model, [samples()], nn.functional.cross_entropy, parameters="states")
    found = sharpness(made, directions=8, steps=8)
    assert np.isfinite([found.mean, found.worst, found.adaptive_mean, found.adaptive_worst]).all()
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())
