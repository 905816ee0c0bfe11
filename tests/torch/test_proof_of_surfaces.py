"""Some points of each surface are held against a fresh copy of the model; what differs is computed once more, with nothing used twice."""

import copy
import itertools

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import at
from tests.torch.test_what_a_forward_changes import Base, batches, plain
from vdlite.errors import LandscapeError
from vdlite.landscape import LogStream, compute_surface, curvature, random_directions
from vdlite.landscape.surface import compute
from vdlite.landscape.surface.streaming import NoStream
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.planning import Planner
from vdlite.landscape.trajectory import losses_of
from vdlite.reader import LogReader
from vdlite.writer import LogWriter


class TiresLate(Base):
    """What no few samples show: it changes after many calls only."""

    calls, limit = 0, 12

    def forward(self, x):
        self.calls += 1
        return super().forward(x) * (1 if self.calls < self.limit else 1.5)


class TiresLater(TiresLate):
    limit = 150


def of_many_at_once(outputs, targets):
    """Another loss for more samples at once than any batch that comes."""
    return F.cross_entropy(outputs, targets) * (1 if len(targets) <= 100 else 2)


def many_batches():
    inputs = torch.randn(240, 6, generator=torch.Generator().manual_seed(1))
    targets = torch.randint(0, 3, (240,), generator=torch.Generator().manual_seed(2))
    return list(zip(inputs.split(24), targets.split(24), strict=True))


def computed(model, data, loss, points=21, *, stream=None, **options):
    torch.manual_seed(0)
    problem = TorchProblem(model, data, loss, seed=5, **options)
    directions = random_directions(problem.weights, axes=1, seed=1)
    surface = compute_surface(problem, directions, x=(-1, 1, points), workers=1, stream=stream)
    return surface, directions


def test_what_changes_late_is_found_and_undone(caplog):
    model = TiresLate()
    surface, directions = computed(model, batches(), F.cross_entropy)
    wanted = plain(model, directions, F.cross_entropy, surface.x)
    np.testing.assert_allclose(surface.values["loss"], wanted, rtol=2e-5)
    assert surface.center["loss"] == pytest.approx(wanted[10], rel=2e-5)
    assert surface.settings.anew
    assert surface.settings.checked < 1e-6
    assert caplog.text.count("computed once more") == 1


def test_a_larger_batch_than_any_that_came_is_found(caplog):
    data, model = many_batches(), Base()
    inputs, targets = map(torch.cat, zip(*data, strict=True))
    surface, directions = computed(model, data, of_many_at_once)
    for x, value in zip(surface.x, surface.values["loss"], strict=True):
        with torch.no_grad():
            wanted = F.cross_entropy(at(model, directions, [x])(inputs), targets)
        assert value == pytest.approx(float(wanted), rel=2e-5)
    assert surface.settings.anew
    assert "computed once more" in caplog.text


def growing():
    """A loss that is another one with each call, from the twelfth on."""
    calls = itertools.count(1)
    return lambda *given: F.cross_entropy(*given) * (1 if next(calls) < 12 else 1 + next(calls))


@pytest.mark.parametrize("points", [5, 21])
def test_what_is_not_the_same_twice_even_so_is_refused_unless_it_is_wanted(points, caplog):
    with pytest.raises(LandscapeError, match=r"not the same twice at one point.*want"):
        computed(Base(), batches(), growing(), points)
    caplog.clear()
    surface, _ = computed(Base(), batches(), growing(), points, allow_nondeterministic=True)
    assert surface.settings.checked > 1e-3
    assert "the loss is not the same twice at one point" in caplog.text


def test_losses_of_models_that_are_not_the_same_twice_are_refused_unless_they_are_wanted(caplog):
    for options in ({}, {"allow_nondeterministic": True}):
        problem = TorchProblem(Base(), batches(), growing(), **options)
        own = [[weight.value for weight in problem.weights]] * 30
        if options:
            problem.values_of(own)
        else:
            with pytest.raises(LandscapeError, match=r"not the same twice at one point.*want"):
                problem.values_of(own)
    assert "the loss is not the same twice at one point" in caplog.text


def test_of_a_long_job_the_first_points_are_held_against_fresh_copies_at_once(monkeypatch, caplog):
    monkeypatch.setattr(compute, "_LONG_SECONDS", 0.0)
    said = []

    class Sink(NoStream):
        def part(self, landscape_id, at, values):
            said.append("computed once more" in caplog.text)

    surface, _ = computed(Base(), many_batches(), of_many_at_once, stream=Sink())
    assert surface.settings.anew
    assert all(said)


