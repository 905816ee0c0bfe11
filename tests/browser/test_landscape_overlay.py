"""Loss landscapes of several runs in one picture, and what is offered where."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.landscapes import log, surface
from tests.browser.pointer import point_at

pytestmark = pytest.mark.usefixtures("no_graphics_card")

LINES = "#/landscapes?mode=comparison&c.arrange=overlay&c.drawing=lines"


def three_runs(logdir: Path) -> None:
    for run, steep in (("wide", 2.0), ("middle", 4.0), ("narrow", 8.0)):
        log(logdir / run, surface(steep))


def legend(page: Page, run: str) -> Locator:
    runs = page.get_by_role("list", name="Runs of the drawing")
    return runs.get_by_role("button", name=run, exact=True)


def chart_of(page: Page, names: str) -> Locator:
    return page.get_by_role("application", name=f"overlaid: {names}")


def drawn_in_its_color(page: Page, run: str) -> int:
    """Pixels of the drawing in exactly the color of a run."""
    color = (
        legend(page, run)
        .locator("span")
        .first.evaluate("dot => getComputedStyle(dot).backgroundColor")
    )
    wanted = tuple(int(part) for part in re.findall(r"\d+", color)[:3])
    shot = page.get_by_role("application").screenshot()
    found = Image.open(BytesIO(shot)).convert("RGB").getcolors(1 << 24) or []
    return sum(count for count, each in found if each == wanted)


def test_the_legend_takes_runs_out_and_brings_them_back(logdir: Path, show: Show) -> None:
    three_runs(logdir)
    page = show(LINES)
    expect(chart_of(page, "narrow, middle, wide")).to_be_visible()
    legend(page, "middle").click()
    expect(chart_of(page, "narrow, wide")).to_be_visible()
    expect(legend(page, "middle")).to_have_attribute("aria-pressed", "false")
    expect(page).to_have_url(re.compile("c.hidden="))
    page.reload()
    expect(chart_of(page, "narrow, wide")).to_be_visible()
    legend(page, "middle").focus()
    page.keyboard.press("Enter")
    expect(chart_of(page, "narrow, middle, wide")).to_be_visible()


def test_without_any_run_the_drawing_says_what_to_do(logdir: Path, show: Show) -> None:
    log(logdir / "only", surface(2))
    page = show(LINES)
    legend(page, "only").click()
    expect(page.get_by_text("All runs are taken out")).to_be_visible()
    legend(page, "only").click()
    expect(chart_of(page, "only")).to_be_visible()


def test_a_run_that_is_pointed_at_stands_out_and_the_others_fade(logdir: Path, show: Show) -> None:
    three_runs(logdir)
    page = show(LINES)
    expect(chart_of(page, "narrow, middle, wide")).to_be_visible()
    for run in ("wide", "narrow"):
        until(page, lambda run=run: drawn_in_its_color(page, run) > 100)
    before = {run: drawn_in_its_color(page, run) for run in ("wide", "narrow")}
    point_at(legend(page, "wide"))
    expect(page.get_by_role("tooltip")).to_have_text("Take wide out")
    until(page, lambda: drawn_in_its_color(page, "narrow") < before["narrow"] / 10)
    assert drawn_in_its_color(page, "wide") >= before["wide"]


def test_heights_of_many_decades_are_logarithmic_by_themselves(logdir: Path, show: Show) -> None:
    log(logdir / "steep", surface(40))
    log(logdir / "flat", surface(0.01))
    page = show("#/landscapes?mode=comparison&c.drawing=heat")
    scale = page.get_by_role("combobox", name="Scale", exact=True)
    expect(scale).to_have_value("auto")
    colors = page.get_by_role("img", name=re.compile("^Colors of loss"))
    expect(colors).to_have_accessible_name("Colors of loss, from 0.25 to 80.25")  # of both
    expect(colors.locator(".number").nth(1)).to_be_attached()
    texts = [float(text) for text in colors.locator(".number").all_inner_texts()]
    ratios = [second / first for first, second in pairwise(texts)]
    assert min(ratios) > 1.4  # of even steps the last ratios are next to one
    scale.select_option("linear")
    until(page, lambda: colors.locator(".number").first.inner_text() != f"{texts[0]:g}")


def test_a_control_is_there_only_where_it_acts(logdir: Path, show: Show) -> None:
    three_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    panel = page.get_by_role("complementary", name="Settings of the comparison")
    shared = panel.get_by_role("switch", name="One range for all")
    colors = panel.get_by_role("combobox", name="Colors", exact=True)
    hint = panel.get_by_text("In 3-D: drag to turn")
    for control in (shared, colors, hint):
        expect(control).to_be_visible()
    page.get_by_text("Overlaid", exact=True).click()
    expect(panel.get_by_role("radio", name="Run colors")).to_be_checked()
    for control in (shared, colors):
        expect(control).to_have_count(0)
    panel.get_by_text("Palette", exact=True).click()
    expect(colors).to_be_visible()
    page.get_by_text("Contours", exact=True).click()
    for control in (shared, colors, hint):
        expect(control).to_have_count(0)
    page.get_by_text("Side by side", exact=True).click()
    page.get_by_text("Heat map", exact=True).click()
    expect(colors).to_be_visible()
    expect(panel.get_by_label("Contour lines")).to_have_count(0)


def test_more_runs_have_fewer_lines_each_until_a_number_is_chosen(logdir: Path, show: Show) -> None:
    three_runs(logdir)
    page = show(LINES)
    count = page.get_by_role("spinbutton", name="Contour lines")
    expect(count).to_have_value("8")
    legend(page, "middle").click()
    expect(count).to_have_value("12")
    count.fill("5")
    count.press("Enter")
    legend(page, "middle").click()
    expect(count).to_have_value("5")
