"""Drawing a small landscape inside of a training."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn.functional import cross_entropy

from vdlite import LogReader, LogWriter
from vdlite.errors import LandscapeError
from vdlite.landscape.budget import Budget
from vdlite.landscape.torch import around
from vdlite.snapshots import LandscapeRecorder
from vdlite.snapshots.draw import Shape

DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


def _trained(run: Path, device: str, *, drawing: bool) -> list[torch.Tensor]:
    torch.manual_seed(3)
    model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Dropout(0.5), nn.Linear(8, 2))
    model.to(device)
    optimizer = torch.optim.Adam(model.parameters())
    samples = torch.utils.data.TensorDataset(torch.randn(64, 4), torch.randint(2, (64,)))
    loader = torch.utils.data.DataLoader(samples, batch_size=16, shuffle=True)
    step = 0
    with LogWriter(str(run)) as writer:
        recorder = LandscapeRecorder(writer, model)
        for _ in range(3):
            for inputs, targets in loader:
                if drawing and step % 5 == 0:
                    assert recorder.draw(
                        step, loader, loss=nn.functional.cross_entropy, size=3, seconds=1
                    )
                optimizer.zero_grad()
                outputs = model(inputs.to(device))
                nn.functional.cross_entropy(outputs, targets.to(device)).backward()
                optimizer.step()
                step += 1
    return [one.detach().clone() for one in model.state_dict().values()]


@pytest.mark.parametrize("device", DEVICES)
def test_a_training_that_draws_ends_with_the_same_bits(tmp_path: Path, device: str) -> None:
    plain = _trained(tmp_path / "plain", device, drawing=False)
    drawn = _trained(tmp_path / "drawn", device, drawing=True)
    assert all(torch.equal(one, other) for one, other in zip(plain, drawn, strict=True))


def test_a_wrong_shape_raises(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path)) as writer:
        recorder = LandscapeRecorder(writer, nn.Linear(2, 1))
        with pytest.raises(LandscapeError, match="shape: got 'cube'"):
            recorder.draw(0, [], loss=nn.functional.mse_loss, shape="cube")  # type: ignore[arg-type]


def test_a_loss_that_raises_does_not_end_the_training(tmp_path: Path) -> None:
    def broken(model: nn.Module, batch: torch.Tensor) -> torch.Tensor:
        raise RuntimeError("no")

    with LogWriter(str(tmp_path)) as writer:
        recorder = LandscapeRecorder(writer, nn.Linear(2, 1))
        assert not recorder.draw(0, [torch.ones(4, 2)], batch_loss=broken)


def test_a_draw_puts_modes_gradients_and_random_numbers_back(tmp_path: Path) -> None:
    model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Dropout(0.5), nn.Linear(8, 2))
    model[1].eval()
    model[0].bias.requires_grad_(False)
    model(torch.randn(6, 4)).sum().backward()
    before = {name: one.clone() for name, one in model.state_dict().items()}
    gradient = model[3].weight.grad
    assert gradient is not None
    kept, modes = gradient.clone(), [one.training for one in model.modules()]
    batch = (torch.ones(4, 4), torch.tensor([0, 1, 0, 1]))
    with LogWriter(str(tmp_path)) as writer, torch.no_grad():
        recorder = LandscapeRecorder(writer, model)
        states = torch.get_rng_state(), str(np.random.get_state()), random.getstate()
        assert recorder.draw(1, [batch], loss=nn.functional.cross_entropy, shape="line")
        assert not torch.is_grad_enabled()
    assert torch.equal(torch.get_rng_state(), states[0])
    assert (str(np.random.get_state()), random.getstate()) == states[1:]
    assert all(torch.equal(one, before[name]) for name, one in model.state_dict().items())
    assert [one.training for one in model.modules()] == modes
    assert model[3].weight.grad is gradient
    assert torch.equal(gradient, kept)
    assert not model[0].bias.requires_grad


def _classifier() -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))


def _data(count: int = 96) -> list[tuple[torch.Tensor, torch.Tensor]]:
    stream = torch.Generator().manual_seed(1)
    vectors = torch.randn(count, 4, generator=stream)
    return list(zip(vectors.split(32), (vectors.argmax(1) % 3).split(32), strict=True))


def test_the_landscapes_of_all_steps_have_one_plane_and_are_those_of_their_weights(
    tmp_path: Path,
) -> None:
    model, data = _classifier(), _data()
    losses = []
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(writer, model)
        for step in (0, 10):
            assert recorder.draw(step, data, loss=cross_entropy, size=5, seconds=60)
            with torch.no_grad():
                losses.append(np.mean([float(cross_entropy(model(x), y)) for x, y in data]))
                for parameter in model.parameters():
                    parameter.mul_(1.5)
    reader = LogReader(tmp_path)
    first, last = (reader.landscape("run", "landscape/around", step) for step in (0, 10))
    for landscape, loss in zip((first, last), losses, strict=True):
        assert landscape.values["loss"][2, 2] == pytest.approx(loss, rel=1e-5)
        assert landscape.values["loss"].shape == (5, 5)
        assert landscape.done.all()
    # The directions are as long as the weights: all that differs is their length.
    assert first.directions.kind == last.directions.kind == "random"
    assert first.settings.samples == 96
    assert first.settings.mode == "snapshots"  # which are played


@pytest.mark.parametrize(("shape", "size"), [("line", 20_001), ("plane", 101)])
def test_a_short_budget_gives_fewer_points_or_samples(
    shape: Shape, size: int, tmp_path: Path
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(writer, _classifier())
        assert recorder.draw(
            0, _data(), loss=cross_entropy, size=size, shape=shape, seconds=0.2, tag="small"
        )
    found = LogReader(tmp_path).landscape("run", "small")
    assert 3 <= len(found.x) < size
    assert found.settings["wanted_size"] == size
    assert len(found.values["loss"].shape) == (1 if shape == "line" else 2)


def test_what_would_take_far_too_long_is_not_drawn_and_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(writer, _classifier())
        for step in range(3):
            assert not recorder.draw(step, _data(), loss=cross_entropy, seconds=1e-9)
    assert caplog.text.count("would take about") == 1


@pytest.mark.parametrize(
    ("passes", "count", "axes", "wanted"),
    [
        (1e9, 512, 2, (11, 512)),
        (512 * 54, 512, 2, (7, 512)),  # 7 x 7 and what comes beside
        (512 * 20, 512, 2, (5, 353)),
        (29 * 20, 512, 2, (3, 44)),
        (1, 512, 2, (3, 16)),
        (1, 8, 2, (3, 8)),
        (512 * 10, 512, 1, (5, 512)),
        (512 * 8, 512, 1, (5, 455)),
    ],
)
def test_points_are_given_up_before_samples(
    passes: float, count: int, axes: int, wanted: tuple[int, int]
) -> None:
    assert Budget(axes, 11, 512, 3.0).extent(passes, count) == wanted


def test_what_a_script_draws_in_a_thread_or_with_autocast_is_the_same(tmp_path: Path) -> None:
    model = _classifier()
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(writer, model)

        def drawn(step: int) -> None:
            assert recorder.draw(step, _data(), loss=cross_entropy, size=3, seconds=60)

        drawn(0)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            drawn(1)
        with torch.inference_mode():
            drawn(2)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(drawn, 3).result()
        cross_entropy(model(_data()[0][0]), _data()[0][1]).backward()
    reader = LogReader(tmp_path)
    values = [reader.landscape("run", "landscape/around", step).values["loss"] for step in range(4)]
    for one in values[1:]:
        np.testing.assert_array_equal(one, values[0])


def test_the_steps_of_a_tag_have_as_many_points_as_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([1e-4, 1e-9])  # of a sample
    monkeypatch.setattr(around, "_seconds_of_a_sample", lambda *_: next(times))
    monkeypatch.setattr(around, "_QUICK", 0)
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(writer, _classifier(), unit="epoch")
        for step in (0, 1):
            assert recorder.draw(step, _data(), loss=cross_entropy, seconds=0.9)
        assert recorder.draw(2, _data(), loss=cross_entropy, seconds=60)  # another budget
    reader = LogReader(tmp_path)
    found = [reader.landscape("run", "landscape/around", step) for step in range(3)]
    assert [len(one.x) for one in found] == [len(found[0].x)] * 2 + [11]
    assert len(found[0].x) < 11
    assert found[0].settings.unit == "epoch"
