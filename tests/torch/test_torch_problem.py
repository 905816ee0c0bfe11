"""Landscapes of torch models, against models that are moved by hand."""

import copy
import random

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from tests.torch.models import (
    Attention,
    UpAndTied,
    assert_same_state,
    at,
    batches,
    digits,
    digits_model,
    state_of,
)
from vdlite.errors import LandscapeError
from vdlite.landscape import compute_surface, curvature, random_directions
from vdlite.landscape.torch import TorchProblem, accuracy
from vdlite.landscape.torch.modules import weights_of

POINTS = np.array([[0.0, 0.0], [0.7, -0.4], [-1.0, 1.0]])


def test_every_point_is_the_mean_loss_of_all_samples_of_the_moved_model():
    model, (x, y) = digits_model(), digits()
    problem = TorchProblem(model, batches(x, y), F.cross_entropy, metrics={"accuracy": accuracy})
    directions = random_directions(problem.weights, seed=1, ignore=())
    got = problem.values_at(directions, POINTS)
    for place, point in enumerate(POINTS):
        moved = at(model, directions, point).eval()
        with torch.no_grad():
            outputs = moved(x)
        assert got["loss"][place] == pytest.approx(F.cross_entropy(outputs, y).item(), rel=1e-5)
        right = (outputs.argmax(1) == y).float().mean().item()
        assert got["accuracy"][place] == pytest.approx(right)


@pytest.mark.parametrize("size", [1, 7, 60, 100])
def test_a_short_last_batch_counts_by_its_samples(size):
    model, (x, y) = digits_model(), digits()
    problem = TorchProblem(model, batches(x, y, 25), F.cross_entropy, batch_size=size)
    directions = random_directions(problem.weights)
    with torch.no_grad():
        expected = F.cross_entropy(copy.deepcopy(model).eval()(x), y).item()
    assert problem.values_at(directions, POINTS[:1])["loss"][0] == pytest.approx(expected, rel=1e-5)


def test_frozen_parameters_stay_unless_they_are_asked_for():
    model, data = digits_model(), [digits()]
    names = [name for name, _ in model.named_parameters()]
    frozen = next(model.parameters())
    frozen.requires_grad_(False)
    problem = TorchProblem(model, data, F.cross_entropy)
    assert [weight.name for weight in problem.weights] == names[1:]
    assert problem.facts()["frozen"] == frozen.numel()
    hessian = problem.hessian()
    assert hessian.size == sum(one.numel() for one in model.parameters()) - frozen.numel()
    hessian.close()
    directions = random_directions(problem.weights, ignore=())
    got = problem.values_at(directions, POINTS)
    moved = at(model, directions, POINTS[1]).eval()
    assert torch.equal(next(moved.parameters()), frozen)
    with torch.no_grad():
        expected = F.cross_entropy(moved(data[0][0]), data[0][1]).item()
    assert got["loss"][1] == pytest.approx(expected, rel=1e-5)
    whole = TorchProblem(model, data, F.cross_entropy, parameters="weights")
    assert [weight.name for weight in whole.weights] == names
    assert "frozen" not in whole.facts()


def test_a_model_of_which_nothing_is_trained_moves_as_a_whole():
    model = digits_model().requires_grad_(False)
    kept = TorchProblem(model, [digits()], F.cross_entropy)
    trained = TorchProblem(digits_model(), [digits()], F.cross_entropy)
    assert kept.fingerprint == trained.fingerprint
    assert len(kept.weights) == len(list(model.parameters()))


# -- other models and data


def test_several_inputs_tied_weights_and_a_transposed_convolution():
    torch.manual_seed(1)
    model = UpAndTied()
    data = (torch.randn(9, 4, 3, 3), torch.randint(0, 11, (9,)), torch.randint(0, 11, (9,)))
    problem = TorchProblem(model, [data], F.cross_entropy)
    directions = random_directions(problem.weights)
    got = problem.values_at(directions, POINTS)["loss"]
    for place, point in enumerate(POINTS):
        with torch.no_grad():
            moved = at(model, directions, point)
            expected = F.cross_entropy(moved(*data[:2]), data[2]).item()
        assert got[place] == pytest.approx(expected, rel=1e-5)


