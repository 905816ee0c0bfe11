"""What a program under `vdlite run` prints goes where it went, and is kept."""

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
from vdlite.kinds.console_streams import STREAMS
from vdlite.reader.questions.console import console_of
from vdlite.reader.whole_runs import run_of

from .conftest import Launch
from .watched import OPEN, kept, run


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
        text: STREAMS[stream]
        for text, stream in zip(printed.text, printed.streams.tolist(), strict=True)
    }
    assert (streams["a灰"], streams["b"]) == ("stdout", "stderr")


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
    # What two pipes bring has no order: the program's last flush of stdout may follow its traceback.
    lines = set(reader.console(".").splitlines())
    assert (reader.outcome("."), lines >= {"x", "ZeroDivisionError: division by zero"}) == (
        "failed",
        True,
    )


def test_a_program_is_started_before_arrays_are_loaded() -> None:
    program = """
import subprocess, sys
from vdlite.cli import main

class Started(Exception): pass

def start(*_, **__):
    raise Started("numpy" in sys.modules, "msgpack" in sys.modules)

subprocess.Popen = start
try:
    main(["run", "--", "train"])
except Started as started:
    print(started.args)
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert found.stdout == b"(False, False)\n"
