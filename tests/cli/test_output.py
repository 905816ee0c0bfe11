"""What commands print: where it goes nowhere, and what others have named."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vdlite import LogWriter

from .conftest import Start, posix

pytestmark = posix


def ended(
    folder: Path, *arguments: str, redirection: str = "", **environment: str
) -> tuple[int, bytes, bytes]:
    """Exit status, output and errors of a command of the shell."""
    made = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {redirection}', sys.executable, "-m", "vdlite", *arguments],
        cwd=folder,
        env=os.environ | {"XDG_CONFIG_HOME": str(folder / "config")} | environment,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return made.returncode, made.stdout, made.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has it")
@pytest.mark.parametrize("arguments", [["ps"], ["--port", "0"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_reported_in_one_line(
    tmp_path: Path, arguments: list[str], unbuffered: str
) -> None:
    status, _, errors = ended(
        tmp_path, *arguments, redirection=">/dev/full", PYTHONUNBUFFERED=unbuffered
    )
    assert (status, errors) == (1, b"vdlite: can't write: No space left on device\n")


def test_a_server_without_an_output_ends_like_others(tmp_path: Path, start: Start) -> None:
    closed = tmp_path / "closed.py"
    closed.write_text("import os, sys\nos.close(1)\nos.execv(sys.executable, sys.argv[1:])\n")
    server = subprocess.Popen(
        [sys.executable, str(closed), sys.executable, "-m", "vdlite", "--port", "0"],
        cwd=tmp_path,
        env=os.environ | {"XDG_CONFIG_HOME": str(tmp_path / "config")},
        stderr=subprocess.PIPE,
        text=True,
    )
    running = tmp_path / "config" / "vdlite" / "servers"
    while not (running.exists() and list(running.iterdir())):
        assert server.poll() is None
    assert start("stop", "--all").wait(30) == 0
    assert server.communicate(timeout=30)[1] == ""
    assert server.returncode == 0


def test_names_that_others_gave_do_not_steer_the_terminal(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(1000):
            writer.add_scalar("x", step, step)
    odd = os.fsencode(tmp_path) + b"/a\xff\x1b[2J\nb"
    os.mkdir(odd)
    content = bytearray(Path(writer.file_name).read_bytes())
    content[3000] ^= 1
    Path(os.fsdecode(odd), "log.vdl").write_bytes(content)
    for locale in ("C.UTF-8", "C"):
        for command in (["check", "."], ["import", ".", f"copies {locale}"]):
            _, output, errors = ended(
                tmp_path, *command, LC_ALL=locale, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"
            )
            assert (b"\x1b" in output, errors) == (False, b""), command
            assert b"\\x1b[2J\\nb" in output
    assert b"a\\udcff\\x1b[2J\\nb" in ended(tmp_path, "check", ".")[1]


@pytest.mark.parametrize(
    "command", [["check"], ["import"], ["export"], ["prune"], ["landscape"], ["graph"], []]
)
def test_a_name_that_is_too_long_is_refused_in_one_line(tmp_path: Path, command: list[str]) -> None:
    others = ["copies"] if command in (["import"], ["export"]) else []
    status, output, errors = ended(tmp_path, *command, "a" * 5000, *others)
    assert (status, output) == (2, b"")
    assert errors.count(b"\n") == 1


def test_seconds_that_are_none_are_refused_in_words(start: Start) -> None:
    demo = start("demo", "--seconds", "soon")
    assert end_of(demo) == (2, "vdlite demo: --seconds: got soon, want 0 to 86400 ")


def end_of(process: subprocess.Popen[str]) -> tuple[int, str]:
    _, errors = process.communicate(timeout=30)
    return process.returncode, errors.partition("(")[0]


_INTERRUPTED = """
import os, runpy, signal, sys

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "vdlite.cli.demo":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
sys.argv = ["vdlite", "ps"]
runpy.run_module("vdlite", run_name="__main__")
"""


def test_an_interrupt_while_the_program_is_loaded_ends_it_without_a_word() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED], capture_output=True, check=False, timeout=60
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, b"", b"")
