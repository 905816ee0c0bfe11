"""A training that reports to two loggers is one run, wherever they write, and what it was given here counts."""

import json
import os
import time
from pathlib import Path

import numpy as np
import pytest

from tests.foreign.event_files import event, log, scalar
from vdlite import LogReader, LogWriter
from vdlite.reader import Store

STEPS = range(1, 6)


def ours(folder: Path, *, add: float = 0.0) -> None:
    with LogWriter(folder) as writer:
        for step in STEPS:
            writer.add_scalar("train/loss", add + 1 / step, step)


def events(folder: Path, *, pid: int | None = None, later: float = 0.0, add: float = 0.0) -> Path:
    """What a writer of PyTorch's keeps of the same: 32 bits of each value, and one series more."""
    found = [
        event(scalar("train/loss", add + 1 / step), scalar("lr", 0.5), step=step) for step in STEPS
    ]
    begun = int(time.time() + later)
    name = f"events.out.tfevents.{begun}.host.{os.getpid() if pid is None else pid}.0"
    return log(folder, *found, name=name)


def state(folder: Path, *, later: float = 0.0) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    history = [{"step": step, "loss": 1 / step, "total_flos": 7.0} for step in STEPS]
    path = folder / "trainer_state.json"
    path.write_text(json.dumps({"log_history": history}))
    os.utime(path, (time.time() + later,) * 2)


def test_in_one_folder_ours_counts_and_the_other_adds_what_it_alone_has(tmp_path: Path) -> None:
    ours(tmp_path)
    events(tmp_path, later=30.0)  # the file that was begun later counts among those of one tool
    reader = LogReader(tmp_path)
    assert reader.tags(".") == ["lr", "train/loss"]
    points = reader.scalars(".", "train/loss")
    assert points.steps.tolist() == list(STEPS)
    assert points.values.tolist() == [1 / step for step in STEPS]  # with all of their bits
    assert len(reader.scalars(".", "train/loss", superseded=True)) == 2 * len(STEPS)


def test_points_that_only_the_other_tool_has_stay(tmp_path: Path) -> None:
    (tmp_path / "metrics.csv").write_text("step,train/loss\n0,9.0\n1,8.0\n")
    ours(tmp_path)
    points = LogReader(tmp_path).scalars(".", "train/loss")
    assert points.values.tolist() == [9.0] + [1 / step for step in STEPS]


def test_a_purge_of_the_other_tool_takes_nothing_of_ours(tmp_path: Path) -> None:
    ours(tmp_path)
    log(
        tmp_path,
        event(more=b"\x3a\x02\x08\x01", step=2, walltime=time.time() + 60),
        event(scalar("train/loss", 7.0), step=9, walltime=time.time() + 60),
    )
    assert LogReader(tmp_path).scalars(".", "train/loss").steps.tolist() == [*STEPS, 9]


def test_two_folders_of_one_training_are_one_run(tmp_path: Path) -> None:
    ours(tmp_path / "runs" / "first")
    theirs = events(tmp_path / "tb" / "version_0")
    reader = LogReader(tmp_path)
    assert reader.runs == ["runs/first"]
    assert reader.tags("runs/first") == ["lr", "train/loss"]
    assert reader.scalars("runs/first", "train/loss").values.tolist() == [1 / s for s in STEPS]
    assert LogReader(tmp_path, fold=False).runs == ["runs/first", "tb/version_0"]
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    assert (run.name, run.tools) == ("runs/first", ("TensorBoard",))
    theirs.unlink()
    reader.refresh()
    assert reader.tags("runs/first") == ["train/loss"]


@pytest.mark.parametrize(
    "other",
    [{"pid": 1}, {"later": 600.0}, {"add": 0.25}],
    ids=["another process", "another time", "other values"],
)
def test_anything_less_leaves_two_runs(tmp_path: Path, other: dict[str, float]) -> None:
    ours(tmp_path / "ours")
    events(tmp_path / "theirs", **other)  # type: ignore[arg-type]
    assert LogReader(tmp_path).runs == ["ours", "theirs"]


def test_of_two_trainings_of_one_process_each_has_its_own(tmp_path: Path) -> None:
    for name, add in (("first", 0.0), ("second", 1.0)):
        ours(tmp_path / name, add=add)
        events(tmp_path / "tb" / name, add=add)
    reader = LogReader(tmp_path)
    assert reader.runs == ["first", "second"]
    for name, add in (("first", 0.0), ("second", 1.0)):
        all_points = reader.scalars(name, "train/loss", superseded=True)
        assert len(all_points) == 2 * len(STEPS)
        assert np.allclose(all_points.values[::2], [add + 1 / step for step in STEPS])


def test_values_that_are_no_numbers_or_too_large_are_compared_as_well(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "ours") as writer:
        for step, value in enumerate([np.nan, 1e300]):
            writer.add_scalar("loss", value, step)
    name = f"events.out.tfevents.{int(time.time())}.host.{os.getpid()}.0"
    values = [np.nan, np.inf]
    found = [event(scalar("loss", value), step=step) for step, value in enumerate(values)]
    log(tmp_path / "theirs", *found, name=name)
    assert LogReader(tmp_path).runs == ["ours"]


@pytest.mark.parametrize("where", ["out", "out/runs/first"])
def test_a_state_of_the_trainer_that_is_logged_as_well_is_no_run(
    tmp_path: Path, where: str
) -> None:
    ours(tmp_path / where)
    state(tmp_path / "out" / "checkpoint-5")
    reader = LogReader(tmp_path)
    assert reader.runs == [where]
    assert reader.tags(where) == ["train/loss"]
    assert len(LogReader(tmp_path, fold=False).runs) == 2


def test_a_state_of_another_training_is_a_run(tmp_path: Path) -> None:
    ours(tmp_path / "out" / "runs" / "first")
    state(tmp_path / "out", later=3600.0)
    assert LogReader(tmp_path).runs == ["out", "out/runs/first"]
