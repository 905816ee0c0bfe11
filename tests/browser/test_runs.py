"""The list of runs decides what the charts show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import Chart, names, until
from tests.browser.conftest import Show
from tests.browser.logs import write
from vdlite import LogWriter

RUNS = ["deep/lr=0.1", "deep/lr=0.01", "wide/lr=0.1"]


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    for name in reversed(RUNS):
        write(logdir / name, {"loss": [3.0, len(name)]})
    page = show()
    Chart(page, "loss").wait_for_step(1)
    return page


def rows(page: Page) -> Locator:
    """Those of runs, not of the folders around them."""
    tree = page.get_by_role("tree", name="List of runs")
    return tree.get_by_role("treeitem").filter(has=page.get_by_role("link"))


def expect_listed(page: Page, runs: list[str]) -> None:
    """The list comes to hold these runs, from top to bottom."""
    boxes = rows(page).get_by_role("checkbox")
    labels = "boxes => boxes.map(box => box.getAttribute('aria-label'))"
    until(page, lambda: boxes.evaluate_all(labels) == [f"Select {name}" for name in runs])


def expect_selected(page: Page, runs: set[str]) -> None:
    for name in RUNS:
        box = page.get_by_role("checkbox", name=f"Select {name}", exact=True)
        expect(box).to_be_checked(checked=name in runs)


def expect_charted(page: Page, runs: set[str]) -> None:
    """The chart comes to show these runs and no others."""
    chart = Chart(page, "loss")
    chart.point_at((1, 0.5))
    until(page, lambda: sorted(names(chart.tooltip_rows())) == sorted(runs))


def test_runs_are_listed_newest_first_and_all_are_charted(page: Page) -> None:
    expect_listed(page, RUNS)
    expect(page.get_by_role("complementary", name="Runs")).to_contain_text("3 of 3")
    expect_charted(page, set(RUNS))


def test_words_and_regular_expressions_find_runs(page: Page) -> None:
    search = page.get_by_role("searchbox", name="Search runs")
    search.fill("0.1 DEEP")
    expect_listed(page, ["deep/lr=0.1"])
    search.fill("/0\\.1$/")
    expect_listed(page, ["deep/lr=0.1", "wide/lr=0.1"])
    search.fill("nothing like this")
    expect(page.get_by_text("No run matches")).to_be_visible()
    search.press("Escape")
    expect(rows(page)).to_have_count(3)


def test_an_invalid_pattern_says_so(page: Page) -> None:
    search = page.get_by_role("searchbox", name="Search runs")
    search.fill("/lr=(/")
    expect(page.get_by_text("Invalid pattern")).to_be_visible()
    expect(search).to_have_attribute("aria-invalid", "true")


def test_all_none_and_invert_change_what_is_charted(page: Page) -> None:
    panel = page.get_by_role("complementary", name="Runs")
    page.get_by_role("checkbox", name="Select wide/lr=0.1").uncheck()
    expect_charted(page, {"deep/lr=0.1", "deep/lr=0.01"})
    panel.get_by_role("button", name="Invert").click()
    expect_selected(page, {"wide/lr=0.1"})
    expect_charted(page, {"wide/lr=0.1"})
    panel.get_by_role("button", name="None", exact=True).click()
    expect(page.get_by_text("No run is selected")).to_be_visible()
    panel.get_by_role("button", name="All", exact=True).click()
    Chart(page, "loss").wait_for_step(1)
    expect_charted(page, set(RUNS))


def test_only_shows_one_run_or_those_found(page: Page) -> None:
    rows(page).filter(has_text="lr=0.01").hover()
    page.get_by_role("button", name="Select only deep/lr=0.01").click()
    expect_charted(page, {"deep/lr=0.01"})
    page.get_by_role("searchbox", name="Search runs").fill("lr=0.1")
    page.get_by_role("button", name="Only these").click()
    expect_charted(page, {"deep/lr=0.1", "wide/lr=0.1"})


def test_with_a_search_the_buttons_touch_only_the_runs_found(page: Page) -> None:
    page.get_by_role("searchbox", name="Search runs").fill("deep")
    expect(rows(page)).to_have_count(2)
    page.get_by_role("button", name="None", exact=True).click()
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(rows(page)).to_have_count(3)
    expect_selected(page, {"wide/lr=0.1"})


def test_a_chosen_color_is_in_the_chart_and_survives_a_reload(page: Page) -> None:
    page.get_by_role("button", name="Color of deep/lr=0.01").click()
    page.get_by_role("button", name="#9281e1").click()
    until(page, lambda: colors_in_chart(page)["deep/lr=0.01"] == "#9281e1")
    others = {name: css for name, css in colors_in_chart(page).items() if name != "deep/lr=0.01"}

    page.reload()
    Chart(page, "loss").wait_for_step(1)

    assert colors_in_chart(page) == {**others, "deep/lr=0.01": "#9281e1"}
    page.get_by_role("button", name="Color of deep/lr=0.01").click()
    page.get_by_role("dialog").get_by_role("button", name="Reset").click()
    until(page, lambda: colors_in_chart(page)["deep/lr=0.01"] != "#9281e1")


def colors_in_chart(page: Page) -> dict[str, str]:
    """What the picture of the chart draws each run's legend with."""
    svg = Chart(page, "loss").export("SVG picture").read_text("utf-8")
    legend = r'stroke="(#[0-9a-f]{6})" stroke-width="2.5"/>\s*<text[^>]*>([^<]+)</text>'
    return {name: css for css, name in re.findall(legend, svg)}


