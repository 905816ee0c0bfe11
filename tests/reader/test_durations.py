"""How long a training took, and when its last record came: as records tell, not the dates of files."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.format.log_bytes import LogBytes
from vdlite import LogReader, LogWriter
from vdlite.cli import main
from vdlite.format.records import MAGIC, VERSION, RecordType
from vdlite.writer.life.importing import afterwards

BEGAN = 1_700_000_000.0


def write(path: Path, begin: float, times: list[float], ended: float | None, **about: Any) -> None:
    """A log file of so many seconds after BEGAN."""
    made = LogBytes()
    made.add_items(RecordType.HEADER, MAGIC, VERSION, {"created": BEGAN + begin, **about})
    made.add_items(RecordType.SERIES, 0, "scalar", "loss", {})
    for step, moment in enumerate(times):
        made.add_scalar(0, step, BEGAN + moment, 1.0)
    if ended is not None:
        made.add_items(RecordType.END, BEGAN + ended)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(made.data)


def lasted(folder: Path) -> tuple[float | None, float | None]:
    """Duration, and when the last record came, after BEGAN."""
    reader = LogReader(folder)
    updated = reader.times(".")[1]
    return reader.duration("."), None if updated is None else updated - BEGAN


def test_a_copy_has_the_duration_and_the_end_of_its_records(tmp_path: Path) -> None:
    write(tmp_path / "run/a.vdl", 0, [1, 2, 3], 4.5)
    shutil.copytree(tmp_path / "run", tmp_path / "copy", copy_function=shutil.copyfile)
    assert lasted(tmp_path / "copy") == lasted(tmp_path / "run") == (4.5, 4.5)


def test_a_killed_training_lasted_to_its_last_record(tmp_path: Path) -> None:
    write(tmp_path / "a.vdl", 0, [1, 2, 3], None)
    assert lasted(tmp_path) == (3, 3)


@pytest.mark.parametrize(
    ("second", "duration"),
    [
        ((1000, [1010], 1020), 30.0),  # resumed: the pause does not count
        ((5, [10], 12), 12.0),  # at the same time
        ((2, [3], 4), 10.0),  # within
    ],
)
def test_the_times_of_several_writers_are_joined_without_pauses(
    tmp_path: Path, second: tuple[float, list[float], float], duration: float
) -> None:
    write(tmp_path / "a.vdl", 0, [1, 2], 10)
    write(tmp_path / "b.vdl", *second)
    assert lasted(tmp_path)[0] == duration


def test_what_is_computed_later_neither_lengthens_a_training_nor_makes_it_live(
    tmp_path: Path,
) -> None:
    write(tmp_path / "a.vdl", 0, [1, 2], 4)
    with afterwards():
        later = LogWriter(tmp_path)
    later.add_scalar("curvature/eigenvalue", 1.0, 1)
    reader = LogReader(tmp_path)
    assert (reader.duration("."), reader.state(".")) == (4.0, "ended")
    later.close(outcome="finished")
    reader = LogReader(tmp_path)
    assert (reader.duration("."), reader.state("."), reader.outcome(".")) == (4.0, "ended", None)


def test_pictures_that_are_added_later_do_not_lengthen_a_training(
    tmp_path: Path,
) -> None:
    write(tmp_path / "a.vdl", 0, [1, 2], 4)
    with LogWriter(tmp_path) as writer:
        writer.add_image("ridge", np.zeros((4, 4, 3)), 0)
        writer.close()
    assert lasted(tmp_path)[0] == 4.0


def test_a_run_of_what_is_computed_later_alone_has_its_duration(tmp_path: Path) -> None:
    write(tmp_path / "a.vdl", 0, [1], 20, afterwards=True)
    assert lasted(tmp_path)[0] == 20.0


def test_an_import_lasted_as_long_as_what_was_imported(tmp_path: Path) -> None:
    write(tmp_path / "from/run/a.vdl", 0, [1, 2, 3], 4.5)
    write(tmp_path / "from/killed/a.vdl", 0, [1, 2, 3], None)
    assert main(["import", str(tmp_path / "from"), str(tmp_path / "into")]) == 0
    assert lasted(tmp_path / "into/run") == (4.5, 4.5)
    assert lasted(tmp_path / "into/killed") == (3.0, 3.0)


def test_points_with_times_of_long_ago_lasted_as_they_tell(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 1.0, 0, walltime=BEGAN)
        writer.add_scalar("loss", 1.0, 1, walltime=BEGAN + 60)
    assert LogReader(tmp_path).duration(".") == 60.0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("training.csv", "epoch,loss\n0,1.0\n1,0.5\n"),
        ("trainer_state.json", '{"log_history": [{"loss": 1.0, "step": 1, "epoch": 1.0}]}'),
    ],
)
def test_logs_that_tell_no_time_have_no_duration(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    reader = LogReader(tmp_path)
    assert reader.runs and reader.duration(reader.runs[0]) is None
    assert None not in reader.times(reader.runs[0])


def test_points_that_were_logged_long_ago_lasted_as_long_as_they_say(tmp_path: Path) -> None:
    began = BEGAN - 60 * 86_400
    with LogWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.1}, ["loss"])  # now
        for step in range(4):
            writer.add_scalar("loss", 1.0, step, began + 100 * step)
    assert LogReader(tmp_path).duration(".") == 300
