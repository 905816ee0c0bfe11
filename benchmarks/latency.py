"""How soon the page is there from far away: each request takes 100 ms longer, as over SSH to another continent."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import ugly
from benchmarks.table import Row
from tests.browser.chrome import launch
from vdlite import serve

LATENCY = 100  # milliseconds, which Chromium adds to each request
_WAIT = 30_000


def _curve(page: Page, label: str) -> None:
    """Wait until the chart of that card has drawn its curves."""
    card = page.get_by_role("article", name=label, exact=True)
    card.get_by_role("group").or_(card.locator("canvas")).first.wait_for(timeout=_WAIT)
    card.get_by_text("points").or_(card.get_by_text("at step")).first.wait_for(timeout=_WAIT)


def _once(browser: Browser, url: str, label: str) -> dict[str, float]:
    """Seconds from the address to the lines above the curves and the first curves, then from the click to Scalars."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.post_data or ""))
    found = {}
    began = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.get_by_role("list", name="What is going on").wait_for(timeout=_WAIT)
    found["first screen"] = time.perf_counter() - began
    _curve(page, label)
    found["first curves"] = time.perf_counter() - began
    # Without those that came while the answer was on its way: pictures in the table ask then.
    asked = max(i for i, data in enumerate(requests) if f'"tag":"{label}"' in data)
    found["requests until these are asked for"] = asked + 1
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Charts").or_(
        page.get_by_role("link", name="Charts")
    ).first.click()
    began = time.perf_counter()
    _curve(page, label)
    found["Scalars after the click"] = time.perf_counter() - began
    context.close()
    return found


def measure(*, quick: bool) -> list[Row]:
    """The medians over some visits, each of a browser that knows nothing of the page."""
    with tempfile.TemporaryDirectory() as folder:
        ugly.nested(Path(folder))
        with serve(folder) as server, sync_playwright() as playwright:
            browser = launch(playwright)
            visits = [_once(browser, server.url, "accuracy/test") for _ in range(3 if quick else 9)]
    return [
        Row(
            f"{what}, {LATENCY} ms added to each request",
            "vdlite",
            statistics.median(visit[what] for visit in visits),
            "" if what.startswith("requests") else "s",
        )
        for what in visits[0]
    ]
