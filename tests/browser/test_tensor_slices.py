"""Slices of tensors: what is written selects what it selects in NumPy."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.tensors import Card, log_tensors, noise
from vdlite import LogWriter

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


def test_what_is_no_slice_is_marked_and_reported(logdir: Path, show: Show) -> None:
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


def test_a_third_range_is_marked_and_reported(logdir: Path, show: Show) -> None:
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


def test_the_usual_slice_is_not_part_of_a_link(logdir: Path, show: Show) -> None:
    log_tensors(logdir / "a", "x", {0: noise(3, 4, 5, 6)})
    page = show("#/tensors")
    card = Card(page)
    back = card.slice.get_by_role("button", name="Back to the last two dimensions")
    card.choose("1", "2", ":", ":")
    expect(page).to_have_url(re.compile("slices="))
    back.click()
    expect(card.cell(0, 0, 4, 5)).to_be_visible()
    expect(back).to_have_count(0)
    expect(page).not_to_have_url(re.compile("slices="))
    card.choose("1", "2", ":", ":")
    expect(page).to_have_url(re.compile("slices="))
    card.choose("0", "0", ":", ":")
    expect(page).not_to_have_url(re.compile("slices="))


def test_what_is_being_written_outlives_a_new_step(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_tensor("x", np.full((3, 2, 2), 1), 1)
        page = show("#/tensors")
        card = Card(page)
        expect(card.cell(0, 1, 1)).to_have_text("1")
        card.write("2", ":", "1")
        writer.add_tensor("x", np.full((3, 2, 2), 2), 2)
        expect(card.cell(0, 1, 1)).to_have_text("2")
        for i, part in enumerate(("2", ":", "1")):
            expect(card.boxes.nth(i)).to_have_value(part)
        card.boxes.last.press("Enter")
        expect(card.cell(2, 1, 1)).to_have_text("2")


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
    assert name == "a-group_x-5.csv"
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
