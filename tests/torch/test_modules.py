"""What the parameters of modules are taken for."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import Attention, Digits, UpAndTied, at
from vdlite.errors import LandscapeError
from vdlite.landscape import compute_surface, curvature, random_directions
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.modules import load, weights_of


def by_name(model, parameters="weights"):
    return {weight.name: weight for weight in weights_of(model, parameters)}


def test_roles_are_recognized_by_the_module():
    roles = {name: weight.role for name, weight in by_name(Digits(), "states").items()}
    assert roles == {
        "first.weight": "weight",
        "norm.weight": "norm",
        "norm.bias": "norm",
        "second.weight": "weight",
        "second.bias": "bias",
        "other.weight": "norm",
        "other.bias": "norm",
        "head.weight": "weight",
        "head.bias": "bias",
        "norm.running_mean": "mean",
        "norm.running_var": "variance",
        "other.running_mean": "mean",
        "other.running_var": "variance",
    }


def test_counters_are_left_alone():
    assert not any("num_batches" in name for name in by_name(Digits(), "states"))


def test_layer_norms_and_attention_have_roles_too():
    weights = by_name(Attention())
    assert weights["block.norm1.weight"].role == "norm"
    assert weights["block.self_attn.in_proj_bias"].role == "bias"
    assert weights["block.self_attn.in_proj_weight"].role == "weight"
    own = by_name(nn.Sequential(RMSNorm(), nn.PReLU()))
    assert [weight.role for weight in own.values()] == ["norm", "vector"]


class RMSNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))


def test_tied_weights_are_moved_once():
    assert list(by_name(UpAndTied())) == ["up.weight", "up.bias", "token.weight"]


def test_filters_of_a_transposed_convolution_and_of_an_embedding_belong_to_outputs():
    model = UpAndTied()
    weights = by_name(model)
    up = weights["up.weight"]
    got = up.filters(up.value)
    raw = model.up.weight.detach().numpy()
    assert got.shape == (6, 8)
    np.testing.assert_array_equal(got[0], raw[:2, 0].reshape(-1))
    np.testing.assert_array_equal(got[5], raw[2:, 2].reshape(-1))
    token = weights["token.weight"]
    np.testing.assert_array_equal(
        token.filters(token.value)[1], model.token.weight.detach().numpy()[:, 1]
    )


def test_the_directions_of_a_transposed_convolution_are_as_long_as_what_makes_an_output():
    model = UpAndTied()
    weights = weights_of(model)
    axis = random_directions(weights).axes[0]
    for output in range(6):
        group, place = divmod(output, 3)
        inputs = slice(2 * group, 2 * group + 2)
        assert np.linalg.norm(axis[0][inputs, place]) == pytest.approx(
            np.linalg.norm(weights[0].value[inputs, place]), rel=1e-5
        )


def test_half_precision_comes_as_single():
    model = nn.Linear(3, 2).to(torch.bfloat16)
    assert [weight.value.dtype for weight in weights_of(model)] == [np.float32, np.float32]


def test_a_model_is_loaded_from_its_weights():
    one, other = Digits(), Digits()
    load(other, [weight.value for weight in weights_of(one, "states")])
    for name, tensor in one.state_dict().items():
        if "num_batches" not in name:
            assert torch.equal(tensor, other.state_dict()[name])


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (nn.ReLU(), "ReLU has no parameters"),
        (nn.LazyLinear(3), "it has no shape yet"),
        (nn.Linear(2, 2, dtype=torch.complex64), "got torch.complex64"),
    ],
)
def test_models_that_have_no_landscape_are_reported(model, text):
    with pytest.raises(LandscapeError, match=text):
        weights_of(model)


class Quantized(nn.Module):
    """Weights of whole numbers that stay as they are, below an adapter that is trained."""

    def __init__(self, inputs, outputs):
        super().__init__()
        whole = torch.arange(inputs * outputs).reshape(outputs, inputs) % 17 - 8
        self.weight = nn.Parameter(whole.to(torch.int8), requires_grad=False)
        self.scale = nn.Parameter(torch.full((outputs, 1), 0.1), requires_grad=False)
        self.down = nn.Parameter(torch.linspace(-1, 1, 2 * inputs).reshape(2, inputs))
        self.up = nn.Parameter(torch.linspace(-1, 1, 2 * outputs).reshape(outputs, 2))

    def forward(self, x):
        return x @ (self.weight * self.scale).t() + x @ self.down.t() @ self.up.t()


@pytest.mark.parametrize("parameters", ["trainable", "weights"])
def test_frozen_whole_numbers_below_adapters_are_constants(parameters):
    model = nn.Sequential(Quantized(4, 5), nn.ReLU(), Quantized(5, 3))
    x, y = torch.linspace(-1, 1, 28).reshape(7, 4), torch.arange(7) % 3
    made = TorchProblem(model, [(x, y)], F.cross_entropy, parameters=parameters)
    assert not any(weight.name.endswith("0.weight") for weight in made.weights)
    assert made.facts()["precision"] == "float32"
    directions = random_directions(made.weights, ignore=())
    got = compute_surface(made, directions, x=(-1, 1, 3))
    for row, column in np.ndindex(3, 3):
        moved = at(model, directions, (got.x[column], got.y[row]))
        with torch.no_grad():
            truth = F.cross_entropy(moved(x), y).item()
        assert got.values["loss"][row, column] == pytest.approx(truth, rel=1e-5)
    assert np.isfinite(curvature(made, top=1, probes=0).eigenvalues).all()
