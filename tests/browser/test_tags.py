"""Which tags are shown, and how they are grouped."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import settings, until
from tests.browser.conftest import Show
from tests.browser.logs import write

TAGS = ["lr", "test/loss", "train/acc", "train/loss"]


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    write(logdir / "a", {tag: [2.0, 1.0] for tag in TAGS})
    page = show()
    expect_tags(page, TAGS)
    return page


def expect_tags(page: Page, tags: list[str]) -> None:
    cards = page.get_by_role("main").get_by_role("article")
    labels = "cards => cards.map(card => card.getAttribute('aria-label'))"
    until(page, lambda: sorted(cards.evaluate_all(labels)) == tags)


def header(page: Page, text: str) -> Locator:
    return page.get_by_role("heading", level=2).get_by_role("button", name=text, exact=True)


def test_tags_stand_in_sections_by_their_first_part(page: Page) -> None:
    for text in ["Without a group 1 chart", "test 1 chart", "train 2 charts"]:
        expect(header(page, text)).to_have_attribute("aria-expanded", "true")


def test_a_closed_section_stays_closed_after_a_reload(page: Page) -> None:
    header(page, "train 2 charts").click()
    expect_tags(page, ["lr", "test/loss"])
    page.reload()
    expect_tags(page, ["lr", "test/loss"])
    header(page, "train 2 charts").click()
    expect_tags(page, TAGS)


def test_words_and_regular_expressions_find_tags(page: Page) -> None:
    search = page.get_by_role("searchbox", name="Search tags")
    search.fill("LOSS")
    expect_tags(page, ["test/loss", "train/loss"])
    search.fill("/^train|^lr$/")
    expect_tags(page, ["lr", "train/acc", "train/loss"])
    search.fill("nothing like this")
    expect(page.get_by_text("No tag matches")).to_be_visible()
    search.press("Escape")
    expect_tags(page, TAGS)


def test_an_invalid_pattern_says_so(page: Page) -> None:
    search = page.get_by_role("searchbox", name="Search tags")
    search.fill("/train(/")
    expect(search).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("status").filter(has_text="Invalid regular expression")).to_be_visible()


def test_tags_are_chosen_one_by_one_and_by_group(page: Page) -> None:
    page.get_by_role("button", name="Choose tags").click()
    picker = page.get_by_role("dialog", name="Choose tags")
    picker.get_by_role("checkbox", name="train", exact=True).uncheck()
    expect_tags(page, ["lr", "test/loss"])
    picker.get_by_role("checkbox", name="acc").check()
    expect_tags(page, ["lr", "test/loss", "train/acc"])
    expect(page.get_by_role("button", name="Choose tags")).to_contain_text("3 of 4 tags")
    picker.get_by_role("button", name="None").click()
    expect(page.get_by_text("No tag matches")).to_be_visible()
    picker.get_by_role("button", name="All").click()
    expect_tags(page, TAGS)


def test_a_chart_for_each_run_is_a_choice(logdir: Path, page: Page) -> None:
    write(logdir / "b", {"lr": [1.0]})
    expect(page.get_by_role("checkbox", name="Select b")).to_be_checked()
    settings(page).get_by_text("Tag and run", exact=True).click()
    expect_tags(page, ["lr", *TAGS])
    expect(page.get_by_role("article", name="lr").get_by_role("heading")).to_contain_text(
        ["b", "a"]
    )


def test_a_group_without_room_before_a_name_leaves_a_sign(logdir: Path, show: Show) -> None:
    long = "encoder.layers.0.attention.output.weight"
    write(logdir / "a", {f"weights/{long}": [1.0, 2.0], "weights/pos": [1.0, 2.0]})
    page = show(viewport={"width": 400, "height": 900})
    heads = page.get_by_role("heading", level=3)
    expect(heads).to_have_text([f"…/{long}", "weights/pos"])
