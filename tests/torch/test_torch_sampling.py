"""Which samples a landscape is computed of, and how far their loss is off that of all."""

from dataclasses import replace

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, SubsetRandomSampler, TensorDataset

from tests.torch.models import at
from vdlite.errors import LandscapeError
from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem

torch.manual_seed(5)
Y = torch.arange(10).repeat_interleave(100)  # sorted by class
X = torch.randn(1000, 4) + Y[:, None]


def loader(**settings):
    return DataLoader(TensorDataset(X, Y), batch_size=64, **settings)


def batches():
    return list(zip(X.split(64), Y.split(64), strict=True))


def problem(data, **settings):
    torch.manual_seed(0)
    return TorchProblem(nn.Linear(4, 10), data, F.cross_entropy, **settings)


def targets(made):
    """Of the samples that were kept."""
    ((_, kept),) = next(iter(made._setup.samples.values())).batches
    return kept


@pytest.mark.parametrize("data", [loader, batches])
def test_a_subset_is_drawn_of_all_samples_and_the_same_each_time(data):
    one, same, other = (problem(data(), num_samples=100, seed=seed) for seed in (0, 0, 1))
    assert len(targets(one)) == 100
    assert len(targets(one).unique()) == 10
    assert one.fingerprint == same.fingerprint != other.fingerprint
    assert (one.facts()["sampling"], one.facts()["population"]) == ("random", 1000)


@pytest.mark.parametrize("data", [loader, batches])
def test_a_stratified_subset_has_as_large_a_share_of_each_target(data):
    made = problem(data(), num_samples=205, sampling="stratified")
    counts = torch.bincount(targets(made))
    assert int(counts.sum()) == 205
    assert set(counts.tolist()) == {20, 21}
    assert made.facts()["sampling"] == "stratified"


def test_all_samples_are_no_subset():
    for data in (loader(), batches()):
        made = problem(data, num_samples=1000)
        assert torch.equal(targets(made), Y)
        assert "sampling" not in made.facts()
    assert "sampling" not in problem(loader()).facts()


def test_only_those_are_drawn_that_the_sampler_of_the_loader_has():
    few = SubsetRandomSampler(range(900, 1000))
    made = problem(loader(sampler=few), num_samples=50)
    assert set(targets(made).tolist()) == {9}
    assert made.facts()["population"] == 100


def test_a_stream_has_only_its_first_samples_and_says_so():
    made = problem(iter(batches()), num_samples=100)
    assert torch.equal(targets(made), Y[:100])
    assert made.facts()["sampling"] == "first"
    assert "population" not in made.facts()
    assert made.standard_error() is None
    first = problem(loader(), num_samples=100, sampling="first")
    assert torch.equal(targets(first), Y[:100])


def test_fewer_samples_for_the_curvature_are_drawn_too():
    some = problem(batches()).limited(100)
    assert len(targets(some).unique()) == 10
    again = problem(iter(batches()), num_samples=500).limited(50)
    assert again.facts()["sampling"] == "first"
    assert some.facts()["population"] == 1000


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (lambda: iter(batches()), "for a stream, want data with a length"),
        (lambda: [(X, X)], "want batches .* with a class for each sample"),
        (lambda: DataLoader(TensorDataset(X)), "want batches .* with a class for each sample"),
    ],
)
def test_without_targets_there_is_nothing_to_stratify_by(data, words):
    with pytest.raises(LandscapeError, match=words):
        problem(data(), num_samples=10, sampling="stratified")


@pytest.mark.parametrize("data", [loader, batches])
def test_the_standard_error_is_that_of_the_mean_of_the_samples(data):
    made = problem(data(), num_samples=400)
    got = compute_surface(made, random_directions(made.weights), x=(-1, 1, 3))
    with torch.no_grad():
        ((x, y),) = next(iter(made._setup.samples.values())).batches
        losses = F.cross_entropy(made.model(x), y, reduction="none").double().numpy()
    plain = losses.std(ddof=1) / np.sqrt(400) * np.sqrt(1 - 400 / 1000)
    # Of 64 parts it is known within a few times a sixteenth of itself.
    assert got.settings.standard_error == pytest.approx(plain, rel=0.35)


def test_the_losses_of_subsets_scatter_by_their_standard_error():
    with torch.no_grad():
        whole = F.cross_entropy(problem(loader()).model(X), Y).item()
    away = []
    for seed in range(40):
        made = problem(loader(), num_samples=200, seed=seed)
        center = made.values_of([[weight.value for weight in made.weights]])["loss"][0]
        away.append((center - whole) / made.standard_error())
    assert 0.7 < np.sqrt(np.mean(np.square(away))) < 1.4


@pytest.mark.parametrize("settings", [{}, {"batch_size": 20}])
def test_the_standard_error_is_reported_at_each_point(settings):
    """Of batches that differ by chance it is known within a third of itself, as eight of them tell it."""
    made = problem(loader(), num_samples=400, **settings)
    directions = random_directions(made.weights, seed=1)
    got = compute_surface(made, directions, x=(-1, 1, 5))
    assert got.metrics == ("loss", "standard_error")
    ((x, y),) = next(iter(made._setup.samples.values())).batches
    ratios = []
    for row, column in np.ndindex(5, 5):
        moved = at(made.model, directions, (got.x[column], got.y[row])).eval()
        with torch.no_grad():
            losses = F.cross_entropy(moved(x), y, reduction="none").double().numpy()
        plain = losses.std(ddof=1) / np.sqrt(400) * np.sqrt(1 - 400 / 1000)
        ratios.append(got.values["standard_error"][row, column] / plain)
    assert 0.6 < np.mean(ratios) < 1.4
    assert min(ratios) > 0.2


@pytest.mark.parametrize(
    ("data", "settings"),
    [
        (loader, {}),  # all of them
        (loader, {"num_samples": 100, "sampling": "first"}),
        (loader, {"num_samples": 10}),
        (loader, {"num_samples": 100, "batch_size": 20}),  # five batches
    ],
)
def test_without_a_subset_or_batches_enough_no_standard_error_is_reported_at_points(data, settings):
    made = problem(data(), **settings)
    got = compute_surface(made, random_directions(made.weights), x=(-1, 1, 3))
    assert got.metrics == ("loss",)


def test_a_landscape_goes_on_with_a_standard_error_or_without():
    few = problem(loader(), num_samples=400, batch_size=100)
    many = problem(loader(), num_samples=400, batch_size=20)
    directions = random_directions(few.weights)
    for one, other in ((few, many), (many, few)):
        begun = compute_surface(one, directions, x=(-1, 1, 3))
        done = begun.done.copy()
        done[0] = False
        part = replace(begun, done=done)
        got = compute_surface(other, directions, x=(-1, 1, 3), resume=part)
        assert got.done.all()
        np.testing.assert_allclose(got.values["loss"], begun.values["loss"], rtol=1e-5)
        assert ("standard_error" in got.values) is (other is many)
