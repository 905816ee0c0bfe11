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


def test_widths_are_told_where_no_valley_reaches_the_end_of_its_line(
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
            assert float(cell.inner_text()) == pytest.approx(2 * np.sqrt(0.2 / sharp), abs=0.02)


def test_the_cursor_tells_loss_and_accuracy_of_every_run(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(4))
    log(logdir / "b", line(2))
    page = show("#/landscapes?mode=lines")
    chart = page.get_by_role("application", name=re.compile("of 2 runs: loss, accuracy"))
    page.mouse.move(*middle(page, chart))
    told = page.locator("[popover]:popover-open")
    expect(told.locator("th").first).to_have_text("x = 0.5")
    for run, loss in (("a", 0.125 + 1), ("b", 0.125 + 0.5)):
        cells = told.get_by_role("row", name=run).locator("td")
        expect(cells.nth(1)).to_have_text(f"{loss:.5g}")
        assert float(cells.nth(2).inner_text()) == pytest.approx(np.exp(-loss), abs=1e-5)


def test_a_metric_of_a_line_can_be_taken_away(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(4))
    page = show("#/landscapes?mode=lines")
    page.get_by_role("button", name="accuracy").click()
    expect(page.get_by_role("application", name=re.compile("1 run: loss$"))).to_be_visible()
    page.get_by_role("button", name="loss").click()  # the last one stays
    expect(page.get_by_role("button", name="loss")).to_have_attribute("aria-pressed", "true")


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
    cell = page.locator("[popover]:popover-open").get_by_role("row", name="a").locator("td").nth(1)
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
