"""Tensors: any slice of them, however large, has the values that NumPy has."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.logs import START
from tests.browser.test_accessibility import violations
from tests.browser.test_narrow import overflow
from vdlite import LogWriter


def log_tensors(folder: Path, tag: str, tensors: dict[int, Any]) -> None:
    with LogWriter(folder) as writer:
        for step, tensor in tensors.items():
            writer.add_tensor(tag, tensor, step, START + step)


def noise(*shape: int) -> NDArray[np.float32]:
    return np.random.default_rng(0).normal(0, 3, shape).astype(np.float32)


class Card:
    """The card of a tag: its slice is written, its cells are read."""

    def __init__(self, page: Page, tag: str = "x") -> None:
        self.page = page
        self.card = page.locator("main").get_by_role("article", name=tag, exact=True)
        self.slice = self.card.get_by_role("form", name=f"Slice of {tag}")
        self.boxes = self.slice.get_by_role("textbox")
        self.table = self.card.get_by_role("table", name=f"Values of {tag}")

    def write(self, *parts: str) -> None:
        """Into the boxes, without choosing it yet."""
        expect(self.boxes).to_have_count(len(parts))
        for i, part in enumerate(parts):
            self.boxes.nth(i).fill(part)

    def choose(self, *parts: str) -> None:
        self.write(*parts)
        self.boxes.last.press("Enter")
        for i, part in enumerate(parts):
            expect(self.boxes.nth(i)).to_have_value(part)

    def cell(self, *place: int) -> Locator:
        """The cell of a value of the tensor, if it is in sight."""
        where = ", ".join(str(number) for number in place)
        return self.table.locator(f'[role=cell][title^="[{where}]: "]')

    def expect_value(self, value: float, *place: int) -> None:
        """The whole number is its title; the text has some of its decimals."""
        title = self.cell(*place).get_attribute("title") or ""
        assert float(title.split(": ")[1]) == value

    def heads(self, role: str) -> list[int]:
        heads = self.table.locator(f"[role={role}]").all_inner_texts()
        return [int(text) for text in heads]

    def scroll(self, left: float, top: float) -> None:
        """To these shares of the table's whole width and height."""
        self.table.evaluate(
            """(table, [left, top]) => table.scrollTo(
                left * (table.scrollWidth - table.clientWidth),
                top * (table.scrollHeight - table.clientHeight))""",
            [left, top],
        )


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
    told = re.search(
        r"min (\S+) · max (\S+) · mean (\S+) · std (\S+)",
        card.card.inner_text().replace("\u2212", "-"),
    )
    assert told is not None
    want = (exact.min(), exact.max(), exact.mean(), exact.std())
    np.testing.assert_allclose([float(text) for text in told.groups()], want, rtol=1e-3)


SLICES: list[tuple[tuple[str, ...], Any]] = [
    (("-1", ":", "2", ":"), np.s_[-1, :, 2, :]),
    (("1:3", "-4", ":", "-2"), np.s_[1:3, -4, :, -2]),
    (("::2", "1", "2", "-3:"), np.s_[::2, 1, 2, -3:]),
    (("0", "::-1", "0", "4:1:-2"), np.s_[0, ::-1, 0, 4:1:-2]),
    (("1", "2", "3", "::3"), np.s_[1, 2, 3, ::3]),
    (("1", "2", "3", "4"), np.s_[1, 2, 3, 4]),
    (("2", "100:-100:-1", "-5:100", "5"), np.s_[2, 100:-100:-1, -5:100, 5]),
]


def test_every_slice_is_numpys(logdir: Path, show: Show) -> None:
    values = noise(3, 4, 5, 6)
    log_tensors(logdir / "a", "x", {0: values})
    page = show("#/tensors")
    card = Card(page)
    for parts, key in SLICES:
        card.choose(*parts)
        places = np.indices(values.shape)[(slice(None), *key)].reshape(4, -1).T
        expect(card.cell(*places[-1])).to_be_visible()
        cells = card.table.get_by_role("cell")
        expect(cells).to_have_count(len(places))
        titles = cells.evaluate_all("cells => cells.map(cell => cell.title)")
        for title, place in zip(titles, places, strict=True):
            where, value = title.split(": ")
            assert json.loads(where) == place.tolist()
            assert float(value) == values[tuple(place)]
        ranges = [i for i, part in enumerate(parts) if ":" in part]
        for role, dimension in zip(("rowheader", "columnheader"), ranges, strict=False):
            want = np.arange(values.shape[dimension])[key[dimension]]
            assert card.heads(role) == want.tolist()


