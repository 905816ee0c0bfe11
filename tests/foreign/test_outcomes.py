"""How runs of other tools ended, in our words."""

import json
import shutil
from pathlib import Path

import pytest

from tests.foreign.event_files import message, number
from tests.foreign.test_swanlab import BEGIN as SWANLAB
from tests.foreign.wandb_files import framed
from vdlite import LogReader
from vdlite.cli import main

GOLDEN = Path(__file__).parent / "golden"
OF_OPTUNA = {"COMPLETE": "finished", "PRUNED": "pruned", "FAIL": "failed", "RUNNING": None}
OF_MLFLOW = {"FINISHED": "finished", "FAILED": "failed", "KILLED": "killed", "RUNNING": None}


@pytest.mark.parametrize(("file", "golden"), [("study.db", "database"), ("journal.log", "journal")])
def test_trials_of_optuna_end_as_it_says(tmp_path: Path, file: str, golden: str) -> None:
    shutil.copy(GOLDEN / "optuna" / file, tmp_path)
    trials = json.loads((GOLDEN / "optuna" / f"{golden}.json").read_text())
    want = {
        f"{file}/{name}": OF_OPTUNA[trial["state"]]
        for name, trial in trials.items()
        if trial["state"] != "WAITING"
    }
    reader = LogReader(tmp_path)
    assert {run: reader.outcome(run) for run in reader.runs} == want
    assert set(want.values()) == {"finished", "pruned", "failed", None}


@pytest.mark.parametrize(("source", "golden"), [("mlruns", "folder"), ("mlflow.db", "database")])
def test_runs_of_mlflow_end_as_it_says(tmp_path: Path, source: str, golden: str) -> None:
    copy = shutil.copytree if (GOLDEN / "mlflow" / source).is_dir() else shutil.copy
    copy(GOLDEN / "mlflow" / source, tmp_path / source)
    runs = json.loads((GOLDEN / "mlflow" / f"{golden}.json").read_text())
    reader = LogReader(tmp_path)
    found = {run.rpartition("/")[2]: reader.outcome(run) for run in reader.runs}
    assert found == {key: OF_MLFLOW[run["status"]] for key, run in runs.items()}


@pytest.mark.parametrize(("status", "outcome"), [("3", "finished"), ("5", "killed")])
def test_a_run_of_mlflow_that_was_killed_is_reported(
    tmp_path: Path, status: str, outcome: str
) -> None:
    (meta,) = (GOLDEN / "mlflow" / "mlruns").glob("*/c55*/meta.yaml")
    folder = tmp_path / "1" / meta.parent.name
    folder.mkdir(parents=True)
    (folder / "meta.yaml").write_text(meta.read_text().replace("status: 4", f"status: {status}"))
    reader = LogReader(tmp_path)
    assert [reader.outcome(run) for run in reader.runs] == [outcome]


@pytest.mark.parametrize(
    ("state", "outcome"), [(1, "finished"), (2, "failed"), (3, "killed"), (0, None), (7, None)]
)
def test_a_run_of_swanlab_ends_as_it_says(tmp_path: Path, state: int, outcome: str | None) -> None:
    end = message(
        11, number(1, state) + message(2, "an error") + message(3, number(1, 1_700_000_000))
    )
    (tmp_path / "run-1.swanlab").write_bytes(
        framed([message(10, message(4, "first")), end], SWANLAB)
    )
    reader = LogReader(tmp_path)
    assert (reader.state("."), reader.outcome(".")) == ("ended", outcome)


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        (0, "finished"),
        (1, "failed"),
        (2, "failed"),
        (255, "killed"),  # W&B's own for Ctrl-C
        (130, "killed"),
        (143, "killed"),
        (-15 & (1 << 64) - 1, "killed"),
    ],
)
def test_a_run_of_wandb_ends_as_its_exit_code_says(tmp_path: Path, code: int, outcome: str) -> None:
    exit_record = message(18, (number(1, code) if code else b"") + number(2, 7))
    run = message(17, message(8, "first") + message(17, number(1, 1_700_000_000)))
    (tmp_path / "run-1.wandb").write_bytes(framed([run, exit_record]))
    reader = LogReader(tmp_path)
    assert (reader.state("."), reader.outcome(".")) == ("ended", outcome)


def test_what_wandb_and_swanlab_have_written_has_finished() -> None:
    for tool in ("wandb", "swanlab"):
        assert LogReader(GOLDEN / tool).outcome(".") == "finished"


def test_an_import_keeps_how_runs_ended(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "optuna" / "study.db", tmp_path)
    assert main(["import", str(tmp_path / "study.db"), str(tmp_path / "new")]) == 0
    old, new = LogReader(tmp_path / "study.db"), LogReader(tmp_path / "new")
    assert [new.outcome(run) for run in new.runs] == [old.outcome(run) for run in old.runs]
    assert {new.outcome(run) for run in new.runs} == {"finished", "pruned", "failed", None}
