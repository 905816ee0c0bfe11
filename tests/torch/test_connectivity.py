"""Curves of low loss between trained networks."""

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch import nn

from vdlite.landscape import barrier, between_models, connect
from vdlite.landscape.torch import TorchProblem


def network():
    return nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))


def trained(seed, inputs, targets):
    torch.manual_seed(seed)
    model = network()
    optimizer = torch.optim.Adam(model.parameters(), 1e-2)
    for _ in range(60):
        optimizer.zero_grad()
        F.cross_entropy(model(inputs), targets).backward()
        optimizer.step()
    return model


def test_a_trained_curve_goes_around_the_barrier_between_two_networks() -> None:
    """As Garipov et al. find; the bounds are loose."""
    digits = load_digits()
    inputs = torch.tensor(digits.data[:512] / 16, dtype=torch.float32)
    targets = torch.tensor(digits.target[:512])
    one, other = (trained(seed, inputs, targets) for seed in (0, 1))
    problem = TorchProblem(one, [(inputs, targets)], F.cross_entropy)
    end = [parameter.detach().numpy() for parameter in other.parameters()]
    start = [weight.value for weight in problem.whole.weights]
    straight = between_models(problem, {"a": start, "b": end}).values["loss"][0]
    curve = connect(problem, end, steps=80, lr=0.3)
    profile = curve.profile(problem, points=11)
    assert straight.max() > 0.3
    along = profile.values["loss"]
    assert barrier(profile.x, along) < 0.3 * straight.max()
    assert curve.losses[-20:].mean() < curve.losses[:20].mean()
