"""The output of another program, or none: it may be missing, hang, or print without end."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

SECONDS = 5.0
"""For all programs that one record asks, one after the other."""

_PAUSE = 0.005  # seconds between two looks at a program that runs


class Patience:
    """The time until which programs may run: none of them is waited for any longer."""

    def __init__(self, seconds: float | None = None) -> None:
        self._until = time.monotonic() + (SECONDS if seconds is None else seconds)

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self._until


def output(
    command: Sequence[str], patience: Patience, *, folder: str | None = None, most: int = 1 << 16
) -> bytes | None:
    """The output of a command, of more than `most` bytes the first `most` + 1; None if it fails or takes too long.

    A file takes the output, so that nothing is held in memory; a program that prints more is ended.
    """
    surroundings = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    try:
        with (
            tempfile.TemporaryFile() as file,
            subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.DEVNULL,
                env=surroundings,
                start_new_session=True,  # whatever it starts ends with it
            ) as program,
        ):
            if not _is_done(program, file, patience, most):
                return None
            file.seek(0)
            return file.read(most + 1)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def _is_done(
    program: "subprocess.Popen[Any]", file: IO[bytes], patience: Patience, most: int
) -> bool:
    """Wait until the program has succeeded, or has printed more than is wanted."""
    try:
        while program.poll() is None:
            if os.fstat(file.fileno()).st_size > most:
                return True
            if patience.is_over:
                return False
            with suppress(subprocess.TimeoutExpired):
                program.wait(_PAUSE)
        return program.returncode == 0
    finally:
        _end(program)


def _end(program: "subprocess.Popen[Any]") -> None:
    """End the program and whatever it has started."""
    if program.poll() is not None:
        return
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(program.pid, signal.SIGKILL)
    program.kill()
