"""The page on a telephone, and on a very wide screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show
from tests.browser.logs import write


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
    assert overflow(page) == 0
    box = chart.card.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    chart.point_at((0.5, 0.5))
    tip = chart.tooltip.bounding_box()
    assert tip is not None
    assert tip["x"] >= 0
    assert tip["x"] + tip["width"] <= width


def test_on_a_narrow_window_the_runs_are_a_drawer(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [1.0, 2.0]})
    write(logdir / "b", {"loss": [1.0, 2.0]})
    page = show(viewport={"width": 360, "height": 640})
    chart = Chart(page, "loss")
    chart.wait_for_step(1)
    drawer = page.get_by_role("complementary", name="Runs")
    expect(drawer).to_be_hidden()
    page.get_by_role("button", name="Show the runs").click()
    drawer.get_by_role("checkbox", name="Show b").uncheck()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(chart.plot).to_have_accessible_name("Chart of loss, 1 run")
    page.get_by_role("button", name="Show the runs").click()
    page.mouse.click(350, 400)
    expect(drawer).to_be_hidden()
