"""Permuting the channels of torch models: which can be, and finding the order of another model."""

import copy

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch import nn

from tests.torch.models import Digits, trained
from vdlite.errors import LandscapeError
from vdlite.landscape import align, barriers_of, between_models
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.alignment.graph import permutation_groups

PICTURES = torch.randn(4, 3, 8, 8, generator=torch.Generator().manual_seed(0))
WORDS = torch.randint(0, 13, (4, 5), generator=torch.Generator().manual_seed(0))


class Block(nn.Module):
    def __init__(self, into, out, stride):
        super().__init__()
        self.first = nn.Conv2d(into, out, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(out)
        self.second = nn.Conv2d(out, out, 3, 1, 1, bias=False)
        self.other = nn.BatchNorm2d(out)
        self.short = nn.Sequential()
        if into != out:
            self.short = nn.Sequential(nn.Conv2d(into, out, 1, stride), nn.BatchNorm2d(out))

    def forward(self, x):
        inner = F.relu(self.norm(self.first(x)))
        return F.relu(self.short(x) + self.other(self.second(inner)))


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, 1, 1)
        self.norm = nn.BatchNorm2d(8)
        self.blocks = nn.Sequential(Block(8, 8, 1), Block(8, 16, 2), Block(16, 16, 1))
        self.head = nn.Linear(16, 10)

    def forward(self, x):
        x = self.blocks(F.relu(self.norm(self.stem(x))))
        x = F.avg_pool2d(x, x.shape[-1])
        return self.head(x.view(x.size(0), -1))


class Concatenated(nn.Module):
    """Outputs of two layers side by side, then each channel for itself."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 6, 3, padding=1)
        self.second = nn.Conv2d(6, 4, 3, padding=1)
        self.each = nn.Conv2d(10, 20, 3, padding=1, groups=10)
        self.mixed = nn.Conv2d(20, 5, 1)
        self.head = nn.Linear(5 * 16, 10)

    def forward(self, x):
        first = F.relu(self.first(x))
        both = torch.cat([first, F.relu(self.second(first))], 1)
        x = F.max_pool2d(F.relu(self.mixed(F.relu(self.each(both)))), 2)
        return self.head(torch.flatten(x, 1))


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(13, 8)
        self.place = nn.Parameter(0.1 * torch.randn(5, 8))
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)
        self.norm, self.other = nn.LayerNorm(8), nn.LayerNorm(8)
        self.inner = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 8))
        self.head = nn.Linear(8, 13)

    def forward(self, words):
        x = self.token(words) + self.place
        seen = self.norm(x)
        x = x + self.attention(seen, seen, seen)[0]
        x = x + self.inner(self.other(x))
        return self.head(x.mean(1))


class GroupNorms(nn.Module):
    """Channels of a group belong together: only those of the last layer can be permuted."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 8, 3, padding=1)
        self.norm = nn.GroupNorm(2, 8)
        self.second = nn.Conv2d(8, 6, 3)
        self.head = nn.Linear(6, 10)

    def forward(self, x):
        return self.head(F.relu(self.second(F.relu(self.norm(self.first(x))))).mean((2, 3)))


def mlp(inputs=192, width=32):
    return nn.Sequential(
        nn.Flatten(),
        nn.Linear(inputs, width),
        nn.ReLU(),
        nn.Linear(width, width),
        nn.ReLU(),
        nn.Linear(width, 10),
    )


def vgg():
    return nn.Sequential(
        *(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(8, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10)),
    )


MODELS = {
    "mlp": (mlp, PICTURES, [32, 32]),
    "vgg": (vgg, PICTURES, [8, 16, 32]),
    "resnet": (ResNet, PICTURES, [8, 8, 16, 16, 16]),
    "digits": (Digits, PICTURES[:, :1], [4, 6]),
    "concatenated": (Concatenated, PICTURES, [6, 4, 5]),
    "transformer": (Transformer, WORDS, [8, 16]),
    "group norms": (GroupNorms, PICTURES, [6]),
}


