"""How long the page takes for a frame of a moved graph, with as many boxes in view as are drawn one by one.

Figures are those of Chromium without a graphics card, where there is a browser.
"""

import random
import shutil
import statistics

from benchmarks import logs, servers
from benchmarks.live import BROWSERS
from benchmarks.table import Row
from vdlite import GraphBuilder, LogWriter

BOXES = 2000

# A key moves the graph: from the beginning of the frame in which it is drawn until that frame is painted.
_FRAMES = """(times) => new Promise((done) => {
  const chart = document.querySelector("[role=application]");
  const taken = [];
  const move = () => {
    const key = taken.length % 2 ? "ArrowLeft" : "ArrowRight";
    chart.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true }));
    requestAnimationFrame(() => {
      const began = performance.now();
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        taken.push(performance.now() - began);
        if (taken.length < times) move();
        else done(taken);
      };
      channel.port2.postMessage(0);
    });
  };
  move();
})"""


def measure(*, quick: bool) -> list[Row]:
    what = f"a frame of a moved graph with {BOXES:,} boxes in view"
    browser_path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        browser_path = None
    if browser_path is None:
        return [Row(what, "vdlite", None, "", "no browser or Playwright")]
    with logs.folder() as folder:
        with LogWriter(folder / "run") as writer:
            writer.add_graph(_flat(BOXES - 1))
        port = servers.free_port()
        with (
            servers.serving(servers.vdlite(folder, port), port) as running,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(
                executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(f"{running.url}/#/graphs?left=0&right=0")
            chart = page.get_by_role("application")
            chart.wait_for(timeout=60_000)
            chart.focus()
            rows = []
            for near in ("all", "with letters"):
                if near == "all":
                    page.keyboard.press("0")
                else:
                    for _ in range(12):
                        page.keyboard.press("+")
                page.evaluate(_FRAMES, 5)
                taken = page.evaluate(_FRAMES, 20 if quick else 100)
                note = f"95 % below {sorted(taken)[int(0.95 * len(taken))]:.1f} ms"
                rows.append(
                    Row(
                        what if near == "all" else "the same, so near that letters are seen",
                        "vdlite",
                        statistics.median(taken),
                        "ms",
                        note,
                    )
                )
            browser.close()
            return rows


def _flat(count: int) -> GraphBuilder:
    graph = GraphBuilder("Flat")
    chance = random.Random(0)
    for at in range(count):
        inputs = sorted({max(0, at - chance.randint(1, 60)) for _ in range(2)}) if at else []
        graph.node(
            f"aten.op{at % 23}.default",
            inputs,
            outputs=[("float32", [8, at % 64])],
            name=f"node{at}",
        )
    return graph