def test_runs_keep_their_colors_when_others_are_hidden(page: Page) -> None:
    before = colors_in_chart(page)
    assert len(set(before.values())) == 3
    page.get_by_role("checkbox", name="Select deep/lr=0.1", exact=True).uncheck()
    expect(Chart(page, "loss").card).to_contain_text("2 runs · 4 points")
    after = colors_in_chart(page)
    assert after == {name: css for name, css in before.items() if name != "deep/lr=0.1"}


def test_names_are_short_for_what_all_runs_share(logdir: Path, show: Show) -> None:
    write(logdir / "project/old", {"loss": [1.0]})
    write(logdir / "project/new", {"loss": [2.0]})
    page = show()
    Chart(page, "loss").wait_for_step(0)
    expect(rows(page)).to_have_text([re.compile("^ *new"), re.compile("^ *old")])
    expect_charted(page, {"new", "old"})


def test_runs_called_the_same_are_distinguished_behind_what_they_are_called(
    logdir: Path, show: Show
) -> None:
    for path in ("first/7a376196", "first/8b111111", "second/8b111111"):
        with LogWriter(logdir / path, display_name="team/net") as writer:
            writer.add_scalar("loss", 1.0, 0)
    page = show()
    expect_listed(
        page,
        ["team/net (second/8b111111)", "team/net (first/8b111111)", "team/net (7a376196)"],
    )
    # In the list as everywhere else.
    endings = ("second/8b111111", "first/8b111111", "7a376196")
    texts = [re.compile(rf"^\s*team/net \({ending}\)") for ending in endings]
    expect(rows(page)).to_have_text(texts)


def test_a_search_narrows_what_is_drawn_and_says_so(page: Page) -> None:
    page.get_by_role("searchbox", name="Search runs").fill("deep")
    expect_charted(page, {"deep/lr=0.1", "deep/lr=0.01"})
    page.get_by_role("button", name="Showing 2 of 3 runs").click()
    expect(rows(page)).to_have_count(3)
    expect_charted(page, set(RUNS))


def test_a_search_leaves_no_card_of_what_no_found_run_has(page: Page, logdir: Path) -> None:
    write(logdir / "other", {"accuracy": [0.5, 0.6]})
    cards = page.get_by_role("article")
    expect(cards).to_have_count(2)
    page.get_by_role("searchbox", name="Search runs").fill("deep")
    expect(cards).to_have_count(1)
    expect(page.get_by_text("1 tag that no selected run has")).to_be_visible()
    page.get_by_role("searchbox", name="Search runs").fill("")
    expect(cards).to_have_count(2)


def test_a_folder_is_selected_with_one_click_and_closed_with_another(page: Page) -> None:
    tree = page.get_by_role("tree", name="List of runs")
    tree.get_by_role("checkbox", name="Select all in deep").uncheck()
    expect_selected(page, {"wide/lr=0.1"})
    expect_charted(page, {"wide/lr=0.1"})
    tree.get_by_role("button", name="Close deep").click()
    expect(rows(page)).to_have_count(1)
    expect(tree.get_by_role("treeitem", expanded=False)).to_contain_text("deep")


def test_a_run_is_lifted_in_the_list_and_in_charts_alike(page: Page) -> None:
    chart = Chart(page, "loss")
    lifted = chart.card.locator("[data-lifted]")
    expect(lifted).to_have_count(0)
    rows(page).filter(has_text="wide").hover()
    expect(lifted).to_have_attribute("data-lifted", "1")
    page.mouse.move(0, 0)
    expect(lifted).to_have_count(0)


