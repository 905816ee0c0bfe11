"""Our SummaryWriter beside that of torch: the same arguments, and the same values from the same script."""

import io
import math
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from PIL import Image
from torch import nn

from tests.tensorboard.signatures import arguments, public_methods
from tests.writer import programs
from vdlite import LogReader
from vdlite.tensorboard import FileWriter, SummaryWriter

torch_writer = pytest.importorskip("torch.utils.tensorboard.writer")
accumulators = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")


@pytest.mark.parametrize("method", public_methods(torch_writer.SummaryWriter))
def test_the_writer_takes_what_that_of_torch_takes(method: str) -> None:
    assert arguments(SummaryWriter, method) == arguments(torch_writer.SummaryWriter, method)


@pytest.mark.parametrize("method", public_methods(torch_writer.FileWriter))
def test_the_file_writer_takes_what_that_of_torch_takes(method: str) -> None:
    ours = [each for each in arguments(FileWriter, method) if each[0] != "write_to_disk"]
    assert ours == arguments(torch_writer.FileWriter, method)


def script(writer: Any) -> None:
    """What scripts log, with names and without."""
    generator = torch.Generator().manual_seed(0)

    def random(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=generator)

    for step in range(20):
        writer.add_scalar("loss/train", torch.tensor(1 / (1 + step)), step)
        writer.add_scalar("accuracy", np.float64(step / 20), global_step=step, walltime=1e9 + step)
        writer.add_scalars("both", {"a": step, "b": -step}, step)
    writer.add_scalar("odd", float("nan"), 0)
    writer.add_scalar("odd", float("inf"), 1.7)
    writer.add_scalar("double", 0.1, 3, None, True, True)
    writer.add_histogram("weights", random(1000), 2, [0.0, 0.25, 0.5, 1.0])
    writer.add_histogram_raw("raw", 0.5, 3.5, 6, 12.0, 30.0, [1, 2, 3, 4], [1, 2, 0, 3], 1)
    writer.add_image("picture", random(3, 8, 9), 4)
    writer.add_image("bytes", (random(8, 9, 3) * 255).to(torch.uint8), 4, dataformats="HWC")
    writer.add_image("mask", torch.eye(6, dtype=torch.int64), 4, dataformats="HW")
    boxes = torch.tensor([[2, 3, 20, 25]])
    writer.add_image_with_boxes("boxes", random(3, 30, 40), boxes, 4, labels=["cat"])
    writer.add_audio("sound", random(1, 400) - 0.5, 5, 8000)
    writer.add_text("text", "**hello**", 6)
    labels = (random(100) > 0.5).int()
    writer.add_pr_curve("curve", labels, random(100), 7, 51)
    writer.add_pr_curve_raw("counts", [2, 2, 1], [2, 1, 0], [0, 1, 2], [0, 0, 1], [], [], 7)
    writer.add_tensor("tensor", random(2, 3), 8)
    writer.add_tensor("half", random(4).to(torch.bfloat16), 8)


def logged_by(kind: Callable[[str], Any], folder: Path) -> Path:
    writer = kind(str(folder))
    # Torch's curve of counts wants columns of one length.
    if kind is not SummaryWriter:
        add = writer.add_pr_curve_raw
        writer.add_pr_curve_raw = lambda tag, *counts: add(
            tag, *counts[:4], [0.5, 2 / 3, 1], [1, 1, 0.5], *counts[6:]
        )
    script(writer)
    writer.close()
    return folder


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return logged_by(torch_writer.SummaryWriter, tmp_path_factory.mktemp("theirs"))


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> LogReader:
    return LogReader(logged_by(SummaryWriter, tmp_path_factory.mktemp("ours")))


@pytest.fixture(scope="module")
def accumulated(theirs: Path) -> Any:
    found = accumulators.EventAccumulator(
        str(theirs),
        size_guidance=dict.fromkeys(("scalars", "tensors", "images", "audio", "histograms"), 0),
    )
    found.Reload()
    return found