def language_loss(model, batch):
    logits = model(batch["words"])
    return {"loss": F.cross_entropy(logits[:, :-1].transpose(1, 2), batch["words"][:, 1:])}


def test_a_transformer_with_a_loss_of_its_own_over_mappings():
    torch.manual_seed(2)
    model = Attention()
    words = torch.randint(0, 13, (12, 7))
    problem = TorchProblem(model, [{"words": words, "name": "a"}], batch_loss=language_loss)
    directions = random_directions(problem.weights)
    got = problem.values_at(directions, POINTS)["loss"]
    for place, point in enumerate(POINTS):
        with torch.no_grad():
            moved = at(model, directions, point).eval()
            expected = language_loss(moved, {"words": words})["loss"].item()
        assert got[place] == pytest.approx(expected, rel=1e-4)


def test_batches_of_different_lengths_stay_as_they_came():
    torch.manual_seed(2)
    model = Attention()
    data = [{"words": torch.randint(0, 13, (4, length))} for length in (3, 5, 9)]
    problem = TorchProblem(model, data, batch_loss=language_loss)
    directions = random_directions(problem.weights)
    got = problem.values_at(directions, POINTS[:1])["loss"][0]
    with torch.no_grad():
        own = copy.deepcopy(model).eval()
        expected = np.mean([language_loss(own, batch)["loss"].item() for batch in data])
    assert got == pytest.approx(expected, rel=1e-5)


def test_train_and_test_data_come_in_one_pass():
    model = digits_model()
    data = {"train": [digits(seed=1)], "test": [digits(seed=2)]}
    problem = TorchProblem(model, data, F.cross_entropy, metrics={"accuracy": accuracy})
    got = compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3))
    assert got.metrics == ("train/loss", "train/accuracy", "test/loss", "test/accuracy")
    for name, batches_ in data.items():
        x, y = batches_[0]
        with torch.no_grad():
            expected = F.cross_entropy(copy.deepcopy(model).eval()(x), y).item()
        assert got.center[f"{name}/loss"] == pytest.approx(expected, rel=1e-5)


def test_a_loss_for_each_sample_is_averaged():
    model, (x, y) = digits_model(), digits()
    each = nn.CrossEntropyLoss(reduction="none")
    mean = nn.CrossEntropyLoss()
    directions = random_directions(weights_of(model))
    one, other = (
        TorchProblem(model, [(x, y)], loss).values_at(directions, POINTS)["loss"]
        for loss in (each, mean)
    )
    np.testing.assert_allclose(one, other, rtol=1e-6)


@pytest.mark.parametrize("wanted", [1, 25, 30, 60, 1000])
def test_the_first_samples_are_kept_and_always_the_same(wanted):
    model, (x, y) = digits_model(), digits()
    problem = TorchProblem(
        model, batches(x, y), F.cross_entropy, num_samples=wanted, sampling="first"
    )
    used = min(wanted, 60)
    assert problem.facts()["samples"] == used
    with torch.no_grad():
        expected = F.cross_entropy(copy.deepcopy(model).eval()(x[:used]), y[:used]).item()
    directions = random_directions(problem.weights)
    got = problem.values_at(directions, np.zeros((3, 2)))["loss"]
    assert got[0] == pytest.approx(expected, rel=1e-5)
    assert got[0] == got[1] == got[2]