@pytest.mark.parametrize("place", ["a run in the legend", "a curve"])
def test_nothing_stays_lifted_or_reported_a_full_screen_that_escape_has_closed(
    page: Page, place: str
) -> None:
    chart, full = Chart(page, "loss"), Chart(page, "loss", full=True)
    chart.tool("Full screen").click()
    if place == "a curve":
        full.wait_for_step(1)
        low, high = full.y_range
        full.point_at((0.99, (high - len(RUNS[-1])) / (high - low)))
    else:
        full.card.get_by_role("list").get_by_text("lr=0.1").first.hover()
    expect(page.locator("main [data-lifted]").first).to_have_attribute("data-lifted", "1")
    page.clock.install()
    page.keyboard.press("Escape")
    expect(full.card).to_have_count(0)
    expect(page.locator("[data-lifted]")).to_have_count(0)
    expect(chart.tool("Full screen")).to_be_focused()
    page.clock.fast_forward(1000)
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_the_best_runs_are_selected_and_listed_first(logdir: Path, show: Show) -> None:
    for i in range(12):
        write(logdir / f"run{i:02}", {"loss": [20.0, float(i)]})
        with LogWriter(logdir / f"run{i:02}") as writer:
            writer.add_text("words", "a text", 0)
    page = show()
    Chart(page, "loss").wait_for_step(1)
    page.get_by_role("button", name="Top 10").click()
    expect(Chart(page, "loss").plot).to_have_accessible_name("Chart of loss, 10 runs")
    expect(page.get_by_role("checkbox", name="Select run10")).not_to_be_checked()
    page.get_by_role("button", name="List only selected").click()
    expect(page.get_by_role("checkbox", name="Select run10")).to_have_count(0)
    page.get_by_role("button", name="List all 12").click()
    expect(page.get_by_role("checkbox", name="Select run10")).to_be_visible()
    page.get_by_role("button", name="Sort, objective and colors").click()
    page.get_by_label("Sort by").select_option("Objective, best first")
    expect(rows(page).first).to_contain_text("run00")
    page.get_by_label("Better is").select_option("more")
    expect(rows(page).first).to_contain_text("run11")
    page.get_by_label("Value").select_option("best")
    expect(page.get_by_text("loss (best)", exact=True)).to_be_visible()
    expect(rows(page).first).to_contain_text("20")
    page.get_by_label("Value").select_option("last")
    page.keyboard.press("Escape")
    page.goto(re.sub("#.*", "#/texts", page.url))
    texts = page.get_by_role("article").filter(has_text="words")
    expect(texts.first).to_contain_text("run09")
    expect(texts.nth(1)).to_contain_text("run08")


def test_a_run_without_the_objective_has_a_dash_under_its_head(logdir: Path, show: Show) -> None:
    """Where nothing is judged by, the end of a row says when it grew."""
    with LogWriter(logdir / "other") as writer:
        writer.add_text("words", "no number", 0)
    page = show()
    other = rows(page).filter(has_text="other")
    expect(other.locator(".ago")).to_have_text(re.compile("ago|now"))
    write(logdir / "judged", {"loss": [2.0, 1.0]})
    expect(rows(page).filter(has_text="judged").locator(".ago")).to_have_text("1")
    expect(other.locator(".ago")).to_have_text("–")
    other.get_by_role("link").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("last update", ignore_case=True)


def test_runs_are_colored_by_a_hyperparameter(logdir: Path, show: Show) -> None:
    for name, rate in (("a", 0.1), ("b", 0.2), ("c", 0.2)):
        write(logdir / name, {"loss": [1.0, 2.0]})
        with LogWriter(logdir / name) as writer:
            writer.add_hparams({"lr": rate}, ["loss"])
    page = show()
    Chart(page, "loss").wait_for_step(1)
    page.get_by_role("button", name="Sort, objective and colors").click()
    page.get_by_label("Color by").select_option("lr")
    page.keyboard.press("Escape")
    until(page, lambda: colors_in_chart(page)["b"] == colors_in_chart(page)["c"])
    assert colors_in_chart(page)["a"] != colors_in_chart(page)["b"]
    page.evaluate("location.hash = '#/trials'")
    color = page.get_by_role("main").get_by_label("Color by")
    expect(color).to_have_value("h:lr")
    color.select_option("m:last:loss")
    page.evaluate("location.hash = '#/scalars'")
    until(page, lambda: len(set(colors_in_chart(page).values())) == 1)
    page.get_by_role("button", name="A color for each run").click()
    until(page, lambda: len(set(colors_in_chart(page).values())) == 3)


def test_views_group_runs_by_one_thing(logdir: Path, show: Show) -> None:
    for i in range(4):
        with LogWriter(logdir / str(i)) as writer:
            writer.add_hparams({"model": i % 2, "seed": i // 2}, ["loss"])
            writer.add_scalar("loss", float(i), 0)
    page = show("#/overview")
    by = page.get_by_role("combobox", name="Group by")
    by.select_option(label="model")
    page.evaluate("location.hash = '#/groups'")
    page.get_by_role("button", name="Groups and charts").click()
    expect(by).to_have_value("h:model")
    by.select_option(label="seed")
    page.evaluate("location.hash = '#/overview'")
    expect(by).to_have_value("h:seed")
