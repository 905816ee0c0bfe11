"""What holds for the runs of all trainers; no framework is needed."""

import argparse
import logging
import math
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.trainers.reading import Logged
from vdlite import LogdirError
from vdlite.integrations.pictures import pictures
from vdlite.integrations.ranks import is_first_process
from vdlite.integrations.trainer_run import TrainerRun, newest_run


def test_a_number_that_comes_again_for_its_step_is_logged_once(tmp_path: Path) -> None:
    run = TrainerRun(str(tmp_path))
    for value in (0.5, 0.5, 0.75, 0.75):
        run.log({"epoch": value}, 3)
    run.log({"epoch": 0.75}, 4)
    assert Logged(tmp_path).points("epoch") == [(3, 0.5), (3, 0.75), (4, 0.75)]


def test_a_number_without_a_step_is_always_logged(tmp_path: Path) -> None:
    run = TrainerRun(str(tmp_path))
    for _ in range(3):
        run.log({"loss": 0.5, "count": 1}, None)
    assert Logged(tmp_path).steps("loss") == Logged(tmp_path).steps("count") == [0, 1, 2]


def test_no_value_is_raised_for_and_each_tag_is_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    itself: dict[str, object] = {}
    itself["again"] = itself
    run = TrainerRun(str(tmp_path))
    with caplog.at_level(logging.WARNING, "vdlite"):
        for _ in range(2):
            run.log(
                {"list": [{1}], "object": object(), "": 1.0, "deep": itself, "huge": 10**400}, 0
            )
            run.log({3: 0.5}, 0)  # type: ignore[dict-item]
            run.log({"step": 0.5}, "late")  # type: ignore[arg-type]
            run.tell_trial([1, 2])
        run.log({"fine": math.nan, "none": None}, 1)
    assert len(caplog.records) == 8
    logged = Logged(tmp_path)
    assert [tag for tag in logged.tags() if logged.points(tag)] == ["fine"]


def test_after_its_end_a_run_takes_nothing_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run = TrainerRun(str(tmp_path))
    run.writer.close()
    with caplog.at_level(logging.WARNING, "vdlite"):
        run.log({"loss": 0.5, "word": "x"}, 0)
        run.tell_trial({"lr": 1})
        run.conclude({"best": 1})
    assert len(caplog.records) == 4


def test_a_folder_that_cannot_be_made_is_reported_at_the_beginning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(LogdirError):
        TrainerRun(str(tmp_path / "file" / "run"))


def test_a_trial_is_reported_once_and_later_what_is_new(tmp_path: Path) -> None:
    run = TrainerRun(str(tmp_path))
    run.tell_trial(argparse.Namespace(lr=0.1, model={"width": 3}), ("loss",))
    run.tell_trial({"lr": 0.1, "model": {"width": 4}})
    logged = Logged(tmp_path)
    assert logged.trials == [({"lr": 0.1, "model/width": 3}, ("loss",))]
    assert logged.lineage == {"model/width": 4}


def test_texts_pictures_and_what_is_within_mappings_are_logged(tmp_path: Path) -> None:
    run = TrainerRun(str(tmp_path))
    picture = Image.new("RGB", (4, 3))
    run.log({"note": "fine", "seen": [picture, picture], "val": {"loss": np.float32(0.5)}}, 2)
    logged = Logged(tmp_path)
    assert logged.payload("text", "note") == "fine"
    assert (logged.tags("image"), logged.points("val/loss")) == (["seen"], [(2, 0.5)])


@pytest.mark.parametrize(
    ("shape", "axes"),
    [
        ((2, 3, 4, 6), ["CHW", "CHW"]),
        ((2, 4, 6, 3), ["HWC", "HWC"]),
        ((1, 4, 6), ["CHW"]),
        ((4, 6, 1), ["HWC"]),
        ((4, 6), ["HW"]),
    ],
)
def test_the_order_of_axes_is_recognized_by_the_channels(
    shape: tuple[int, ...], axes: list[str]
) -> None:
    assert [each.dataformats for each in pictures(np.zeros(shape))] == axes


def test_the_newest_run_is_the_last_folder_with_logs(tmp_path: Path) -> None:
    assert newest_run(str(tmp_path / "none")) is None
    for name in ("2026-01-02_03-04-05", "2026-01-02_03-04-06"):
        TrainerRun(str(tmp_path / name)).writer.close()
    (tmp_path / "2026-01-02_03-04-07").mkdir()
    assert newest_run(str(tmp_path)) == os.path.join(tmp_path, "2026-01-02_03-04-06")


@pytest.mark.parametrize(
    ("name", "value", "first"),
    [("RANK", "0", True), ("RANK", "3", False), ("SLURM_PROCID", "1", False)],
)
def test_launchers_tell_which_process_is_the_first(
    name: str, value: str, first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in ("RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK"):
        monkeypatch.delenv(each, raising=False)
    assert is_first_process()
    monkeypatch.setenv(name, value)
    assert is_first_process() is first
