"""Everything can be reached and done without a mouse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show
from tests.browser.logs import write


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    write(logdir / "a", {"loss": [float(step) for step in range(101)]})
    write(logdir / "b", {"loss": [100.0 - step for step in range(101)]})
    page = show("#/scalars?smoothing=0")
    Chart(page, "loss").wait_for_step(100)
    return page


def tab_to(page: Page, target: Locator) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError("60 times Tab did not lead there")


def test_the_first_tab_offers_to_skip_to_the_content(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_have_text(["Scalars"])


def test_runs_are_searched_and_chosen_by_keys(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("b")
    runs = page.get_by_role("tree", name="List of runs")
    expect(runs.get_by_role("treeitem")).to_have_count(1)
    expect(Chart(page, "loss").plot).to_have_accessible_name("Chart of loss, 1 run")
    page.keyboard.press("Escape")
    tab_to(page, runs)
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(page.get_by_role("checkbox", name="Select a")).not_to_be_checked()
    expect(Chart(page, "loss").plot).to_have_accessible_name("Chart of loss, 1 run")
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_contain_text("a")
    expect(page).to_have_url(re.compile("#/run"))


def test_a_chart_is_read_zoomed_and_left_by_keys(page: Page) -> None:
    chart = Chart(page, "loss")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    tab_to(page, chart.tool("Full screen (F)"))
    page.keyboard.press("ArrowRight")
    for key, step in {"Home": "0", "ArrowRight": "1", "End": "100", "ArrowLeft": "99"}.items():
        page.keyboard.press(key)
        expect(chart.tooltip.get_by_role("caption")).to_have_text(f"Step {step}")
    page.keyboard.press("Enter")
    expect(chart.tooltip).to_contain_text("Pinned")
    page.keyboard.press("Escape")
    expect(chart.tooltip).to_be_hidden()
    page.keyboard.press("+")
    zoomed = chart.leave_range((0, 100))
    assert zoomed[1] - zoomed[0] == pytest.approx(60)
    page.keyboard.press("Backspace")
    chart.wait_for_range((0, 100))
    page.keyboard.press("f")
    full = Chart(page, "loss", full=True)
    expect(full.plot).to_be_focused()
    page.keyboard.press("Escape")
    expect(full.card).to_have_count(0)
    expect(chart.plot).to_be_focused()


def test_a_card_is_one_stop_of_tab_and_its_tools_are_reached_by_arrows(
    logdir: Path, page: Page
) -> None:
    write(logdir / "a", {"other": [1.0, 2.0]})
    Chart(page, "other").wait_for_step(1)
    chart = Chart(page, "loss")
    tools = chart.card.get_by_role("toolbar").get_by_role("button")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    tab_to(page, tools.last)
    expect(tools.last).to_have_accessible_name("Full screen (F)")
    page.keyboard.press("Tab")
    expect(Chart(page, "other").tool("Full screen (F)")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowLeft")
    expect(tools.nth(-2)).to_be_focused()
    page.keyboard.press("Home")
    expect(tools.first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(tools.first).to_be_focused()
    chart.tool("Full screen (F)").focus()
    page.keyboard.press("ArrowRight")
    expect(chart.plot).to_be_focused()
    page.keyboard.press("Escape")
    expect(tools.last).to_be_focused()
    page.keyboard.press("Enter")
    expect(Chart(page, "loss", full=True).plot).to_be_focused()


def test_a_menu_is_used_by_keys(page: Page) -> None:
    theme = page.get_by_role("button", name="Theme")
    tab_to(page, theme)
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitemradio", name="System")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(theme).to_be_focused()


def test_single_keys_work_the_shell_and_are_listed(page: Page) -> None:
    page.keyboard.press("b")
    expect(page.get_by_role("complementary", name="Runs")).to_be_hidden()
    page.keyboard.press("t")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("l")
    expect(page.get_by_role("button", name="Live updates are off")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_hidden()


def test_letters_typed_into_a_search_are_no_shortcuts(page: Page) -> None:
    page.get_by_role("searchbox", name="Search tags").press_sequentially("blt?")
    expect(page.get_by_role("complementary", name="Runs")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
