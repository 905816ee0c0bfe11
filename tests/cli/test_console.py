"""The command `vdlite console`, and what other commands say of how a program ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter
from vdlite.cli import main
from vdlite.console.keeper import Keeper
from vdlite.errors import FormatError
from vdlite.writer.life.console_records import ConsoleRecords
from vdlite.writer.life.run_writer import recorder_of


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    writer = LogWriter(tmp_path / "a")
    writer.add_scalar("loss", 1.0, 0)
    keeper = Keeper(ConsoleRecords(recorder_of(writer)))
    for step in range(300):
        keeper.feed(1, b"step %d \x1b[32mok\x1b[0m\n" % step, 1.76e9 + step)
        keeper.keep(1.76e9 + step)
    keeper.feed(2, b"ValueError: No such thing\n", 1.76e9 + 300)
    keeper.finish(1.76e9 + 301, {"code": 1, "last_words": "ValueError: No such thing"})
    writer.close(outcome="failed")
    LogWriter(tmp_path / "b").close()
    return tmp_path


def test_the_last_lines_come_first(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["console", str(logdir), "a", "--limit", "2"]) == 0
    said = capsys.readouterr()
    assert [line[8:] for line in said.out.splitlines()] == ["   step 299 ok", " ! ValueError: No such thing"]  # fmt: skip
    assert "2 of 301 lines" in said.err
    assert "it has ended: exit code 1: ValueError: No such thing" in said.err


@pytest.mark.parametrize(
    ("options", "want"),
    [
        (["--search", "NO SUCH"], [300]),
        (["--search", "step 29"], [29, *range(290, 300)]),
        (["--search", r"^step 2\d\d ok$", "--regex", "--limit", "3"], [297, 298, 299]),
        (["--first", "5", "--limit", "2"], [5, 6]),
        (["--search", "ok", "--first", "7", "--limit", "2"], [7, 8]),
    ],
)
def test_lines_are_found(
    logdir: Path, capsys: pytest.CaptureFixture[str], options: list[str], want: list[int]
) -> None:
    assert main(["console", str(logdir), "a", "--json", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [line["number"] for line in found["lines"]] == want
    assert (found["total"], found["ended"]) == (301, "exit code 1: ValueError: No such thing")


def test_what_is_not_there_is_said(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["console", str(logdir), "a", "--search", "nowhere"]) == 1
    assert main(["console", str(logdir), "b"]) == 2
    assert "no console of run 'b'" in capsys.readouterr().err
    assert main(["console", str(logdir), "a", "--search", "(", "--regex"]) == 2
    assert "unterminated subpattern" in capsys.readouterr().err
    assert main(["console", str(logdir), "a", "--regex"]) == 2


def test_an_expression_that_takes_too_long_is_given_up(logdir: Path) -> None:
    from vdlite.patterns.searching import lines_with

    with pytest.raises(FormatError, match="too long"):
        lines_with("(a+)+$", ["a" * 50 + "b"], seconds=0.2)


def test_nothing_that_was_printed_steers_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "a") as writer:
        keeper = Keeper(ConsoleRecords(recorder_of(writer)))
        keeper.feed(1, "\x1b[31mred\x1b[0m \x9b2J\u202e\nnext\n".encode(), 1.76e9)
        keeper.finish(1.76e9, {"code": 1, "last_words": "\x1b[31mred\x1b[2J\x1b[0m\x07"})
    for command in ("show", "events", "console", "rows"):
        tag = ["console"] if command == "rows" else []
        place = [str(tmp_path)] if command == "events" else [str(tmp_path), "a", *tag]
        assert main([command, *place]) == 0
        printed = "".join(capsys.readouterr())
        assert "red" in printed
        assert all(sign.isprintable() or sign == "\n" for sign in printed), command
        assert "[31m" not in printed
    assert main(["rows", str(tmp_path), "a", "console"]) == 0
    assert "red \\x9b2J\\u202e ⏎ next\n" in capsys.readouterr().out


def test_other_commands_say_how_it_ended(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    want = "exit code 1: ValueError: No such thing"
    assert main(["show", str(logdir), "a"]) == 0
    assert want in capsys.readouterr().out
    assert main(["runs", str(logdir), "--json"]) == 0
    assert [each["ended"] for each in json.loads(capsys.readouterr().out)] == [want, None]
    (event,) = (each for each in LogReader(logdir).events("a").events if each.what == "ended")
    assert (event.text, event.is_bad) == (f"its program has ended: {want}", True)
