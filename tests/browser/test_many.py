"""A thousand runs, a thousand tags: only what is in sight exists."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.chart import Chart, until
from tests.browser.conftest import Show
from tests.browser.logs import write

MANY = 1000


def elements(page: Page) -> int:
    count: int = page.evaluate("document.querySelectorAll('*').length")
    return count


def test_a_thousand_tags_are_scrolled_through_with_few_elements(logdir: Path, show: Show) -> None:
    tags = [f"layer{i // 10:02}/{'abcdefghij'[i % 10]}{i:03}" for i in range(MANY)]
    write(logdir / "a", {tag: [1.0, 2.0] for tag in tags})
    page = show()
    Chart(page, tags[0]).wait_for_step(1)
    assert elements(page) < 3000
    page.mouse.move(600, 500)
    last = Chart(page, tags[-1])
    for _ in range(5):
        page.mouse.wheel(0, 20_000)
        page.wait_for_function("() => new Promise(done => requestAnimationFrame(() => done(true)))")

    def is_at_the_end() -> bool:
        """What comes into sight may be higher than it was taken for: the end is further down then."""
        page.mouse.wheel(0, 1_000_000)
        return last.card.count() > 0

    until(page, is_at_the_end)
    last.wait_for_step(1)
    assert elements(page) < 3000
    page.get_by_role("searchbox", name="Search tags").fill("a500")
    Chart(page, tags[500]).wait_for_step(1)


def test_a_thousand_runs_are_listed_with_few_elements_and_charted(logdir: Path, show: Show) -> None:
    for i in range(MANY):
        write(logdir / f"run{i:03}", {"loss": [float(i), float(i + 1)]})
    page = show()
    chart = Chart(page, "loss")
    chart.wait_for_step(1)
    chart.card.get_by_role("button", name=re.compile("^10 best of 1,?000 runs: ")).click()
    expect(chart.card).to_contain_text("1,000 runs · 2,000 points")
    assert elements(page) < 3000
    rows = page.get_by_role("tree", name="List of runs")
    expect(rows.get_by_role("treeitem").first).to_have_attribute("aria-setsize", str(MANY))
    rows.hover()
    page.mouse.wheel(0, 100_000)
    expect(page.get_by_role("checkbox", name="Select run000")).to_be_visible()
    assert rows.get_by_role("treeitem").count() < 100
    chart.point_at((0.5, 0.5))
    expect(chart.tooltip).to_contain_text("more above")
    expect(chart.tooltip).to_contain_text("more below")
    page.get_by_role("searchbox", name="Search runs").fill("/run99./")
    page.get_by_role("button", name="Only these").click()
    expect(chart.card).to_contain_text("10 runs · 20 points")