WANTED_PART = "Dimension 1: write an index such as −1, or a range such as 2:10 or ::2."
NO_SLICES = {
    "x": WANTED_PART,
    "": WANTED_PART,
    "1.5": WANTED_PART,
    "4": "Dimension 1: an index from -4 to 3 is wanted.",
    "-5": "Dimension 1: an index from -4 to 3 is wanted.",
    "::0": "Dimension 1: a step of 0 leads nowhere.",
    "3:1": "Dimension 1: this range holds none of its 4 values.",
}


def test_what_is_no_slice_is_marked_and_told(logdir: Path, show: Show) -> None:
    log_tensors(logdir / "a", "x", {0: noise(3, 4, 5, 6)})
    page = show("#/tensors")
    card = Card(page)
    tick = card.slice.get_by_role("button", name="Show this slice")
    expect(tick).to_be_disabled()
    for wrong, message in NO_SLICES.items():
        card.write("0", wrong, ":", ":")
        expect(card.slice.get_by_role("alert")).to_have_text(message)
        expect(card.boxes.nth(1)).to_have_attribute("aria-invalid", "true")
        expect(card.slice.locator("[aria-invalid=true]")).to_have_count(1)
        expect(tick).to_be_disabled()
        card.boxes.nth(1).press("Enter")
    # What was there is still there.
    expect(page).not_to_have_url(re.compile("slices="))
    expect(card.cell(0, 0, 4, 5)).to_be_visible()
    card.boxes.nth(1).fill("-1")
    expect(card.slice.get_by_role("alert")).to_have_count(0)
    tick.click()
    expect(card.cell(0, 3, 4, 5)).to_be_visible()


def test_a_third_range_is_marked_and_told(logdir: Path, show: Show) -> None:
    log_tensors(logdir / "a", "x", {0: noise(3, 4, 5, 6)})
    page = show("#/tensors")
    card = Card(page)
    card.write(":", "0", ":", ":")
    expect(card.slice.get_by_role("alert")).to_have_text(
        "A table has two dimensions: use at most two ranges, and an index for each other."
    )
    expect(card.boxes.nth(3)).to_have_attribute("aria-invalid", "true")
    card.boxes.nth(3).fill("2")
    card.boxes.nth(3).press("Enter")
    expect(card.cell(2, 0, 4, 2)).to_be_visible()
    card.slice.get_by_role("button", name="Back to the last two dimensions").click()
    expect(card.cell(0, 0, 4, 5)).to_be_visible()
    expect(page).not_to_have_url(re.compile("slices="))


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
    expect(pager).to_contain_text("450,000 to 499,999 of 500,000")
    expect(pager.get_by_role("button", name="Later")).to_be_disabled()
    # Turned, it is as long.
    card.choose("1", "::-1")
    expect(card.cell(1, 499_999)).to_be_visible()
    card.scroll(0.0, 1.0)
    expect(card.cell(1, 300_000)).not_to_have_text("")
    card.expect_value(float(values[1, 300_000]), 1, 300_000)


def test_decimals_and_colours_can_be_chosen(logdir: Path, show: Show) -> None:
    log_tensors(logdir / "a", "x", {0: np.array([[4.0, -2.0, 0.0], [123456.789, -1e-9, 2.5e20]])})
    page = show("#/tensors")
    card = Card(page)
    expect(card.table.get_by_role("cell")).to_have_text(
        ["4.0000", "-2.0000", "0.0000", "123456.7890", "-1.000e-9", "2.500e+20"]
    )
    settings = page.get_by_role("complementary", name="Settings of the tensors")
    decimals = settings.get_by_role("spinbutton", name="Decimals")
    decimals.fill("1")
    decimals.press("Enter")
    expect(card.cell(1, 0)).to_have_text("123456.8")
    expect(card.cell(0, 0)).to_have_text("4.0")
    card.expect_value(123456.789, 1, 0)

    def background(row: int, column: int) -> str:
        colour: str = card.cell(row, column).evaluate(
            "cell => getComputedStyle(cell).backgroundColor"
        )
        return colour

    assert background(0, 0) != background(0, 1)
    assert background(0, 2) == "rgba(0, 0, 0, 0)"
    settings.get_by_text("Colours by sign and size", exact=True).click()
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


