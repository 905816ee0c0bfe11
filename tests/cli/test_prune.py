"""`vdlite prune`: what it says and what it removes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from vdlite import LogWriter
from vdlite.annotations import Edit, Sidecar, Trash
from vdlite.cli import main


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    for name in ("a/deleted", "b", "archived"):
        with LogWriter(tmp_path / name) as writer:
            writer.add_scalar("loss", 0.5)
            writer.add_tensor("t", list(range(2000)))
    (tmp_path / "archived" / "notes.txt").write_text("mine")
    Trash(tmp_path).put("a/deleted")
    Sidecar(tmp_path).append([Edit("run", "archived", True, "archived")])
    return tmp_path


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_it_only_lists_unless_it_is_asked_to_remove(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(logdir)
    assert main(["prune", str(logdir), "--archived"]) == 0
    said = capsys.readouterr().out
    assert str(logdir / "a/deleted") in said
    assert str(logdir / "archived") in said
    assert "would be removed with --yes: 2 runs" in said
    assert files(logdir) == before


def test_what_was_deleted_goes_and_all_else_stays(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = [name for name in files(logdir) if "trash" not in name]
    assert main(["prune", str(logdir), "--yes"]) == 0
    assert "removed: 1 runs" in capsys.readouterr().out
    assert files(logdir) == kept
    assert list((logdir / ".vdlite" / "trash").iterdir()) == []
    assert main(["prune", str(logdir)]) == 0
    assert capsys.readouterr().out == "nothing to remove\n"


def test_archived_runs_go_without_the_files_of_others(logdir: Path) -> None:
    assert main(["prune", str(logdir), "--archived", "--yes"]) == 0
    assert files(logdir / "archived") == ["notes.txt"]
    assert any(name.startswith("b/") for name in files(logdir))


def test_what_is_young_stays(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files(logdir)
    assert main(["prune", str(logdir), "--archived", "--yes", "--older-than", "1"]) == 0
    assert files(logdir) == before
    old = time.time() - 3 * 86400
    for path in (logdir / "archived").glob("*.vd?"):
        os.utime(path, (old, old))
    assert main(["prune", str(logdir), "--archived", "--older-than", "1"]) == 0
    assert "would be removed with --yes: 1 runs" in capsys.readouterr().out


def test_a_live_run_stays_whatever_it_is_marked_as(logdir: Path) -> None:
    with LogWriter(logdir / "archived") as writer:
        writer.add_scalar("loss", 0.4)
        before = files(logdir)
        assert main(["prune", str(logdir), "--archived", "--yes", "--older-than", "0"]) == 0
        left = files(logdir)
    assert [name for name in before if "trash" not in name] == left


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert main(["prune", str(tmp_path / "none")]) == 2
