"""What line charts take of the page's processor time: to be drawn first, pointed at, lifted and grown."""

import contextlib
import shutil
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import logs, servers
from benchmarks.live import BROWSERS
from benchmarks.table import Row
from vdlite import LogWriter

RUNS, POINTS = 300, 1000  # of the chart with many curves
CHARTS, LINES, LONG = 10, 10, 100_000  # of those that grow


def measure(*, quick: bool) -> list[Row]:
    """Medians over new pages; each figure is the time of the page's main thread, its layout and painting included."""
    times = 3 if quick else 9
    try:
        return [*_many(times), *_growing(times)]
    except (ImportError, LookupError):
        return [Row("a chart is drawn", "vdlite", None, "", "no browser or Playwright")]


def _many(times: int) -> list[Row]:
    names = ["first drawing", "40 places pointed at", "20 curves lifted"]
    with logs.folder() as folder:
        rng = np.random.default_rng(0)
        for run in range(RUNS):
            with LogWriter(folder / f"run{run:03}") as writer:
                curve = np.exp(-np.arange(POINTS) / (100 + run)) + rng.normal(0, 0.02, POINTS)
                writer.add_scalar_series("loss", curve)
        taken = [_of_many(folder) for _ in range(times)]
    return [
        Row(f"{RUNS} curves: {name}", "vdlite", statistics.median(each), "ms")
        for name, each in zip(names, zip(*taken, strict=True), strict=True)
    ]


def _of_many(folder: Path) -> tuple[float, float, float]:
    with _page(folder) as (page, spent, url):

        def open_it() -> None:
            page.goto(f"{url}/#/scalars?smoothing=0")
            page.get_by_role("button", name="All", exact=True).click()
            page.wait_for_function(_drawn(1, POINTS - 1))
            page.wait_for_timeout(1000)

        first = spent(open_it)
        box = page.locator("main [role=application]").first.bounding_box()

        def point() -> None:
            for i in range(40):
                page.mouse.move(
                    box["x"] + 10 + i * (box["width"] - 20) / 40, box["y"] + 40 + i % 7 * 10
                )
                page.wait_for_timeout(40)

        hovered = spent(point)
        rows = page.get_by_role("tree", name="List of runs").get_by_role("treeitem")
        places = [rows.nth(i).bounding_box() for i in range(min(20, rows.count()))]

        def lift() -> None:
            for place in places:
                page.mouse.move(place["x"] + 60, place["y"] + place["height"] / 2)
                page.wait_for_timeout(60)

        return first, hovered, spent(lift)


def _growing(times: int) -> list[Row]:
    what = f"{CHARTS} charts of {LINES} x {LONG:,} points: 10 live appends"
    with logs.folder() as folder, contextlib.ExitStack() as writers:
        rng = np.random.default_rng(0)
        all_writers = []
        for run in range(LINES):
            writer = writers.enter_context(LogWriter(folder / f"run{run}"))
            all_writers.append(writer)
            for chart in range(CHARTS):
                writer.add_scalar_series(f"m/{chart}", rng.normal(0, 1, LONG).cumsum())
        step = LONG
        taken = []
        for _ in range(times):
            with _page(folder) as (page, spent, url):
                page.goto(f"{url}/#/scalars?smoothing=0")
                page.wait_for_function(_drawn(CHARTS, step - 1))
                page.wait_for_timeout(1000)

                def grow(page: Any = page) -> None:
                    nonlocal step
                    for _ in range(10):
                        for writer in all_writers:
                            for chart in range(CHARTS):
                                writer.add_scalar(f"m/{chart}", 0.0, step)
                        page.wait_for_function(_drawn(CHARTS, step))
                        step += 1

                taken.append(spent(grow))
    return [Row(what, "vdlite", statistics.median(taken), "ms")]


def _drawn(charts: int, step: int) -> str:
    counted = "[...document.querySelectorAll('[data-last-step]')]"
    return f"() => {counted}.filter(e => Number(e.dataset.lastStep) >= {step}).length >= {charts}"


@contextlib.contextmanager
def _page(folder: Path) -> Iterator[tuple[Any, Callable[[Callable[[], None]], float], str]]:
    """A page, what some work takes of it in milliseconds, and where the logs are served."""
    from playwright.sync_api import sync_playwright

    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        raise LookupError("no browser")
    port = servers.free_port()
    with (
        servers.serving(servers.vdlite(folder, port), port) as running,
        sync_playwright() as playwright,
    ):
        running.wait_for("/api/status")
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1400, "height": 2400})
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")

        def total() -> float:
            metrics = session.send("Performance.getMetrics")["metrics"]
            return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

        def spent(work: Callable[[], None]) -> float:
            before = total()
            work()
            return (total() - before) * 1e3

        yield page, spent, running.url
        browser.close()