# -- precision


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_models_of_other_precision_move_without_losing_small_steps(dtype):
    torch.manual_seed(3)
    model = nn.Sequential(nn.Flatten(), nn.Linear(64, 10)).to(dtype)
    x, y = digits()
    problem = TorchProblem(model, [(x.to(dtype), y)], F.cross_entropy)
    directions = random_directions(problem.weights)
    got = problem.values_at(directions, POINTS)["loss"]
    wide = copy.deepcopy(model).float() if dtype != torch.float64 else model
    for place, point in enumerate(POINTS):
        moved = at(wide, directions, point).to(dtype)
        with torch.no_grad():
            expected = F.cross_entropy(moved(x.to(dtype)).float(), y).item()
        assert got[place] == pytest.approx(expected, rel=1e-3)
    assert problem.facts()["precision"] == str(dtype).removeprefix("torch.")


def test_mixed_precision_says_how_far_it_is_off():
    problem = TorchProblem(digits_model(), [digits()], F.cross_entropy, precision="bfloat16")
    got = compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3))
    assert 0 < got.settings["rounding"] < 0.05
    assert got.settings["precision"] == "bfloat16"


def test_double_precision_may_be_asked_for():
    model, (x, y) = digits_model(), digits()
    problem = TorchProblem(model, [(x, y)], F.cross_entropy, precision="float64")
    directions = random_directions(problem.weights)
    with torch.no_grad():
        expected = F.cross_entropy(copy.deepcopy(model).double().eval()(x.double()), y).item()
    got = problem.values_at(directions, POINTS[:1])["loss"][0]
    assert got == pytest.approx(expected, rel=1e-12)


def test_a_loss_that_overflows_is_a_value():
    model, (x, y) = digits_model(), digits()
    problem = TorchProblem(model, [(x, y)], squared)
    directions = random_directions(problem.weights, norm="none")
    got = compute_surface(problem, directions, x=(-1e19, 1e19, 3))
    assert not np.isfinite(got.values["loss"][0, 0])
    assert np.isfinite(got.values["loss"][1, 1])
    assert got.done.all()


def squared(outputs, targets):
    return (outputs.sum(1) - targets) ** 2


# -- untouched


def test_model_data_and_random_numbers_are_left_as_they_were():
    model, (x, y) = digits_model(), digits()
    model.head.weight.requires_grad_(False)
    model.first.eval()
    F.cross_entropy(model(x), y).backward()
    loader = DataLoader(
        TensorDataset(x, y), batch_size=16, shuffle=True, generator=torch.Generator().manual_seed(5)
    )
    before, kept = state_of(model), (x.clone(), y.clone())
    states = torch.get_rng_state(), np.random.get_state()[1].copy(), random.getstate()
    drawn = loader.generator.get_state()
    for training in (False, True):
        problem = TorchProblem(model, loader, F.cross_entropy, training=training)
        compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3))
    assert_same_state(before, state_of(model))
    assert torch.equal(kept[0], x)
    assert torch.equal(torch.get_rng_state(), states[0])
    assert np.array_equal(np.random.get_state()[1], states[1])
    assert random.getstate() == states[2]
    assert torch.equal(loader.generator.get_state(), drawn)


def test_random_numbers_of_devices_that_compute_nothing_are_left_alone(monkeypatch):
    """Nobody would put them back: a training on a card would draw other ones after its landscape on the processor."""
    seeded = []
    for module in (torch.cuda, torch.xpu, torch.mps):
        for call in ("manual_seed", "manual_seed_all"):
            monkeypatch.setattr(module, call, seeded.append, raising=False)
    torch.manual_seed(0)
    assert seeded
    seeded.clear()
    model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.Flatten(), nn.Linear(144, 10))
    data = [(torch.randn(40, 1, 8, 8), torch.randint(0, 10, (40,)))]
    problem = TorchProblem(model.eval(), data * 10, F.cross_entropy, num_samples=200)
    compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 5))
    curvature(problem, top=1, steps=5, probes=1)
    own = [weight.value for weight in problem.weights]
    problem.ensembles([own, own], [1, 2], "outputs")
    problem.permutation_groups()
    assert not seeded


