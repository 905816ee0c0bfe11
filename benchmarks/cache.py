"""How long it takes until logs can be looked at that were read before, and the memory that it takes.

`python -m benchmarks cache` writes its logs in large blocks, which takes a minute and 5 GB of disk.
"""

import contextlib
import os
import sqlite3
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgpack
import numpy as np
import psutil

from benchmarks import logs, many, servers
from benchmarks.table import Row
from vdlite import LogWriter
from vdlite.cache.column_cache import VERSION
from vdlite.reader.run.keeping import LEAST_BYTES

ROUNDS = 3
_BLOCK = 1000  # points of a tag behind each other


@dataclass(frozen=True)
class Case:
    """What is read."""

    what: str
    write: Callable[[Path], None]
    curves: int  # of the one tag that is looked at
    points: int  # of each of them
    tag: str
    rest: int = 0  # runs that are kept as a whole


def _walks(runs: int, tags: int, points: int) -> Case:
    def write(folder: Path) -> None:
        rng = np.random.default_rng(0)
        for run in range(runs):
            with LogWriter(folder / f"run{run:04d}") as writer:
                for first in range(0, points, _BLOCK):
                    steps = np.arange(first, first + _BLOCK)
                    for tag in range(tags):
                        values = rng.normal(size=_BLOCK).cumsum()
                        writer.add_scalar_series(f"tag{tag}", values, steps)

    millions = runs * tags * points / 1e6
    what = f"{millions:g} million points ({runs} runs x {tags} tags x {points:,})"
    return Case(what, write, runs, points, "tag0", rest=runs)


def _rows(tags: int, steps: int) -> Case:
    def write(folder: Path) -> None:
        rng = np.random.default_rng(0)
        names = tuple(f"norm/layers.{at // 1000}/experts.{at % 1000}" for at in range(tags))
        with LogWriter(folder / "run") as writer:
            for step in range(steps):
                writer.add_scalar_row(names, rng.normal(size=tags), step)

    what = f"{tags:,} tags x {steps:,} steps by rows"
    return Case(what, write, 1, steps, "norm/layers.7/experts.7")


def _cases(quick: bool) -> list[Case]:
    scale = 100 if quick else 1
    tags, runs = 100_000 // scale, 10_000 // scale
    tagged, listed = many.tags(tags), many.runs(runs)
    return [
        _walks(10, 10, 100_000 // scale),
        _walks(10, 10, 1_000_000 // scale),
        _rows(1_000_000 // scale, 100),
        Case(tagged.what, tagged.write, 1, 3, "layer0/weight0"),
        Case(listed.what, listed.write, 0, 0, "", rest=runs),
    ]


def _look(case: Case, folder: Path, cache: Path | None) -> tuple[float, float, float]:
    """Seconds until everything is read and one tag's curves are served, and then until they are again; memory in MB."""
    os.environ["VDLITE_CACHE"] = "" if cache is None else str(cache)
    port = servers.free_port()
    with servers.serving(servers.vdlite(folder, port), port) as running:
        running.wait_for(
            "/api/status", lambda r: r.status_code == 200 and r.json()["loading"]["done"]
        )
        ids = [run["id"] for run in running.wait_for("/api/runs").json()["runs"]]
        query = "&".join(f"run={each}" for each in ids[: case.curves])
        path = f"/api/scalars?tag={case.tag}&pixels=1000&{query}"
        if case.curves:
            answer = running.wait_for(path, accept="application/msgpack")
            series = msgpack.unpackb(answer.content)["series"]
            assert [one["count"] for one in series] == [case.points] * case.curves
        taken, begun = time.perf_counter() - running.started, time.perf_counter()
        if case.curves:
            running.wait_for(path + "&x_min=1000", accept="application/msgpack")
        again, peak = time.perf_counter() - begun, running.peak[0]
        if cache is not None:
            sizes = [path.stat().st_size for path in folder.rglob("*.vdl")]
            _wait_until_kept(cache, sum(size >= LEAST_BYTES for size in sizes), case.rest)
        return taken, again, peak


def _wait_until_kept(cache: Path, logs: int, runs: int) -> None:
    """Return when so many logs are kept, and so many runs as a whole."""
    path = cache / f"catalogue-{VERSION}.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as catalogue:
        for table, count in (("logs", logs), ("runs", runs)):
            while catalogue.execute(f"SELECT count(*) FROM {table}").fetchone()[0] < count:
                time.sleep(0.05)


def measure(*, quick: bool) -> list[Row]:
    """Everything is read and curves are served: without a cache, with an empty one, and with what that kept."""
    rows = []
    for case in _cases(quick):
        with logs.folder() as folder:
            case.write(folder / "logs")
            servers.warm_page_cache(folder / "logs")
            results: dict[str, list[tuple[float, float, float]]] = {}
            for turn in range(1 if quick else ROUNDS):
                cache = folder / f"cache{turn}"
                for who, place in (
                    ("without a cache", None),
                    ("the first time", cache),
                    ("again", cache),
                ):
                    results.setdefault(who, []).append(_look(case, folder / "logs", place))
        for at, what, unit in (
            (
                0,
                f"{case.what}: start of the process until all is read and a tag's curves served",
                "s",
            ),
            (2, "peak memory meanwhile", "MB"),
        ):
            for who, taken in results.items():
                rows.append(Row(what, who, statistics.median(one[at] for one in taken), unit))
    return [*rows, *_growth(quick)]


def _growth(quick: bool) -> list[Row]:
    """How much a server grows that follows a fast writer: with the pages of its cache that the system holds, and without."""
    points = 100_000 if quick else 1_150_000
    with logs.folder() as folder, LogWriter(folder / "logs" / "run") as writer:
        os.environ["VDLITE_CACHE"] = str(folder / "cache")
        port = servers.free_port()
        with servers.serving(servers.vdlite(folder / "logs", port), port) as running:
            running.wait_for("/api/runs")
            before, own_before = running.peak[0], _own_memory(running)
            for first in range(0, points, _BLOCK):
                steps = np.arange(first, first + _BLOCK)
                for tag in range(10):
                    writer.add_scalar_series(f"tag{tag}", np.sin(steps), steps)
            running.wait_for("/api/runs", lambda r: r.json()["runs"][0]["records"] == 10 * points)
            what = f"{10 * points / 1e6:g} million points are written"
            own = _own_memory(running) - own_before
            return [
                Row(f"memory that a server gains while {what}", "vdlite", own, "MB"),
                Row("the same with mapped files", "vdlite", running.peak[0] - before, "MB", "peak"),
            ]


def _own_memory(running: servers.Running) -> float:
    """MB of the process that are its own: pages of files are not, which the system takes back when it needs them."""
    memory = psutil.Process(running.process.pid).memory_info()
    return float(memory.rss - memory.shared) / 1e6
