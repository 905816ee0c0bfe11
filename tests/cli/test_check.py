"""The command `vdlite check`."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.damaged import damaged_log
from tests.foreign.event_files import event, log, scalar
from tests.writer import programs
from vdlite import LogWriter
from vdlite.cli import main
from vdlite.reader.logdir.logdirs import NO_LOG


def test_check_finds_intact_logs_intact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(10):
            writer.add_scalar("loss", step, step)
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 run, 1 file, 10 records: intact\n"


def test_check_counts_a_database_as_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Path(__file__).parents[1] / "foreign" / "golden" / "optuna" / "study.db"
    shutil.copy(database, tmp_path)
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 0.5, 0)
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("9 runs, 2 files, ")


def test_check_names_logs_that_it_does_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = tmp_path / "x.out.events.summary.1700000000.host_MS"
    name.touch()
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        f"{name}: note: 1 files of MindInsight, which this version does not read"
    )


def test_check_says_where_a_log_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = damaged_log(tmp_path / "run")
    assert main(["check", str(path)]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}:")
    assert last.endswith("DAMAGED")


def test_check_takes_a_torn_tail_for_normal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
        path = Path(writer.file_name)
        writer.flush()
        torn = path.read_bytes()[:-5]
    path.write_bytes(torn)
    assert main(["check", str(tmp_path)]) == 0
    assert "note: the last record is incomplete" in capsys.readouterr().out


def test_check_refuses_a_path_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path / "missing")]) == 2
    assert "no such file or folder" in capsys.readouterr().err


def test_check_refuses_a_file_that_is_no_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    script = tmp_path / "run" / "train.py"
    script.write_text("print('hello')\n" * 1000)
    assert main(["check", str(script)]) == 2
    assert capsys.readouterr() == ("", f"vdlite check: no log that is read: {NO_LOG}: {script}\n")
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE cats (name)")
    assert main(["check", str(tmp_path / "run"), str(tmp_path / "other.db")]) == 2
    assert "no runs of MLflow, Optuna, trackio or Neptune" in capsys.readouterr().err


def test_check_reports_damage_where_nothing_of_a_log_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    path = Path(writer.file_name)
    path.write_bytes(b"x" * 10_000)
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out.endswith("DAMAGED\n")


def test_check_says_what_a_killed_writer_left_and_recovers_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = """
        import os, sys
        import numpy as np
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        for step in range(20):
            writer.add_image("x", np.full((300, 300, 3), step, np.uint8), step)
        os._exit(0)
    """
    programs.run(program, tmp_path)
    assert main(["check", str(tmp_path)]) == 0
    assert "wait in its spool: --recover" in capsys.readouterr().out
    assert main(["check", "--recover", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert ": recovered " in said and ", 0 are lost" in said
    assert "20 records: intact" in said
    assert list(tmp_path.glob("*.vds")) == []


def test_check_leaves_the_spool_of_a_living_writer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_image("x", [[0.5] * 300] * 300)
        assert main(["check", "--recover", str(tmp_path)]) == 0
        assert "note: its writer lives" in capsys.readouterr().out


def test_check_counts_the_runs_that_the_page_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (tmp_path, tmp_path / "loss_train"):
        tag = "lr" if folder == tmp_path else "loss"
        log(folder, event(scalar(tag, 1.0), step=1))
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 run, 2 files, 2 records: intact\n"
