"""Landscapes of language models: metrics per token, low-rank adapters, checkpoints in several files."""

import json

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.files import arrays_of

WORDS, PADDING, LENGTH = 11, 0, 6


class LowRank(nn.Module):
    """A linear layer that stays, and a trained product of two thin matrices beside it."""

    def __init__(self, inner, rank):
        super().__init__()
        self.inner = inner.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(rank, inner.in_features) / 4)
        self.up = nn.Parameter(torch.randn(inner.out_features, rank) / 4)

    def forward(self, x):
        return self.inner(x) + x @ self.down.T @ self.up.T


class Causal(nn.Module):
    """Each token is predicted from those up to it, by their mean."""

    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(WORDS, 8).requires_grad_(False)
        self.mixed = LowRank(nn.Linear(8, 8), 2)
        self.head = nn.Linear(8, WORDS, bias=False).requires_grad_(False)

    def forward(self, words):
        seen = self.token(words).cumsum(1) / torch.arange(1, words.shape[1] + 1)[:, None]
        return self.head(torch.tanh(self.mixed(seen)))


def per_token(model, batch):
    """Sums and counts over the tokens that are no padding: however they are batched, the mean is that of all."""
    words = batch["words"]
    outputs, targets = model(words[:, :-1]), words[:, 1:]
    kept = targets != PADDING
    losses = F.cross_entropy(outputs.transpose(1, 2), targets, reduction="none")
    right = (outputs.argmax(-1) == targets) & kept
    whole = (right | ~kept).all(1)
    return {
        "loss": ((losses * kept).sum(), kept.sum()),
        "token_accuracy": (right.sum(), kept.sum()),
        "exact_match": (whole.sum(), len(words)),
    }


def sentences(number=12):
    rng = torch.Generator().manual_seed(1)
    words = torch.randint(1, WORDS, (number, LENGTH), generator=rng)
    for row, length in enumerate(torch.randint(2, LENGTH, (number,), generator=rng).tolist()):
        words[row, length + 1 :] = PADDING
    return words


def model():
    torch.manual_seed(3)
    return Causal()


def batches(size):
    return [{"words": part} for part in sentences().split(size)]


def test_metrics_per_token_and_per_task_do_not_depend_on_the_batches() -> None:
    values = []
    for size in (12, 5, 1):
        problem = TorchProblem(model(), batches(size), batch_loss=per_token)
        directions = random_directions(problem.weights, seed=1)
        made = compute_surface(problem, directions, x=(-1, 1, 3), y=(-1, 1, 3), workers=1)
        assert made.metrics == ("loss", "token_accuracy", "exact_match")
        values.append(np.stack(list(made.values.values())))
    np.testing.assert_allclose(values[0], values[1], rtol=1e-5)
    np.testing.assert_allclose(values[0], values[2], rtol=1e-5)
    words = sentences()
    with torch.no_grad():
        found = per_token(model(), {"words": words})
    truth = [float(part / count) for part, count in found.values()]
    np.testing.assert_allclose(values[0][:, 1, 1], truth, rtol=1e-5)


def test_adapters_alone_and_all_weights_are_one_option_apart() -> None:
    adapters = TorchProblem(model(), batches(12), batch_loss=per_token)
    everything = TorchProblem(model(), batches(12), batch_loss=per_token, parameters="weights")
    assert [weight.name for weight in adapters.weights] == ["mixed.down", "mixed.up"]
    assert {weight.name for weight in everything.weights} == {
        *("token.weight", "mixed.down", "mixed.up", "head.weight"),
        *("mixed.inner.weight", "mixed.inner.bias"),
    }
    # The same entries: each array has a stream of its own.
    some = random_directions(everything.weights, seed=1, only=["mixed.down", "mixed.up"])
    moved = [name for name, array in zip(some.names, some.axes[0], strict=True) if array.any()]
    assert moved == ["mixed.down", "mixed.up"]
    surfaces = [
        compute_surface(problem, directions, x=(-1, 1, 3), y=(-1, 1, 3), workers=1)
        for problem, directions in (
            (adapters, random_directions(adapters.weights, seed=1)),
            (everything, random_directions(everything.weights, seed=1)),
        )
    ]
    # Both planes have the same center; the full one is another plane.
    centers = [surface.values["loss"][1, 1] for surface in surfaces]
    assert centers[0] == pytest.approx(centers[1])
    assert not np.allclose(surfaces[0].values["loss"], surfaces[1].values["loss"])


def test_a_checkpoint_in_several_files_of_bfloat16_is_read(tmp_path) -> None:
    kept = model().state_dict()
    files = {}
    for place, (name, tensor) in enumerate(kept.items()):
        file = f"model-{place}.safetensors"
        data = tensor.bfloat16().view(torch.int16).numpy().tobytes()
        header = {
            name: {"dtype": "BF16", "shape": list(tensor.shape), "data_offsets": [0, len(data)]}
        }
        text = json.dumps(header).encode()
        (tmp_path / file).write_bytes(len(text).to_bytes(8, "little") + text + data)
        files[name] = file
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": files}))
    weights = TorchProblem(model(), batches(12), batch_loss=per_token, parameters="weights").weights
    for weight, array in zip(weights, arrays_of(index, weights), strict=True):
        np.testing.assert_array_equal(array, kept[weight.name].bfloat16().float().numpy())
