"""Curvature of torch models, against torch's own Hessian."""

import copy

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import Attention, digits, trained
from vdlite.landscape import (
    CurvatureProblem,
    compute_surface,
    curvature,
    given_directions,
    gradient_directions,
    hessian_directions,
    random_directions,
)
from vdlite.landscape.torch import TorchProblem


def small():
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Conv2d(1, 3, 3, stride=2), nn.BatchNorm2d(3), nn.Tanh(), nn.Flatten(), nn.Linear(27, 10)
    )
    return trained(model, digits()[0])


def exact(model, x, y, names=None):
    """The whole Hessian of the mean loss, by torch."""
    model = copy.deepcopy(model).double().eval()
    parameters = dict(model.named_parameters())
    moved = [name for name in parameters if names is None or name in names]
    start = torch.cat([parameters[name].detach().reshape(-1) for name in moved])

    def loss(vector):
        pieces = vector.split([parameters[name].numel() for name in moved])
        own = {
            name: piece.view_as(parameters[name]) for name, piece in zip(moved, pieces, strict=True)
        }
        return F.cross_entropy(torch.func.functional_call(model, own, (x.double(),)), y)

    return torch.autograd.functional.hessian(loss, start).numpy()


@pytest.mark.parametrize("size", [60, 17])
def test_batches_are_averaged_by_their_samples_not_summed(size):
    x, y = digits()
    model = small()
    problem = TorchProblem(model, [(x, y)], F.cross_entropy, batch_size=size)
    found = curvature(problem, top=3, probes=30, steps=120)
    matrix = exact(model, x, y)
    values = np.linalg.eigvalsh(matrix)[::-1]
    np.testing.assert_allclose(found["eigenvalues"][:3], values[:3], rtol=1e-3)
    assert found["eigenvalues"][3] == pytest.approx(values[-1], abs=2e-3 * values[0])
    assert found["trace"] == pytest.approx(np.trace(matrix), abs=4 * found["trace_error"])


def test_the_errors_that_are_reported_are_true():
    x, y = digits()
    model = small()
    problem = TorchProblem(model, [(x, y)], F.cross_entropy)
    found = curvature(problem, top=2, probes=0, steps=25, tolerance=1e-2)
    values = np.linalg.eigvalsh(exact(model, x, y))
    for value, error in zip(found["eigenvalues"], found["errors"], strict=True):
        assert np.abs(values - value).min() <= error + 1e-5


def test_layers_may_be_left_out():
    x, y = digits()
    model = small()
    problem = TorchProblem(model, [(x, y)], F.cross_entropy)
    found = curvature(problem, top=1, probes=0, ignore=["bias", "norm"])
    values = np.linalg.eigvalsh(exact(model, x, y, {"0.weight", "4.weight"}))
    assert found["eigenvalues"][0] == pytest.approx(values[-1], rel=1e-3)


def test_the_model_keeps_its_gradients_and_modes():
    x, y = digits()
    model = small()
    F.cross_entropy(model(x), y).backward()
    before = [parameter.grad.clone() for parameter in model.parameters()]
    curvature(TorchProblem(model, [(x, y)], F.cross_entropy), probes=1, steps=5)
    for parameter, grad in zip(model.parameters(), before, strict=True):
        assert torch.equal(parameter.grad, grad)
    assert model.training


def words_loss(model, batch):
    logits = model(batch)
    return F.cross_entropy(logits[:, :-1].transpose(1, 2), batch[:, 1:])


def test_attention_is_differentiated_twice():
    torch.manual_seed(0)
    words = torch.randint(0, 13, (6, 5))
    problem = TorchProblem(Attention(), [words], batch_loss=words_loss)
    found = curvature(problem, top=1, probes=0, steps=15)
    assert found["eigenvalues"][0] > 0


def test_the_gradient_direction_is_torchs_gradient():
    x, y = digits()
    model = small().eval()
    problem = TorchProblem(model, [(x, y)], F.cross_entropy, batch_size=25)
    axis = gradient_directions(problem).axes[0]
    own = copy.deepcopy(model)
    F.cross_entropy(own(x), y).backward()
    for array, parameter in zip(axis, own.parameters(), strict=True):
        np.testing.assert_allclose(array, parameter.grad.numpy(), rtol=1e-3, atol=1e-6)


