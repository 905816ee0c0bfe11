"""Programs under `vdlite run`, and what was kept of them."""

from __future__ import annotations

import time
from pathlib import Path

from vdlite import LogReader
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


def kept_so_far(tmp_path: Path) -> str:
    try:
        return kept(tmp_path)
    except Exception:  # noqa: BLE001  # nothing is there yet
        return ""
