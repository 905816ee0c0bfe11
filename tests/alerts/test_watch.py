"""`vdlite watch`: planted events of a thousand runs are found, once each; clean runs are silent."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.alerts.watching import read, watch_of
from vdlite import LogReader, LogWriter
from vdlite.alerts.rule import Rule
from vdlite.alerts.rule_file import read_rules
from vdlite.alerts.runs import RunsOfStore
from vdlite.alerts.watch import Watch
from vdlite.cli import main
from vdlite.errors import RuleError

STEPS = np.arange(600)


def log(
    folder: Path, values: np.ndarray[Any, Any], *, tag: str = "loss", begin: float = 1e9
) -> None:
    with LogWriter(folder) as writer:
        for step, value in zip(STEPS.tolist(), values.tolist(), strict=True):
            writer.add_scalar(tag, value, step, walltime=begin + step)


def clean(seed: int) -> np.ndarray[Any, Any]:
    rng = np.random.default_rng(seed)
    return np.exp(-STEPS / 200) + 0.5 + rng.normal(size=len(STEPS)) * 0.02


def replayed(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = 0) -> list[Any]:
    assert main(["watch", *map(str, arguments), "--replay", "--json"]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_what_was_planted_is_found_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    planted = {}
    for number in range(30):
        values = clean(number)
        name = f"run{number:02}"
        if number % 3 == 1:
            values[100 + number] = np.nan
            planted[name] = ("non-finite", "loss", 100 + number)
        if number % 3 == 2:
            values[300 + number : 320 + number] *= 3
            planted[name] = ("spike", "loss", 300 + number + 2)
        log(tmp_path / name, values)
    found = replayed(capsys, tmp_path)
    assert {each["run"]: (each["rule"], each["tag"], each["step"]) for each in found} == planted
    assert len(found) == 20


def test_a_run_that_was_silent_and_one_that_still_is_are_stalled(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(50):
            writer.add_scalar("loss", 1.0, step, walltime=1e9 + step + (5000 if step > 20 else 0))
    other = LogWriter(tmp_path / "b")
    for step in range(50):
        other.add_scalar("loss", 1.0, step)
    watch = watch_of(tmp_path)
    (alert,) = watch.look()
    assert (alert.rule, alert.run, alert.step, alert.tag) == ("stalled", "a", 20, None)
    updated = LogReader(tmp_path).summary("b").updated
    assert updated is not None
    (alert,) = watch.look(now=updated + 700)
    assert (alert.run, alert.step) == ("b", 49)
    assert watch.look(now=updated + 800) == []  # it goes on
    other.close()


def test_an_event_is_reported_once_while_the_run_grows(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path / "a")
    store = read(tmp_path)
    watch = Watch(RunsOfStore(store))
    writer.add_scalar("loss", float("nan"), 0)
    store.refresh()
    assert [each.step for each in watch.look()] == [0]
    for step in range(1, 20):
        writer.add_scalar("loss", float("nan") if step < 5 or step == 10 else 1.0, step)
        store.refresh()
        assert [each.step for each in watch.look()] == ([10] if step == 10 else [])
    writer.close()


def test_what_was_usual_begins_anew_where_a_run_was_resumed(tmp_path: Path) -> None:
    log(tmp_path / "a", np.full(len(STEPS), 0.5))
    with LogWriter(tmp_path / "a") as writer:
        for step in range(300, 400):
            writer.add_scalar("loss", 5.0, step, walltime=1e9 + 1000 + step)
    assert [each.rule for each in watch_of(tmp_path).look() if each.rule == "spike"] == []


def test_rules_are_those_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, lr in (("a", 0.1), ("b", 0.01)):
        with LogWriter(tmp_path / "runs" / name) as writer:
            writer.add_hparams({"lr": lr}, [])
            for step in range(100):
                writer.add_scalar("accuracy", 0.5 if step < 60 else 0.1, step)
                writer.add_scalar("loss", 3.0 if step == 10 else 1.0, step)
    rules = tmp_path / "rules.toml"
    rules.write_text(
        """
        [[rule]]
        name = "accuracy fell"
        what = "threshold"
        tags = ["acc*"]
        below = 0.3
        points = 5
        where = "lr < 0.05"
        level = "error"

        [[rule]]
        what = "plateau"
        tags = "loss"
        points = 50
        """
    )
    found = replayed(capsys, tmp_path / "runs", "--rules", rules, "--fail-on", "error", status=1)
    # The loss is best at step 0, and so has not got better for 50 points at step 50.
    assert {(each["rule"], each["run"], each["step"]) for each in found} == {
        ("accuracy fell", "b", 60),
        ("plateau", "a", 50),
        ("plateau", "b", 50),
    }
    assert replayed(capsys, tmp_path / "runs", "--fail-on", "error") == []


def test_a_run_that_failed_and_damage_are_events(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), LogWriter(tmp_path / "a") as writer:
        writer.add_scalar("loss", 1.0, 3)
        raise RuntimeError("out of memory")
    log(tmp_path / "b", clean(0))
    (path,) = (tmp_path / "b").glob("*.vdl")
    content = bytearray(path.read_bytes())
    content[9000:9100] = bytes(100)
    path.write_bytes(content)
    rules = [Rule("failed", "failed"), Rule("damaged", "damaged")]
    found = watch_of(tmp_path, rules).look()
    assert {(each.rule, each.run) for each in found} == {("failed", "a"), ("damaged", "b")}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[rule]]\nwhat = 'spik'", "rule 1: what: got 'spik', want one of non-finite"),
        ("[[rule]]\nwhat = 'threshold'", "a threshold wants `above` or `below`"),
        ("[[rule]]\nwhat = 'threshold'\nabov = 1", "got 'abov', did you mean above?"),
        ("[[rule]]\nwhat = 'spike'\nabove = 1", "got 'above' of a rule 'spike'"),
        ("[[rule]]\nwhat = 'threshold'\nabove = 'x'", "above: got 'x', want a number"),
        ("[[rule]]\nwhat = 'plateau'\npoints = 0", "points: got 0, want an integer from 1 on"),
        ("[[rule]]\nwhat = 'spike'\nlevel = 'loud'", "level: got 'loud', want one of info"),
        ("[[rule]]\nwhat = 'spike'\n[[rule]]\nwhat = 'spike'", "the name 'spike' is taken"),
        ("[rules]", "got 'rules', want tables [[rule]]"),
        ("x = ", "no TOML"),
        (
            f"[[rule]]\nwhat = 'threshold'\nabove = 1{'0' * 400}",
            "above: got a number that is too large",
        ),
        (f"[[rule]]\nwhat = 'threshold'\nabove = 1{'0' * 6000}", "no TOML"),
        ("[[rule]]\nwhat = 'spike'\nfirst_step = 1.5", "first_step: got 1.5, want an integer"),
        ("", "want 1 to 1000 tables"),
        ("[[rule]]\nwhat = 'spike'\nstop = 1", "stop: got 1, want true or false"),
        ("[[rule]]\nwhat = 'diverging'\nrise = -1", "rise: got -1, want a number from 0 on"),
        ("[[rule]]\nwhat = 'diverging'\nagainst = 'x'", "against: got 'x', want one of itself"),
    ],
)
def test_a_mistake_in_a_file_is_said(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text)
    with pytest.raises(RuleError) as caught:
        read_rules(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_bad_query_and_a_missing_file_end_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log(tmp_path / "runs" / "a", clean(0))
    rules = tmp_path / "rules.toml"
    rules.write_text("[[rule]]\nwhat = 'spike'\nwhere = 'lr <'")
    assert main(["watch", str(tmp_path / "runs"), "--replay", "--rules", str(rules)]) == 2
    assert main(["watch", str(tmp_path / "runs"), "--rules", str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_training_is_watched_until_it_ends(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path / "a")
    writer.add_scalar("loss", float("nan"), 0)  # before somebody watched
    command = [sys.executable, "-m", "vdlite", "watch", str(tmp_path), "--json"]
    command += ["--until", "ended", "--fail-on", "error"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        step, line = 0, ""
        while not line:
            step += 2
            writer.add_scalar("loss", 1.0, step)
            writer.add_scalar("loss", float("inf"), step + 1)
            if select.select([watching.stdout], [], [], 0.5)[0]:
                line = watching.stdout.readline()
        found = json.loads(line)
        assert (found["rule"], found["run"], found["tag"]) == ("non-finite", "a", "loss")
        assert found["step"] > 0
        writer.close()
        watching.stdout.read()
    assert watching.returncode == 1


def test_clocks_that_go_back_stop_no_watch(tmp_path: Path) -> None:
    times = [1e9 + 1e6, 1e9 + 2e6, *(1e9 + second for second in range(40))]
    with LogWriter(tmp_path / "a") as writer:
        for step, walltime in enumerate(times):
            writer.add_scalar("loss", 1.0, step, walltime=walltime)
    found = watch_of(tmp_path).look()
    assert [(each.rule, each.step) for each in found] == [("stalled", 0)]


def test_what_a_training_says_is_reported_once_with_its_own_level(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path / "a")
    writer.add_scalar("loss", 1.0, 7)
    store = read(tmp_path)
    watch = Watch(RunsOfStore(store))
    assert watch.look() == []
    writer.alert("hot", "80 *degrees*", level="error")
    writer.alert("hot", level="info")
    writer.alert("late", step=3)
    store.refresh()
    found = [(each.rule, each.level, each.step, each.text) for each in watch.look()]
    assert found == [
        ("alert", "error", 7, "hot: 80 *degrees*"),
        ("alert", "info", 7, "hot"),
        ("alert", "warn", 3, "late"),
    ]
    assert watch.look() == []
    assert len(watch_of(tmp_path, [Rule("loud", "alert", level="error")]).look()) == 1
    writer.close()


def test_a_pipe_is_no_file_of_rules(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RuleError, match="it is not a plain file"):
        read_rules(tmp_path / "pipe")


def test_what_is_before_the_first_step_does_not_count(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(100):
            writer.add_scalar("accuracy", 0.1 if step < 20 or step > 80 else 0.9, step)
    for first, wanted in ((None, [0, 81]), (20, [81]), (90, [90]), (1000, [])):
        rule = Rule("low", "threshold", below=0.5, first_step=first)
        assert [each.step for each in watch_of(tmp_path, [rule]).look()] == wanted
