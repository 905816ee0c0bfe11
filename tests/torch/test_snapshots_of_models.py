"""Recording and drawing models whose state is more than parameters and batch norm."""

import functools
import warnings

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_landscape

X = torch.randn(40, 5, generator=torch.Generator().manual_seed(1))
Y = torch.randint(0, 3, (40,), generator=torch.Generator().manual_seed(2))


def spectral():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return nn.Sequential(nn.utils.spectral_norm(nn.Linear(5, 8)), nn.ReLU(), nn.Linear(8, 3))


def record(folder, model, wrap=lambda module: module):
    """Trains a little; gives the losses of the snapshots."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    with LogWriter(folder) as writer:
        recorder = LandscapeRecorder(writer, wrap(model), size=3)
        for step in range(4):
            model.train()
            loss = F.cross_entropy(model(X), Y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            recorder.record(step)
            model.eval()
            with torch.no_grad():
                losses.append(F.cross_entropy(model(X), Y).item())
    return losses


def test_the_vectors_of_a_spectral_norm_are_part_of_a_snapshot(tmp_path):
    """Those of a new model are random: with them every loss would be another one."""
    torch.manual_seed(0)
    losses = record(tmp_path, spectral())
    torch.manual_seed(9)
    train, result = compute_landscape(
        tmp_path, lambda: (spectral(), [(X, Y)], F.cross_entropy), size=3
    )
    np.testing.assert_allclose(train.path.true_loss, losses, rtol=1e-5)
    assert result.center["loss"] == pytest.approx(losses[-1], rel=1e-5)


@pytest.mark.parametrize(
    "wrap",
    [functools.partial(torch.compile, backend="eager"), nn.DataParallel],
    ids=["compiled", "data parallel"],
)
def test_a_wrapped_model_is_recorded_under_its_own_names(tmp_path, wrap):
    torch.manual_seed(0)
    losses = record(tmp_path, nn.Linear(5, 3), wrap)
    train, _ = compute_landscape(
        tmp_path, lambda: (nn.Linear(5, 3), [(X, Y)], F.cross_entropy), size=3
    )
    np.testing.assert_allclose(train.path.true_loss, losses, rtol=1e-5)


def test_a_loss_that_was_changed_is_computed_anew_although_it_is_called_the_same(tmp_path):
    """A picture of the former loss would be taken for one of this."""
    torch.manual_seed(0)
    record(tmp_path, nn.Linear(5, 3))

    def draw(smoothing):
        loss = functools.partial(F.cross_entropy, label_smoothing=smoothing)
        return compute_landscape(
            tmp_path, lambda: (nn.Linear(5, 3), [(X, Y)], loss), train=False, size=3
        )[0]

    plain, smooth, again = draw(0.0), draw(0.3), draw(0.0)
    assert again.id == plain.id != smooth.id
    assert not np.allclose(plain.values["loss"], smooth.values["loss"], rtol=1e-3)
    np.testing.assert_array_equal(again.values["loss"], plain.values["loss"])
    assert len(LogReader(tmp_path).landscapes(".", "landscape/result")) == 2


def test_a_model_with_the_same_weights_that_computes_something_else_is_reported(tmp_path, caplog):
    torch.manual_seed(0)

    def network(activation):
        return nn.Sequential(nn.Linear(5, 8), activation(), nn.Linear(8, 3))

    def drawn(activation):
        def callback():
            return network(activation), [(X, Y)], F.cross_entropy

        return compute_landscape(tmp_path, callback, train=False, size=3)[0]

    record(tmp_path, network(nn.ReLU))
    assert "model_changed" not in drawn(nn.ReLU).settings
    assert caplog.text == ""
    assert drawn(nn.Tanh).settings["model_changed"] is True
    assert "is not that of the model that was trained" in caplog.text
    assert LogReader(tmp_path).landscape(".", "landscape/result").settings["model_changed"] is True


def test_a_model_with_the_same_weights_and_another_activation_is_another(tmp_path):
    torch.manual_seed(0)

    def network(activation):
        return nn.Sequential(nn.Linear(5, 8), activation, nn.Linear(8, 3))

    record(tmp_path, network(nn.ReLU()))
    ids = [
        compute_landscape(
            tmp_path,
            lambda activation=activation: (network(activation), [(X, Y)], F.cross_entropy),
            train=False,
            size=3,
        )[0].id
        for activation in (nn.ReLU(), nn.Tanh(), nn.LeakyReLU(0.1), nn.LeakyReLU(0.2))
    ]
    assert len(set(ids)) == 4


@pytest.mark.filterwarnings("ignore")  # torch warns of scripting
def test_a_scripted_model_is_recorded(tmp_path):
    model = torch.jit.script(nn.Linear(3, 2))
    with LogWriter(tmp_path / "run") as writer:
        assert LandscapeRecorder(writer, model).record(1) is True
