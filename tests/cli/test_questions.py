"""The commands `vdlite runs` and `vdlite series`: for people a table, for programs JSON."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from vdlite import LogWriter
from vdlite.cli import main
from vdlite.cli.tables import table


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    with LogWriter(tmp_path / "a", display_name="first") as writer:
        writer.add_hparams({"lr": 0.1}, ["loss"])
        writer.add_lineage(others={"tags": "baseline"})
        for step in range(100):
            writer.add_scalar("loss", 1 / (step + 1), step)
            writer.add_scalar("acc/test", step / 100, step)
    with LogWriter(tmp_path / "b") as writer:
        writer.add_scalar("loss", float("nan"), 7)
        writer.add_scalar("acc/test", float("-inf"), 3)
    return tmp_path


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    assert main([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out, parse_constant=pytest.fail)


def test_runs_say_how_they_stand(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = answer(capsys, "runs", logdir)
    shown = {"run": "a", "state": "ended", "outcome": "finished", "last_step": 99}
    assert shown.items() <= first.items()
    assert (first["display_name"], first["labels"]) == ("first", ["baseline"])
    assert first["metrics"] == {"acc/test": 0.99, "loss": 0.01}
    assert (first["hparams"], first["diverged"], first["damaged"]) == ({"lr": 0.1}, [], 0)
    assert second["metrics"] == {"acc/test": "-Infinity", "loss": "NaN"}
    assert (second["last_step"], second["diverged"]) == (7, ["acc/test", "loss"])


def test_runs_are_a_table_for_people(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", str(logdir), "--metrics", "acc/*"]) == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.split() == ["RUN", "NAME", "LABELS", "STATE", "LAST", "STEP", "DURATION", "UPDATED", "acc/test"]  # fmt: skip
    assert first.split()[:5] == ["a", "first", "baseline", "finished", "99"]
    assert second.split()[:3] == ["b", "-", "-"]
    assert (first.split()[-1], second.split()[-1]) == ("0.99", "-inf")


def test_what_is_left_out_is_said(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", str(logdir), "--limit", "1"]) == 0
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 2
    assert said.err == "1 of 2 runs: --limit shows more\n"


def test_a_spike_of_one_step_is_in_the_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spikes = random.Random(0).sample(range(100_000), 20)
    with LogWriter(tmp_path) as writer:
        for step in range(100_000):
            writer.add_scalar("loss", 50.0 + step if step in spikes else 0.123456789 / 7, step)
    assert main(["series", str(tmp_path), ".", "loss", "--json"]) == 0
    text = capsys.readouterr().out
    found = json.loads(text)
    assert len(text) <= 8192
    assert found["max"] == {**found["max"], "step": max(spikes), "value": 50.0 + max(spikes)}
    assert (found["first"]["step"], found["last"]["step"], found["count"]) == (0, 99_999, 100_000)
    for spike in spikes:
        (bucket,) = (each for each in found["buckets"] if each["from"] <= spike <= each["to"])
        assert bucket["max"] >= 50.0 + spike
    assert sum(bucket["count"] for bucket in found["buckets"]) == 100_000


def test_one_run_has_its_scalars_and_what_else_it_has(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer(capsys, "show", logdir, "a")
    assert (found["run"], found["labels"], found["hparams"]) == ("a", ["baseline"], {"lr": 0.1})
    assert found["kinds"] == {"hparams": ["hparams"], "lineage": ["lineage"]}
    loss = found["scalars"]["loss"]
    assert (loss["count"], loss["max"]["step"], loss["min"]["step"]) == (100, 0, 99)
    assert list(answer(capsys, "show", logdir, "a", "--metrics", "acc/*")["scalars"]) == [
        "acc/test"
    ]
    assert main(["show", str(logdir), "b"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "b"
    assert lines[-1].split() == ["loss", "1", "NaN", "-", "-", "-", "-", "1", "from", "7"]


def test_scalars_of_small_groups_come_before_many_layers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layers = [f"act/layers.{layer}" for layer in range(101)]
    few = ["loss/train", "norm/2", "norm/10", "step_time"]
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar_row([*layers, *few, "system/cpu/percent"], range(106), 0)
    assert main(["show", str(tmp_path), "a", "--json", "--limit", "200"]) == 0
    found = json.loads(capsys.readouterr().out)["scalars"]
    assert list(found) == [*few, *layers, "system/cpu/percent"]


def test_a_single_value_that_is_not_finite_is_named_with_its_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(20):
            values = [float("nan") if (tag, step) == (3, 12) else 1.0 + tag for tag in range(9)]
            writer.add_scalar_row([f"norm/{tag}" for tag in range(9)], values, step)
    assert main(["outliers", str(tmp_path), "a"]) == 0
    (row,) = (line for line in capsys.readouterr().out.splitlines() if "norm/3" in line)
    assert row.endswith(" 1 from 12")
    assert main(["events", str(tmp_path), "a"]) == 0
    assert "norm/3 is NaN at step 12, the only such value; " in capsys.readouterr().out


def test_a_part_of_a_series_can_be_asked_for(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--first-step", "10", "--last-step", "19", "--buckets", "2"]
    found = answer(capsys, "series", logdir, "a", "loss", *arguments)
    assert [(each["from"], each["to"], each["count"]) for each in found["buckets"]] == [
        (10, 14, 5),
        (15, 19, 5),
    ]
    assert (found["count"], found["max"]["step"], found["min"]["step"]) == (10, 10, 19)


def test_a_series_without_finite_values_has_counts_alone(
    logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer(capsys, "series", logdir, "b", "loss")
    assert (found["min"], found["max"], found["nan_count"], found["last"]["value"]) == (
        None,
        None,
        1,
        "NaN",
    )
    assert main(["series", str(logdir), "b", "loss"]) == 0
    assert "  last  NaN at step 7\n  1 NaN\n  not finite from step 7\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["runs", "LOGDIR/nothing"], "there is no such folder"),
        (["runs", "LOGDIR", "--limit", "0"], "--limit: got 0, want at least 1"),
        (["series", "LOGDIR", "c", "loss"], "no run 'c', there are 'a', 'b'"),
        (["series", "LOGDIR", "a", "los"], "no scalars with tag 'los' in run 'a'"),
        (["series", "LOGDIR", "a", "loss", "--buckets", "0"], "buckets: got 0, want at least 1"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(
    arguments: list[str], why: str, logdir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([each.replace("LOGDIR", str(logdir)) for each in arguments]) == 2
    said = capsys.readouterr()
    assert why in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_what_cannot_be_read_is_said(
    logdir: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    (log,) = (logdir / "a").glob("*.vdl")
    log.with_name(f"{log.stem}-2.vdl").write_bytes(b"no log at all")
    (logdir / "out").symlink_to(tmp_path_factory.mktemp("elsewhere"))
    assert main(["runs", str(logdir), "--json"]) == 0
    said = capsys.readouterr()
    assert "note: not read: out: " in said.err
    first, _ = json.loads(said.out)
    assert first["damaged"] == 1
    assert "note: a: damaged regions: 1; vdlite check says where\n" in said.err
    assert main(["series", str(logdir), "a", "loss"]) == 0
    assert "note: a: damaged regions: 1" in capsys.readouterr().err
    assert main(["show", str(logdir), "ab"]) == 2
    assert "no run 'ab', did you mean 'b', 'a'?" in capsys.readouterr().err


def test_a_long_name_is_cut_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [("RUN", "STEP"), ("y" * 200 + "z", "7")]
    assert len(table(rows).splitlines()[1]) > 200
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    _, row = table(rows).splitlines()
    assert (len(row), row[0], row.split()) == (63, "y", [row.split()[0], "7"])
    assert row.split()[0].endswith("z")


def test_an_empty_folder_has_no_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", str(tmp_path), "--json"]) == 1
    assert capsys.readouterr().out == "[]\n"


def test_a_folder_called_runs_is_shown_when_it_stands_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with LogWriter("runs/a") as writer:
        writer.add_scalar("loss", 1.0, 0)
    assert main(["runs", "--port", "no"]) == 2
    assert capsys.readouterr().err.startswith("vdlite: --port")
    assert main(["runs", "runs"]) == 0
    assert capsys.readouterr().out.startswith("RUN")
    assert main(["runs", "--json", "runs"]) == 0
