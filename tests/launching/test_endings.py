"""A program under `vdlite run` ends as it would by itself, and what outlives it, or us, is kept as well."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from vdlite import LogReader
from vdlite.reader.questions.console import console_of
from vdlite.reader.whole_runs import run_of

from .conftest import Launch
from .watched import OPEN, ending, kept, kept_so_far, run, until


def test_a_traceback_is_the_last_word(launch: Launch, tmp_path: Path) -> None:
    assert run(launch, f"{OPEN} print('x')\nraise ValueError('no such thing')")[0] == 1
    found = ending(tmp_path)
    assert found.text == "exit code 1: ValueError: no such thing"
    assert found.traceback is not None
    lines = console_of(run_of(LogReader(tmp_path / "here/runs"), "a")).lines(found.traceback, 99)
    assert lines[1].text[0] == "Traceback (most recent call last):"


def test_the_last_words_before_a_segmentation_fault_are_kept(
    launch: Launch, tmp_path: Path
) -> None:
    program = f"""
        import ctypes, os, faulthandler
        {OPEN}
        faulthandler.disable()
        ctypes.CDLL(None).puts(b"of C")
        ctypes.CDLL(None).fflush(None)
        os.write(1, b"last words")
        ctypes.string_at(0)
    """
    code, out, _ = run(launch, program)
    assert (code, out) == (-signal.SIGSEGV, "of C\nlast words")
    assert "of C\nlast words\n" in kept(tmp_path)
    found = ending(tmp_path)
    assert (found.code, found.signal) == (None, "SIGSEGV")
    assert LogReader(tmp_path / "here/runs").outcome("a") == "failed"


def test_a_program_that_is_killed_has_ended_at_once(launch: Launch, tmp_path: Path) -> None:
    code, _, _ = run(launch, f"import os; {OPEN} print('x', flush=True); os.kill(os.getpid(), 9)")
    assert code == -signal.SIGKILL
    reader = LogReader(tmp_path / "here/runs")
    assert (reader.state("a"), reader.outcome("a")) == ("ended", "killed")
    assert ending(tmp_path).signal == "SIGKILL"


def test_a_program_goes_on_where_we_are_killed(launch: Launch, tmp_path: Path) -> None:
    program = f"""
        import os, time
        {OPEN}
        print("begin", flush=True)
        while not os.path.exists("go"):
            time.sleep(0.01)
        for number in range(20000):
            print("line", number)
        writer.close(outcome="finished")
        open("done", "w").close()
    """
    process = launch(program)
    assert process.stdout is not None
    assert process.stdout.readline() == b"begin\n"
    until(lambda: "begin" in kept_so_far(tmp_path), "the first line is kept")
    process.kill()
    process.wait()
    (tmp_path / "here/go").touch()
    lines = process.stdout.read().splitlines()
    assert lines == [b"line %d" % number for number in range(20000)]
    assert (tmp_path / "here/done").exists()
    until(lambda: "line 19999" in kept_so_far(tmp_path), "the heir has kept the rest")
    assert kept_so_far(tmp_path).splitlines()[-20000:] == [f"line {n}" for n in range(20000)]


def test_what_outlives_the_program_is_kept_too(launch: Launch, tmp_path: Path) -> None:
    program = f"""
        import subprocess, sys
        {OPEN}
        print("parent", flush=True)
        wait = "import os, time\\nwhile not os.path.exists('go'): time.sleep(0.01)\\nprint('later')"
        subprocess.Popen([sys.executable, "-c", wait])
    """
    with open(tmp_path / "out", "wb") as out:
        process = launch(program, stdout=out, stderr=out)
        assert process.wait(30) == 0
    assert kept(tmp_path).splitlines()[-1] == "parent"
    (tmp_path / "here/go").touch()
    until(lambda: "later" in kept_so_far(tmp_path), "the heir keeps it")
    assert (tmp_path / "out").read_text().splitlines()[-2:] == ["parent", "later"]


@pytest.mark.parametrize("opens", [OPEN + "writer.close()", ""])
def test_what_outlives_the_program_is_kept_in_the_same_run(
    launch: Launch, tmp_path: Path, opens: str
) -> None:
    (tmp_path / "temporary").mkdir()
    program = f"""
        import subprocess, sys
        {opens}
        print("parent", flush=True)
        wait = "import os, time\\nwhile not os.path.exists('go'): time.sleep(0.01)\\nprint('later')"
        subprocess.Popen([sys.executable, "-c", wait])
    """
    with open(tmp_path / "out", "wb") as out:
        environment = {"TMPDIR": str(tmp_path / "temporary")}
        process = launch(program, environment=environment, stdout=out, stderr=out)
        assert process.wait(30) == 0
    (tmp_path / "here/go").touch()
    until(lambda: not list((tmp_path / "temporary").iterdir()), "the heir clears up")
    assert len(LogReader(tmp_path / "here/runs").runs) == 1
    assert kept(tmp_path).splitlines()[-2:] == ["parent", "later"]


@pytest.mark.parametrize(
    "program", ["", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)", OPEN]
)
def test_no_temporary_file_stays(launch: Launch, tmp_path: Path, program: str) -> None:
    (tmp_path / "temporary").mkdir()
    run(launch, program, environment={"TMPDIR": str(tmp_path / "temporary")})
    assert not list((tmp_path / "temporary").iterdir())


def test_processes_that_the_kernel_ended_are_counted() -> None:
    from vdlite.launching.ending import ended_with, oom_kills

    assert oom_kills() >= 0
    assert ended_with(-9, 1.5, 2) == {"code": None, "signal": "SIGKILL", "seconds": 1.5, "oom_kills": 2}  # fmt: skip
    assert ended_with(0, 1.5, 2) == {"code": 0, "seconds": 1.5}