def test_numbers_are_those_of_torch_and_more_exact(
    ours: LogReader, accumulated: Any, theirs: Path
) -> None:
    for tag in ("loss/train", "accuracy", "odd"):
        events = accumulated.Scalars(tag)
        points = ours.scalars(".", tag)
        assert points.steps.tolist() == [event.step for event in events]
        wanted = [event.value for event in events]
        assert np.float32(points.values).tolist() == pytest.approx(wanted, nan_ok=True, rel=0)
    assert ours.scalars(".", "accuracy").walltimes.tolist() == [
        event.wall_time for event in accumulated.Scalars("accuracy")
    ]
    assert ours.scalars(".", "double").values.tolist() == [0.1]
    for sub_tag in "ab":
        other = accumulators.EventAccumulator(str(theirs / f"both_{sub_tag}"))
        other.Reload()
        assert ours.scalars(".", f"both/{sub_tag}").values.tolist() == [
            event.value for event in other.Scalars("both")
        ]


def test_histograms_have_the_counts_of_torch(ours: LogReader, accumulated: Any) -> None:
    for tag in ("weights", "raw"):
        (event,) = accumulated.Histograms(tag)
        (record,) = ours.records(".", "histogram", tag)
        theirs = event.histogram_value
        assert record.step == event.step
        filled = [count for count in theirs.bucket if count]
        assert [count for count in record.payload.counts.tolist() if count] == filled
        assert record.payload.count == theirs.num
        assert record.payload.mean == pytest.approx(theirs.sum / theirs.num)
        assert (record.payload.min, record.payload.max) == pytest.approx((theirs.min, theirs.max))


def test_pictures_have_the_pixels_of_torch(ours: LogReader, accumulated: Any) -> None:
    for tag in ("picture", "bytes", "mask", "boxes"):
        (event,) = accumulated.Images(tag)
        (record,) = ours.records(".", "image", tag)
        wanted = np.asarray(Image.open(io.BytesIO(event.encoded_image_string)), np.int64)
        found = np.broadcast_to(record.payload.pixels.astype(np.int64), wanted.shape)
        assert record.step == event.step
        # Floats are rounded here, and cut there.
        assert np.abs(found - wanted).max() <= (0 if tag in ("bytes", "mask") else 1)


def test_sound_has_the_samples_of_torch(ours: LogReader, accumulated: Any) -> None:
    (event,) = accumulated.Audio("sound")
    (record,) = ours.records(".", "audio", "sound")
    with wave.open(io.BytesIO(event.encoded_audio_string)) as file:
        wanted = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.int64)
        assert record.payload.sample_rate == file.getframerate()
    found = record.payload.samples.reshape(-1).astype(np.int64)
    assert np.abs(found - wanted).max() <= 1


def test_texts_and_tensors_are_those_of_torch(ours: LogReader, accumulated: Any) -> None:
    (event,) = accumulated.Tensors("text/text_summary")
    assert ours.records(".", "text", "text")[0].payload == event.tensor_proto.string_val[0].decode()
    (event,) = accumulated.Tensors("tensor")
    found = ours.records(".", "tensor", "tensor")[0].payload.values
    assert found.shape == (2, 3)
    assert found.reshape(-1).tolist() == list(event.tensor_proto.float_val)
    assert ours.records(".", "tensor", "half")[0].payload.values.dtype == np.float32


def test_curves_pass_through_the_points_of_torch(ours: LogReader, accumulated: Any) -> None:
    for tag in ("curve", "counts"):
        (event,) = accumulated.Tensors(tag)
        tp, fp = np.array(event.tensor_proto.float_val).reshape(6, -1)[:2]
        curve = ours.records(".", "pr_curve", tag)[0].payload
        points = set(zip(curve.tp.tolist(), curve.fp.tolist(), strict=True))
        assert set(zip(tp.tolist(), fp.tolist(), strict=True)) <= points


