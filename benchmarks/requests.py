"""How long an answer takes."""

import statistics
import time
from pathlib import Path

import httpx

from benchmarks import logs, servers
from benchmarks.table import Row


def measure(*, quick: bool) -> list[Row]:
    """Requests for thinned points over HTTP, as the page makes them (msgpack), medians."""
    scale = 10 if quick else 1
    rows = []
    for runs, points, what in [
        (10, 100_000 // scale, "one request: 10 series of {points:,} points at 1000 pixels"),
        (1, 10_000_000 // scale, "one request: 1 series of {points:,} points at 1000 pixels"),
    ]:
        with logs.folder() as folder:
            logs.write_runs(folder, runs=runs, tags=1, points=points)
            rows += _ask(folder, points, what.format(points=points))
    return rows


def _ask(folder: Path, points: int, what: str) -> list[Row]:
    port = servers.free_port()
    rows = []
    with servers.serving(servers.vdlite(folder, port), port) as running:
        running.wait_for(
            "/api/status", lambda r: r.status_code == 200 and r.json()["loading"]["done"]
        )
        ids = [run["id"] for run in running.wait_for("/api/runs").json()["runs"]]
        series = [{"run": run, "tag": "group0/tag0"} for run in ids]
        with httpx.Client(headers={"Accept": "application/msgpack"}, timeout=60) as client:
            for label, extra in [
                ("", {}),
                (", zoomed to a tenth", {"range": [points * 0.4, points * 0.5]}),
                (", smoothed anew", {"smoothing": None}),
            ]:
                taken, size = [], 0
                for attempt in range(20):
                    body = {"series": series, "pixels": 1000, **extra}
                    if "smoothing" in extra:
                        body["smoothing"] = 0.6 + attempt / 1000
                    before = time.perf_counter()
                    response = client.post(f"{running.url}/api/scalars", json=body)
                    response.raise_for_status()
                    taken.append(time.perf_counter() - before)
                    size = len(response.content)
                note = f"{size / 1000:.0f} kB"
                rows.append(Row(what + label, "vdlite", statistics.median(taken) * 1e3, "ms", note))
    return rows
