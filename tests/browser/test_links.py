"""An address shows the same to everyone; the browser remembers the rest."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chart import Chart, choose, opened, settings, until, x_axis
from tests.browser.conftest import Show
from tests.browser.logs import write
from vdlite import Server


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    for name in ("a", "b"):
        write(logdir / name, {"train/loss": [3.0, 2.0, 1.0] * 20, "lr": [0.1] * 60}, pace=10)
    page = show()
    Chart(page, "train/loss").wait_for_step(59)
    return page


def in_another_browser(page: Page, server: Server, show: Show) -> Page:
    return show(server.url + "#" + page.url.partition("#")[2])


def test_a_link_shows_what_its_sender_saw(page: Page, server: Server, show: Show) -> None:
    page.get_by_role("checkbox", name="Select b").uncheck()
    page.get_by_role("searchbox", name="Search tags").fill("train")
    x_axis(page).select_option(label="Time")
    choose(page, "Log y axis")
    page.get_by_role("spinbutton", name="Smoothing").fill("0.25")
    page.keyboard.press("Enter")
    chart = Chart(page, "train/loss")
    chart.tool("Full screen").click()
    full = Chart(page, "train/loss", full=True)
    full.wait_for_range((0, 590))
    full.drag((0.3, 0.5), (0.7, 0.5))
    zoomed = full.leave_range((0, 590))
    page.wait_for_url("**zoom=**")

    other = in_another_browser(page, server, show)

    again = Chart(other, "train/loss", full=True)
    again.wait_for_range(zoomed)
    until(other, lambda: again.y_range == full.y_range)
    again.tool("Leave full screen").click()
    expect(other.get_by_role("checkbox", name="Select b")).not_to_be_checked()
    expect(other.get_by_role("main").get_by_role("article")).to_have_count(1)
    expect(settings(other).get_by_role("switch", name="Log y axis")).to_be_checked()
    expect(other.get_by_role("slider", name="Smoothing")).to_have_value("0.25")


def test_settings_are_remembered_without_the_link(page: Page, server: Server) -> None:
    x_axis(page).select_option(label="Date")
    page.goto("about:blank")
    page.goto(server.url + "#/scalars")
    expect(x_axis(page)).to_have_value("wall")
    settings(page).get_by_role("button", name="Reset settings").click()
    expect(x_axis(page)).to_have_value("step")


def test_an_edited_address_takes_effect_at_once(page: Page) -> None:
    # The page says a moment after it was opened what an address without a state stands for.
    page.wait_for_function("() => location.hash !== '#/scalars'")
    page.evaluate("location.hash = '#/scalars?search=lr'")
    expect(page.get_by_role("main").get_by_role("article")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("main").get_by_role("article")).to_have_count(2)


def test_the_theme_is_the_systems_until_it_is_chosen(page: Page) -> None:
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("menuitemradio", name="Light").click()
    expect(root).to_have_attribute("data-theme", "light")
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")


def test_the_page_speaks_chinese_where_it_is_chosen_and_remembers(page: Page) -> None:
    page.get_by_role("button", name="Language").click()
    page.get_by_role("menuitemradio", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(opened(page, "图表设置")).to_be_visible()
    page.reload()
    expect(opened(page, "图表设置")).to_be_visible()


def test_a_chinese_browser_gets_chinese(page: Page, show: Show) -> None:
    other = show(locale="zh-CN")
    expect(opened(other, "图表设置")).to_be_visible()
