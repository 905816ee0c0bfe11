"""What scripts rely on in VisualDL's LogWriter."""

import logging
from pathlib import Path

import numpy as np
import pytest

from vdlite import LogReader
from vdlite.visualdl import LogWriter


def test_every_call_of_it_is_logged(tmp_path: Path) -> None:
    picture = np.full((4, 4, 3), 0.5)
    labels, scores = [0, 1, 1], [0.1, 0.8, 0.6]
    with LogWriter(str(tmp_path), display_name="first") as writer:
        writer.add_scalar(tag="acc", step=1, value=0.5678, walltime=1_700_000_000_000)
        writer.add_scalars("loss", {"train": 1.0, "test": 2.0}, 1)
        writer.add_image("image", picture, 1)
        writer.add_image_matrix("matrix", [picture, picture], 1)
        writer.add_text("text", "hello")
        writer.add_audio("audio", np.zeros(100), 1)
        writer.add_histogram("histogram", np.arange(100.0), 1)
        writer.add_embeddings("points", np.eye(3), ["a", "b", "c"])
        writer.add_hparams({"lr": 0.1}, ["acc"])
        writer.add_pr_curve("pr", labels, scores, 1)
        writer.add_roc_curve("roc", labels, scores, 1)
        writer.add_meta(display_name="second")
    assert picture[0, 0, 0] == 0.5
    reader = LogReader(tmp_path)
    assert set(reader.kinds(".")) == {
        *("audio", "embeddings", "histogram", "hparams", "image", "meta"),
        *("pr_curve", "roc_curve", "scalar", "text"),
    }
    points = reader.scalars(".", "acc")
    assert (points.values.tolist(), points.walltimes.tolist()) == ([0.5678], [1_700_000_000.0])
    assert len(reader.records(".", "histogram", "histogram")[0].payload.counts) == 10


def test_it_goes_on_after_its_end(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    writer.add_scalar("x", 1.0, 0)
    writer.close()
    writer.close()
    writer.add_scalar("x", 2.0, 1)
    writer.flush()
    assert writer.logdir == str(tmp_path)
    assert Path(writer.file_name).parent == tmp_path
    assert LogReader(tmp_path).scalars(".", "x").values.tolist() == [1.0, 2.0]
    writer.close()


def test_each_record_is_written_at_once(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path, "", 10, 120)
    writer.add_scalar("x", 1.0, 0)
    assert LogReader(tmp_path).scalars(".", "x").values.tolist() == [1.0]
    writer.close()


def test_it_makes_a_folder_or_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    LogWriter(write_to_disk=False).add_scalar("x", 1.0, 0)
    assert not (tmp_path / "runs").exists()
    writer = LogWriter(comment="lr", unknown=1)
    writer.close()
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.endswith(".lr")


def test_a_model_of_paddle_does_not_end_a_training(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path) as writer, caplog.at_level(logging.WARNING, "vdlite"):
        writer.add_graph(object(), input_spec=[], verbose=True)
    assert "the graph of the model was left out" in caplog.text
