"""The way around: groups of views, the menu of narrow windows, and a page that does not jump."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show
from tests.browser.logs import write
from tests.browser.navigate import open_view
from vdlite import LogWriter

# The sum of what moved without anybody having asked for it, as the browser reckons it.
SHIFT = """
() => new Promise((resolve) => {
  let sum = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  });
  observer.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
})
"""


@pytest.fixture
def logs(logdir: Path) -> None:
    write(logdir / "a", {"loss": [1.0, 0.5]})
    write(logdir / "b", {"loss": [1.0, 0.7]})
    with LogWriter(logdir / "a") as writer:
        writer.add_image("portrait", np.zeros((4, 4, 3), np.uint8), 0)


@pytest.mark.usefixtures("logs")
def test_a_group_has_what_has_data_and_leads_to_the_view_that_was_used_last(show: Show) -> None:
    page = show("#/scalars")
    groups = page.get_by_role("navigation", name="Groups of views").get_by_role("link")
    expect(groups).to_have_text(["Workspace", "Charts", "Compare", "Media", "Logbook"])
    views = page.get_by_role("navigation", name="Views: Charts").get_by_role("link")
    expect(views).to_have_text(["Scalars", "Custom charts"])

    open_view(page, "Charts", "Custom charts")
    open_view(page, "Media", "Images")
    groups.get_by_text("Charts").click()

    expect(views.get_by_text("Custom charts")).to_have_attribute("aria-current", "page")
    page.go_back()
    expect(groups.get_by_text("Media")).to_have_attribute("aria-current", "true")


@pytest.mark.usefixtures("logs")
def test_on_a_narrow_window_one_menu_has_all_views(show: Show) -> None:
    page = show("#/scalars", viewport={"width": 400, "height": 800})
    page.get_by_role("button", name="Views: Scalars").click()
    links = page.get_by_role("navigation").get_by_role("link")
    views = [
        "Workspace",
        "Scalars",
        "Custom charts",
        "Trials",
        "Groups",
        "Compare",
        "Images",
        "Logbook",
    ]
    expect(links).to_have_text(views)
    links.get_by_text("Images").click()
    expect(page.get_by_role("button", name="Views: Images")).to_be_visible()
    expect(links.first).to_be_hidden()


@pytest.mark.usefixtures("logs")
def test_nothing_moves_while_the_page_loads(show: Show) -> None:
    page = show("#/scalars")
    Chart(page, "loss").wait_for_step(1)
    assert page.evaluate(SHIFT) < 0.01


def test_nothing_moves_while_the_overview_learns_its_columns(logdir: Path, show: Show) -> None:
    """Until the table is there, neither the hyperparameters nor the one metric that counts are known."""
    for i in range(60):
        values = {"loss": [1.0, 0.5 + i], "accuracy": [0.1, 0.2], "speed": [3.0, 4.0]}
        write(logdir / f"run{i}", values)
        with LogWriter(logdir / f"run{i}") as writer:
            writer.add_hparams({"rate": i / 100, "optimizer": f"adam{i}"}, ["accuracy"])
    page = show("#/overview")
    expect(page.get_by_role("columnheader", name="optimizer")).to_be_visible()
    assert page.evaluate(SHIFT) < 0.01


@pytest.mark.usefixtures("logs")
def test_typing_a_tag_or_a_run_leads_to_it_and_the_way_back_is_open(show: Show) -> None:
    page = show("#/overview")
    expect(page.get_by_role("link", name="Workspace").first).to_have_attribute(
        "aria-current", "true"
    )
    page.keyboard.press("Control+k")
    page.keyboard.type("portrait")
    found = page.get_by_role("listbox", name="Found").get_by_role("option")
    expect(found.first).to_contain_text("portrait")
    page.keyboard.press("Enter")
    expect(page.get_by_role("searchbox", name="Search tags")).to_have_value("portrait")

    page.get_by_role("button", name="Jump to a view, tag, run or setting").click()
    page.keyboard.type("b")
    found.filter(has_text=re.compile(r"^\s*b\s*$")).click()
    expect(page).to_have_url(re.compile("#/run"))

    page.go_back()
    expect(page).to_have_url(re.compile("#/images"))
    page.go_back()
    expect(page).to_have_url(re.compile("#/overview"))


@pytest.mark.usefixtures("logs")
def test_a_setting_is_found_by_another_tools_word_and_set_by_keys_alone(show: Show) -> None:
    page = show("#/overview")
    typed = page.get_by_role("combobox", name="Jump to a view, tag, run or setting")
    option = page.get_by_role("listbox", name="Found").get_by_role("option", selected=True)

    page.keyboard.press("Control+k")
    expect(typed).to_be_focused()
    page.keyboard.type("wall clock")
    expect(option).to_have_text(re.compile(r"X axis\s+wall clock\s+Step"))
    page.keyboard.press("Enter")
    expect(option).to_have_text(re.compile(r"^\s*Step"))
    page.keyboard.press("Escape")
    expect(typed).to_have_value("wall clock")
    page.keyboard.press("Enter")
    page.keyboard.type("date")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"#/overview\?axis=wall"))

    page.keyboard.press("Control+k")
    page.keyboard.type("moving average")
    expect(option).to_contain_text("Smoothing")
    page.keyboard.press("Enter")
    expect(page.get_by_role("slider", name="Smoothing")).to_be_focused()


@pytest.mark.usefixtures("logs")
def test_back_undoes_what_selected_many_runs_at_once(show: Show) -> None:
    page = show("#/scalars")
    box = page.get_by_role("checkbox", name="Select b", exact=True)
    expect(box).to_be_checked()
    page.get_by_role("button", name="None", exact=True).click()
    expect(box).not_to_be_checked()
    page.go_back()
    expect(box).to_be_checked()