def test_a_link_shows_the_same_slice_of_the_same_step(logdir: Path, show: Show) -> None:
    tensors = {step: noise(3, 4, 5) + step for step in range(0, 30, 10)}
    log_tensors(logdir / "a", "group/x", tensors)
    page = show("#/tensors")
    card = Card(page, "group/x")
    card.choose("1:3", "-1", "::2")
    card.card.get_by_role("button", name="Previous step").click()
    expect(card.card.get_by_role("textbox", name="Step")).to_have_value("10")
    until(page, lambda: "slices=" in page.url and "steps=" in page.url)
    again = show(page.url[page.url.index("#") :])
    card = Card(again, "group/x")
    expect(card.table.get_by_role("cell")).to_have_count(6)
    for place in ((1, 3, 0), (1, 3, 4), (2, 3, 2)):
        expect(card.cell(*place)).not_to_have_text("")
        card.expect_value(float(tensors[10][place]), *place)


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
    settings = page.get_by_role("complementary", name="Settings of the tensors")
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
    assert float(mean.get_attribute("title") or "nan") == pytest.approx(want)
    page.keyboard.press("Enter")


def test_the_slice_can_be_taken_out(logdir: Path, show: Show) -> None:
    values = noise(3, 200, 70)
    values[1, 4, 0] = np.nan
    values[1, 8, 3] = -np.inf
    log_tensors(logdir / "a", "group/x", {5: values})
    page = show("#/tensors", permissions=["clipboard-read", "clipboard-write"])
    card = Card(page, "group/x")
    card.choose("1", "::2", ":")
    wanted = values[1, ::2, :]

    def saved(item: str) -> tuple[str, str]:
        card.card.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=item).click()
        return download.value.suggested_filename, download.value.path().read_text("utf-8")

    name, text = saved("CSV of the slice")
    assert name.endswith(".csv")
    rows = [[float(value) for value in row] for row in csv.reader(text.splitlines())]
    np.testing.assert_array_equal(np.array(rows, np.float32), wanted)
    name, text = saved("JSON of the slice")
    assert name.endswith(".json")
    numbers = [[float(value) for value in row] for row in json.loads(text)]
    np.testing.assert_array_equal(np.array(numbers, np.float32), wanted)
    card.card.get_by_role("button", name="Export").click()
    page.get_by_role("menuitem", name="Copy what is shown as TSV").click()
    until(page, lambda: "\t" in page.evaluate("navigator.clipboard.readText()"))
    copied = page.evaluate("navigator.clipboard.readText()").splitlines()
    table = np.array([[float(value) for value in line.split("\t")] for line in copied], np.float32)
    np.testing.assert_array_equal(table, wanted)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_with_tensors_has_no_violation(logdir: Path, show: Show, scheme: str) -> None:
    values = noise(3, 40, 30)
    values[0, 0, 0] = np.nan
    log_tensors(logdir / "a", "x", {0: values, 1: values})
    log_tensors(logdir / "b", "group/a_rather_long_name_of_a_tag", {0: np.zeros((0, 2))})
    page = show("#/tensors", color_scheme=scheme)
    card = Card(page)
    expect(card.cell(0, 0, 0)).to_have_text("NaN")
    card.write("9", ":", ":")
    expect(card.slice.get_by_role("alert")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size({"width": 420, "height": 800})
    expect(card.cell(0, 0, 0)).to_be_visible()
    assert overflow(page) == 0
    assert violations(page) == []
    narrow = show("#/tensors?mode=histogram", color_scheme=scheme)
    expect(Card(narrow).card.get_by_role("application")).to_have_attribute("data-steps", "2")
    assert violations(narrow) == []
