"""Scalars of the machine: they are there, and are no news of a training."""

from __future__ import annotations

from pathlib import Path

import pytest

import vdlite
from vdlite import LogReader, LogWriter
from vdlite.cli import main

MACHINE = tuple(f"system/cpu/{number}" for number in range(9))


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    """Two runs of ten steps, on a machine that was looked at every ten seconds for longer than that, and heated up."""
    for run in ("a", "b"):
        with LogWriter(tmp_path / run) as writer:
            writer.add_hparams({"lr": 0.1}, [])
            for step in range(10):
                writer.add_scalar("train/loss", 1 / (step + 1), step, walltime=1e9 + step)
            for seconds in range(0, 4000, 10):
                hot = 1000.0 if seconds == 3000 else 1.0
                writer.add_scalar_row(MACHINE, [hot] * 9, seconds, walltime=1e9 + seconds)
    return tmp_path


def test_the_last_step_of_a_run_is_that_of_its_training(logdir: Path) -> None:
    assert LogReader(logdir).summary("a").last_step == 9


def test_last_values_of_a_training_come_first(logdir: Path) -> None:
    assert list(LogReader(logdir).summary("a").metrics) == ["train/loss", *MACHINE]


def test_a_run_has_no_events_of_its_machine_unless_they_are_asked_for(logdir: Path) -> None:
    reader = LogReader(logdir)
    assert {each.what for each in reader.events("a").events} == {"started", "ended"}
    asked = reader.events("a", tags=["system/*"])
    assert "spike" in {each.what for each in asked.events}


def test_runs_are_compared_by_their_training(logdir: Path) -> None:
    reader = LogReader(logdir)
    assert [each.tag for each in reader.diff("a", "b").metrics] == ["train/loss"]
    every = reader.diff("a", "b", tags=["*"])
    assert len(every.metrics) == 1 + len(MACHINE)


def test_trials_that_name_no_metrics_have_those_of_the_training(logdir: Path) -> None:
    assert list(LogReader(logdir).hparams().trials[0].metrics) == ["train/loss"]


def test_the_table_of_runs_has_no_columns_of_the_machine(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["runs", str(logdir)]) == 0
    head = capsys.readouterr().out.splitlines()[0]
    assert "train/loss" in head
    assert "system/" not in head
    assert main(["runs", str(logdir), "--metrics", "system/cpu/0"]) == 0
    assert "system/cpu/0" in capsys.readouterr().out


def test_a_run_at_length_has_its_training_first(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(logdir), "a"]) == 0
    shown = capsys.readouterr().out
    assert shown.index("train/loss") < shown.index("system/cpu/0")


def test_a_run_of_dictionaries_goes_on_with_its_own_steps(tmp_path: Path) -> None:
    with vdlite.init(logdir=str(tmp_path / "run")) as run:
        run.log({"loss": 1.0})
        run.writer.add_scalar_row(MACHINE, [1.0] * 9, 5000)
    with vdlite.init(logdir=str(tmp_path / "run"), resume="must") as run:
        assert run.step == 1


def test_trials_in_one_run_are_distinguished_by_their_training(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for trial in range(2):
            writer.add_hparams({"lr": trial}, [], walltime=1e9 + 100 * trial)
            if trial:
                writer.add_scalar("loss", 1.0, 0, walltime=1e9 + 150)
            writer.add_scalar("system/cpu/percent", 1.0, trial, walltime=1e9 + 100 * trial + 10)
    first, second = LogReader(tmp_path).hparams(tags=["loss"]).trials
    # The first has no point of the training, so that times say nothing.
    assert first.metrics == second.metrics == {"loss": 1.0}
