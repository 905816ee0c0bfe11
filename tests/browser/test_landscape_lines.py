"""Loss landscapes along one direction. Every number is the record's."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Show
from tests.browser.landscapes import line, log, middle, row
from vdlite import LogWriter
from vdlite.kinds.landscape import Landscape, Mark

SVG = "{http://www.w3.org/2000/svg}"

pytestmark = pytest.mark.usefixtures("no_graphics_card")


def test_lines_name_both_ends_and_tell_the_barrier_between_them(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(4))
    page = show("#/landscapes?mode=lines")
    for name in ("small batch", "large batch"):
        expect(page.locator(".marks").get_by_text(name)).to_be_visible()
    # Both ends are at 0.125; in the middle it is 4 * 0.25 above them.
    for key, text in {"at small batch": "0.125", "at large batch": "0.125", "barrier": "1"}.items():
        expect(row(page, "a").locator(f"[data-key='{key}']")).to_have_text(text)


def test_widths_are_reported_where_no_valley_reaches_the_end_of_its_line(
    logdir: Path, show: Show
) -> None:
    log(logdir / "a", line(4))
    log(logdir / "b", line(2))
    page = show("#/landscapes?mode=lines")
    # The ridge of b is 0.5 above its ends: 0.2 is the greatest step below that.
    expect(page.get_by_role("columnheader", name="Width at +0.2")).to_have_count(2)
    for run, sharp in (("a", 4), ("b", 2)):
        for place in ("small batch", "large batch"):
            cell = row(page, run).locator(f"[data-key='width {place}']")
            expect(cell).to_have_text(re.compile("[0-9]"))
            assert float(cell.inner_text()) == pytest.approx(2 * np.sqrt(0.2 / sharp), abs=0.02)


def test_the_cursor_says_loss_and_accuracy_of_every_run(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(4))
    log(logdir / "b", line(2))
    page = show("#/landscapes?mode=lines")
    chart = page.get_by_role("application", name=re.compile("2 lines: loss, accuracy"))
    page.mouse.move(*middle(page, chart))
    tooltip = page.locator("[popover]:popover-open")
    expect(tooltip.locator("th").first).to_have_text("x = 0.5")
    for run, loss in (("a", 0.125 + 1), ("b", 0.125 + 0.5)):
        cells = tooltip.get_by_role("row", name=run).locator("td")
        expect(cells.nth(0)).to_have_text(f"{loss:.5g}")
        assert float(cells.nth(1).inner_text()) == pytest.approx(np.exp(-loss), abs=1e-5)


def test_a_metric_of_a_line_can_be_taken_away(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(4))
    page = show("#/landscapes?mode=lines")
    page.get_by_role("button", name="accuracy").click()
    expect(page.get_by_role("application", name=re.compile("1 line: loss$"))).to_be_visible()
    page.get_by_role("button", name="loss", exact=True).click()  # the last one stays
    expect(page.get_by_role("button", name="loss", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_three_repeats_with_other_seeds_are_one_band(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for seed in range(3):
            one = line(4 + seed, marks=(), directions={"kind": "random", "seed": seed})
            writer.add_landscape(f"line/seed {seed}", one, 0)
    page = show("#/landscapes?mode=lines")
    expect(page.get_by_text("3 repeats")).to_be_visible()
    chart = page.get_by_role("application")
    page.mouse.move(*middle(page, chart))
    # The median of 4, 5 and 6 quarters.
    cell = page.locator("[popover]:popover-open").get_by_role("row", name="a").locator("td").first
    expect(cell).to_have_text("1.375")


def test_an_export_shows_what_the_page_writes_around_the_lines(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(400))  # so steep that its ends are left out
    page = show("#/landscapes?mode=lines&l.cut=25")
    arrows = page.locator(".leaving")
    expect(arrows.first).to_be_visible()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="SVG picture, white").click()
    svg = ElementTree.parse(download.value.path())
    texts = [text.text for text in svg.iter(f"{SVG}text")]
    names = {"loss", "accuracy", "small batch", "large batch", "from small batch to large batch"}
    assert names < set(texts)
    assert "▲ goes on above: extremes are left out" in texts
    drawn = [each.get("fill") for each in svg.iter(f"{SVG}polyline")]
    assert len([fill for fill in drawn if fill != "none"]) == arrows.count()


def test_values_at_named_places_are_the_records_and_not_read_between_points(
    logdir: Path, show: Show
) -> None:
    logged = line(4)
    marks = (
        Mark("small batch", 0.0, values={"loss": 0.0625, "hessian/max": 8.0}),
        Mark("large batch", 1.0, values={"loss": 0.03125, "hessian/max": 40.0}),
    )
    x = np.linspace(-0.45, 1.55, 21)  # none of its points is at 0 or 1
    values = {name: np.interp(x, logged.x, each) for name, each in logged.values.items()}
    log(logdir / "a", Landscape(x, None, values, np.ones(21, bool), marks=marks))
    page = show("#/landscapes?mode=lines")
    cells = {
        "at small batch": "0.0625",
        "at large batch": "0.03125",
        "largest small batch": "8",
        "largest large batch": "40",
        "minimum": "0.03125",
    }
    for key, text in cells.items():
        expect(row(page, "a").locator(f"[data-key='{key}']")).to_have_text(text)


def test_lines_of_one_run_towards_several_models_are_distinguished(
    logdir: Path, show: Show
) -> None:
    for end in ("epoch_1", "epoch_2", "epoch_3"):
        marks = (Mark("small batch", 0.0), Mark(end, 1.0))
        one = line(4, marks=marks, directions={"kind": "towards"})
        log(logdir / "a", one, tag=f"line/{end}")
    log(logdir / "a", line(2), tag="other")
    page = show("#/landscapes?mode=lines")
    chart = page.get_by_role("application")
    expect(chart).to_have_accessible_name(re.compile("^line/epoch, 3 lines"))
    for end in ("epoch_1", "epoch_2", "epoch_3"):
        own = row(page, f"a · {end}")
        expect(own.locator(f"[data-key='at {end}']")).to_have_text("0.125")
        expect(own.locator("[data-key='at small batch']")).to_have_text("0.125")
    # None is read at the model of another.
    expect(row(page, "a · epoch_1").locator("[data-key='at epoch_2']")).to_have_text("–")
    page.get_by_role("combobox", name="Line").select_option("All lines")
    expect(chart).to_have_accessible_name(re.compile("^All lines, 4 lines"))
    for name in ("a · line/epoch_1", "a · other"):
        expect(page.get_by_role("rowheader", name=name, exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("l.together="))


def test_a_line_without_marks_is_read_at_its_center_only(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(4), tag="line/b")
    around = line(2, marks=(), directions={"kind": "random", "seed": 1}, center={"loss": 0.5})
    log(logdir / "a", around, tag="result/line")
    page = show("#/landscapes?mode=lines&l.together=1")
    head = page.get_by_role("rowheader")
    own = page.get_by_role("row").filter(has=head.filter(has_text="result/line"))
    expect(own.locator("[data-key='at center']")).to_have_text("0.5")
    for key in ("at small batch", "at large batch", "barrier"):
        expect(own.locator(f"[data-key='{key}']")).to_have_text("–")
    other = page.get_by_role("row").filter(has=head.filter(has_text="line/b"))
    expect(other.locator("[data-key='at large batch']")).to_have_text("0.125")
    expect(other.locator("[data-key='at center']")).to_have_text("–")
    # Two lines of one run have a color each.
    dots = page.get_by_role("list", name="Runs of the drawing").locator("span[style]")
    colors = dots.evaluate_all("dots => dots.map(dot => getComputedStyle(dot).backgroundColor)")
    assert len(set(colors)) == 2
