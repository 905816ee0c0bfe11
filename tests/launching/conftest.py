"""Programs under `vdlite run`."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    collect_ignore_glob = ["*"]

Launch = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    """Start `vdlite run` with a program, in an empty folder; streams are pipes unless they are given."""
    started: list[subprocess.Popen[bytes]] = []
    (tmp_path / "here").mkdir()

    def launched(
        program: str, *options: str, environment: dict[str, str] | None = None, **streams: Any
    ) -> subprocess.Popen[bytes]:
        script = tmp_path / "program.py"
        script.write_text(textwrap.dedent(program))
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
        process = subprocess.Popen(
            [sys.executable, "-m", "vdlite", "run", *options, "--", sys.executable, str(script)],
            cwd=tmp_path / "here",
            env={**os.environ, **(environment or {})},
            **{**pipes, **streams},
        )
        started.append(process)
        return process

    yield launched
    for process in started:
        process.kill()
        process.communicate()
