"""Tensors: any part of them, however large, has the values that NumPy has."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.chart import opened, until
from tests.browser.conftest import Show
from tests.browser.tensors import Card, log_tensors, noise
from tests.browser.test_accessibility import violations
from tests.browser.test_narrow import overflow
from vdlite import LogWriter


def test_the_last_two_dimensions_are_shown_at_first(logdir: Path, show: Show) -> None:
    values = noise(3, 4, 5, 6)
    log_tensors(logdir / "a", "x", {0: values})
    page = show("#/tensors")
    card = Card(page)
    for i, part in enumerate(("0", "0", ":", ":")):
        expect(card.boxes.nth(i)).to_have_value(part)
        size = values.shape[i]
        expect(card.boxes.nth(i)).to_have_accessible_name(f"Dimension {i}, of {size}")
    expect(card.table.get_by_role("cell")).to_have_count(30)
    for row, column in np.ndindex(5, 6):
        value = float(values[0, 0, row, column])
        expect(card.cell(0, 0, row, column)).to_have_text(f"{value:.4f}")
        card.expect_value(value, 0, 0, row, column)
    exact = values.astype(np.float64)
    expect(card.card).to_contain_text("float32, shape (3, 4, 5, 6)")
    match = re.search(
        r"min (\S+) · max (\S+) · mean (\S+) · std (\S+)",
        card.card.inner_text().replace("\u2212", "-"),
    )
    assert match is not None
    want = (exact.min(), exact.max(), exact.mean(), exact.std())
    np.testing.assert_allclose([float(text) for text in match.groups()], want, rtol=1e-3)


def test_far_cells_of_a_large_tensor_are_numpys(logdir: Path, show: Show) -> None:
    values = noise(4000, 5000)
    log_tensors(logdir / "a", "x", {0: values})
    page = show("#/tensors?size=large")
    card = Card(page)
    expect(card.table).to_have_attribute("aria-rowcount", "4000")
    expect(card.table).to_have_attribute("aria-colcount", "5000")
    for left, top in ((0.0, 0.0), (0.37, 0.62), (1.0, 0.2), (0.5, 1.0), (1.0, 1.0)):
        card.scroll(left, top)
        row, column = round(top * 3999), round(left * 4999)
        expect(card.cell(row, column)).not_to_have_text("")
        rows, columns = card.heads("rowheader"), card.heads("columnheader")
        for place in ((rows[0], columns[-1]), (rows[len(rows) // 2], columns[0]), (row, column)):
            expect(card.cell(*place)).not_to_have_text("")
            card.expect_value(float(values[place]), *place)
    assert card.table.get_by_role("cell").count() < 2000


def test_a_long_tensor_is_gone_through_in_parts(logdir: Path, show: Show) -> None:
    values = noise(3, 500_000)
    log_tensors(logdir / "a", "x", {0: values})
    page = show("#/tensors")
    card = Card(page)
    pager = card.card.get_by_role("group", name="Columns")
    expect(pager).to_contain_text("0 to 49,999 of 500,000")
    expect(pager.get_by_role("button", name="Earlier")).to_be_disabled()
    for part in range(10):
        card.scroll(1.0, 0.0)
        last = 50_000 * (part + 1) - 1
        expect(card.cell(2, last)).not_to_have_text("")
        card.expect_value(float(values[2, last]), 2, last)
        if part < 9:
            pager.get_by_role("button", name="Later").click()
            expect(pager).to_contain_text(f"{50_000 * (part + 1):,} to")
    expect(pager).to_contain_text("450,000 to 499,999 of 500,000")
    expect(pager.get_by_role("button", name="Later")).to_be_disabled()
    # Turned, it is as long.
    card.choose("1", "::-1")
    expect(card.cell(1, 499_999)).to_be_visible()
    card.scroll(0.0, 1.0)
    expect(card.cell(1, 300_000)).not_to_have_text("")
    card.expect_value(float(values[1, 300_000]), 1, 300_000)


def test_decimals_and_colors_can_be_chosen(logdir: Path, show: Show) -> None:
    log_tensors(logdir / "a", "x", {0: np.array([[4.0, -2.0, 0.0], [123456.789, -1e-9, 2.5e20]])})
    page = show("#/tensors")
    card = Card(page)
    expect(card.table.get_by_role("cell")).to_have_text(
        ["4.0000", "-2.0000", "0.0000", "123456.7890", "-1.000e-9", "2.500e+20"]
    )
    settings = opened(page, "Settings of the tensors")
    decimals = settings.get_by_role("spinbutton", name="Decimals")
    decimals.fill("1")
    decimals.press("Enter")
    expect(card.cell(1, 0)).to_have_text("123456.8")
    expect(card.cell(0, 0)).to_have_text("4.0")
    card.expect_value(123456.789, 1, 0)

    def background(row: int, column: int) -> str:
        color: str = card.cell(row, column).evaluate(
            "cell => getComputedStyle(cell).backgroundColor"
        )
        return color

    until(page, lambda: background(0, 0) != background(0, 1))
    assert background(0, 2) == "rgba(0, 0, 0, 0)"
    settings.get_by_text("Colors by sign and size", exact=True).click()
    until(page, lambda: background(0, 0) == background(0, 1) == "rgba(0, 0, 0, 0)")
    expect(page).to_have_url(re.compile("decimals=1"))


def test_whole_numbers_and_booleans_have_no_decimals(logdir: Path, show: Show) -> None:
    log_tensors(logdir / "a", "whole", {0: np.array([[1, -2], [300, 0]])})
    log_tensors(logdir / "a", "yes", {0: np.array([True, False])})
    page = show("#/tensors")
    expect(Card(page, "whole").table.get_by_role("cell")).to_have_text(["1", "-2", "300", "0"])
    expect(Card(page, "whole").card).to_contain_text("int64, shape (2, 2)")
    expect(Card(page, "yes").table.get_by_role("cell")).to_have_count(2)


def test_what_is_not_finite_is_shown_and_counted(logdir: Path, show: Show) -> None:
    values = np.array([[1.0, np.nan, np.inf], [-np.inf, np.nan, 2.0]])
    log_tensors(logdir / "a", "x", {0: values})
    page = show("#/tensors")
    card = Card(page)
    expect(card.table.get_by_role("cell")).to_have_text(
        ["1.0000", "NaN", "∞", "−∞", "NaN", "2.0000"]
    )
    expect(card.card).to_contain_text("min 1 · max 2 · mean 1.5 · std 0.5")
    card.card.get_by_role("button", name="2 notes").click()
    expect(page.get_by_text("2 NaN")).to_be_visible()
    expect(page.get_by_text("2 infinite")).to_be_visible()


def test_numbers_and_empty_tensors_are_tensors_too(logdir: Path, show: Show) -> None:
    log_tensors(logdir / "a", "number", {0: np.float64(7.25)})
    log_tensors(logdir / "a", "empty", {0: np.zeros((3, 0, 2))})
    page = show("#/tensors")
    number, empty = Card(page, "number"), Card(page, "empty")
    expect(number.table.get_by_role("cell")).to_have_text(["7.2500"])
    expect(number.boxes).to_have_count(0)
    expect(number.card).to_contain_text("float64, shape ()")
    expect(empty.card).to_contain_text("The tensor has no values.")
    expect(empty.card).to_contain_text("float64, shape (3, 0, 2)")


def test_every_step_can_be_reached_and_new_ones_come_by_themselves(
    logdir: Path, show: Show
) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(40):
            writer.add_tensor("x", np.full((2, 2), step), step * 5)
        page = show("#/tensors")
        card = Card(page)
        expect(card.cell(1, 1)).to_have_text("39")
        writer.add_tensor("x", np.full((2, 2), 40), 200)
        expect(card.cell(1, 1)).to_have_text("40")
        box = card.card.get_by_role("textbox", name="Step")
        box.fill("61")
        box.press("Enter")
        expect(card.cell(1, 1)).to_have_text("12")
        writer.add_tensor("x", np.full((3, 2), 41), 205)
        expect(card.card).to_contain_text("13 of 42")
        expect(card.cell(1, 1)).to_have_text("12")
        card.card.get_by_role("button", name="Newest step").click()
        expect(card.cell(2, 1)).to_have_text("41")


def test_the_histograms_of_all_steps_lead_back_to_a_tensor(logdir: Path, show: Show) -> None:
    log_tensors(logdir / "a", "x", {step: noise(20, 30) + step for step in range(5)})
    page = show("#/tensors")
    settings = opened(page, "Settings of the tensors")
    settings.get_by_text("Histogram", exact=True).click()
    plot = Card(page).card.get_by_role("application")
    expect(plot).to_have_attribute("data-steps", "5")
    plot.focus()
    page.keyboard.press("Home")
    tip = page.get_by_role("status").filter(has=page.get_by_role("table"))
    expect(tip).to_contain_text("Step 0")
    expect(tip.get_by_role("row", name="Values")).to_contain_text("600")
    mean = tip.get_by_role("row", name="Mean").locator("[title]")
    want = noise(20, 30).astype(np.float64).mean()
    until(page, lambda: float(mean.get_attribute("title") or "nan") == pytest.approx(want))
    page.keyboard.press("Enter")


def test_the_page_with_tensors_has_no_violation(logdir: Path, show: Show) -> None:
    values = noise(3, 40, 30)
    values[0, 0, 0] = np.nan
    log_tensors(logdir / "a", "x", {0: values, 1: values})
    log_tensors(logdir / "b", "group/a_rather_long_name_of_a_tag", {0: np.zeros((0, 2))})
    page = show("#/tensors")
    card = Card(page)
    expect(card.cell(0, 0, 0)).to_have_text("NaN")
    card.write("9", ":", ":")
    expect(card.slice.get_by_role("alert")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size({"width": 420, "height": 800})
    expect(card.cell(0, 0, 0)).to_be_visible()
    until(page, lambda: overflow(page) == 0)
    assert violations(page) == []
    narrow = show("#/tensors?mode=histogram")
    expect(Card(narrow).card.get_by_role("application")).to_have_attribute("data-steps", "2")
    assert violations(narrow) == []
