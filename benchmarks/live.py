"""How long a value takes from add_scalar to whoever watches."""

import contextlib
import json
import random
import shutil
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import httpx
import numpy as np

from benchmarks import logs, servers
from benchmarks.table import Row
from vdlite import LogWriter
from vdlite.conversion import event_files

BROWSERS = ["chromium", "chromium-browser", "google-chrome"]


class Writer(Protocol):
    """Whatever numbers are logged with."""

    def add_scalar(self, tag: str, value: float, step: int) -> None: ...


class _EventFile:
    """An event file of TensorBoard, whose writer flushes after each value."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._file = open(folder / "events.out.tfevents.1700000000.host", "wb", buffering=0)  # noqa: SIM115
        self._file.write(event_files.begin(time.time()))

    def add_scalar(self, tag: str, value: float, step: int) -> None:
        columns = np.array([step]), np.array([time.time()]), np.array([value])
        self._file.write(b"".join(event_files.scalar_frames(tag, *columns, wide=False)))

    def close(self) -> None:
        self._file.close()


def measure(*, quick: bool) -> list[Row]:
    """A value is in the file until it is out of the event stream, and until it is drawn."""
    count = 20 if quick else 100
    rows = _measure(lambda folder: LogWriter(folder), "add_scalar", count)
    return rows + _measure(_EventFile, "a value is in an event file", count)


def _measure(make: Callable[[Path], Any], what: str, count: int) -> list[Row]:
    rows = []
    with logs.folder() as folder:
        port = servers.free_port()
        with (
            contextlib.closing(make(folder / "run")) as writer,
            servers.serving(servers.vdlite(folder, port), port) as running,
        ):
            writer.add_scalar("loss", 0.0, 0)
            running.wait_for("/api/status")
            streamed = _stream(running.url, writer, count)
            rows += _rows(f"{what} until the value is out of the event stream", streamed)
            drawn = _drawn(running.url, writer, count // 2)
            until = f"{what} until the value is drawn"
            if drawn is None:
                rows.append(Row(until, "vdlite", None, "", "no browser or Playwright"))
            else:
                rows += _rows(until, drawn)
    return rows


def _rows(what: str, taken: list[float]) -> list[Row]:
    taken = sorted(taken)
    return [
        Row(what, "vdlite, median", statistics.median(taken) * 1e3, "ms"),
        Row(
            what,
            "vdlite, 95 % within",
            taken[int(len(taken) * 0.95)] * 1e3,
            "ms",
            f"{len(taken)} values",
        ),
    ]


def _log_now_and_then(
    writer: Writer, count: int, first_step: int, wait: Callable[[int], float]
) -> list[float]:
    rng = random.Random(0)
    taken = []
    for step in range(first_step, first_step + count):
        time.sleep(rng.uniform(0.2, 0.6))
        writer.add_scalar("loss", float(step), step)
        logged = time.perf_counter()
        taken.append(wait(step) - logged)
    return taken


def _stream(url: str, writer: Writer, count: int) -> list[float]:
    arrived: dict[int, float] = {}
    news = threading.Condition()
    connected = threading.Event()

    def listen() -> None:
        with (
            contextlib.suppress(httpx.HTTPError),
            httpx.stream("GET", f"{url}/api/events", timeout=None) as stream,
        ):
            for line in stream.iter_lines():
                connected.set()
                if line.startswith("data:") and '"growth"' in line:
                    now = time.perf_counter()
                    with news:
                        for growth in json.loads(line[5:])["growth"]:
                            for series in growth["series"] or []:
                                arrived.setdefault(series["step"], now)
                        news.notify_all()

    threading.Thread(target=listen, daemon=True).start()
    connected.wait(10)

    def wait(step: int) -> float:
        with news:
            news.wait_for(lambda: step in arrived, timeout=10)
            return arrived[step]

    return _log_now_and_then(writer, count, 1, wait)


def _drawn(url: str, writer: Writer, count: int) -> list[float] | None:
    """Watch what the page says of the chart: it changes in the frame in which the chart is drawn."""
    browser_path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if browser_path is None:
        return None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        page = browser.new_page()
        page.goto(f"{url}/#/scalars?smoothing=0")
        page.wait_for_selector("[data-last-step]")

        def wait(step: int) -> float:
            page.wait_for_function(
                "step => Number(document.querySelector('[data-last-step]').dataset.lastStep) >= step",
                arg=step,
                polling="raf",
            )
            return time.perf_counter()

        taken = _log_now_and_then(writer, count, 1_000_000, wait)
        browser.close()
    return taken
