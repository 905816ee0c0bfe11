"""The command line, run as people run it: in a process of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Start = Callable[..., "subprocess.Popen[str]"]

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are a thing of POSIX")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """How to start `vdlite ARGUMENTS` in an empty folder; it is killed at the end of the test."""
    started = []

    def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("VDLITE_")}
        process = subprocess.Popen(
            [sys.executable, "-m", "vdlite", *arguments],
            cwd=tmp_path,
            env=inherited | {"XDG_CONFIG_HOME": str(tmp_path / "config")} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # a signal to it is no signal to the tests
        )
        started.append(process)
        return process

    yield start
    for process in started:
        # With what it has started itself: that would hold the pipes open.
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        elif process.poll() is None:
            process.kill()
        process.communicate()


def said_until(process: subprocess.Popen[str], start: str) -> str:
    """The rest of the first line of its output that begins with `start`."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.strip().startswith(start):
            return line.strip().removeprefix(start).strip()
    raise AssertionError(f"it ended without {start!r}: {process.communicate()[1]}")


def end(process: subprocess.Popen[str], how: signal.Signals = signal.SIGINT) -> tuple[int, str]:
    """Its exit status and what it said on stderr, after a signal."""
    process.send_signal(how)
    _, errors = process.communicate(timeout=30)
    return process.returncode, errors
