"""The folders of TensorBoard's projector, as tensorboardX writes them and as other tools may."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from tensorboardX import SummaryWriter

from vdlite import LogReader
from vdlite.kinds.pictures import png
from vdlite.reader import Store

POINTS = np.arange(12.0).reshape(4, 3)


def config(folder: Path, *lines: str) -> None:
    """One embedding of these fields."""
    folder.mkdir(parents=True, exist_ok=True)
    fields = "".join(f"  {line}\n" for line in lines)
    (folder / "projector_config.pbtxt").write_text(f"embeddings {{\n{fields}}}\n")


def left_out(folder: Path) -> dict[str, int]:
    store = Store([folder])
    while not store.done or store.held_up:
        store.refresh()
    assert store.damage() == ()
    return dict(store.runs()[0].left_out)


def test_what_tensorboardx_has_written_is_there(tmp_path: Path) -> None:
    pictures = np.linspace(0, 1, 4 * 3 * 5 * 5).reshape(4, 3, 5, 5)
    with SummaryWriter(str(tmp_path)) as writer:
        writer.add_embedding(POINTS, [*"abcd"], pictures, global_step=2, tag="emb")
        rows = [["1", "x"], ["2", "y"], ["3", "z"], ["4", "7"]]
        writer.add_embedding(
            POINTS + 0.5, rows, global_step=3, tag="deep/emb", metadata_header=["n", "s"]
        )
    reader = LogReader(tmp_path)
    assert reader.tags(".", "embeddings") == ["deep/emb", "emb"]
    (first,) = reader.records(".", "embeddings", "emb")
    (second,) = reader.records(".", "embeddings", "deep/emb")
    assert (first.step, second.step) == (2, 3)
    np.testing.assert_array_equal(first.payload.vectors, POINTS)
    assert (first.payload.names, first.payload.columns) == (("label",), (("a", "b", "c", "d"),))
    assert (first.payload.thumbnail_width, first.payload.thumbnail_height) == (5, 5)
    sheet, _ = png.read(first.payload.thumbnails)
    # The second of the four, whose channels come first: rounded down, as tensorboardX does.
    np.testing.assert_allclose(sheet[:5, 5:10], pictures[1].transpose(1, 2, 0) * 255, atol=1)
    assert second.payload.names == ("n", "s")
    numbers, texts = second.payload.columns
    assert (numbers.tolist(), texts) == ([1, 2, 3, 4], ("x", "y", "z", "7"))


def test_one_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    writer = SummaryWriter(str(tmp_path))
    writer.add_embedding(POINTS, tag="first")
    reader = LogReader(tmp_path)
    assert reader.tags(".", "embeddings") == ["first"]
    writer.add_embedding(POINTS, tag="second", global_step=7)
    writer.close()
    reader.refresh()
    assert reader.tags(".", "embeddings") == ["first", "second"]


def test_vectors_may_be_bytes(tmp_path: Path) -> None:
    (tmp_path / "v.bytes").write_bytes(POINTS.astype("<f4").tobytes())
    shape = ("tensor_shape: 4", "tensor_shape: 3")
    config(tmp_path, 'tensor_name: "w"', *shape, 'tensor_path: "v.bytes"')
    (record,) = LogReader(tmp_path).records(".", "embeddings", "w")
    np.testing.assert_array_equal(record.payload.vectors, POINTS)


def test_those_of_a_checkpoint_are_reported(tmp_path: Path) -> None:
    config(tmp_path, 'tensor_name: "layer/.ATTRIBUTES/VARIABLE_VALUE"', 'metadata_path: "m.tsv"')
    assert left_out(tmp_path) == {"embeddings within a checkpoint": 1}


@pytest.mark.parametrize("path", ["../v.tsv", "/etc/passwd", "", "gone.tsv", "link.tsv"])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, path: str) -> None:
    (tmp_path / "v.tsv").write_text("1\t2\n3\t4\n")
    folder = tmp_path / "logs"
    config(folder, 'tensor_name: "w"', f'tensor_path: "{path}"')
    (folder / "link.tsv").symlink_to(tmp_path / "v.tsv")
    assert LogReader(folder).tags(".", "embeddings") == []
    assert left_out(folder) == {"embeddings whose files can't be read": 1}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("v.tsv", "1\t2\n3\n"),
        ("v.tsv", "1\tx\n3\t4\n"),
        ("m.tsv", "only one"),
        ("m.tsv", "a\tb\n1\t2\n3\n"),
        ("s.png", "no picture"),
    ],
)
def test_files_that_do_not_fit_are_reported(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / "v.tsv").write_text("1\t2\n3\t4\n")
    (tmp_path / "m.tsv").write_text("a\nb\n")
    Image.new("RGB", (4, 2)).save(tmp_path / "s.png")
    sprite = ('sprite { image_path: "s.png"', "single_image_dim: 2", "single_image_dim: 2 }")
    config(tmp_path, 'tensor_path: "v.tsv"', 'metadata_path: "m.tsv"', *sprite)
    assert left_out(tmp_path) == {}
    (tmp_path / name).write_text(content)
    assert left_out(tmp_path) == {"embeddings whose files can't be read": 1}


@pytest.mark.parametrize(
    "text", ["", "}", "embeddings {", "embeddings { } }", "\0\xff{{{", 'x: "', "embeddings: 7"]
)
def test_what_is_no_such_file_costs_nothing_else(tmp_path: Path, text: str) -> None:
    (tmp_path / "projector_config.pbtxt").write_text(text)
    (tmp_path / "metrics.csv").write_text("step,loss\n0,1.0\n")
    reader = LogReader(tmp_path)
    assert reader.tags(".") == ["loss"]
    assert reader.damage == []