@pytest.mark.parametrize("name", MODELS)
def test_a_permuted_copy_computes_the_same_and_is_found_exactly(name) -> None:
    torch.manual_seed(1)
    make, inputs, sizes = MODELS[name]
    model = make()
    trained(model, inputs)
    model.eval()
    groups = permutation_groups(model, [inputs])
    assert list(groups.sizes.values()) == sizes
    problem = TorchProblem(model, [(inputs, torch.zeros(len(inputs)).long())], F.cross_entropy)
    names = [weight.name for weight in problem.whole.weights]
    state = {weight.name: weight.value for weight in problem.whole.weights}
    rng = np.random.default_rng(0)
    orders = {group: rng.permutation(size) for group, size in groups.sizes.items()}
    other = groups.permuted(state, orders)
    assert any((other[one] != state[one]).any() for one in names)
    twin = copy.deepcopy(model)
    twin.load_state_dict({one: torch.tensor(array) for one, array in other.items()}, strict=False)
    with torch.no_grad():
        torch.testing.assert_close(twin(inputs), model(inputs))
    found = align(problem, [other[one] for one in names])
    for one, array in zip(names, found, strict=True):
        np.testing.assert_array_equal(array, state[one], err_msg=one)


def test_networks_trained_apart_have_a_much_lower_barrier_when_they_are_aligned() -> None:
    """As Ainsworth et al. find of wide networks; here the bounds are loose."""
    digits = load_digits()
    inputs = torch.tensor(digits.data / 16, dtype=torch.float32)
    targets = torch.tensor(digits.target)
    models = {}
    for seed in range(3):
        torch.manual_seed(seed)
        model = mlp(64, 256)
        optimizer = torch.optim.Adam(model.parameters(), 1e-3)
        for _ in range(6):
            for rows in torch.randperm(len(inputs)).split(128):
                optimizer.zero_grad()
                F.cross_entropy(model(inputs[rows]), targets[rows]).backward()
                optimizer.step()
        models[f"seed {seed}"] = [one.detach().numpy().copy() for one in model.parameters()]
    problem = TorchProblem(mlp(64, 256), [(inputs, targets)], F.cross_entropy)
    found = barriers_of(between_models(problem, models, align="both", points=5))
    assert found.plain is not None
    assert found.aligned is not None
    pairs = np.triu_indices(3, 1)
    assert found.plain[pairs].min() > 0.2
    assert (found.aligned[pairs] < 0.5 * found.plain[pairs]).all()


def test_batch_norm_can_gather_its_statistics_anew_on_the_way() -> None:
    torch.manual_seed(0)
    inputs, targets = torch.randn(64, 3, 8, 8), torch.randint(0, 10, (64,))
    models = {}
    for name in ("a", "b"):
        model = vgg()
        trained(model, inputs)
        with torch.no_grad():
            [model[layer].weight.mul_(3) for layer in (1, 5)]
        arrays = TorchProblem(model, [(inputs, targets)], F.cross_entropy).whole.weights
        models[name] = [weight.value.copy() for weight in arrays]
    frozen, anew = (
        between_models(
            TorchProblem(vgg(), [(inputs, targets)], F.cross_entropy, batch_norm=how),
            models,
            points=3,
        )
        for how in ("frozen", "reestimated")
    )
    middle = [
        (one.astype(np.float64) + other) / 2
        for one, other in zip(models["a"], models["b"], strict=True)
    ]
    model = vgg()
    names = [
        weight.name
        for weight in TorchProblem(model, [(inputs, targets)], F.cross_entropy).whole.weights
    ]
    model.load_state_dict(
        {one: torch.tensor(array) for one, array in zip(names, middle, strict=True)}, strict=False
    )
    with torch.no_grad():
        # In the mode of a training batch norm takes the statistics of the batch, which is all samples here.
        truth = F.cross_entropy(model.train()(inputs), targets).item()
    assert anew.values["loss"][0, 1] == pytest.approx(truth, rel=2e-2)
    assert frozen.values["loss"][0, 1] != pytest.approx(truth, rel=2e-2)


class Branching(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)

    def forward(self, x):
        return self.layer(x) if x.sum() > 0 else x


@pytest.mark.parametrize(
    ("model", "options", "message"),
    [
        (Branching(), {"loss": F.mse_loss}, "Branching can't be traced by torch.fx"),
        (nn.Linear(8, 8), {"loss": F.mse_loss}, "no channels of Linear can be permuted"),
        (
            nn.Linear(8, 8),
            {"batch_loss": lambda model, batch: F.mse_loss(model(batch[0]), batch[1])},
            "does not tell what the model is called with",
        ),
    ],
)
def test_a_model_that_can_not_be_aligned_is_refused_in_one_sentence(
    model, options, message
) -> None:
    batch = (torch.randn(4, 8), torch.randn(4, 8))
    problem = TorchProblem(model, [batch], **options)
    with pytest.raises(LandscapeError, match=message):
        align(problem, [weight.value for weight in problem.whole.weights])
