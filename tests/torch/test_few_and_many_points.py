"""What is worth trying for so many points, and points of a small model that are computed at once."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import at, digits
from vdlite.landscape import random_directions
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.cutting import cut
from vdlite.landscape.torch.tuning import Plan, tuned

POINTS = np.random.default_rng(0).uniform(-1, 1, (150, 2))


def small(*more):
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Flatten(), nn.Linear(64, 16), nn.ReLU(), nn.LayerNorm(16), *more, nn.Linear(16, 10)
    )


def accuracy(outputs, targets):
    return (outputs.argmax(1) == targets).float()


def counted(outputs, targets):
    return F.cross_entropy(outputs, targets, reduction="sum"), torch.tensor(float(len(targets)))


@pytest.mark.parametrize("settings", [{}, {"batch_size": 50}, {"metrics": {"hits": accuracy}}])
@pytest.mark.parametrize("loss", [F.cross_entropy, counted])
def test_points_of_a_small_model_that_are_computed_at_once_are_those_of_moved_models(
    settings, loss
):
    x, y = digits()
    model = small()
    problem = TorchProblem(model, [(x, y)], loss, **settings)
    directions = random_directions(problem.weights, seed=2)
    evaluator = problem.evaluator(directions)
    assert evaluator.at_once > 1
    got = evaluator(POINTS)
    assert list(got) == ["loss", *settings.get("metrics", {})]
    for place in (0, 70, 149):
        with torch.no_grad():
            outputs = at(model, directions, POINTS[place]).eval()(x)
        assert got["loss"][place] == pytest.approx(F.cross_entropy(outputs, y).item(), rel=1e-5)
        if "hits" in got:
            assert got["hits"][place] == pytest.approx(accuracy(outputs, y).mean().item())
    one_by_one = [evaluator(POINTS[place : place + 1])["loss"][0] for place in range(5)]
    np.testing.assert_allclose(got["loss"][:5], one_by_one, rtol=1e-6)


class Choosing(nn.Module):
    """Takes another way where its outputs are large, which no batch of weights can."""

    def __init__(self):
        super().__init__()
        self.only = nn.Linear(64, 10)

    def forward(self, x):
        found = self.only(x.flatten(1))
        return found if found.abs().max() < 1 else found / 2


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        (Choosing, {}),
        (lambda: small(nn.Dropout()), {"training": True}),
        (lambda: nn.Sequential(nn.Flatten(), nn.Linear(64, 500), nn.Linear(500, 10)), {}),
        (lambda: nn.Sequential(nn.Conv2d(1, 2, 3), nn.Flatten(), nn.Linear(72, 10)), {}),
    ],
)
def test_what_no_batch_of_weights_can_is_computed_point_by_point(model, settings):
    torch.manual_seed(0)
    x, y = digits()
    problem = TorchProblem(model(), [(x, y)], F.cross_entropy, **settings)
    evaluator = problem.evaluator(random_directions(problem.weights))
    assert evaluator.at_once == 1
    assert np.isfinite(evaluator(POINTS[:5])["loss"]).all()


class Clocked:
    """A model that takes a time for each sample and one for each batch, and counts the samples that were run."""

    def __init__(self, monkeypatch, each, batch):
        self.now, self.ran, self.each, self.batch = 0.0, 0, each, batch
        monkeypatch.setattr("vdlite.landscape.torch.tuning.time.process_time", lambda: self.now)

    def attempt(self, plan):
        def run():
            self.ran += plan.batch_size
            self.now += self.batch + self.each * plan.batch_size

        return run


@pytest.mark.parametrize(("points", "size"), [(1000, 512), (1, 32)])
def test_trying_takes_a_twentieth_of_what_is_computed(monkeypatch, points, size):
    model = Clocked(monkeypatch, each=0.001, batch=0.005)
    cpu = torch.device("cpu")
    found = tuned(4096, (False,), model.attempt, cpu, each=0.001, points=points)
    assert found == Plan(size, channels_last=False)
    # What is tried first is, in any case.
    assert model.now <= max(0.05 * points * 4096 * 0.001, 2 * 0.037) * 1.2


@pytest.mark.parametrize(("most", "samples"), [(None, 240), (0, 16), (40, 40), (10_000, 240)])
def test_a_look_at_parts_takes_as_many_samples_as_it_may(most, samples):
    ran = []

    def measure(start, end):
        ran.append(end - start)
        return {"loss": (float(end - start), float(end - start))}

    assert cut(measure, 1000, 1e-5, most) == (True, None)
    assert sum(ran) == samples