def test_a_saddle_is_seen_along_its_eigenvectors():
    x, y = digits()
    problem = TorchProblem(small(), [(x, y)], F.cross_entropy, precision="float64")
    directions = hessian_directions(problem, smallest=True, steps=150)
    step = 0.02
    got = compute_surface(problem, directions, x=(-step, step, 3))
    loss = got.values["loss"]
    high, low = directions.facts["eigenvalues"]
    across = (loss[1, 2] - 2 * loss[1, 1] + loss[1, 0]) / step**2
    along = (loss[2, 1] - 2 * loss[1, 1] + loss[0, 1]) / step**2
    assert across == pytest.approx(high, rel=0.05)
    assert along == pytest.approx(low, abs=0.05 * high)
    assert low < 0 < high


def test_a_map_gives_the_curvature_at_each_point():
    x, y = digits()
    model = small()
    problem = TorchProblem(model, [(x, y)], F.cross_entropy)
    directions = gradient_directions(problem)
    got = compute_surface(CurvatureProblem(problem, steps=120), directions, x=(-1, 1, 3))
    moved = copy.deepcopy(model)
    with torch.no_grad():
        for parameter, array in zip(moved.parameters(), directions.axes[0], strict=True):
            parameter += torch.from_numpy(array)
    values = np.linalg.eigvalsh(exact(moved, x, y))
    assert got.values["hessian/max"][2] == pytest.approx(values[-1], rel=2e-3)
    assert got.values["hessian/min"][2] == pytest.approx(values[0], abs=2e-3 * values[-1])


def kinked(**settings):
    """A narrow network of ReLUs, whose loss is full of kinks, and its problem."""
    torch.manual_seed(1)
    net = nn.Sequential(nn.Flatten(), nn.Linear(64, 12), nn.ReLU(), nn.Linear(12, 12), nn.ReLU())
    net.append(nn.Linear(12, 10))
    net = trained(net, digits()[0])
    return TorchProblem(net, [digits()], F.cross_entropy, **settings), net


@pytest.mark.parametrize("settings", [{}, {"batch_size": 17}, {"precision": "float64"}])
def test_the_curvature_along_the_axes_is_that_of_double_backward(settings):
    problem, net = kinked(**settings)
    matrix = exact(net, *digits())
    for seed in range(3):
        directions = random_directions(problem.weights, seed=seed, ignore=())
        got = compute_surface(
            problem, directions, x=(-1, 1, 3), axis_curvature="hessian"
        ).directions
        ways = [
            np.concatenate([part.reshape(-1) for part in axis]).astype(float)
            for axis in directions.axes
        ]
        assert got.curvature_method == "hessian"
        wanted = [way @ matrix @ way for way in ways]
        np.testing.assert_allclose(got.curvatures, wanted, rtol=1e-4)
        assert np.all(np.abs(np.subtract(got.curvatures, wanted)) <= got.curvature_errors)


def test_what_can_not_be_differentiated_twice_is_fitted():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 1, bias=False))
    x = torch.eye(3)

    def loss(outputs, targets):
        return float((outputs.detach() ** 2).mean())

    problem = TorchProblem(net, [(x, x)], loss)
    directions = random_directions(problem.weights, ignore=(), axes=1)
    got = compute_surface(problem, directions, x=(-1, 1, 3), axis_curvature="hessian").directions
    wanted = 2 / 3 * float((directions.axes[0][0] ** 2).sum())
    assert got.curvature_method == "fit"
    assert got.curvatures == pytest.approx([wanted], rel=1e-2)
    assert abs(got.curvatures[0] - wanted) <= 3 * got.curvature_errors[0]


@pytest.mark.parametrize("settings", [{"batch_norm": "reestimated"}, {"parameters": "states"}])
def test_statistics_that_the_hessian_does_not_count_are_fitted(settings):
    problem = TorchProblem(small(), [digits()], F.cross_entropy, **settings)
    axis = [np.full_like(weight.value, 0.1) for weight in problem.weights]
    directions = given_directions(problem.weights, axis)
    got = compute_surface(problem, directions, x=(-1, 1, 3), axis_curvature="hessian").directions
    assert got.curvature_method == "fit"
    assert np.isfinite(got.curvatures).all()
