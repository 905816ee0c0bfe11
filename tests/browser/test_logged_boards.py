"""Workspaces of the log: charts that a script has put together."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show, Start
from tests.browser.logs import START, write
from vdlite import LogWriter, Server

LAYOUT = {
    "losses": {
        "both": ["loss/train", "loss/test"],
        "spread": ["Margin", ["loss/test", "low", "high"]],
    },
    "x" * 120: {"y" * 120: ["later/.*"], "wrong": ["(", "loss/train"]},
}


@pytest.fixture
def server(logdir: Path, start: Start) -> Server:
    scalars = {
        "loss/train": [1.0, 2.0],
        "loss/test": [2.0, 3.0],
        "low": [1.0, 2.0],
        "high": [4.0, 5.0],
    }
    write(logdir / "a", scalars, start=START)
    return start(allow_edit=True)


def card(page: Page, title: str) -> Locator:
    return page.get_by_role("article", name=title)


def choose(page: Page) -> None:
    """Show what the log says, once it is known."""
    page.get_by_role("combobox", name="Workspace").select_option(label="From the log of a")


def test_charts_appear_by_themselves_and_follow_the_log(
    show: Show, server: Server, logdir: Path
) -> None:
    page = show("#/overview")
    with LogWriter(logdir / "a") as writer:
        writer.add_custom_scalars(LAYOUT)
        choose(page)
        expect(card(page, "both")).to_contain_text("2 lines")
        spread = card(page, "spread")
        expect(spread).to_contain_text("1 line")
        expect(spread.get_by_title("loss/test, in a band from low to high")).to_be_visible()
        chart = Chart(page, "spread")
        chart.wait_for_range((0, 1))
        chart.point_at_x(0)
        expect(chart.tooltip).to_contain_text("1 – 4")
        waiting = card(page, "y" * 120).get_by_role("status")
        expect(waiting).to_have_text("No scalar matches yet: later/.*")
        card(page, "y" * 120).get_by_role("button", name="Full screen").click()
        expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(
            "No scalar matches yet: later/.*"
        )
        page.keyboard.press("Escape")
        expect(page.get_by_text("( can't be matched: missing )")).to_be_visible()
        expect(page.get_by_text("From the log of a: ")).to_be_visible()
        for step in range(2):
            writer.add_scalar("later/one", 1.0, step)
        expect(card(page, "y" * 120)).to_contain_text("1 line")
        writer.add_custom_scalars({"other": {"new": ["loss/test"]}})
        expect(card(page, "new")).to_contain_text("1 line")
        expect(card(page, "both")).to_have_count(0)


def test_it_is_saved_as_a_board_of_ones_own(show: Show, server: Server, logdir: Path) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_custom_scalars(LAYOUT)
    page = show("#/overview")
    choose(page)
    page.get_by_role("button", name="Save as my workspace").click()
    board = page.get_by_role("combobox", name="Workspace")
    expect(board).to_have_value("Charts of a")
    items = page.get_by_role("list", name="Cards of the workspace").locator("> li")
    expect(items).to_have_count(6)
    expect(items.nth(0)).to_contain_text("losses")
    expect(card(page, "spread")).to_contain_text("1 line")
    # What matched nothing is reported, and stands on no card.
    note = items.nth(5)
    expect(note).to_contain_text("this workspace does not show:")
    expect(note).to_contain_text(f"{'y' * 120}: No scalar matches yet: later/.*")
    expect(note).to_contain_text("wrong: ( can't be matched: missing )")
    expect(card(page, "wrong").get_by_role("button", name="Actions")).to_have_count(0)
    expect(items.nth(1).get_by_role("button", name="Actions on both")).to_have_count(1)
    # Both stay to be chosen, and a link to that of the log leads to it.
    board.select_option(label="From the log of a")
    expect(page.get_by_role("button", name="Save as my workspace")).to_be_visible()
    page.wait_for_url("**/#/overview?*log=*")
    page.reload()
    expect(page.get_by_role("button", name="Save as my workspace")).to_be_visible()
    expect(card(page, "both")).to_contain_text("2 lines")


def test_a_margin_without_its_ends_says_so(show: Show, server: Server, logdir: Path) -> None:
    with LogWriter(logdir / "a") as writer:
        half = ["Margin", ["loss/test", "lower", "upper"]]
        none = ["Margin", ["lost", "low", "upper"]]
        writer.add_custom_scalars({"all": {"half": half, "none": none}})
    page = show("#/overview")
    choose(page)
    expect(card(page, "half")).to_contain_text("loss/test has no band: No tag lower, No tag upper")
    expect(card(page, "none").get_by_role("status")).to_have_text("No tag lost\nNo tag upper")
    # What stands in its middle is not said below it again.
    expect(card(page, "none").get_by_text("No tag lost")).to_have_count(1)
    expect(card(page, "none").get_by_text("No tag upper")).to_have_count(1)


def test_a_narrow_page_shows_one_chart_beside_the_other_no_more(
    show: Show, server: Server, logdir: Path
) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_custom_scalars(LAYOUT)
    page = show("#/overview")
    choose(page)
    page.set_viewport_size({"width": 400, "height": 800})
    expect(card(page, "both")).to_be_visible()
    boxes = [card(page, title).bounding_box() for title in ("both", "spread")]
    assert all(box is not None and box["width"] <= 400 for box in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
