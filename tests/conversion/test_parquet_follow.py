"""Exports that follow runs: what comes is a further part, and nothing is ever there twice."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conversion.test_parquet import rows_in, rows_of, table
from vdlite import LogWriter
from vdlite.cli import main

pytest.importorskip("pyarrow")

from vdlite.conversion.parquet import parts
from vdlite.conversion.parquet.follow import follow_parquet


def parts_of(out: Path, run: str) -> list[str]:
    return sorted(path.name for path in out.glob(f"scalars/run={run}/*"))


def follow(
    logs: Path, out: Path, *then: Callable[[], object]
) -> list[tuple[list[tuple[str, int]], list[str]]]:
    """Does one thing after each update but the last; says what each wrote, and the parts of the run `a` after it.

    After each update, the export has to be what the logs are.
    """
    said: list[tuple[list[tuple[str, int]], list[str]]] = []
    wrote: list[tuple[str, int]] = []
    left = list(then)

    def wait(seconds: float) -> bool:
        assert seconds > 0
        assert rows_in(out) == rows_of(logs)
        said.append(([*wrote], parts_of(out, "a")))
        wrote.clear()
        if not left:
            return False
        left.pop(0)()
        return True

    follow_parquet(
        logs, out, wait=wait, every=0.01, tell=lambda run: wrote.append((run.run, run.points))
    )
    return said


def test_what_comes_is_a_further_part_until_the_run_ends(tmp_path: Path) -> None:
    logs, out = tmp_path / "logs", tmp_path / "out"
    logs.mkdir()
    opened: list[LogWriter] = []

    def begin() -> None:
        opened.append(LogWriter(logs / "a"))
        opened[0].add_scalar_series("loss", [1.0, 2.0], [0, 1])

    def more() -> None:
        opened[0].add_scalar("loss", 3.0, 2)
        opened[0].add_scalar("new", 0.5, 2)

    said = follow(
        logs,
        out,
        begin,
        more,
        lambda: None,
        lambda: opened[0].add_scalar("loss", 4.0, 7),
        lambda: opened[0].close(),
        lambda: LogWriter(logs / "b").close(),
        lambda: None,
    )
    first, second, third = ("part-0.parquet", "part-1.parquet", "part-2.parquet")
    assert said == [
        ([], []),
        ([("a", 2)], [first]),
        ([("a", 2)], [first, second]),
        ([], [first, second]),
        ([("a", 1)], [first, second, third]),
        ([("a", 5)], [first]),
        ([("b", 0)], [first]),
        ([], [first]),
    ]
    assert [row["run"] for row in table(out, "runs")] == ["a", "b"]
    assert {row["tag"]: row["count"] for row in table(out, "tags")} == {"loss": 4, "new": 1}


def test_a_run_whose_earlier_points_change_is_written_whole(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "logs" / "a") as writer:
        writer.add_scalar_series("loss", [1.0, 2.0, 3.0])
        said = follow(
            tmp_path / "logs",
            tmp_path / "out",
            lambda: writer.add_scalar("loss", 4.0, 3),
            lambda: writer.add_scalar("loss", 9.0, 1),  # which was there before
            lambda: writer.add_scalar("loss", 5.0, 4),
            lambda: LogWriter(tmp_path / "logs" / "a").add_scalar("loss", 0.0, -1),
        )
    assert [points for ((_, points),), _ in said] == [3, 1, 5, 1, 7]
    assert [len(names) for _, names in said] == [1, 2, 1, 2, 1]


def test_many_parts_become_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_MOST_PARTS", 3)
    with LogWriter(tmp_path / "logs" / "a") as writer:
        writer.add_scalar("loss", 0.0, 0)
        steps = [lambda step=step: writer.add_scalar("loss", 1.0, step) for step in range(1, 6)]
        said = follow(tmp_path / "logs", tmp_path / "out", *steps)
    assert [len(names) for _, names in said] == [1, 2, 3, 1, 2, 3]


def test_a_run_that_goes_is_removed(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "logs" / "a") as writer:
        writer.add_scalar("loss", 0.0, 0)
        said = follow(
            tmp_path / "logs",
            tmp_path / "out",
            lambda: (tmp_path / "logs" / "a").rename(tmp_path / "logs" / "b"),
        )
    assert said == [([("a", 1)], ["part-0.parquet"]), ([("b", 1)], [])]


KILLED = """
import os, pathlib, sys
from vdlite.conversion.parquet.export import export_parquet
left = int(sys.argv[3])
def counted(move):
    def moved(path, goal):
        global left
        left -= 1
        if left < 0:
            os._exit(9)
        return move(path, goal)
    return moved
pathlib.Path.replace = counted(pathlib.Path.replace)
pathlib.Path.rename = counted(pathlib.Path.rename)
export_parquet(sys.argv[1], sys.argv[2])
"""


def test_killed_at_any_move_it_leaves_no_point_twice_and_is_made_good(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    with LogWriter(logs / "a") as writer:
        writer.add_scalar("loss", 0.0, 0)
        writer.add_text("note", "words", 0)
        more = [lambda step=step: writer.add_scalar("loss", 1.0, step) for step in (1, 2)]
        follow(logs, tmp_path / "parts", *more)
    want = rows_of(logs)
    ended = False
    moves = 0
    while not ended:
        out = tmp_path / f"out{moves}"
        subprocess.run(["cp", "-r", tmp_path / "parts", out], check=True)
        program = [sys.executable, "-c", KILLED, str(logs), str(out), str(moves)]
        ended = subprocess.run(program, check=False).returncode == 0
        found = rows_in(out)
        assert found in ([], want)
        for name in ("runs", "tags", "records", "hparams"):
            table(out, name)
        assert main(["export", "--parquet", str(logs), str(out)]) == 0
        assert rows_in(out) == want
        assert parts_of(out, "a") == ["part-0.parquet"]
        moves += 1
    assert moves == 3 + 4 + 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_command_goes_on_until_it_is_stopped(tmp_path: Path, how: signal.Signals) -> None:
    logs, out = tmp_path / "logs", tmp_path / "out"
    command = ["export", str(logs), "--parquet", str(out), "--follow", "--every", "0.01"]
    with LogWriter(logs / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
        program = subprocess.Popen(
            [sys.executable, "-m", "vdlite", *command], stdout=subprocess.PIPE, text=True
        )
        assert program.stdout is not None
        assert program.stdout.readline() == "a: 1 points\n"
        writer.add_scalar("loss", 2.0, 1)
        assert program.stdout.readline() == "a: 1 points\n"
        program.send_signal(how)
        assert program.wait(30) == 0
        program.stdout.close()
        assert rows_in(out) == rows_of(logs)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--parquet", "--every", "5"], "--every: got 5, want --follow, too"),
        (["--parquet", "--follow", "--every", "0"], "--every: got 0, want seconds above 0"),
        (["--parquet", "--follow", "--every", "nan"], "--every: got nan, want seconds above 0"),
        (["--follow"], "--follow is for exports to Parquet: want --parquet, too"),
        (["--tensorboard", "--runs", "a"], "--runs is for exports to Parquet: want --parquet, too"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    tmp_path: Path, arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", *arguments, str(tmp_path), str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == f"vdlite export: {why}\n"