class Fails(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(64, 10)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        if self.calls > 12:
            raise RuntimeError("out of luck")
        return self.inner(x.flatten(1))


def test_an_exception_leaves_the_model_as_it_was():
    model = Fails()
    before = state_of(model)
    problem = TorchProblem(model, [digits()], F.cross_entropy, batch_size=64)
    with pytest.raises(RuntimeError, match="out of luck"):
        compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 9))
    assert_same_state(before, state_of(model))
    assert model.calls == 0


def test_training_on_while_a_problem_is_held_does_not_move_its_center():
    model, (x, y) = digits_model(), digits()
    problem = TorchProblem(model, [(x, y)], F.cross_entropy)
    directions = random_directions(problem.weights)
    before = problem.values_at(directions, POINTS)["loss"]
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(3)
        x.mul_(0)
    assert np.array_equal(problem.values_at(directions, POINTS)["loss"], before)


def test_shuffled_data_and_dropout_give_the_same_surface_each_time():
    x, y = digits()
    loader = DataLoader(TensorDataset(x, y), batch_size=16, shuffle=True)
    surfaces = []
    for _ in range(2):
        torch.rand(7)  # other random numbers than before
        problem = TorchProblem(
            digits_model(), loader, F.cross_entropy, num_samples=40, training=True, batch_size=40
        )
        directions = random_directions(problem.weights)
        surfaces.append(compute_surface(problem, directions, x=(-1, 1, 3)))
    assert surfaces[0].id == surfaces[1].id
    assert np.array_equal(surfaces[0].values["loss"], surfaces[1].values["loss"])


# -- what does not fit


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"loss": None}, "want one of loss"),
        ({"batch_loss": language_loss}, "want one of loss"),
        ({"loss": "mse"}, "loss: got 'mse', want a function"),
        ({"batch_norm": "eval"}, "batch_norm: got 'eval'"),
        ({"precision": "float8"}, "precision: got 'float8'"),
        ({"parameters": "all"}, "parameters: got 'all'"),
        ({"num_samples": 0}, "num_samples: got 0"),
        ({"data": []}, "data: got no samples"),
        ({"data": {}}, "data: got none"),
        ({"data": {"test": []}}, "data test: got no samples"),
        ({"data": ["text"]}, "a batch without tensors"),
        ({"model": "resnet"}, "model: got 'resnet'"),
    ],
)
def test_what_does_not_fit_is_reported(settings, text):
    whole = {"model": digits_model(), "data": [digits()], "loss": F.cross_entropy, **settings}
    with pytest.raises(LandscapeError, match=text):
        problem = TorchProblem(**whole)
        problem.evaluator(random_directions(problem.weights))


def test_a_batch_that_is_no_pair_is_reported():
    problem = TorchProblem(digits_model(), [digits()[0]], F.cross_entropy)
    with pytest.raises(
        LandscapeError, match=r"got a batch of type Tensor, want .*a single batch is"
    ):
        problem.evaluator(random_directions(problem.weights))


@pytest.mark.parametrize("half", [torch.bfloat16, torch.float16])
def test_the_rounding_of_a_model_of_half_precision_is_measured(half):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 3))
    x, y = torch.randn(50, 8), torch.randint(0, 3, (50,))
    own = TorchProblem(model.to(half), [(x.to(half), y)], F.cross_entropy)
    wide = TorchProblem(
        copy.deepcopy(model), [(x.to(half), y)], F.cross_entropy, precision="float64"
    )
    directions = random_directions(own.weights)
    got, truth = (
        compute_surface(one, directions, x=(-1, 1, 3), axis_curvature="hessian")
        for one in (own, wide)
    )
    off = [abs(got.center["loss"] / truth.center["loss"] - 1)]
    off.append(abs(got.values["loss"][-1, -1] / truth.values["loss"][-1, -1] - 1))
    assert got.settings.rounding == pytest.approx(max(off), rel=1e-3)
    assert got.settings.rounding > 1e-6
    assert truth.settings.rounding is None
    assert got.directions.curvature_method == "hessian"
    assert got.directions.curvatures == pytest.approx(truth.directions.curvatures, rel=1e-6)