@pytest.mark.parametrize(
    "model", [Base(), nn.Sequential(Base(), nn.Dropout()), nn.Sequential(nn.BatchNorm1d(6), Base())]
)
def test_what_is_right_is_computed_once(model, caplog):
    surface, _ = computed(model, batches(), F.cross_entropy)
    assert surface.settings.anew is None
    assert surface.settings.checked < 1e-5
    assert not caplog.text


def test_losses_that_leave_all_bounds_agree(caplog):
    def loss(outputs, targets):
        return F.cross_entropy(outputs, targets).log().neg().exp() * 1e38 * outputs.abs().max()

    surface, _ = computed(Base(), batches(), loss)
    assert not surface.settings.anew
    assert not caplog.text


def test_the_log_holds_what_was_computed_last(tmp_path):
    with LogWriter(tmp_path / "run") as writer:
        surface, _ = computed(
            TiresLate(), batches(), F.cross_entropy, stream=LogStream(writer, "late")
        )
    held = LogReader(tmp_path).landscape("run", "late")
    np.testing.assert_array_equal(held.values["loss"], surface.values["loss"])
    assert held.settings.anew
    assert held.center == surface.center


def test_a_surface_that_is_resumed_when_it_is_complete_keeps_its_check():
    torch.manual_seed(0)
    problem = TorchProblem(Base(), batches(), F.cross_entropy)
    directions = random_directions(problem.weights, axes=1, seed=1)
    first = compute_surface(problem, directions, x=(-1, 1, 5), workers=1)
    again = compute_surface(problem, directions, x=(-1, 1, 5), workers=1, resume=first)
    assert again.settings.checked == first.settings.checked is not None


def made(model):
    torch.manual_seed(0)
    return TorchProblem(model, batches(), F.cross_entropy, seed=5)


def moved(model, arrays):
    """A copy with these weights."""
    copied = copy.deepcopy(model)
    with torch.no_grad():
        for parameter, array in zip(copied.parameters(), arrays, strict=True):
            parameter.copy_(torch.from_numpy(array))
    return copied


@pytest.mark.parametrize("number", [3, 30])
def test_the_losses_of_models_are_held_against_fresh_copies_too(number, caplog):
    model = TiresLate()
    problem = made(model)
    own = [weight.value for weight in problem.weights]
    models = [[array * scale for array in own] for scale in np.linspace(0.5, 1.5, number)]
    found = problem.values_of(models)["loss"]
    total = sum(len(targets) for _, targets in batches())
    for arrays, value in zip(models, found, strict=True):
        net = moved(model, [array.astype(np.float32) for array in arrays])
        with torch.no_grad():
            losses = [F.cross_entropy(net(x), y) * len(y) for x, y in batches()]
        assert value == pytest.approx(float(sum(losses)) / total, rel=2e-5)
    assert caplog.text.count("computed once more") == (number > 10)


def test_a_few_points_are_computed_in_the_plain_way_at_once(caplog):
    surface, directions = computed(TiresLate(), batches(), F.cross_entropy)
    problem = made(TiresLate())
    few = compute_surface(problem, directions, x=(-1, 1, 3), workers=1)
    np.testing.assert_allclose(few.values["loss"], surface.values["loss"][::10], rtol=2e-5)
    assert not few.settings.anew
    assert caplog.text.count("computed once more") == 1  # of the first one


@pytest.mark.parametrize(("model", "words"), [(TiresLater(), "another Hessian"), (Base(), "")])
def test_a_curvature_of_what_a_model_has_become_is_said(model, words, caplog):
    torch.manual_seed(0)
    data = [(torch.randn(4, 6), torch.randint(0, 3, (4,))) for _ in range(8)]
    curvature(TorchProblem(model, data, F.cross_entropy, batch_size=4), top=1)
    assert words in caplog.text
    assert bool(words) == bool(caplog.text)


def test_a_loss_that_is_checked_counts_once_as_progress():
    problem, asked = made(Base()), []
    own = [weight.value for weight in problem.weights]
    losses_of(
        problem, [[array * scale for array in own] for scale in range(30)], lambda: asked.append(1)
    )
    assert len(asked) == 30


def test_how_samples_are_run_is_looked_for_once_for_a_few_and_kept_from_many(monkeypatch):
    looked = []
    plan = Planner.plan
    monkeypatch.setattr(Planner, "plan", lambda *given: looked.append(1) or plan(*given))
    problem = made(Base())
    own = [weight.value for weight in problem.weights]
    for _ in range(3):
        problem.values_of([own])
    assert len(looked) == 1
    compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 5), workers=1)
    assert len(looked) == 2
    for models in ([own], [own] * 9, [own] * 20):
        problem.values_of(models)
    assert len(looked) == 2
