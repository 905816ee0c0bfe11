"""How long it takes until a log can be looked at."""

import statistics
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgpack

from benchmarks import logs, servers
from benchmarks.table import Row

TAG = "group0/tag0"


def _curves(running: servers.Running, runs: int, points: int) -> None:
    """Wait until one tag's curves of all runs are served, with all points behind them."""

    def ready(response: Any) -> bool:
        if response.status_code != 200:
            return False
        series = msgpack.unpackb(response.content)["series"]
        return len(series) == runs and all(one["count"] == points for one in series)

    index = running.wait_for(
        "/api/runs", lambda r: r.status_code == 200 and len(r.json()["runs"]) == runs
    )
    query = "&".join(f"run={run['id']}" for run in index.json()["runs"])
    # As the page asks.
    running.wait_for(
        f"/api/scalars?tag={TAG}&pixels=1000&{query}", ready, accept="application/msgpack"
    )


def _tensorboard_curves(running: servers.Running, runs: int, last_step: int) -> int:
    """The same of TensorBoard; returns how many points a series has there."""

    def ready(response: Any) -> bool:
        if response.status_code != 200:
            return False
        points = response.json()
        return bool(points) and points[-1][1] >= last_step

    points = 0
    for run in range(runs):
        path = f"/data/plugin/scalars/scalars?tag={TAG}&run=run{run:04d}"
        points = len(running.wait_for(path, ready).json())
    return points


def _time_vdlite(logdir: Path, runs: int, points: int) -> tuple[float, float]:
    port = servers.free_port()
    with servers.serving(servers.vdlite(logdir, port), port) as running:
        _curves(running, runs, points)
        return time.perf_counter() - running.started, running.peak[0]


def _time_tensorboard(
    logdir: Path, runs: int, points: int, samples: int
) -> tuple[float, float, int]:
    port = servers.free_port()
    with servers.serving(servers.tensorboard(logdir, port, samples), port) as running:
        held = _tensorboard_curves(running, runs, points - 1)
        return time.perf_counter() - running.started, running.peak[0], held


def measure(*, quick: bool) -> list[Row]:
    """From the start of the process to the first curves; and to the whole list of many runs."""
    runs, tags, points = (4, 5, 10_000) if quick else (10, 10, 100_000)
    rounds = 1 if quick else 3
    what = f"{runs} runs x {tags} tags x {points:,} points: start of the process until a tag's curves are served"
    memory = "peak memory meanwhile"
    rows = []
    with logs.folder() as folder:
        logs.write_runs(folder / "vdl", runs=runs, tags=tags, points=points)
        servers.warm_page_cache(folder / "vdl")
        contenders: dict[str, Any] = {"vdlite": lambda: _time_vdlite(folder / "vdl", runs, points)}
        logs.write_events(folder / "tb", runs=runs, tags=tags, points=points)
        servers.warm_page_cache(folder / "tb")
        contenders["vdlite, TensorBoard's event files"] = lambda: _time_vdlite(
            folder / "tb", runs, points
        )
        if find_spec("tensorboard") is not None:
            contenders["TensorBoard, 1000 points a series"] = lambda: _time_tensorboard(
                folder / "tb", runs, points, 1000
            )
            contenders["TensorBoard, all points"] = lambda: _time_tensorboard(
                folder / "tb", runs, points, 10 * points
            )
        else:
            rows.append(Row(what, "TensorBoard", None, "", "not installed"))
        results: dict[str, list[Any]] = {}
        for _ in range(rounds):
            for who, contender in contenders.items():
                results.setdefault(who, []).append(contender())
    for who, taken in results.items():
        note = (
            f"{points:,} points a series"
            if who.startswith("vdlite")
            else f"{taken[0][2]:,} points a series"
        )
        rows.append(Row(what, who, statistics.median(one[0] for one in taken), "s", note))
    for who, taken in results.items():
        rows.append(Row(memory, who, statistics.median(one[1] for one in taken), "MB"))
    return rows + _many_runs(quick)


def _many_runs(quick: bool) -> list[Row]:
    runs = 100 if quick else 1000
    taken = []
    with logs.folder() as folder:
        logs.write_runs(folder, runs=runs, tags=20, points=100)
        servers.warm_page_cache(folder)
        for _ in range(1 if quick else 3):
            port = servers.free_port()
            with servers.serving(servers.vdlite(folder, port), port) as running:
                running.wait_for(
                    "/api/status", lambda r: r.status_code == 200 and r.json()["loading"]["done"]
                )
                listed = running.wait_for("/api/runs").json()["runs"]
                assert len(listed) == runs
                assert all(run["records"] == 2000 for run in listed)
                taken.append(time.perf_counter() - running.started)
    return [
        Row(
            f"{runs} runs x 20 tags x 100 points: until the run list is complete",
            "vdlite",
            statistics.median(taken),
            "s",
        )
    ]
