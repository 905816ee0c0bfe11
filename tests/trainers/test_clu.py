"""Loops that log with clu, whose writers can't be imported without TensorFlow. In an environment of its own:

pip install clu tensorflow-cpu tensorboard pytest hypothesis vdlite && pytest tests/trainers/test_clu.py
"""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("tensorflow")
pytest.importorskip("clu.metric_writers", exc_type=ImportError)

import jax.numpy as jnp
from clu import metric_writers

from tests.trainers.reading import Logged
from vdlite.integrations.clu import VdliteWriter


def test_what_a_loop_writes_is_one_run(tmp_path: Path) -> None:
    own = VdliteWriter(tmp_path)
    writer = metric_writers.AsyncMultiWriter([own, metric_writers.LoggingWriter()])
    writer.write_hparams({"lr": 0.25, "net": {"depth": 2}})
    for step in range(3):
        writer.write_scalars(step, {"loss": jnp.float32(step), "acc": 0.5})
    writer.write_images(1, {"one": np.zeros((2, 3, 3)), "grid": np.zeros((4, 2, 3, 1))})
    writer.write_texts(1, {"note": "**hello**"})
    writer.write_histograms(1, {"weights": jnp.arange(10.0)}, {"weights": 5})
    writer.write_audios(1, {"sound": np.zeros((2, 100, 1))}, sample_rate=8000)
    writer.write_videos(1, {"clip": np.zeros((1, 4, 8, 8, 3))})
    writer.write_summaries(1, {"raw": jnp.ones((2, 2))})
    writer.close()

    logged = Logged(tmp_path)
    assert logged.outcome == "finished"
    assert logged.points("loss") == [(0, 0.0), (1, 1.0), (2, 2.0)]
    assert logged.steps("acc") == [0, 1, 2]
    assert logged.trials == [({"lr": 0.25, "net/depth": 2}, ())]
    assert logged.payload("image", "one").pixels.shape == (2, 3, 3)
    assert logged.payload("image", "grid").pixels.shape[0] >= 4
    assert logged.payload("text", "note") == "**hello**"
    assert logged.payload("histogram", "weights").counts.tolist() == [2, 2, 2, 2, 2]
    assert logged.tags("audio") == ["sound/0", "sound/1"]
    assert logged.tags("video") == ["clip"]
    assert logged.tags("tensor") == ["raw"]
    assert logged.tags("environment") == ["environment"]


def test_a_loop_that_an_exception_ends_is_not_finished(tmp_path: Path) -> None:
    writer = VdliteWriter(tmp_path)

    def train() -> None:
        try:
            writer.write_scalars(0, {"loss": 1.0})
            raise RuntimeError("broken on purpose")
        finally:
            writer.close()

    with pytest.raises(RuntimeError, match="broken on purpose"):
        train()
    assert Logged(tmp_path).outcome is None


def test_other_processes_write_nothing(tmp_path: Path) -> None:
    writer = VdliteWriter(tmp_path, is_first=False)
    writer.write_scalars(0, {"loss": 1.0})
    writer.write_texts(0, {"note": "x"})
    writer.flush()
    writer.close()
    assert writer.writer is None
    assert not list(tmp_path.iterdir())
