"""Means and ensembles of snapshots of PyTorch models, against torch's own."""

import copy

import pytest
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, update_bn

from vdlite import LandscapeRecorder, LogWriter, compute_landscape
from vdlite.errors import LandscapeError
from vdlite.landscape.torch import accuracy


def samples():
    draw = torch.Generator().manual_seed(1)
    inputs = torch.randn(64, 5, generator=draw)
    return inputs, (inputs[:, 0] * inputs[:, 1] > 0).long()


def network():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(5, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))


def entry(**settings):
    return lambda: {
        "model": network(),
        "data": [samples()],
        "loss": nn.functional.cross_entropy,
        "metrics": {"accuracy": accuracy},
        "batch_size": 64,
        **settings,
    }


@pytest.fixture
def trained(tmp_path):
    """The run, and copies of the models that were kept, the oldest first."""
    model, (inputs, targets) = network(), samples()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    kept = []
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(writer, model)
        for step in range(12):
            loss = nn.functional.cross_entropy(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % 2 == 0:
                recorder.record(step)
                kept.append(copy.deepcopy(model))
    return tmp_path / "run", kept


def drawn(run, callback, **options):
    arguments = {"size": 3, "result": False, "workers": 1, "averages": (2, 4), **options}
    return compute_landscape(run, callback, **arguments)[0].marks


def test_the_mean_is_that_of_torch_with_its_batch_norm_gathered_anew(trained) -> None:
    run, kept = trained
    for mark, number in zip(drawn(run, entry()), (2, 4), strict=True):
        averaged = AveragedModel(kept[-number])
        for model in kept[-number:]:
            averaged.update_parameters(model)
        update_bn([samples()], averaged)
        averaged.eval()
        inputs, targets = samples()
        with torch.no_grad():
            outputs = averaged(inputs)
        loss = float(nn.functional.cross_entropy(outputs, targets))
        assert mark.values["true/loss"] == pytest.approx(loss, rel=1e-5)
        exact = float((outputs.argmax(1) == targets).float().mean())
        assert mark.values["true/accuracy"] == pytest.approx(exact)


@pytest.mark.parametrize("kind", ["probabilities", "outputs"])
def test_an_ensemble_is_the_mean_prediction(trained, kind) -> None:
    run, kept = trained
    inputs, targets = samples()
    for mark, number in zip(drawn(run, entry(), ensemble=kind), (2, 4), strict=True):
        with torch.no_grad():
            given = torch.stack([model.eval()(inputs) for model in kept[-number:]])
        if kind == "probabilities":
            chosen = given.softmax(2).mean(0)[torch.arange(64), targets]
            loss = float(-chosen.log().mean())
        else:
            loss = float(nn.functional.cross_entropy(given.mean(0), targets))
        assert mark.values["ensemble/loss"] == pytest.approx(loss, rel=1e-5)


def test_an_ensemble_does_not_depend_on_how_samples_are_batched(trained) -> None:
    run, _ = trained
    one = drawn(run, entry(), ensemble="probabilities")
    other = drawn(run, entry(batch_size=10), ensemble="probabilities", tag="landscape")
    for mark, again in zip(one, other, strict=True):
        assert again.values["ensemble/loss"] == pytest.approx(mark.values["ensemble/loss"])


def test_a_loss_of_the_model_has_no_ensemble_but_that_of_a_function(trained) -> None:
    run, _ = trained

    def batch_loss(model, batch):
        return nn.functional.cross_entropy(model(batch[0]), batch[1])

    callback = entry(loss=None, metrics=None, batch_loss=batch_loss)
    with pytest.raises(LandscapeError, match="batch_loss"):
        drawn(run, callback, ensemble="outputs")
    marks = drawn(run, callback, ensemble=lambda models: float(len(models)))
    assert [mark.values["ensemble/loss"] for mark in marks] == [2, 4]
