"""What a program under `vdlite run` prints is kept with the run that it is in, and leaves no other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from vdlite import LogReader

from .conftest import Launch
from .watched import kept, run


def test_a_program_that_logs_nothing_has_a_run_of_its_own(launch: Launch, tmp_path: Path) -> None:
    code, out, err = run(launch, "print('hello')")
    (folder,) = (tmp_path / "here/runs").iterdir()
    assert (code, out) == (0, "hello\n")
    look = f"vdlite console runs {folder.name}"
    assert err == f"vdlite: the console is kept in runs/{folder.name}; to look: {look}\n"
    assert kept(tmp_path) == "hello\n"
    assert LogReader(folder).outcome(".") == "finished"


def test_a_folder_can_be_given(launch: Launch, tmp_path: Path) -> None:
    assert run(launch, "print('hello')", "--run", "mine") == (0, "hello\n", "")
    assert kept(tmp_path, "mine") == "hello\n"


def test_what_prints_nothing_and_ends_well_leaves_nothing(launch: Launch, tmp_path: Path) -> None:
    assert run(launch, "") == (0, "", "")
    assert list((tmp_path / "here").iterdir()) == []


def test_nothing_is_kept_where_nobody_wants_it(launch: Launch, tmp_path: Path) -> None:
    assert run(launch, "print('hello')", "--no-console") == (0, "hello\n", "")
    assert list((tmp_path / "here").iterdir()) == []


def test_each_of_several_runs_has_what_was_printed_in_it(launch: Launch, tmp_path: Path) -> None:
    program = """
        import os, sys, time
        from vdlite import LogWriter

        def say(text):
            print(text, flush=True)
            time.sleep(0.3)

        say("before")
        for name in "ab":
            with LogWriter(f"runs/{name}"):
                time.sleep(0.1)
                say(f"in {name}")
                if name == "b":
                    with LogWriter("runs/b/inner"):
                        say("inner")
                    say("in b again")
            say(f"behind {name}")
        sys.exit("last")
    """
    assert run(launch, program)[0] == 1
    reader = LogReader(tmp_path / "here/runs")

    def lines(run: str) -> list[str]:
        return [each for each in reader.console(run).splitlines() if "logging into" not in each]

    assert lines("a") == ["before", "in a", "behind a"]
    assert lines("b") == ["in b", "in b again", "behind b", "last"]
    assert lines("b/inner") == ["inner"]
    assert [reader.outcome(run) for run in ("a", "b/inner", "b")] == ["finished", "finished", "failed"]  # fmt: skip


def test_a_run_that_ended_well_is_no_failure_of_a_later_one(launch: Launch, tmp_path: Path) -> None:
    program = """
        from vdlite import LogWriter
        with LogWriter("runs/a"): pass
        writer = LogWriter("runs/b")
        raise ValueError
    """
    assert run(launch, program)[0] == 1
    reader = LogReader(tmp_path / "here/runs")
    assert [reader.outcome(run) for run in reader.runs] == ["finished", "failed"]


def test_other_ranks_that_log_nothing_leave_no_run(launch: Launch, tmp_path: Path) -> None:
    assert run(launch, "print('hello')", environment={"RANK": "1"}) == (0, "hello\n", "")
    assert list((tmp_path / "here").iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="counters of Linux")
def test_ranks_that_are_each_watched_make_one_run(launch: Launch, tmp_path: Path) -> None:
    program = """
        import os, vdlite
        with vdlite.init() as run:
            run.log({"loss": float(os.environ["RANK"])})
    """
    ranks = [
        launch(program, environment={"RANK": str(rank), "WORLD_SIZE": "3"}) for rank in range(3)
    ]
    for process in ranks:
        process.communicate(timeout=60)
    late = launch(program, environment={"RANK": "2", "WORLD_SIZE": "3"})
    assert b"goes on with the run" not in late.communicate(timeout=60)[1]
    reader = LogReader(tmp_path / "here/runs")
    (run,) = reader.runs
    assert sorted(row.rank for row in reader.ranks(run).rows) == [0, 1, 2]
    # The one that was started once more goes on behind itself, and nowhere behind lines of a console.
    assert {row.rank: row.last_step for row in reader.ranks(run).rows} == {0: 0, 1: 0, 2: 1}
