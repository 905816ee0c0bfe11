"""How long it takes until the first image of a run with very many is there, and what is read for it."""

import statistics
import time
from pathlib import Path

import numpy as np
import psutil

from benchmarks import logs, servers
from benchmarks.table import Row
from vdlite import LogWriter
from vdlite.kinds import image

SIDE = 182  # pixels: noise of that size is a file of about 100 kB


def _write(folder: Path, count: int) -> int:
    """Log `count` images; returns the bytes of one. Encoded once: it is the opening that is measured."""
    noise = np.random.default_rng(0).integers(0, 256, (SIDE, SIDE, 3), dtype=np.uint8)
    payload, summary = image.image(noise).encode()
    with LogWriter(folder / "run") as writer:
        for step in range(count):
            writer.add_record("image", "samples", payload, step, summary=summary)
    return len(payload)


def _open(folder: Path, count: int) -> tuple[float, float, int]:
    """Seconds from the start of the process to the last image, peak MB, and bytes that the process read."""
    port = servers.free_port()
    with servers.serving(servers.vdlite(folder, port), port) as running:
        runs = running.wait_for(
            "/api/runs", lambda r: r.status_code == 200 and len(r.json()["runs"]) == 1
        )
        run = runs.json()["runs"][0]["id"]
        index = f"/api/records?kind=image&tag=samples&run={run}"
        running.wait_for(
            index,
            lambda r: bool(r.json().get("series")) and r.json()["series"][0]["count"] == count,
        )
        running.wait_for(f"/api/media?kind=image&tag=samples&run={run}&step={count - 1}")
        taken = time.perf_counter() - running.started
        read: int = psutil.Process(running.process.pid).io_counters().read_chars
        return taken, running.peak[0], read


def measure(*, quick: bool) -> list[Row]:
    """A run of 20,000 images, 2 GB in all, opened anew; beside it an empty run."""
    count = 1000 if quick else 20_000
    with logs.folder() as folder:
        _write(folder / "empty", 1)
        size = _write(folder / "full", count)
        log = sum(path.stat().st_size for path in (folder / "full").rglob("*.vdl"))
        servers.warm_page_cache(folder)
        opened = [_open(folder / "full", count) for _ in range(3)]
        before = _open(folder / "empty", 1)[2]
    what = f"{count:,} images, {count * size / 1e9:.1f} GB: start of the process until the newest one is served"
    read = "bytes read for that, without those of an empty run"
    return [
        Row(what, "vdlite", statistics.median(one[0] for one in opened), "s"),
        Row("peak memory meanwhile", "vdlite", max(one[1] for one in opened), "MB"),
        Row(
            read,
            "vdlite",
            statistics.median(one[2] for one in opened) / 1e6 - before / 1e6,
            "MB",
            f"the log file has {log / 1e6:.2f} MB, the image {size / 1e6:.2f} MB",
        ),
    ]
