"""Models of TorchScript: recorded and drawn as the modules that they were made from."""

import logging
import pickle

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import Attention, Digits, UpAndTied, at, digits, digits_model
from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_landscape
from vdlite.errors import LandscapeError
from vdlite.landscape import compute_surface, curvature, random_directions
from vdlite.landscape.identity import structure
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.modules import weights_of

# Newer versions of torch advise against scripting; models that are scripted already stay.
pytestmark = pytest.mark.filterwarnings("ignore:.*torch.jit.*:DeprecationWarning")

POINTS = np.array([[0.0, 0.0], [0.7, -0.4], [-1.0, 1.0]])


def scripted(model):
    return torch.jit.script(model)


def traced(model):
    return torch.jit.trace(model.eval(), digits()[0][:2])


def problems(make, **settings):
    """Of a model and of its compiled self."""
    model = digits_model()
    compiled = make(digits_model())
    return [TorchProblem(one, [digits()], F.cross_entropy, **settings) for one in (model, compiled)]


@pytest.mark.parametrize(
    ("model", "inputs"),
    [
        (Digits(), None),
        (UpAndTied(), None),
        (nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4), nn.GroupNorm(2, 4)), None),
        (Attention().eval(), None),
    ],
)
@pytest.mark.parametrize("parameters", ["weights", "states", "whole"])
def test_its_weights_are_those_of_the_plain_module(model, inputs, parameters):
    for one, other in zip(
        weights_of(model, parameters), weights_of(scripted(model), parameters), strict=True
    ):
        assert (one.name, one.role, one.filter_axis, one.groups) == (
            *(other.name, other.role, other.filter_axis, other.groups),
        )
        np.testing.assert_array_equal(one.value, other.value)


@pytest.mark.parametrize("make", [scripted, traced])
@pytest.mark.parametrize("parameters", ["weights", "states"])
def test_its_landscape_is_that_of_the_plain_module(make, parameters):
    plain, compiled = problems(make, parameters=parameters)
    directions = random_directions(plain.weights, seed=2, ignore=())
    same = random_directions(compiled.weights, seed=2, ignore=())
    assert same.fingerprint == directions.fingerprint
    one = plain.values_at(directions, POINTS)["loss"]
    other = compiled.values_at(directions, POINTS)["loss"]
    np.testing.assert_allclose(other, one, rtol=1e-5)
    x, y = digits()
    for place, point in enumerate(POINTS if parameters == "weights" else POINTS[:1]):
        with torch.no_grad():
            truth = F.cross_entropy(at(digits_model(), directions, point).eval()(x), y).item()
        assert other[place] == pytest.approx(truth, rel=1e-5)


def test_the_callers_own_stays_as_it_was():
    model = scripted(digits_model()).train()
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    problem = TorchProblem(model, [digits()], F.cross_entropy)
    compute_surface(problem, random_directions(problem.weights), x=(-1, 1, 3))
    assert model.training
    assert all(torch.equal(tensor, before[name]) for name, tensor in model.state_dict().items())


def test_its_curvature_is_that_of_the_plain_module():
    found = [
        curvature(one, top=2, probes=0, steps=60) for one in problems(scripted, precision="float64")
    ]
    np.testing.assert_allclose(found[1]["eigenvalues"], found[0]["eigenvalues"], rtol=1e-3)


def test_it_travels_to_workers():
    _, compiled = problems(scripted)
    directions = random_directions(compiled.weights)
    again = pickle.loads(pickle.dumps(compiled))
    assert again.fingerprint == compiled.fingerprint
    np.testing.assert_allclose(
        again.values_at(directions, POINTS)["loss"],
        compiled.values_at(directions, POINTS)["loss"],
        rtol=1e-6,
    )


class Counting(nn.Module):
    """A buffer changes with every forward, which a point must not hand on to the next."""

    def __init__(self):
        super().__init__()
        self.head = nn.Linear(64, 10)
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x):
        self.seen += 1
        return self.head(x.flatten(1)) * (1 + 0.01 * self.seen)


def test_buffers_that_a_forward_changes_are_given_back_at_each_point():
    torch.manual_seed(0)
    problem = TorchProblem(scripted(Counting()), [digits()], F.cross_entropy, batch_size=60)
    directions = random_directions(problem.weights)
    many = problem.values_at(directions, np.zeros((4, 2)))["loss"]
    assert np.unique(many).size == 1


@pytest.mark.parametrize("mode", ["reestimated", "batch"])
@pytest.mark.parametrize("make", [scripted, traced])
def test_batch_norms_that_can_not_be_reported_are_refused_with_what_to_do(make, mode):
    _, compiled = problems(make, batch_norm=mode)
    with pytest.raises(LandscapeError, match="return the plain module from callback_fn"):
        compute_surface(compiled, random_directions(compiled.weights), x=(-1, 1, 3))


@pytest.mark.parametrize(
    ("make", "settings"),
    [(traced, {"training": True}), (scripted, {"compile": True}), (traced, {"compile": True})],
)
def test_what_it_can_not_do_is_refused_at_once_with_what_to_do(make, settings):
    with pytest.raises(LandscapeError, match="return the plain module from callback_fn"):
        problems(make, **settings)


def test_the_code_of_a_scripted_model_counts_and_its_serial_numbers_do_not():
    one, same = scripted(digits_model()), scripted(digits_model(seed=1))
    other = scripted(nn.Sequential(nn.Flatten(), nn.Linear(64, 10), nn.ReLU()))
    third = scripted(nn.Sequential(nn.Flatten(), nn.Linear(64, 10), nn.Tanh()))
    assert structure(one) == structure(same)
    assert structure(other) != structure(third)


# -- from the loop to the log


def train(run, model):
    x, y = digits()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with LogWriter(run) as writer:
        recorder = LandscapeRecorder(writer, model, size=3)
        for step in range(4):
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            recorder.record(step)
    model.eval()
    with torch.no_grad():
        return F.cross_entropy(model(x), y).item()


def draw(run, make):
    return compute_landscape(run, lambda: (make(digits_model()), [digits()], F.cross_entropy))


@pytest.mark.parametrize("recorded", [scripted, lambda model: model])
@pytest.mark.parametrize("drawn", [scripted, lambda model: model])
def test_what_was_recorded_one_way_is_drawn_the_other_way(tmp_path, caplog, recorded, drawn):
    torch.manual_seed(0)
    last = train(tmp_path / "run", recorded(digits_model(seed=3)))
    with caplog.at_level(logging.WARNING, "vdlite"):
        train_plane, result = draw(tmp_path / "run", drawn)
    assert result.center["loss"] == pytest.approx(last, rel=1e-5)
    assert train_plane.path.true_loss[-1] == pytest.approx(last, rel=1e-5)
    assert LogReader(tmp_path / "run").landscape(".", "landscape/result").settings["model"] == (
        "Digits"
    )
    # Code and byte code can't be compared.
    assert "the code of the model of callback_fn" not in caplog.text


def test_other_code_of_a_scripted_model_is_noticed(tmp_path, caplog):
    torch.manual_seed(0)

    def network(active):
        return scripted(nn.Sequential(nn.Flatten(), nn.Linear(64, 10), active))

    train(tmp_path / "run", network(nn.ReLU()))
    compute_landscape(
        tmp_path / "run",
        lambda: (network(nn.Tanh()), [digits()], F.cross_entropy),
        train=False,
    )
    assert "the code of the model of callback_fn" in caplog.text