def test_a_model_is_recorded_and_a_strange_one_is_left_out(tmp_path: Path) -> None:
    class Strange(nn.Module):
        def forward(self, given: torch.Tensor) -> torch.Tensor:
            raise RuntimeError("not today")

    class Two(nn.Module):
        def forward(self, one: torch.Tensor, two: torch.Tensor) -> torch.Tensor:
            return one + two

    inputs = torch.rand(2, 3)
    with SummaryWriter(tmp_path / "linear") as writer:
        writer.add_graph(nn.Linear(3, 4), inputs)
    with SummaryWriter(tmp_path / "two") as writer:
        writer.add_graph(Two(), [inputs, inputs], verbose=False, use_strict_trace=False)
    with SummaryWriter(tmp_path / "none") as writer:
        writer.add_graph(Strange(), inputs)
        writer.add_graph(nn.Linear(3, 4), torch.rand(2, 7))
        writer.add_graph(nn.Linear(3, 4))
    reader = LogReader(tmp_path)
    assert "addmm" in reader.graph("linear").names
    assert list(reader.graph("two").types).count("input") == 2
    assert "none" in reader.runs


def test_points_and_their_pictures_are_kept(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        metadata = [[str(number), number] for number in range(5)]
        pictures = torch.rand(5, 3, 6, 6)
        writer.add_embedding(torch.eye(5), metadata, pictures, 3, "points", ["name", "number"])
    (record,) = LogReader(tmp_path).records(".", "embeddings", "points")
    assert record.payload.names == ("name", "number")
    assert record.payload.vectors.tolist() == np.eye(5).tolist()
    assert record.step == 3


def test_the_same_loop_may_hand_over_anything_that_torch_takes(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for value in (torch.tensor([1.0]), torch.tensor(2, dtype=torch.bfloat16), "3", np.bool_(1)):
            writer.add_scalar("x", value, torch.tensor(4))
        parameter = nn.Parameter(torch.ones(10))
        writer.add_histogram("h", parameter, torch.tensor(2))
        writer.add_tensor("complex", torch.tensor([1 + 2j]).conj(), 0)
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "x", superseded=True).values.tolist() == [1, 2, 3, 1]
    assert reader.records(".", "tensor", "complex")[0].payload.values.tolist() == [[1, -2]]
    assert not math.isnan(reader.records(".", "histogram", "h")[0].payload.mean)


PROGRAM = """
import sys
{patch}
import torch
from torch.utils.tensorboard import SummaryWriter
from torch.utils.tensorboard.summary import hparams
writer = SummaryWriter(sys.argv[1])
for step in range(3):
    writer.add_scalar("loss", torch.tensor(step / 2), step)
writer.add_image("i", torch.rand(3, 4, 4), 0)
writer.add_graph(torch.nn.Linear(2, 2), torch.rand(1, 2))
for summary in hparams({{"lr": 0.5}}, {{"loss": 0}}):
    writer._get_file_writer().add_summary(summary)
writer.close()
"""


@pytest.mark.parametrize("mode", ["also", "instead"])
def test_a_script_is_patched(mode: str, tmp_path: Path) -> None:
    patch = f"from vdlite.tensorboard import patch; patch({mode!r})"
    programs.run(PROGRAM.format(patch=patch), tmp_path)
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").values.tolist() == [0, 0.5, 1]
    assert reader.kinds(".") == ["graph", "hparams", "image", "scalar"]
    assert reader.trials(".")[0].hparams == {"lr": 0.5}
    assert len(list(tmp_path.glob("*tfevents*"))) == (mode == "also")


def test_torch_without_tensorboard_logs_here(tmp_path: Path) -> None:
    hidden = """
import sys
class Hides:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "tensorboard":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hides())
from vdlite.tensorboard import patch
patch("instead")
from torch.utils.tensorboard import SummaryWriter, FileWriter
import torch.utils.tensorboard.writer as same
assert same.SummaryWriter is SummaryWriter
with SummaryWriter(sys.argv[1]) as writer:
    writer.add_scalar("loss", 0.5, 0)
"""
    programs.run(hidden, tmp_path / "run")
    assert LogReader(tmp_path / "run").scalars(".", "loss").values.tolist() == [0.5]
