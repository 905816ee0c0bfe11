"""What is said of a run that is not there."""

from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter
from vdlite.cli import main
from vdlite.errors import NotFoundError
from vdlite.reader.questions.near_runs import near_runs, runs_instead

SWEEP = ["sweep/t001", "sweep/t002", "sweep/t003", "other/a", "base"]


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("t003", ["sweep/t003"]),
        ("t01", ["sweep/t001"]),
        ("logs/sweep/t002", ["sweep/t002"]),
        ("bsae", ["base"]),
        ("a", ["other/a"]),
        ("3", []),
        ("sweep/t0003", ["sweep/t003", "sweep/t002", "sweep/t001"]),
    ],
)
def test_runs_with_other_folders_in_front_are_meant_else_such_that_are_spelled_alike(
    name: str, near: list[str]
) -> None:
    assert near_runs(name, SWEEP) == near


def test_without_any_that_is_near_some_are_named() -> None:
    assert runs_instead("nothing", []) == "there are none"
    assert runs_instead("x", [f"run {number}" for number in range(9)]) == (
        "there are 'run 0', 'run 1', 'run 2', 'run 3', 'run 4', ..."
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "LOGDIR", "t003"],
        ["series", "LOGDIR", "t003", "loss"],
        ["compare", "LOGDIR", "sweep/t001", "t003"],
        ["diff", "LOGDIR", "sweep/t001", "t003"],
        ["console", "LOGDIR", "t003"],
        ["baseline", "LOGDIR", "t003"],
        ["halt", "LOGDIR", "t003"],
        ["note", "LOGDIR", "t003", "text"],
    ],
)
def test_each_command_names_the_run_of_which_the_last_part_was_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    # Of longer names it is no near one by its letters.
    for number in (1, 3):
        LogWriter(tmp_path / f"a-rather-long-folder/sweep/t00{number}").close()
    given = [str(tmp_path) if each == "LOGDIR" else each for each in arguments]
    given = [each.replace("sweep/", "a-rather-long-folder/sweep/") for each in given]
    assert main(given) == 2
    said = capsys.readouterr().err
    assert "no run 't003'" in said
    assert "'a-rather-long-folder/sweep/t003'" in said
    assert "'a-rather-long-folder/sweep/t001'" not in said


def test_a_reader_names_it(tmp_path: Path) -> None:
    LogWriter(tmp_path / "a-rather-long-folder/t003").close()
    with pytest.raises(NotFoundError, match="did you mean 'a-rather-long-folder/t003'"):
        LogReader(tmp_path).summary("t003")
