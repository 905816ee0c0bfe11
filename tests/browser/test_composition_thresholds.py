"""The thresholds of tags in charts made in the page: over their own lines, and in no expression."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show, Start
from tests.browser.logs import write
from tests.browser.navigate import open_view
from tests.browser.test_thresholds import ask, fill
from vdlite import Server

RISING = [float(value) for value in range(1, 101)]


@pytest.fixture
def server(start: Start) -> Server:
    return start(allow_edit=True)


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    """Values of `loss` above 90 are highlighted."""
    write(logdir / "a", {"loss": RISING, "other": RISING})
    page = show("#/scalars?smoothing=0")
    Chart(page, "loss").wait_for_step(99)
    fill(ask(page), ">90")
    page.keyboard.press("Enter")
    expect(Chart(page, "loss").card).to_contain_text("(90, ∞)")
    open_view(page, "Charts", "Custom charts")
    return page


def test_a_tag_has_its_threshold_over_its_own_line(page: Page) -> None:
    chart = Chart(page, "loss · other")
    chart.wait_for_step(99)
    expect(chart.drawing).to_have_attribute("data-highlights", "90 to Infinity")
    expect(chart.card).to_contain_text("loss: (90, ∞)")
    chart.point_at_x(95)
    marked = chart.tooltip.locator(".marked")
    expect(chart.tooltip.locator("tbody tr")).to_have_count(2)
    expect(marked).to_have_text([re.compile("96$")])
    chart.point_at_x(50)
    expect(marked).to_have_count(0)


def test_an_expression_of_a_tag_has_no_threshold(page: Page) -> None:
    field = page.get_by_role("combobox", name="Expression of loss")
    field.fill("loss * 2")
    field.press("Enter")
    chart = Chart(page, "loss * 2 · other")
    chart.wait_for_step(99)
    expect(chart.drawing).not_to_have_attribute("data-highlights", re.compile(""))
    expect(chart.card).not_to_contain_text("(90, ∞)")
