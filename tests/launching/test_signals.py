"""Signals reach a program under `vdlite run` once, and a terminal stays a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from vdlite import LogReader

from .conftest import Launch

COUNTS = """
    import os, signal, sys, time

    counts = {}

    def count(number, frame):
        counts[number] = counts.get(number, 0) + 1
        # Not by print, in which the next signal may arrive: that would be a reentrant call.
        os.write(1, f"got {signal.Signals(number).name} {counts[number]}\\n".encode())

    for name in ("SIGINT", "SIGTERM", "SIGUSR1"):
        signal.signal(getattr(signal, name), count)
    print("ready", os.getpid(), flush=True)
    end = time.monotonic() + 60
    while sum(counts.values()) < int(sys.argv[1] if len(sys.argv) > 1 else 3) and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.3)
    print("counts", sorted(counts.items()), flush=True)
"""


def test_a_signal_to_us_reaches_the_program_once(launch: Launch) -> None:
    process = launch(COUNTS, "--run", "mine", start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    for number in (signal.SIGTERM, signal.SIGUSR1, signal.SIGINT):
        process.send_signal(number)
        process.stdout.readline()
    assert process.stdout.readline() == b"counts [(2, 1), (10, 1), (15, 1)]\n"
    assert process.wait(30) == 0


def test_a_signal_to_all_of_the_group_reaches_the_program_once(launch: Launch) -> None:
    process = launch(COUNTS, "--run", "mine", start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    for number in (signal.SIGTERM, signal.SIGUSR1, signal.SIGINT):
        os.killpg(process.pid, number)
        process.stdout.readline()
    assert process.stdout.readline() == b"counts [(2, 1), (10, 1), (15, 1)]\n"
    assert process.wait(30) == 0


def test_a_program_that_a_signal_ends_says_so(launch: Launch, tmp_path: Path) -> None:
    process = launch(
        "import time; print('x', flush=True); time.sleep(60)",
        "--run",
        "mine",
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == -signal.SIGTERM
    assert LogReader(tmp_path / "here/mine").outcome(".") == "killed"


def test_what_was_ignored_still_is(launch: Launch) -> None:
    process = launch(
        "import signal; print(signal.getsignal(signal.SIGHUP))",
        "--run",
        "mine",
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    assert process.communicate(timeout=30)[0] == b"1\n"


class OnTerminal:
    """A program under `vdlite run` on a terminal of its own."""

    def __init__(self, folder: Path, program: str, *command: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        (folder / "program.py").write_text(textwrap.dedent(program))
        self.screen, inlet = pty.openpty()
        fcntl.ioctl(inlet, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 77, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, *command, "program.py"],
            cwd=folder,
            stdin=inlet,
            stdout=inlet,
            stderr=inlet,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(inlet)
        self.shown = b""

    def until(self, word: bytes, seconds: float = 30) -> None:
        import select

        end = time.monotonic() + seconds
        while word not in self.shown:
            assert time.monotonic() < end, (word, self.shown)
            if select.select([self.screen], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.screen, 65536)
                except OSError as error:  # all that had it open have ended
                    raise AssertionError((word, self.shown)) from error

    def type(self, keys: bytes) -> None:
        os.write(self.screen, keys)

    def end(self) -> int:
        while True:
            try:
                data = os.read(self.screen, 65536)
            except OSError:
                break
            if not data:
                break
            self.shown += data
        return self.process.wait(30)


UNDER_RUN = ("-m", "vdlite", "run", "--run", "mine", "--", sys.executable)


@pytest.fixture
def on_terminal(tmp_path: Path) -> Callable[..., OnTerminal]:
    return lambda program, *command: OnTerminal(tmp_path, program, *command)


def test_a_terminal_stays_a_terminal(
    on_terminal: Callable[..., OnTerminal], tmp_path: Path
) -> None:
    program = """
        import os, sys
        print([stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)])
        print(os.get_terminal_size(1).columns, os.get_terminal_size(2).lines)
        for number in range(200):
            print("out", number)
            print("err", number, file=sys.stderr)
            sys.stderr.write(f"\\r{number}%")
            sys.stderr.write("\\r    \\r")
        print("\\x1b[31mred\\x1b[0m")
    """
    ours, alone = on_terminal(program, *UNDER_RUN), on_terminal(program)
    assert (ours.end(), alone.end()) == (0, 0)
    assert ours.shown == alone.shown
    want = ["[True, True, True]", "77 33"]
    for number in range(200):
        want += [f"out {number}", f"err {number}"]
    assert LogReader(tmp_path / "mine").console(".").splitlines() == [*want, "red"]


def test_control_c_reaches_the_program_once_each_time(
    on_terminal: Callable[..., OnTerminal],
) -> None:
    screen = on_terminal(COUNTS.replace("else 3)", "else 2)"), *UNDER_RUN)
    screen.until(b"ready")
    screen.type(b"\x03")
    screen.until(b"got SIGINT 1")
    screen.type(b"\x03")
    assert screen.end() == 0, screen.shown
    assert b"counts [(2, 2)]" in screen.shown


def test_control_c_ends_a_program_as_without_us(
    on_terminal: Callable[..., OnTerminal], tmp_path: Path
) -> None:
    screen = on_terminal("import time\nprint('ready')\ntime.sleep(60)", *UNDER_RUN)
    screen.until(b"ready")
    screen.type(b"\x03")
    assert screen.end() == -signal.SIGINT
    reader = LogReader(tmp_path / "mine")
    assert (reader.outcome("."), reader.console(".").splitlines()[-1]) == (
        "killed",
        "KeyboardInterrupt",
    )


def test_what_is_typed_reaches_the_program(
    on_terminal: Callable[..., OnTerminal], tmp_path: Path
) -> None:
    screen = on_terminal("print(input('name? ') + '!')", *UNDER_RUN)
    screen.until(b"name?")
    screen.type(b"you\n")
    screen.until(b"you!")
    assert screen.end() == 0
    assert "you!" in LogReader(tmp_path / "mine").console(".")


def test_a_new_size_of_the_terminal_is_that_of_the_program(
    on_terminal: Callable[..., OnTerminal],
) -> None:
    import fcntl
    import struct
    import termios

    program = """
        import os, time
        print("ready", flush=True)
        end = time.monotonic() + 20
        while os.get_terminal_size(1).columns != 123 and time.monotonic() < end:
            time.sleep(0.01)
        print("columns", os.get_terminal_size(1).columns)
    """
    screen = on_terminal(program, *UNDER_RUN)
    screen.until(b"ready")
    fcntl.ioctl(screen.screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 123, 0, 0))
    screen.until(b"columns 123")
    assert screen.end() == 0
