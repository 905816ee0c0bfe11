"""Embeddings as folders that TensorBoard's projector reads."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from PIL import Image

from vdlite import LogReader, LogWriter
from vdlite.cli import main

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    projector = pytest.importorskip(
        "tensorboard.plugins.projector.projector_plugin", exc_type=ImportError
    )
    from google.protobuf import text_format
    from tensorboard.plugins.projector.projector_config_pb2 import ProjectorConfig

TAG = '../last layer/"灰"'
VECTORS = np.random.default_rng(0).normal(size=(5, 3))
WIDE = VECTORS * 1e300  # no float32
NAMES = ["cat", "a\tb", "", "狗", "line\nbreak"]
PICTURES = np.random.default_rng(1).integers(0, 256, (5, 4, 6, 3)).astype(np.uint8)


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_embeddings(TAG, VECTORS.astype(np.float32), [NAMES], ["name"], step=7)
        writer.add_embeddings(
            TAG, WIDE, [NAMES, [1, 2, 3, 4, 5]], ["name", "number"], step=8, thumbnails=PICTURES
        )
        writer.add_embeddings("bare", np.empty((0, 0)))
    assert main(["export", "--tensorboard", str(tmp_path / "run"), str(tmp_path / "out")]) == 0
    return tmp_path / "out"


def config(folder: Path) -> Any:
    text = (folder / "projector_config.pbtxt").read_text("utf-8")
    return text_format.Parse(text, ProjectorConfig())


def test_tensorboard_reads_vectors_labels_and_pictures(exported: Path) -> None:
    narrow, wide, bare = config(exported).embeddings
    assert [each.tensor_name for each in (narrow, wide, bare)] == [
        f"{TAG}:00007",
        f"{TAG}:00008",
        "bare:00000",
    ]
    read = projector._read_tensor_binary_file(
        str(exported / narrow.tensor_path), list(narrow.tensor_shape)
    )
    assert_array_equal(read, VECTORS.astype(np.float32))
    assert_array_equal(np.loadtxt(exported / wide.tensor_path, delimiter="\t"), WIDE)
    rows = (exported / narrow.metadata_path).read_text("utf-8").split("\n")
    assert rows == ["cat", "a b", "", "狗", "line break", ""]
    rows = (exported / wide.metadata_path).read_text("utf-8").split("\n")
    assert rows[:2] == ["name\tnumber", "cat\t1"]
    assert list(wide.sprite.single_image_dim) == [6, 4]
    with Image.open(exported / wide.sprite.image_path) as sprite:
        assert_array_equal(np.asarray(sprite)[:4, :6, :3], PICTURES[0])
    assert all(
        exported in (exported / each.tensor_path).resolve().parents for each in (narrow, wide)
    )


def test_what_was_exported_is_read_again(exported: Path) -> None:
    reader = LogReader(exported)
    narrow, wide = reader.records(".", "embeddings", TAG)
    assert (narrow.step, wide.step) == (7, 8)
    assert_array_equal(narrow.payload.vectors, VECTORS.astype(np.float32))
    assert_array_equal(wide.payload.vectors, WIDE)
    assert wide.payload.names == ("name", "number")
    assert list(wide.payload.columns[1]) == [1, 2, 3, 4, 5]
    assert len(wide.payload.thumbnails) > 0
