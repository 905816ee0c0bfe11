"""The states that transformers' Trainer keeps are read as one run for each training."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.foreign.test_csv_tables import points
from vdlite import LogReader
from vdlite.reader import Store
from vdlite.reader.check import check

GOLDEN = Path(__file__).parent / "golden" / "transformers"


def state(folder: Path, steps: int, *, written: float = 1.7e9, **more: Any) -> Path:
    """As the Trainer writes it, with a point at every tenth step."""
    folder.mkdir(parents=True, exist_ok=True)
    history = [
        {"epoch": step / 100, "loss": 1 / step, "step": step} for step in range(10, steps + 1, 10)
    ]
    path = folder / "trainer_state.json"
    path.write_text(
        json.dumps({"epoch": 1.0, "global_step": steps, "log_history": history, **more}, indent=2)
    )
    os.utime(path, (written, written))
    return path


def test_what_was_logged_is_there_by_the_names_that_the_trainer_gives_tensorboard() -> None:
    reader = LogReader(GOLDEN)
    assert reader.runs == ["."]
    assert reader.tags(".") == [
        "eval/loss",
        "eval/runtime",
        "eval/samples_per_second",
        "eval/steps_per_second",
        "train/epoch",
        "train/grad_norm",
        "train/learning_rate",
        "train/loss",
        "train/total_flos",
        "train/train_loss",
        "train/train_runtime",
        "train/train_samples_per_second",
        "train/train_steps_per_second",
    ]
    history = json.loads((GOLDEN / "trainer_state.json").read_text())["log_history"]
    losses = [(row["step"], row["loss"]) for row in history if "loss" in row]
    assert len(losses) == 6
    assert points(reader, "train/loss") == losses


def test_checkpoints_are_no_runs_and_the_newest_state_counts(tmp_path: Path) -> None:
    for steps in (20, 100, 90):
        state(tmp_path / "out" / f"checkpoint-{steps}", steps)
    reader = LogReader(tmp_path)
    assert reader.runs == ["out"]
    assert points(reader, "train/loss", "out")[-1] == (100, 0.01)
    assert len(reader.scalars("out", "train/loss", superseded=True)) == 10
    state(tmp_path / "out", 110, written=1.7e9 + 1)
    reader.refresh()
    assert reader.runs == ["out"]
    assert points(reader, "train/loss", "out")[-1] == (110, 1 / 110)
    state(tmp_path / "out" / "checkpoint-200", 200, written=1.7e9 + 2)  # resumed
    reader.refresh()
    assert points(reader, "train/loss", "out")[-1] == (200, 0.005)
    assert len(reader.scalars("out", "train/loss", superseded=True)) == 20


def test_without_folding_each_checkpoint_is_a_run(tmp_path: Path) -> None:
    for steps in (20, 100):
        state(tmp_path / f"checkpoint-{steps}", steps)
    assert LogReader(tmp_path).runs == ["."]
    assert LogReader(tmp_path, fold=False).runs == ["checkpoint-100", "checkpoint-20"]


def test_the_store_moves_on_when_old_checkpoints_are_deleted(tmp_path: Path) -> None:
    state(tmp_path / "checkpoint-20", 20)
    store = Store([tmp_path])
    store.refresh()
    state(tmp_path / "checkpoint-30", 30)
    shutil.rmtree(tmp_path / "checkpoint-20")
    store.refresh()
    (run,) = store.runs()
    assert (run.name, run.last_step, run.tools) == (".", 30, ("transformers",))


def test_a_state_that_is_written_anew_is_read_anew_and_a_torn_one_waited_for(
    tmp_path: Path,
) -> None:
    path = state(tmp_path, 20)
    reader = LogReader(tmp_path)
    assert points(reader, "train/loss") == [(10, 0.1), (20, 0.05)]
    path = state(tmp_path, 30)
    whole = path.read_bytes()
    for end in range(0, len(whole), 50):
        path.write_bytes(whole[:end])
        reader.refresh()
    assert reader.damage == []
    path.write_bytes(whole)
    reader.refresh()
    assert points(reader, "train/loss") == [(10, 0.1), (20, 0.05), (30, 1 / 30)]


def test_a_long_state_is_read(tmp_path: Path) -> None:
    path = state(tmp_path, 900_000)
    assert path.stat().st_size > 8 << 20
    store = Store([tmp_path])
    store.refresh()
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    assert len(store.run(run.id).scalars("train/loss")) == 90_000
    read = store.run(run.id).changes
    for _ in range(3):
        store.refresh()
    assert store.run(run.id).changes == read  # once


def test_what_is_no_state_is_reported(tmp_path: Path) -> None:
    (tmp_path / "trainer_state.json").write_text('{"other": 1}')
    rows: list[Any] = [{"step": 1, "loss": float("nan"), "note": "x"}, {"loss": 2}, 5]
    state(tmp_path / "odd", 0, log_history=rows)
    store = Store([tmp_path])
    store.refresh()
    assert {run.name: dict(run.left_out) for run in store.runs()} == {
        ".": {"states without a history": 1},
        "odd": {"texts and lists called note": 1, "rows without a step": 2},
    }


@pytest.mark.parametrize("wrong", ["\x01", "}", "nul "])
def test_a_damaged_state_is_reported_and_a_mended_one_is_read(tmp_path: Path, wrong: str) -> None:
    path = state(tmp_path / "run", 1000)
    good = path.read_text()
    at = good.index('"loss"', len(good) // 2)
    path.write_text(good[:at] + wrong + good[at + len(wrong) :])
    store = Store([tmp_path])
    store.refresh()
    ((_, damage),) = store.damage()
    assert "it is no JSON" in damage.reason
    assert abs(damage.offset - at) < 8
    assert not check([tmp_path]).intact
    path.write_text(good)
    os.utime(path, (1.8e9, 1.8e9))
    store.refresh()
    assert store.damage() == ()
    (run,) = store.runs()
    assert len(store.run(run.id).scalars("train/loss").snapshot()) == 100


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_state_that_is_cut_short_is_no_damage(tmp_path: Path, share: float) -> None:
    path = state(tmp_path / "run", 1000)
    good = path.read_text()
    for more in range(40):
        path.write_text(good[: int(share * len(good)) + more])
        assert check([tmp_path]).intact
