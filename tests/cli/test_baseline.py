"""`vdlite baseline`: chooses runs, says which they are, and refuses what is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter
from vdlite.annotations import Edit, Sidecar
from vdlite.cli import main


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    for name in ("base/seed=0", "base/seed=1", "lr=0.1", "odd[1]"):
        with LogWriter(tmp_path / name) as writer:
            writer.add_scalar("loss", 0.5)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_the_runs_that_are_named_take_the_place_of_those_before(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["baseline", str(logdir), "lr=0.1", "odd[1]"]) == 0
    assert said(capsys) == ["lr=0.1", "odd[1]"]
    assert main(["baseline", str(logdir), "base/*"]) == 0
    assert said(capsys) == ["base/seed=0", "base/seed=1"]
    assert main(["baseline", str(logdir)]) == 0
    assert said(capsys) == ["base/seed=0", "base/seed=1"]
    assert LogReader(logdir).baseline == ["base/seed=0", "base/seed=1"]


def test_clear_takes_it_away_and_leaves_other_annotations(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Sidecar(logdir).append([Edit("run", "lr=0.1", "kept", "note")])
    main(["baseline", str(logdir), "lr=0.1"])
    said(capsys)
    assert main(["baseline", str(logdir), "--clear"]) == 0
    assert said(capsys) == [f"no run is the baseline: {logdir}"]
    sidecar = Sidecar(logdir)
    sidecar.refresh()
    assert sidecar.runs == {"lr=0.1": {"note": "kept"}}


def test_a_run_that_is_not_there_changes_nothing(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["baseline", str(logdir), "lr=0.1"])
    capsys.readouterr()
    assert main(["baseline", str(logdir), "base/seed=0", "lr=0.2"]) == 2
    assert "no run 'lr=0.2', did you mean 'lr=0.1'?" in capsys.readouterr().err
    assert LogReader(logdir).baseline == ["lr=0.1"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["lr=0.1", "--clear"], "--clear takes all away"),
        (["nothing like it"], "there are 'base/seed=0', "),
    ],
)
def test_what_can_not_be_meant_is_refused(
    logdir: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    assert main(["baseline", str(logdir), *arguments]) == 2
    assert why in capsys.readouterr().err


def test_an_address_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["baseline", "s3://bucket/runs", "a"]) == 2
    assert "nothing is kept in an object store: s3://bucket/runs" in capsys.readouterr().err


def test_a_folder_that_can_not_be_made_is_said(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (logdir / ".vdlite").write_text("in the way")
    assert main(["baseline", str(logdir), "lr=0.1"]) == 1
    assert "not kept: a folder is wanted here" in capsys.readouterr().out
