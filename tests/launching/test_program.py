"""What a program under `vdlite run` prints goes where it went, and is kept with its run; it ends as it would by itself."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from vdlite import LogReader
from vdlite.cli import main
from vdlite.kinds import console
from vdlite.reader.questions.console import console_of
from vdlite.reader.series.console import Ending
from vdlite.reader.whole_runs import run_of

from .conftest import Launch

OPEN = "from vdlite import LogWriter; writer = LogWriter('runs/a');"


def run(
    launch: Launch, program: str, *options: str, environment: dict[str, str] | None = None
) -> tuple[int, str, str]:
    process = launch(program, *options, environment=environment)
    out, err = process.communicate(timeout=60)
    return process.returncode, out.decode(), err.decode()


def kept(tmp_path: Path, name: str = "runs", run: str | None = None) -> str:
    reader = LogReader(tmp_path / "here" / name)
    return reader.console(run or reader.runs[0])


def ending(tmp_path: Path, name: str = "runs") -> Ending:
    reader = LogReader(tmp_path / "here" / name)
    found = console_of(run_of(reader, reader.runs[0])).ending()
    assert found is not None
    return found


def until(condition: object, what: str, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, what
        time.sleep(0.01)


def test_output_goes_where_it_went_and_is_kept(launch: Launch, tmp_path: Path) -> None:
    code, out, err = run(
        launch, f"import sys; {OPEN} print('a\\x00灰'); print('b', file=sys.stderr); sys.exit(3)"
    )
    assert (code, out, err.splitlines()[1:]) == (3, "a\x00灰\n", ["b"])
    lines = [line for line in kept(tmp_path).splitlines() if not line.startswith("vdlite:")]
    assert sorted(lines) == ["a灰", "b"]
    reader = LogReader(tmp_path / "here/runs")
    assert (reader.state("a"), reader.outcome("a")) == ("ended", "failed")
    printed = console_of(run_of(reader, "a")).lines(0, 10)[1]
    streams = {
        text: console.STREAMS[stream]
        for text, stream in zip(printed.text, printed.streams.tolist(), strict=True)
    }
    assert (streams["a灰"], streams["b"]) == ("stdout", "stderr")


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
    until(lambda: "begin" in _kept_so_far(tmp_path), "the first line is kept")
    process.kill()
    process.wait()
    (tmp_path / "here/go").touch()
    lines = process.stdout.read().splitlines()
    assert lines == [b"line %d" % number for number in range(20000)]
    assert (tmp_path / "here/done").exists()
    until(lambda: "line 19999" in _kept_so_far(tmp_path), "the heir has kept the rest")
    assert _kept_so_far(tmp_path).splitlines()[-20000:] == [f"line {n}" for n in range(20000)]


def _kept_so_far(tmp_path: Path) -> str:
    try:
        return kept(tmp_path)
    except Exception:  # noqa: BLE001  # nothing is there yet
        return ""


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
    until(lambda: "later" in _kept_so_far(tmp_path), "the heir keeps it")
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


def test_a_program_runs_without_room_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    became: list[str] = []

    def full(**_: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "mkdtemp", full)
    monkeypatch.setattr(tempfile, "mkstemp", full)
    monkeypatch.setattr(os, "execvpe", lambda name, words, _: became.extend([name, *words]))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0))
    assert main(["run", "--", "train", "1"]) == 0
    assert became == ["train", "train", "1"]
    assert "can't keep the console: No space left on device" in capfd.readouterr().err


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


def test_secrets_never_reach_the_disk(launch: Launch, tmp_path: Path) -> None:
    secrets = {"MY_TOKEN": "one-two-three-four", "OTHER": "no-secret-at-all"}
    program = f"""
        import os
        {OPEN}
        print(os.environ["MY_TOKEN"], os.environ["OTHER"], "https://me:pass5word@host/x")
    """
    code, out, _ = run(launch, program, environment=secrets)
    assert (code, "one-two-three-four" in out) == (0, True)
    data = b"".join(each.read_bytes() for each in (tmp_path / "here/runs/a").iterdir())
    assert b"no-secret-at-all" in data
    assert b"one-two-three-four" not in data
    assert b"pass5word" not in data


def test_input_reaches_the_program(launch: Launch, tmp_path: Path) -> None:
    process = launch("print(input('? ') + '!')", "--run", "mine", stdin=subprocess.PIPE)
    assert process.communicate(b"hello\n", timeout=30)[0] == b"? hello!\n"
    assert kept(tmp_path, "mine") == "? hello!\n"


def test_output_that_nobody_reads_ends_the_program_as_without_us(launch: Launch) -> None:
    process = launch(
        """
        import signal
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        while True:
            print("y")
        """
    )
    assert process.stdout is not None
    assert process.stdout.read(2) == b"y\n"
    process.stdout.close()
    assert process.wait(30) == -signal.SIGPIPE


def test_a_program_may_close_its_output(launch: Launch, tmp_path: Path) -> None:
    program = """
        import os, sys
        print("out", flush=True)
        os.close(1)
        print("err", file=sys.stderr)
    """
    process = launch(program, "--run", "mine")
    out, err = process.communicate(timeout=30)
    assert (out, err.splitlines()[0]) == (b"out\n", b"err")
    assert sorted(kept(tmp_path, "mine").splitlines()[:2]) == ["err", "out"]


def test_our_own_output_may_be_closed(launch: Launch, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    launch("print('hello')", "--run", "first").wait(30)
    command = f'exec "{sys.executable}" -m vdlite run --run mine -- "{sys.executable}" "{script}" >&- 2>&-'
    subprocess.run(["sh", "-c", command], cwd=tmp_path / "here", check=True, timeout=60)
    assert kept(tmp_path, "mine") == "hello\n"


def test_output_that_nobody_takes_holds_up_only_itself(launch: Launch, tmp_path: Path) -> None:
    program = """
        import os, sys
        sys.stderr.write("first\\n")
        os.write(1, b"x" * 100 + b"\\n")
        os.write(1, (b"y" * 100 + b"\\n") * 30_000)
        sys.stderr.write("second\\n")
    """
    process = launch(program, "--run", "mine")
    assert process.stderr is not None
    assert process.stderr.readline() == b"first\n"
    time.sleep(0.5)
    assert process.poll() is None  # it waits for us, as it would without vdlite
    assert process.stdout is not None
    assert len(process.stdout.read()) == 30_001 * 101
    assert process.stderr.readline() == b"second\n"
    assert process.wait(30) == 0
    assert kept(tmp_path, "mine").count("\n") == 30_003


def test_a_million_lines_are_kept(launch: Launch, tmp_path: Path) -> None:
    with open(os.devnull, "wb") as nowhere:
        program = "for number in range(1_000_000): print('step', number)"
        process = launch(program, "--run", "mine", stdout=nowhere)
        assert process.wait(120) == 0
    assert kept(tmp_path, "mine") == "".join(f"step {number}\n" for number in range(1_000_000))


def test_a_long_line_is_passed_on_whole(launch: Launch, tmp_path: Path) -> None:
    code, out, _ = run(launch, "print('x' * 10_000_000)", "--run", "mine")
    assert (code, out) == (0, "x" * 10_000_000 + "\n")
    text = kept(tmp_path, "mine")
    assert text.startswith("x" * 65536)
    assert text.endswith(" … 9,934,464 bytes left out\n")


def test_bars_of_processes_are_folded(launch: Launch, tmp_path: Path) -> None:
    program = """
        import multiprocessing
        from tqdm import tqdm

        def work(number):
            for _ in tqdm(range(300), desc=f"bar {number}", position=number, mininterval=0):
                pass

        if __name__ == "__main__":
            with multiprocessing.Pool(3, initializer=tqdm.set_lock, initargs=(tqdm.get_lock(),)) as pool:
                pool.map(work, range(3))
            print("done")
    """
    code, _, err = run(launch, program, "--run", "mine")
    assert (code, err.count("\r") > 300) == (0, True)
    assert len(kept(tmp_path, "mine").splitlines()) < 30


def test_a_command_that_is_not_there_is_refused(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "vdlite", "run", "--", "no-such-command"],
        capture_output=True,
        cwd=tmp_path,
        check=False,
    )
    assert found.returncode == 2
    assert found.stderr == b"vdlite run: can't start no-such-command: No such file or directory\n"
    assert list(tmp_path.iterdir()) == []


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
    assert {row.last_step for row in reader.ranks(run).rows} == {0}


def test_processes_that_the_kernel_ended_are_counted() -> None:
    from vdlite.launching.ending import ended_with, oom_kills

    assert oom_kills() >= 0
    assert ended_with(-9, 1.5, 2) == {"code": None, "signal": "SIGKILL", "seconds": 1.5, "oom_kills": 2}  # fmt: skip
    assert ended_with(0, 1.5, 2) == {"code": 0, "seconds": 1.5}


def test_plain_pipes_do_where_there_is_nothing_else(tmp_path: Path) -> None:
    program = f"""
import os, sys
from vdlite.launching.piped import run_piped
from vdlite.launching.place import Place
from vdlite.launching.recorded import Watched
sys.exit(run_piped(Watched([sys.executable, "-c", "print('x'); 1 / 0"], os.environ, {str(tmp_path / "mine")!r}), Place()))
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (found.returncode, found.stdout.split()) == (1, [b"x"])
    assert b"ZeroDivisionError" in found.stderr
    reader = LogReader(tmp_path / "mine")
    assert (reader.outcome("."), reader.console(".").splitlines()[-1]) == ("failed", "ZeroDivisionError: division by zero")  # fmt: skip
