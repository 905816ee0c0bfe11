"""Workspaces: cards of any views side by side, kept, carried by links and by files."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show, Start
from tests.browser.landscapes import surface
from tests.browser.logs import START, write
from vdlite import LogWriter, Server


@pytest.fixture
def server(logdir: Path, start: Start) -> Server:
    for i, name in enumerate(("a", "b")):
        write(logdir / name, {"loss": [2.0, 1.0 + i]}, start=START + 100 * i)
        with LogWriter(logdir / name) as writer:
            writer.add_image("sample", np.full((8, 8), 100 * i, np.uint8), 5)
    return start(allow_edit=True)


def pin(page: Page, tag: str, to: str) -> None:
    page.get_by_role("button", name=f"Add {tag} to a workspace").first.click()
    page.get_by_role("menuitem", name=to).click()


def items(page: Page) -> Locator:
    return page.get_by_role("list", name="Cards of the workspace").locator("> li")


def names(page: Page) -> list[str]:
    """Titles of cards, in their order; all at one moment."""
    labels = (
        "items => items.map(item => item.querySelector('article')?.ariaLabel ?? item.innerText)"
    )
    found: list[str] = items(page).evaluate_all(labels)
    return [name.strip() for name in found]


def act(page: Page, name: str, action: str) -> None:
    page.get_by_role("button", name=f"Actions on {name}", exact=True).click()
    page.get_by_role("menuitem", name=action).click()


@pytest.fixture
def page(show: Show) -> Page:
    """A board with a chart on a logarithmic axis, and an image."""
    page = show("#/scalars?logY=1&smoothing=0")
    pin(page, "loss", "Add to a new workspace")
    page.goto(page.url.partition("#")[0] + "#/images?")
    pin(page, "sample", "Add to Workspace")
    page.goto(page.url.partition("#")[0] + "#/overview")
    until(page, lambda: names(page) == ["loss", "sample"])
    return page


def kept(logdir: Path) -> dict[str, object]:
    """The boards that the annotations hold."""
    boards: dict[str, object] = {}
    for line in (logdir / ".vdlite/annotations.jsonl").read_text().splitlines():
        edit = json.loads(line)
        assert edit["about"] == "board"
        boards[edit["name"]] = edit["value"]
    return {name: value for name, value in boards.items() if value is not None}


def content(url: str) -> dict[str, object]:
    """The board that an address holds, packed; empty without one."""
    packed = parse_qs(urlsplit(url).fragment.partition("?")[2]).get("content", [""])[0]
    if not packed:
        return {}
    raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    board: dict[str, object] = json.loads(zlib.decompress(raw, wbits=-zlib.MAX_WBITS))
    return board


def test_pinned_cards_are_kept_as_they_looked(page: Page, logdir: Path) -> None:
    chart = {"type": "card", "view": "scalars", "kind": "scalar", "tag": "loss"}
    looks = {"logY": "1", "smoothing": "0"}
    board = kept(logdir)["Workspace"]
    assert isinstance(board, dict)
    first, second = board["items"]
    assert first == {**chart, "id": 0, "settings": looks}
    assert (second["view"], second["tag"]) == ("images", "sample")
    # A card of one run goes through the runs of the board.
    expect(items(page).nth(1)).to_contain_text("1 of 2")
    items(page).nth(1).get_by_role("button", name="Next run").click()
    expect(items(page).nth(1)).to_contain_text("2 of 2")


def test_a_board_is_arranged_by_keys_with_titles_and_notes(page: Page) -> None:
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("menuitem", name="Title").click()
    page.get_by_role("textbox", name="Title").fill("Digits")
    page.keyboard.press("Enter")
    until(page, lambda: names(page) == ["loss", "sample", "Digits"])
    handle = page.get_by_role("button", name="Move Digits")
    handle.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    until(page, lambda: names(page) == ["Digits", "loss", "sample"])
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("menuitem", name="Note").click()
    page.get_by_role("textbox", name="Note").fill("the **best** one")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("strong")).to_have_text("best")
    chart = items(page).filter(has=page.get_by_role("article", name="loss", exact=True))
    before = chart.bounding_box()
    act(page, "loss", "Wider")
    after = chart.bounding_box()
    assert before is not None and after is not None
    assert after["width"] > 1.8 * before["width"], (names(page), before, after)
    act(page, "sample", "Remove")
    expect(items(page)).to_have_count(3)
    act(page, "loss", "Show in Scalars")
    expect(page.get_by_role("searchbox", name="Search tags")).to_have_value("loss")
    assert "logY=1" in page.url


def test_a_link_shows_the_board_that_it_was_copied_of(
    page: Page, server: Server, show: Show, logdir: Path
) -> None:
    page.get_by_role("searchbox", name="Runs of the workspace").fill("b")
    expect(page.get_by_text("1 run", exact=True)).to_be_visible()
    until(page, lambda: content(page.url).get("runs") == "b")
    link = page.url
    act(page, "loss", "Remove")
    until(page, lambda: names(page) == ["sample"])
    other = show(server.url + "#" + link.partition("#")[2])
    until(other, lambda: names(other) == ["loss", "sample"])
    other.get_by_role("button", name="Keep it").click()
    expect(other.get_by_role("combobox", name="Workspace")).to_have_value("Workspace 2")
    until(page, lambda: len(kept(logdir)) == 2)


def test_a_link_of_older_pages_holds_a_board_as_plain_json(
    page: Page, server: Server, show: Show, logdir: Path
) -> None:
    board = kept(logdir)["Workspace"]
    assert isinstance(board, dict) and board["columns"] == 3
    link = quote(json.dumps(board | {"columns": 4}))
    other = show(f"{server.url}#/boards?board=Mine&content={link}")
    until(other, lambda: names(other) == ["loss", "sample"])
    expect(other.get_by_text("This workspace came with the link")).to_be_visible()
    expect(other.get_by_role("radio", name="4")).to_be_checked()


def test_a_board_goes_out_as_a_file_and_comes_back(page: Page, tmp_path: Path) -> None:
    more = page.get_by_role("main").get_by_role("button", name="More", exact=True)
    more.click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Export as JSON").click()
    file = tmp_path / "mine.json"
    download.value.save_as(file)
    more.click()
    page.get_by_role("menuitem", name="Delete…").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    # Without one of their own people have the usual curves.
    expect(page.get_by_role("combobox", name="Workspace")).to_have_value(re.compile("usual"))
    until(page, lambda: names(page) == ["loss"])
    page.locator("input[type=file]").set_input_files(file)
    until(page, lambda: names(page) == ["loss", "sample"])
    expect(page.get_by_role("combobox", name="Workspace")).to_have_value("mine")


@pytest.fixture
def compared(logdir: Path) -> None:
    """Two runs with all that is compared, points and landscapes."""
    for i, name in enumerate(("a", "b")):
        with LogWriter(logdir / name) as writer:
            writer.add_hparams({"lr": 0.1 + i, "seed": 0}, ["loss"])
            for step in range(3):
                writer.add_scalar("loss", 2.0 - i * step, step)
            writer.add_embeddings("points", np.eye(6) + i, [["x", "y", "z"] * 2], ["sort"])
            writer.add_landscape("bowl", surface(1.0 + i), 0)


@pytest.mark.usefixtures("compared", "no_graphics_card")
def test_cards_that_compare_runs_are_those_of_the_boards_runs(show: Show) -> None:
    page = show("#/groups?by=h%3Alr")
    pin(page, "loss", "Add to a new workspace")
    for view, card in (
        ("difference", "Compare"),
        ("trials", "Parallel coordinates"),
        ("embeddings?dimensions=2", "points"),
        ("landscapes?mode=comparison&c.drawing=heat", "Compare"),
        ("landscapes?drawing=heat", "bowl"),
    ):
        page.goto(page.url.partition("#")[0] + f"#/{view}")
        pin(page, card, "Add to Workspace")
    page.goto(page.url.partition("#")[0] + "#/overview")
    groups, difference, parallel, points, comparison, bowl = map(items(page).nth, range(6))
    expect(groups.get_by_role("application", name="Chart of loss, 2 groups")).to_be_visible()
    expect(groups).to_contain_text("2 groups")
    expect(difference.get_by_role("columnheader")).to_have_text(["Name", "b", "a", "Change"])
    expect(parallel).to_contain_text("2 trials")
    expect(points.get_by_role("application")).to_be_visible()
    expect(comparison.get_by_role("article", name=re.compile("Landscape of"))).to_have_count(2)
    expect(bowl.get_by_role("application")).to_be_visible()
    # With one run less there is one group, one trial, one landscape, and no difference.
    page.get_by_role("searchbox", name="Runs of the workspace").fill("b")
    expect(groups).to_contain_text("1 group")
    expect(difference).to_contain_text("Two runs")
    expect(parallel).to_contain_text("1 trial")
    expect(comparison.get_by_role("article", name=re.compile("Landscape of"))).to_have_count(1)
    expect(points).to_contain_text("b")
    expect(bowl).to_contain_text("b")
