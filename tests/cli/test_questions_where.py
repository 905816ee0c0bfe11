"""`vdlite runs --where`: the runs that a query finds, in the order that is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vdlite import LogWriter
from vdlite.annotations import Edit, Sidecar
from vdlite.cli import main


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    for name, lr, loss in (("a", 0.1, 3.0), ("b", 0.01, 1.0), ("c", 0.001, 2.0)):
        with LogWriter(tmp_path / name) as writer:
            writer.add_hparams({"lr": lr, "optimizer": "adam"})
            writer.add_scalar("loss", loss, 0)
            writer.add_scalar("loss", loss + 1, 1)
    return tmp_path


def names(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[str]:
    assert main(["runs", *map(str, arguments), "--json"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return [each["run"] for each in found]


def test_a_query_and_an_order(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert names(capsys, logdir, "--where", "lr < 0.05 and state == ended") == ["b", "c"]
    assert names(capsys, logdir, "--sort", "min(loss)") == ["b", "c", "a"]
    assert names(capsys, logdir, "--sort", "hparams:lr:desc") == ["a", "b", "c"]
    assert names(capsys, logdir, "--where", "loss > 2", "--sort", "loss:asc") == ["c", "a"]


def test_a_limit_is_of_what_is_found(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", str(logdir), "--where", "lr < 0.05", "--limit", "1"]) == 0
    said = capsys.readouterr()
    assert (len(said.out.splitlines()), said.err) == (2, "1 of 2 runs: --limit shows more\n")


def test_nothing_that_is_found_is_said(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", str(logdir), "--where", "optimizer == adma"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "note: nothing has optimizer 'adma': did you mean 'adam'?",
        f"vdlite runs: none of 3 runs is found: {logdir}",
    ]


def test_the_place_of_a_mistake_is_marked(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", str(logdir), "--where", "optimizer == '损失' and lrr < 1"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "vdlite runs: there is no column lrr: did you mean lr? (at character 23 of the query)",
        "  optimizer == '损失' and lrr < 1",
        "                          ^^^",
    ]


def test_a_long_query_is_shown_around_its_mistake(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    query = "lr < 1 and " * 50 + "lr <" + "\n" * 3
    assert main(["runs", str(logdir), "--where", query]) == 2
    first, shown, marks = capsys.readouterr().err.splitlines()
    assert first == (
        "vdlite runs: got the end, want a column, a number or a text (at the end of the query)"
    )
    assert shown.startswith("  …")
    assert len(shown) < 100
    assert marks.strip() == "^"


def test_names_and_labels_that_people_gave_count(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edits = [
        Edit("run", "a", "best one", "name"),
        Edit("run", "a", ["paper", "kept"], "labels"),
        Edit("run", "c", True, "archived"),
    ]
    Sidecar(logdir).append(edits)
    assert names(capsys, logdir, "--where", "name == 'best one' and labels ~ paper") == ["a"]
    assert main(["runs", str(logdir), "--where", "optimizer == adam", "--json"]) == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert [(each["run"], each["display_name"], each["labels"]) for each in found] == [
        ("a", "best one", ["paper", "kept"]),
        ("b", None, []),
    ]
    assert said.err == "note: archived runs that are left out: 1; --archived takes them in\n"
    assert names(capsys, logdir, "--archived") == ["a", "b", "c"]
    assert main(["runs", str(logdir)]) == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["RUN", "NAME", "LABELS"]
    assert first.split()[:5] == ["a", "best", "one", "paper,", "kept"]
    assert second.split()[:3] == ["b", "-", "-"]
    assert main(["show", str(logdir), "a"]) == 0
    assert capsys.readouterr().out.startswith("a (best one)\nlabels     paper, kept\n")
