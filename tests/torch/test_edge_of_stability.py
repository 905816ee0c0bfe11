"""A published phenomenon: gradient descent sharpens until 2 / learning rate, and stays there (Cohen et al. 2021)."""

import numpy as np
import pytest
import torch
from torch import nn

from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_curvature

STEPS = range(0, 1001, 100)


def samples():
    draw = torch.Generator().manual_seed(0)
    inputs = torch.randn(40, 6, generator=draw)
    return inputs, torch.sin(2 * inputs[:, :1]) + inputs[:, 1:2] * inputs[:, 2:3]


def network():
    return nn.Sequential(
        nn.Linear(6, 24), nn.Tanh(), nn.Linear(24, 24), nn.Tanh(), nn.Linear(24, 1)
    )


def problem():
    return network(), [samples()], nn.functional.mse_loss


def train(folder, rate):
    """Full-batch gradient descent, whose snapshots are kept."""
    torch.manual_seed(0)
    model, (inputs, targets) = network(), samples()
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    with LogWriter(folder) as writer:
        recorder = LandscapeRecorder(writer, model, intervals=[STEPS], optimizer=optimizer)
        for step in range(STEPS[-1] + 1):
            recorder.record(step)
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(inputs), targets)
            writer.add_scalar("loss", loss, step)
            loss.backward()
            optimizer.step()


@pytest.mark.parametrize("rate", [0.1, 0.2])
def test_the_top_eigenvalue_rises_to_two_over_the_learning_rate_and_stays(tmp_path, rate) -> None:
    train(tmp_path / "run", rate)
    (series,) = compute_curvature(tmp_path / "run", problem, density=False)
    top, edge = series.values["top_eigenvalue"], series.values["2_over_learning_rate"]
    assert edge == pytest.approx(np.full(len(STEPS), 2 / rate))
    assert top[0] < 0.6 * edge[0]
    late = top[5:] / edge[5:]
    assert late.min() > 0.85
    assert late.max() < 1.15
    # The loss goes on falling at the edge.
    assert series.values["loss"][-1] < 0.3 * series.values["loss"][5]
    # Along the gradient the loss is less curved than at most, and at the edge hardly less stable.
    critical = series.values["critical_sharpness"]
    assert (critical <= 1.05 * top).all()
    assert np.median(critical[5:]) > 0.1 * edge[0]


def test_the_series_are_scalars_beside_the_loss(tmp_path) -> None:
    train(tmp_path / "run", 0.2)
    (series,) = compute_curvature(tmp_path / "run", problem)
    reader = LogReader(tmp_path)
    losses = reader.scalars("run", "loss")
    for tag in ("top_eigenvalue", "trace", "critical_sharpness", "2_over_learning_rate"):
        assert reader.scalars("run", f"curvature/{tag}").steps.tolist() == list(STEPS)
    there = np.isin(losses.steps, list(STEPS))
    np.testing.assert_allclose(series.values["loss"], losses.values[there], rtol=1e-5)


def test_fewer_samples_are_used_where_they_are_asked_for(tmp_path) -> None:
    train(tmp_path / "run", 0.2)
    compute_curvature(tmp_path / "run", problem, density=False, curvature_samples=16)
    landscape = LogReader(tmp_path / "run").landscape(".", "landscape/curvature")
    assert landscape.settings.samples == 16
    assert landscape.curvature.samples == 16
