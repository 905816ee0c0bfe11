"""Commands that run two at a time, since each uses one processor; what they say comes one after the other."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def run(commands: Sequence[Sequence[str]], *, cwd: Path) -> int:
    """The exit code of the first command that fails, else 0."""
    with ThreadPoolExecutor(2) as pool:
        running = [pool.submit(_done, command, cwd) for command in commands]
        for command, one in zip(commands, running, strict=True):
            done = one.result()
            print("$", *command)
            print(done.stdout, end="", flush=True)
            if done.returncode != 0:
                pool.shutdown(wait=False, cancel_futures=True)
                return done.returncode
    return 0


def _done(command: Sequence[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
