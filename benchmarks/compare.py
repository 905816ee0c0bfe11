"""How fast many trials are compared: the table, its pictures, a brush.

Figures of the page are those of Chromium without a graphics card, where there is a browser.
"""

import math
import shutil
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import numpy as np

from benchmarks import logs, servers
from benchmarks.live import BROWSERS
from benchmarks.table import Row
from vdlite import LogWriter

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HPARAMS = 12
METRICS = [f"metric/{i}" for i in range(8)]
PER_RUN = 100

# Counted from the pointer's event until the frame with another count of trials is painted.
_WATCH_BRUSH = """() => {
  const counts = document.querySelectorAll("[aria-label='Parallel coordinates'] [role=status]");
  let from = null;
  window.answers = [];
  addEventListener("pointermove", (event) => (from ??= event.timeStamp), { capture: true });
  new MutationObserver(() => {
    const began = from;
    from = null;
    if (began === null) return;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.answers.push(performance.now() - began);
      channel.port2.postMessage(0);
    });
  }).observe(counts[0], { characterData: true, childList: true, subtree: true });
}"""

# Until the frame after the one in which the condition became true.
_TIME_CLICK = """([selector, until]) => new Promise((done) => {
  const began = performance.now();
  const isReady = new Function("return " + until);
  document.querySelector(selector).click();
  const look = () =>
    requestAnimationFrame(() => {
      if (!isReady()) look();
      else requestAnimationFrame(() => done(performance.now() - began));
    });
  look();
})"""

# From the pointer's event until the frame with the new order is painted.
_WATCH_SORT = """() => {
  let from = null;
  addEventListener("pointerup", (event) => (from = event.timeStamp), { capture: true });
  new MutationObserver(() =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => (window.sorted ??= performance.now() - from);
      channel.port2.postMessage(0);
    }),
  ).observe(document.querySelector("[role=grid]"), { attributeFilter: ["aria-sort"], subtree: true });
}"""

_ROWS = "document.querySelectorAll('[role=grid] [data-place]').length > 3"


def measure(*, quick: bool) -> list[Row]:
    """The table over HTTP, and the page with it."""
    runs = 10 if quick else 100
    trials = runs * PER_RUN
    case = f"{trials:,} trials x {HPARAMS + len(METRICS)} columns: "
    with logs.folder() as folder:
        _write(folder, runs)
        port = servers.free_port()
        with servers.serving(servers.vdlite(folder, port), port) as running:
            asked = {"metrics": [{"tag": tag, "take": "last"} for tag in METRICS]}
            _wait_for_all(running, runs)
            taken, size = _table(running.url, asked)
            note = f"{size / 1e6:.1f} MB; {runs} runs of {PER_RUN} trials"
            rows = [
                Row(f"{case}POST /api/table", "vdlite, first", taken[0] * 1e3, "ms", note),
                Row(
                    f"{case}POST /api/table",
                    "vdlite, again",
                    statistics.median(taken[1:]) * 1e3,
                    "ms",
                ),
            ]
            return rows + _page(running.url, case, moves=60 if quick else 200)


def _write(logdir: Path, runs: int) -> None:
    rng = np.random.default_rng(0)
    for run in range(runs):
        with LogWriter(logdir / f"run{run:03d}") as writer:
            for trial in range(PER_RUN):
                lr = float(10 ** rng.uniform(-5, -1))
                choices = {"optimizer": str(rng.choice(["sgd", "adam"])), "seed": trial % 3}
                others = {f"p{i}": float(rng.uniform()) for i in range(HPARAMS - 3)}
                writer.add_hparams({"lr": lr, **choices, **others}, METRICS)
                best = abs(math.log10(lr) + 3) + others["p0"]
                for tag in METRICS:
                    writer.add_scalar(tag, best + float(rng.normal(0, 0.1)), trial)


def _wait_for_all(running: servers.Running, runs: int) -> None:
    def is_read(response: httpx.Response) -> bool:
        known = response.json()["runs"] if response.status_code == 200 else []
        return len(known) == runs and all(run["records"] > PER_RUN for run in known)

    running.wait_for("/api/runs", is_read)


def _table(url: str, asked: dict[str, Any]) -> tuple[list[float], int]:
    """Seconds of each request, and bytes of an answer."""
    taken = []
    with httpx.Client(timeout=60, headers={"Accept": "application/msgpack"}) as client:
        for _ in range(6):
            began = time.perf_counter()
            answer = client.post(f"{url}/api/table", json=asked).raise_for_status()
            taken.append(time.perf_counter() - began)
    return taken, len(answer.content)


def _page(url: str, case: str, moves: int) -> list[Row]:
    browser_path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    what = f"{case}from the click on Trials until rows are drawn"
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        browser_path = None
    if browser_path is None:
        return [Row(what, "vdlite", None, "", "no browser or Playwright")]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        opened = []
        for _ in range(2):
            page, taken = _open(browser, url)
            opened.append(taken)
            page.close()
        page, taken = _open(browser, url)
        opened.append(taken)
        brushed = _brush(page, moves)
        ordered = _sort(page)
        browser.close()
    brush = f"{case}a move of a brush until the frame with its trials"
    return [
        Row(what, "vdlite", statistics.median(opened), "ms", "median of 3 pages"),
        Row(brush, "vdlite, median", statistics.median(brushed), "ms"),
        Row(brush, "vdlite, 95 % within", _share(brushed, 0.95), "ms", f"{len(brushed)} moves"),
        Row(
            f"{case}from a click on a column's title until the rows are sorted",
            "vdlite",
            ordered,
            "ms",
        ),
    ]


def _open(browser: "Browser", url: str) -> tuple["Page", float]:
    """A page with the trials open, and the milliseconds until rows were drawn."""
    page = browser.new_page(viewport={"width": 1500, "height": 950})
    # A view without charts: what others draw is not measured.
    page.goto(f"{url}/#/texts")
    page.wait_for_selector("nav a[href*=trials]")
    page.wait_for_timeout(2000)
    taken: float = page.evaluate(_TIME_CLICK, ["nav a[href*=trials]", _ROWS])
    return page, taken


def _brush(page: "Page", moves: int) -> list[float]:
    """Drag one end of a brush along the first axis to and fro; milliseconds of each move."""
    strip = page.get_by_role("application").first
    strip.wait_for()
    page.locator("[aria-label=Importance] [aria-busy=false] button").first.wait_for(timeout=120_000)
    box = strip.bounding_box()
    assert box is not None
    x = box["x"] + box["width"] / 2
    page.mouse.move(x, box["y"] + box["height"] * 0.1)
    page.mouse.down()
    page.mouse.move(x, box["y"] + box["height"] * 0.5, steps=3)
    page.wait_for_timeout(1000)
    page.evaluate(_WATCH_BRUSH)
    for move in range(moves):
        page.mouse.move(x, box["y"] + box["height"] * (0.5 + 0.35 * math.sin(move / 9)))
        time.sleep(0.03)
    page.mouse.up()
    page.wait_for_timeout(500)
    answers: list[float] = page.evaluate("answers")
    page.get_by_role("button", name="Clear the filters").click()
    return answers


def _sort(page: "Page") -> float:
    """Sort by the first hyperparameter; milliseconds."""
    page.wait_for_timeout(1000)
    page.evaluate(_WATCH_SORT)
    page.get_by_role("columnheader").get_by_text("lr", exact=True).click()
    page.wait_for_function("window.sorted !== undefined")
    taken: float = page.evaluate("sorted")
    return taken


def _share(taken: list[float], share: float) -> float:
    return sorted(taken)[int(len(taken) * share)]
