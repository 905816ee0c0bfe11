"""Very many scalars: as a tree, as one picture, and which of them are unlike the others."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Show, Start
from tests.browser.test_boards import pin
from vdlite import LogWriter

STEPS = 12


def write_layers(logdir: Path, layers: int, experts: int) -> None:
    tags = [f"norm/layers.{at // experts}/{at % experts}" for at in range(layers * experts)]
    rng = np.random.default_rng(1)
    with LogWriter(logdir / "run") as writer:
        for step in range(STEPS):
            values = rng.lognormal(0, 0.1, len(tags))
            values[7] *= 100.0
            values[11] = np.nan if step == 5 else values[11]
            writer.add_scalar_row(tags, values, step)
            writer.add_scalar("loss", 1 / (step + 1), step)


@pytest.fixture
def many(logdir: Path, start: Start) -> None:
    """A server of more scalars than the page lists."""
    write_layers(logdir, 40, 600)
    start()


def test_a_branch_is_one_picture_from_which_a_click_leads_to_a_curve(
    logdir: Path, start: Start, show: Show
) -> None:
    write_layers(logdir, 20, 10)
    start()
    page = show("#/layers?prefix=norm/")
    picture = page.locator("main [data-rows]")
    expect(picture).to_have_attribute("data-rows", "200")
    expect(picture).to_have_attribute("data-columns", str(STEPS))
    page.get_by_role("button", name="layers.3/").click()
    expect(picture).to_have_attribute("data-rows", "10")
    expect(page).to_have_url(re.compile("prefix=norm(/|%2F)layers"))
    page.get_by_role("button", name="norm", exact=True).click()
    expect(picture).to_have_attribute("data-rows", "200")
    page.get_by_role("searchbox", name=re.compile("Search tags")).fill("/layers.1[0-9]/")
    expect(picture).to_have_attribute("data-rows", "100")
    picture.click(position={"x": 300, "y": 200})
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page).to_have_url(re.compile(r"#/scalars\?.*full=norm"))


def test_those_that_are_unlike_the_others_are_listed_and_lead_to_their_curves(
    logdir: Path, start: Start, show: Show
) -> None:
    write_layers(logdir, 20, 10)
    start()
    page = show("#/layers?prefix=norm/")
    listed = page.get_by_role("region", name="Unlike the others").get_by_role("listitem")
    expect(listed).to_have_count(2)
    expect(listed.first).to_contain_text("layers.1/1")
    expect(listed.first).to_contain_text("NaN, ±∞ from step 5")
    expect(listed.last).to_contain_text("layers.0/7")
    listed.last.get_by_role("button").click()
    expect(page.get_by_role("dialog", name="norm/layers.0/7")).to_be_visible()


def test_more_scalars_than_are_listed_are_branches_and_found_by_the_server(
    many: None, show: Show
) -> None:
    page = show("#/scalars")
    # One that stands alone, and the first of the branch.
    expect(page.locator("main article").first).to_contain_text("loss")
    branches = page.get_by_role("navigation", name="Branches of tags that are not listed")
    expect(branches).to_contain_text("norm/")
    expect(page.get_by_text("13 of 24,001 tags")).to_be_visible()
    search = page.get_by_role("searchbox", name=re.compile("Search tags"))
    search.fill("layers.17/ 99")
    expect(page.locator("main article").first).to_contain_text("layers.17/")
    expect(branches).to_contain_text("of 6 tags that were found")
    search.fill("/(/")
    expect(page.get_by_text("Invalid regular expression").first).to_be_visible()
    search.fill("")
    branches.get_by_role("link").click()
    expect(page.locator("main [data-rows]")).to_be_visible()
    expect(page).to_have_url(re.compile("#/layers.*prefix=norm"))


def test_a_page_of_few_scalars_has_no_layers(logdir: Path, start: Start, show: Show) -> None:
    write_layers(logdir, 2, 10)
    start()
    page = show("#/scalars")
    expect(page.get_by_role("link", name="Custom charts")).to_be_visible()
    expect(page.get_by_role("link", name="Layers")).to_have_count(0)
    expect(page.get_by_role("navigation", name="Branches")).to_have_count(0)


def test_a_card_of_a_tag_that_is_not_listed_is_shown_where_it_is_pinned(
    logdir: Path, start: Start, show: Show
) -> None:
    write_layers(logdir, 40, 600)
    start()
    page = show("#/scalars?search=/layers.17.99$/")
    tag = "norm/layers.17/99"
    expect(page.get_by_role("article", name=tag)).to_be_visible()
    pin(page, tag, "Add to a new workspace")
    page.goto(page.url.partition("#")[0] + "#/overview")
    card = page.get_by_role("article", name=tag)
    card.scroll_into_view_if_needed()
    expect(card.get_by_role("application")).to_be_visible()
