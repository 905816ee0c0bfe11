"""What starting a server costs until its first answer: processor time, and time on the wall."""

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import psutil

from benchmarks import logs, servers
from benchmarks.table import Row

_LIMIT = "(import fastapi, uvicorn, numpy)"


def measure(*, quick: bool) -> list[Row]:
    """Of one small log, medians, taken in turn."""
    times: dict[str, list[tuple[float, float]]] = {}
    missing = set()
    with logs.folder() as logdir:
        logs.write_runs(logdir / "vdlite", runs=3, tags=3, points=100)
        contenders: dict[str, Callable[[], tuple[float, float]]] = {
            _LIMIT: _imports,
            "vdlite": lambda: _first_answer(servers.vdlite, logdir / "vdlite", "/api/status"),
            "TensorBoard": lambda: _first_answer(
                lambda path, port: servers.tensorboard(path, port, 1000),
                logdir / "tensorboard",
                "/data/environment",
            ),
        }
        logs.write_events(logdir / "tensorboard", runs=3, tags=3, points=100)
        if find_spec("tensorboard") is None:
            missing.add("TensorBoard")
        for _ in range(3 if quick else 9):
            for who, start in contenders.items():
                if who not in missing:
                    times.setdefault(who, []).append(start())
    limit = statistics.median(cpu for cpu, _ in times[_LIMIT])
    rows = [Row("start to first answer", who, None, "", "not installed") for who in sorted(missing)]
    for who, taken in times.items():
        cpu, wall = (statistics.median(column) for column in zip(*taken, strict=True))
        note = f"{cpu / limit:.2f} times these imports; {wall:.2f} s on the wall"
        rows.append(Row("start to first answer", who, cpu * 1e3, "ms of processor time", note))
    return rows


def _imports() -> tuple[float, float]:
    before, since = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-c", "import fastapi, uvicorn, numpy"], check=True)
    wall = time.perf_counter() - since
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, wall


def _first_answer(
    command: Callable[[Path, int], list[str]], logdir: Path, path: str
) -> tuple[float, float]:
    port = servers.free_port()
    with servers.serving(command(logdir, port), port) as running:
        running.wait_for(path)
        wall = time.perf_counter() - running.started
        process = psutil.Process(running.process.pid)
        family = [process, *process.children(recursive=True)]
        spent = [each.cpu_times() for each in family]
        return sum(each.user + each.system for each in spent), wall
