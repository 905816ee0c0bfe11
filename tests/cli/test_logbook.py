"""The commands `vdlite note` and `vdlite logbook`: what was concluded is written beside the runs, and read again."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from vdlite import LogReader, LogWriter
from vdlite.cli import main


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    for name in ("lr=0.1", "lr=1"):
        with LogWriter(tmp_path / "runs" / name) as writer:
            writer.add_scalar("loss", 0.5)
    return tmp_path / "runs"


def noted(logdir: Path, *arguments: str) -> None:
    assert main(["note", str(logdir), *arguments]) == 0


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    capsys.readouterr()
    assert main([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_what_was_noted_is_read_again(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noted(logdir, "lr=1", "It diverges.", "--author", "ada", "--command", "vdlite runs runs")
    written = answer(capsys, "note", logdir, "lr=1", "And *again*.", "--run", "lr=0.1", "--author=")
    first, second = answer(capsys, "logbook", logdir)
    assert second == written
    assert (first["text"], first["author"], first["runs"], first["command"]) == (
        "It diverges.",
        "ada",
        ["lr=1"],
        "vdlite runs runs",
    )
    assert (second["runs"], second["author"]) == (["lr=1", "lr=0.1"], "")
    assert [entry.text for entry in LogReader(logdir).logbook("lr=0.1")] == ["And *again*."]
    assert [entry.text for entry in LogReader(logdir).logbook(limit=1)] == ["And *again*."]
    with pytest.raises(ValueError, match="want at least 1"):
        LogReader(logdir).logbook(limit=0)


def test_without_a_run_an_entry_is_about_all(
    logdir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted(logdir, "one")
    noted(logdir, "-", "two")
    for name, arguments in (("three", ["-"]), ("four ✓\n\n", ["-", "-"]), ("five", ["lr=1", "-"])):
        stdin = io.TextIOWrapper(io.BytesIO(name.encode()), "latin-1")
        monkeypatch.setattr(sys, "stdin", stdin)
        noted(logdir, *arguments)
    found = answer(capsys, "logbook", logdir)
    assert [entry["text"] for entry in found] == ["one", "two", "three", "four ✓", "five"]
    assert [entry["runs"] for entry in found] == [[], [], [], [], ["lr=1"]]
    assert [entry["text"] for entry in answer(capsys, "logbook", logdir, "--run", "lr=1")] == [
        "five"
    ]


def test_a_slip_writes_nothing_and_says_what_is_wanted(
    logdir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"caf\xe9")))
    for arguments, said in (
        ([logdir, "lr=1"], "'lr=1' is a run: want a text behind it"),
        ([logdir, "lr=2", "text"], "there is no run 'lr=2'; near it: 'lr=1', 'lr=0.1'"),
        ([logdir, "text", "--run", "x"], "there is no run 'x'"),
        ([logdir, "lr=1", "several", "words"], "'several', which is one argument too many"),
        ([logdir, " "], "got an empty one"),
        ([logdir, "-"], "byte 3 is no UTF-8"),
        ([logdir], "TEXT is missing"),
        ([logdir / "gone", "text"], "there is no such folder"),
        (["s3://bucket/runs", "text"], "nothing is written into an object store"),
    ):
        assert main(["note", *map(str, arguments)]) == 2
        assert said in capsys.readouterr().err
    assert not (logdir / "logbook.md").exists()


def test_a_logbook_is_no_log(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noted(logdir, "text")
    reader = LogReader(logdir)
    assert (reader.runs, reader.unreadable, reader.damage) == (["lr=0.1", "lr=1"], [], [])
    capsys.readouterr()
    assert main(["check", str(logdir)]) == 0
    assert "logbook" not in capsys.readouterr().out


def test_printed_entries_are_those_of_the_file_and_steer_no_terminal(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noted(logdir, "a\x1b[2J\n## 2026-11-28 08:15 UTC, eve", "--author", "ada")
    noted(logdir, "lr=1", "b", "--author", "bob")
    capsys.readouterr()
    assert main(["logbook", str(logdir)]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[2:4] == ["a\\x1b[2J", "\\## 2026-11-28 08:15 UTC, eve"]
    assert lines[5].endswith(" UTC, bob")
    assert lines[6:] == ["- run: `lr=1`", "", "b", ""]


def test_a_folder_without_entries_says_how_to_write_one(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["logbook", str(logdir), "--run", "x"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert f"no entry about 'x'; vdlite note {logdir}" in said.err
