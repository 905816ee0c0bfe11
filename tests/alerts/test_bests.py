"""Rules for values that are the best so far."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.alerts.test_runs_that_grow import Watched
from tests.alerts.watching import watch_of
from vdlite import LogWriter
from vdlite.alerts import runs
from vdlite.alerts.rule import Rule
from vdlite.annotations import Edit, Sidecar
from vdlite.cli import main

BEST = Rule("best", "best", points=3, seconds=0)


def log(folder: Path, tag: str, values: list[float], first: int = 0) -> None:
    steps = np.arange(first, first + len(values))
    with LogWriter(folder) as writer:
        writer.add_scalar_series(tag, np.array(values), steps, 1e9 + steps)


def found(folder: Path, rule: Rule = BEST) -> list[tuple[str | None, int | None]]:
    return [(each.tag, each.step) for each in watch_of(folder, [rule]).look()]


def test_the_way_is_known_by_the_tag_and_else_nothing_is_best(tmp_path: Path) -> None:
    log(tmp_path / "a", "loss", [5, 4, 3, 2, 9, 1])
    log(tmp_path / "a", "accuracy", [5, 4, 3, 2, 9, 1])
    log(tmp_path / "a", "quux", [5, 4, 3, 2, 9, 1])
    log(tmp_path / "a", "system/cpu/percent", [5, 4, 3, 2, 9, 1])
    assert set(found(tmp_path)) == {("loss", 3), ("loss", 5), ("accuracy", 4)}
    assert ("quux", 4) in found(tmp_path, Rule("best", "best", points=3, seconds=0, goal="max"))


def test_what_people_and_trials_say_counts_before_the_name(tmp_path: Path) -> None:
    log(tmp_path / "a", "quux", [5, 4, 3, 2, 9, 1])
    Sidecar(tmp_path).append([Edit("direction", "quux", {"goal": "max"})])
    assert found(tmp_path) == [("quux", 4)]
    with LogWriter(tmp_path / "a") as writer:
        writer.add_hparams({}, ["quux"], goals={"quux": "min"})
    assert found(tmp_path) == [("quux", 3), ("quux", 5)]


def test_the_way_may_be_said_while_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "_REST", 0.0)
    writer = LogWriter(tmp_path / "a")
    writer.add_scalar_series("quux", np.array([5.0, 4, 3, 2]), np.arange(4), 1e9 + np.arange(4))
    watched = Watched(tmp_path, [BEST])
    assert watched.look() == []
    Sidecar(tmp_path).append([Edit("direction", "quux", {"goal": "min"})])
    writer.add_scalar("quux", 1.0, 4, 1e9 + 4)
    assert watched.look() == [("best", "a", 3), ("best", "a", 4)]
    writer.close()


def test_a_run_that_is_resumed_goes_on_with_its_best(tmp_path: Path) -> None:
    log(tmp_path / "a", "loss", [5, 4, 3, 2])
    log(tmp_path / "a", "loss", [3, 2.5, 2.2, 1.9], first=4)
    assert found(tmp_path) == [("loss", 3), ("loss", 7)]
    # Points that are logged anew take those that they replace along.
    log(tmp_path / "b", "loss", [5, 4, 3, 1, 0.5])
    log(tmp_path / "b", "loss", [3, 2, 2.5], first=3)
    assert [each for each in found(tmp_path) if each not in found(tmp_path / "a")] == [("loss", 4)]


def test_it_is_said_while_the_run_grows(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path / "a")
    watched = Watched(tmp_path, [BEST])
    news = []
    for step, value in enumerate([5, 4, 3, 2, 9, 1]):
        writer.add_scalar("loss", value, step, 1e9 + step)
        news += watched.look(1e9 + step)
    assert news == [("best", "a", 3), ("best", "a", 5)]
    writer.close()


def test_a_file_of_rules_may_ask_for_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log(tmp_path / "runs" / "a", "accuracy", [0.1, 0.2, 0.3, 0.7, 0.8])
    rules = tmp_path / "rules.toml"
    rules.write_text(
        "[[rule]]\nwhat = 'best'\ntags = ['accuracy']\npoints = 3\nseconds = 60\ndelta = 0.1\nlevel = 'info'\n"
    )
    arguments = ["watch", str(tmp_path / "runs"), "--rules", str(rules), "--replay", "--json"]
    assert main(arguments) == 0
    (event,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert event["text"] == "accuracy is best so far at step 3: 0.7, before it was 0.3"
    rules.write_text("[[rule]]\nwhat = 'best'\ngoal = 'up'\n")
    assert main(arguments) == 2
    assert "goal: got 'up', want one of min, max" in capsys.readouterr().err
