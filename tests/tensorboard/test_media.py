"""What scripts rely on of the pictures, videos and sounds of a SummaryWriter."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.tensorboard.written import KINDS, payload
from vdlite import LogReader
from vdlite.tensorboard import SummaryWriter
from vdlite.tensorboardx import SummaryWriter as SummaryWriterX


def test_pictures_go_from_0_to_1_unless_they_are_bytes(tmp_path: Path) -> None:
    floats = np.array([[[0.0, 0.5, 1.0, 2.0, -1.0]]])
    whole = np.array([[0, 1, 0]])
    data = np.arange(5, dtype=np.uint8).reshape(1, 1, 5)
    with SummaryWriter(tmp_path) as writer:
        writer.add_image("floats", floats, 0)
        writer.add_image("whole", whole, 0, dataformats="HW")
        writer.add_image("bytes", data, 0)
        writer.add_image("turned", np.zeros((2, 3, 3)), 0, dataformats="HWC")
        writer.add_images("several", np.zeros((5, 3, 4, 4)), 0)
        with pytest.raises(ValueError, match="shape"):
            writer.add_image("flat", np.zeros(3), 0)
    pixels = {
        tag: payload(tmp_path, "image", tag).pixels
        for tag in LogReader(tmp_path).tags(".", "image")
    }
    assert pixels["floats"].reshape(-1).tolist() == [0, 128, 255, 255, 0]
    assert pixels["whole"].reshape(-1).tolist() == [0, 255, 0]
    assert pixels["bytes"].reshape(-1).tolist() == [0, 1, 2, 3, 4]
    assert pixels["turned"].shape == (2, 3, 3)
    assert payload(tmp_path, "image", "several").grid.count == 5
    assert floats.tolist() == [[[0.0, 0.5, 1.0, 2.0, -1.0]]]


@KINDS
@pytest.mark.parametrize("dataformats", ["CHW", "HWC", "chw"])
@pytest.mark.parametrize("made", ["arrays", "tensors"])
def test_a_list_of_pictures_is_the_batch_that_tensorboardx_makes_of_it(
    tmp_path: Path, kind: Any, dataformats: str, made: str
) -> None:
    theirs = pytest.importorskip("tensorboardX")
    shape = (3, 6, 8) if dataformats.upper() == "CHW" else (6, 8, 3)
    torch = pytest.importorskip("torch")
    pictures = list(np.random.default_rng(0).random((5, *shape), np.float32))
    if made == "tensors":
        pictures = [torch.from_numpy(each) for each in pictures]
    with kind(str(tmp_path / "ours")) as writer:
        writer.add_images("l", pictures, 0, dataformats=dataformats)
    with theirs.SummaryWriter(str(tmp_path / "theirs")) as writer:
        writer.add_images("l", pictures, 0, dataformats=dataformats)
    ours = payload(tmp_path / "ours", "image", "l")
    assert ours.grid.count == 5
    (event,) = LogReader(tmp_path / "theirs").records(".", "image", "l")
    # Both have the cells in one order; theirs are in one row, or in rows of their own length, and cut, not rounded.
    cells = [ours.cell(index) for index in range(5)]
    rows = event.payload.pixels.shape[0] // 6
    columns = event.payload.pixels.shape[1] // 8
    assert rows * columns >= 5
    for index, cell in enumerate(cells):
        row, column = divmod(index, columns)
        other = event.payload.pixels[row * 6 : row * 6 + 6, column * 8 : column * 8 + 8]
        assert np.abs(cell.astype(int) - other).max() <= 1


@KINDS
def test_boxes_are_drawn_in_red(kind: Callable[..., Any], tmp_path: Path) -> None:
    picture = np.zeros((1, 40, 60))
    boxes = np.array([[5, 10, 50, 30]])
    with kind(str(tmp_path)) as writer:
        writer.add_image_with_boxes("x", picture, boxes, 0)
        writer.add_image_with_boxes("named", picture, boxes, 0, labels="cat")
        writer.add_image_with_boxes("half", picture, boxes, 0, rescale=0.5)
        with pytest.raises(TypeError):
            writer.add_image_with_boxes("x", picture, boxes, 0, thick=3)
    pixels = payload(tmp_path, "image", "x").pixels
    assert pixels.shape == (40, 60, 3)
    assert pixels[20, 5].tolist() == pixels[10, 30].tolist() == [255, 0, 0]
    assert pixels[20, 30].tolist() == [0, 0, 0]
    assert payload(tmp_path, "image", "half").pixels.shape == (20, 30, 3)
    named = payload(tmp_path, "image", "named").pixels
    assert (named != pixels).any()


def test_figures_are_closed_unless_they_are_needed(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    first, second, third = (pyplot.figure(figsize=(1, 1)) for _ in range(3))
    with SummaryWriter(tmp_path) as writer:
        writer.add_figure("x", first, 0, False)
        assert pyplot.fignum_exists(first.number)
        writer.add_figure("x", first, 1)
        writer.add_figure("several", [second, third], 0)
    assert not pyplot.get_fignums()
    assert payload(tmp_path, "image", "several").grid.count == 2


def test_videos_stand_side_by_side(tmp_path: Path) -> None:
    videos = np.zeros((3, 2, 1, 4, 5), np.uint8)
    for number in range(3):
        videos[number] = 50 * (number + 1)
    with SummaryWriter(tmp_path) as writer:
        writer.add_video("x", videos, 0, 8)
    with SummaryWriterX(str(tmp_path)) as writer:
        writer.add_video("turned", videos.transpose(1, 0, 3, 4, 2), 0, dataformats="TNHWC")
        with pytest.raises(ValueError, match="dataformats"):
            writer.add_video("x", videos, 0, dataformats="NTHW")
    frames = payload(tmp_path, "video", "x").frames()
    assert frames.shape == (2, 4, 20, 1)
    assert frames[1, 2, ::5, 0].tolist() == [50, 100, 150, 0]
    assert payload(tmp_path, "video", "turned").frames().tolist() == frames.tolist()


def test_sound_is_kept(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_audio("x", np.array([[0.0, 0.5, -0.5, 2.0]]), 0)
    sound = payload(tmp_path, "audio", "x")
    assert sound.sample_rate == 44100
    assert sound.samples.reshape(-1).tolist() == [0, 16384, -16384, 32767]
