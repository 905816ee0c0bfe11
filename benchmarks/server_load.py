"""How a server bears a crowd: what it answers, how soon it says how it is, and what memory it takes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np

from benchmarks import logs
from benchmarks.load import Crowd, Heard, Load, questions
from benchmarks.table import Row
from vdlite import LogWriter

_TAGS = [f"group{tag % 3}/tag{tag}" for tag in range(20)]
_FILES = 1024  # that the server may open, as is usual
_REST = 15.0  # seconds after the crowd has gone, before memory is looked at again


def measure(*, quick: bool) -> list[Row]:
    """20 busy clients, 15 event streams, 2000 connections that only hold a place, and others, all at once."""
    seconds = 10.0 if quick else 60.0
    crowd = Crowd(silent=200, slow=200) if quick else Crowd()
    with logs.folder() as folder:
        logs.write_runs(folder, runs=20, tags=20, points=2_000 if quick else 10_000)
        noise = np.random.default_rng(0).integers(0, 256, (1000, 1000, 3), dtype=np.uint8)
        with LogWriter(folder / "pictures") as writer:
            writer.add_image("noise", noise, 0)
            writer.add_image("huge", np.zeros((9000, 9000), np.uint8), 0)
        with _server(folder) as (port, pid, log):
            return _measure(port, pid, log, crowd, seconds)


def _measure(port: int, pid: int, log: Path, crowd: Crowd, seconds: float) -> list[Row]:
    url = f"http://127.0.0.1:{port}"
    asked = []
    with httpx.Client(base_url=url, timeout=60) as client:
        while not client.get("/api/status").json()["loading"]["done"]:
            time.sleep(0.05)
        runs = {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}
        version = client.get("/api/status").json()["runs_version"]
        ids = [run for name, run in runs.items() if name != "pictures"]
        for tag in ("noise", "huge"):
            picture = f"kind=image&run={runs['pictures']}&tag={tag}"
            asked += questions(ids, _TAGS, picture, 0)[: None if tag == "noise" else 3]
        before = _memory(pid, "VmRSS")
        heard = asyncio.run(Load(port, asked).run(crowd, seconds))
        time.sleep(_REST)
        after = _memory(pid, "VmRSS")
        try:
            moved: int | None = client.get("/api/status").json()["runs_version"] - version
        except httpx.HTTPError:  # it has not come round
            moved = None
    return [
        *_rows(heard, seconds),
        Row("memory of the server", "before", before, "MB"),
        Row("memory of the server", "at most", _memory(pid, "VmHWM"), "MB"),
        Row("memory of the server", "after", after, "MB", f"{_REST:.0f} s after the last answer"),
        Row("what the server has said on stderr", "vdlite", log.stat().st_size / 1000, "kB"),
        Row("times that the list of runs has changed", "vdlite", moved, ""),
    ]


def _rows(heard: Heard, seconds: float) -> list[Row]:
    what = f"answers within {seconds:.0f} s"
    rows = [Row(what, f"status {code}", n, "") for code, n in sorted(heard.answers.items())]
    rows += [Row(what, f"broken off: {why}", n, "") for why, n in sorted(heard.failed.items())]
    status = f"/api/status meanwhile, {len(heard.status_seconds)} times"
    return [
        *rows,
        Row(status, "median", heard.status_quantile(0.5) * 1e3, "ms"),
        Row(status, "95 % within", heard.status_quantile(0.95) * 1e3, "ms"),
        Row(status, "longest", max(heard.status_seconds, default=0.0) * 1e3, "ms"),
        Row(status, "without an answer", heard.status_failed, ""),
        Row("event streams that were open at the end", "vdlite", heard.streams_open, ""),
        Row("idle and slow connections that were cut", "vdlite", heard.refused, ""),
    ]


@contextlib.contextmanager
def _server(logdir: Path) -> Iterator[tuple[int, int, Path]]:
    """A server with as many files as is usual: its port, its process, and what it says on stderr."""
    log = logdir.parent / f"{logdir.name}.log"
    command = [sys.executable, "-m", "vdlite", str(logdir), "--port", "0", "--no-token"]

    def few_files() -> None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(_FILES, hard), hard))

    with log.open("wb") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, preexec_fn=few_files, text=True
        )
        try:
            assert process.stdout is not None
            line = next(line for line in process.stdout if "Open" in line)
            yield int(line.rpartition(":")[2].strip().strip("/")), process.pid, log
        finally:
            process.terminate()
            process.wait()
            os.unlink(log)


def _memory(pid: int, what: str) -> float:
    """In MB; VmRSS: now, VmHWM: the most ever."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(what)).split()[1]) / 1000
