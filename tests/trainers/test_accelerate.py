"""Loops with an Accelerator."""

import logging
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("accelerate")

from accelerate import Accelerator
from accelerate.state import AcceleratorState, GradientState, PartialState
from PIL import Image

import vdlite.integrations  # noqa: F401
from tests.trainers.processes import in_two_processes
from tests.trainers.reading import Logged, outcome_after, runs
from vdlite.integrations.accelerate import VdliteTracker


@pytest.fixture(autouse=True)
def _fresh_states() -> Iterator[None]:
    """They are shared by all Accelerators of a process."""
    yield
    for state in (AcceleratorState, GradientState, PartialState):
        state._reset_state()


def test_a_loop_logs_with_its_name(tmp_path: Path) -> None:
    accelerator = Accelerator(log_with="vdlite", project_dir=tmp_path, cpu=True)
    accelerator.init_trackers("first", {"lr": 0.1, "model": {"width": 3}})
    for step in range(3):
        accelerator.log({"loss": 1.0 / (1 + step), "note": "fine", "parts": {"a": step}}, step)
    accelerator.log({"loss": 0.25})
    accelerator.end_training()

    logged = Logged(tmp_path)
    assert logged.run == "first"
    assert logged.points("loss") == [(0, 1.0), (1, 0.5), (2, 1 / 3), (3, 0.25)]
    assert logged.points("parts/a") == [(0, 0.0), (1, 1.0), (2, 2.0)]
    assert logged.payload("text", "note") == "fine"
    assert logged.trials == [({"lr": 0.1, "model/width": 3}, ())]


def test_a_loop_that_ends_its_training_is_finished(tmp_path: Path) -> None:
    accelerator = Accelerator(log_with="vdlite", project_dir=tmp_path, cpu=True)
    accelerator.init_trackers("first")
    accelerator.log({"loss": 0.25})
    accelerator.end_training()
    accelerator.trackers.clear()
    assert outcome_after(tmp_path) == "finished"


def test_a_training_that_ends_amid_an_error_is_not_finished(tmp_path: Path) -> None:
    accelerator = Accelerator(log_with="vdlite", project_dir=tmp_path, cpu=True)
    accelerator.init_trackers("first")
    with pytest.raises(RuntimeError, match="broken on purpose"):
        try:
            raise RuntimeError("broken on purpose")
        finally:
            accelerator.end_training()
    accelerator.trackers.clear()
    assert outcome_after(tmp_path) is None


def test_pictures_are_logged(tmp_path: Path) -> None:
    accelerator = Accelerator(log_with="vdlite", project_dir=tmp_path, cpu=True)
    accelerator.init_trackers("first")
    (tracker,) = accelerator.trackers
    tracker.log_images({"batch": np.zeros((2, 4, 6, 3)), "first": np.zeros((2, 3, 4, 6))}, 0)
    tracker.log_images({"pil": [Image.new("RGB", (6, 4))], "one": np.zeros((4, 6))[..., None]}, 0)
    accelerator.end_training()
    assert Logged(tmp_path).tags("image") == ["batch", "first", "one", "pil"]


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    for _ in range(2):
        tracker = VdliteTracker("first", tmp_path)
        tracker.start()
        tracker.store_init_configuration({"lr": 0.1})
        tracker.log({"loss": 0.5})
        tracker.tracker.close()
    logged = Logged(tmp_path)
    assert logged.steps("loss") == [0, 1]
    assert len(logged.trials) == 1


def test_a_tracker_that_is_made_decides_nothing_about_processes(tmp_path: Path) -> None:
    VdliteTracker("first", tmp_path)
    assert PartialState._shared_state == {}
    assert not list(tmp_path.iterdir())


def test_all_trackers_are_those_that_accelerate_knows_itself(tmp_path: Path) -> None:
    accelerator = Accelerator(log_with="all", project_dir=tmp_path, cpu=True)
    assert "vdlite" not in map(str, accelerator.log_with)


def test_a_value_that_cannot_be_logged_is_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    accelerator = Accelerator(log_with="vdlite", project_dir=tmp_path, cpu=True)
    accelerator.init_trackers("first")
    with caplog.at_level(logging.WARNING, "vdlite"):
        for step in range(2):
            accelerator.log({"odd": object(), "loss": 0.5}, step)
    assert caplog.text.count("odd") == 1
    assert Logged(tmp_path).steps("loss") == [0, 1]


_TWO = """
import sys
import vdlite.integrations
from accelerate import Accelerator
accelerator = Accelerator(log_with="vdlite", project_dir=sys.argv[1], cpu=True)
accelerator.init_trackers("first", {"lr": 0.1})
for step in range(3):
    accelerator.log({"loss": 0.5}, step)
accelerator.end_training()
"""


def test_two_processes_write_one_run(tmp_path: Path) -> None:
    """The name is known before accelerate is imported, too."""
    in_two_processes(_TWO, tmp_path / "logs")
    assert runs(tmp_path / "logs") == ["first"]
    assert Logged(tmp_path / "logs").steps("loss") == [0, 1, 2]
    assert len(list(tmp_path.rglob("*.vdl"))) == 1
