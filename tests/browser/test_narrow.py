"""The page on a telephone, and on a very wide screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import Chart, until
from tests.browser.conftest import Show
from tests.browser.logs import write
from tests.browser.pointer import box_of


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than its window."""
    pixels: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return pixels


@pytest.mark.parametrize("width", [360, 600, 900, 3000])
def test_nothing_is_wider_than_the_window(logdir: Path, show: Show, width: int) -> None:
    tag = "a_rather_long_group/with_a_rather_long_name_of_its_own"
    write(logdir / "a/run/whose/name/is/long/as/they/are", {tag: [1.0, 2.0], "b": [1.0]})
    page = show(viewport={"width": width, "height": 700})
    chart = Chart(page, tag)
    chart.wait_for_step(1)
    until(page, lambda: overflow(page) == 0)

    def is_within(target: Locator) -> bool:
        box = box_of(target)
        return box["x"] >= 0 and box["x"] + box["width"] <= width

    until(page, lambda: is_within(chart.card))
    chart.point_at((0.5, 0.5))
    expect(chart.tooltip).to_be_visible()
    until(page, lambda: is_within(chart.tooltip))


def test_on_a_narrow_window_the_runs_are_a_drawer(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [1.0, 2.0]})
    write(logdir / "b", {"loss": [1.0, 2.0]})
    page = show(viewport={"width": 360, "height": 640})
    chart = Chart(page, "loss")
    chart.wait_for_step(1)
    drawer = page.get_by_role("complementary", name="Runs")
    expect(drawer).to_be_hidden()
    page.get_by_role("button", name="Show the runs").click()
    drawer.get_by_role("checkbox", name="Select b").uncheck()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(chart.plot).to_have_accessible_name("Chart of loss, 1 run")
    page.get_by_role("button", name="Show the runs").click()
    expect(drawer).to_be_visible()
    page.mouse.click(350, 400)
    expect(drawer).to_be_hidden()


def test_escape_closes_the_settings_over_the_charts(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [1.0, 2.0]})
    page = show(viewport={"width": 400, "height": 800})
    Chart(page, "loss").wait_for_step(1)
    page.get_by_role("button", name="Chart settings").click()
    panel = page.get_by_role("complementary", name="Settings")
    expect(panel).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
