"""Programs that tests run in processes of their own."""

import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any


def start(program: str, *arguments: object, **options: Any) -> subprocess.Popen[str]:
    """Run a Python program; what it prints can be read from `stdout`."""
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        **options,
    )


def run(program: str, *arguments: object, **options: Any) -> str:
    """Run a Python program to its end, which must be a good one; returns what it printed."""
    process = start(program, *arguments, **options)
    try:
        output, _ = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 0, output
    return output


def values(folder: Path, tag: str = "x") -> list[float]:
    """The values of a tag in a run folder, in step order."""
    from vdlite import LogReader

    points = LogReader(folder).scalars(".", tag, superseded=True)
    result: list[float] = points.values.tolist()
    return result
