"""The logbook in the page: entries with live cards, written here and elsewhere, and those about a run on its page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show, Start
from tests.browser.logs import write
from tests.browser.test_accessibility import violations
from vdlite import LogReader, Server
from vdlite.annotations import Logbook, new_entry

HOSTILE = "<script>window.harmed = 1</script><img src=x onerror='window.harmed = 1'>"


@pytest.fixture
def server(start: Start, request: pytest.FixtureRequest) -> Server:
    """One that allows edits where the test says so."""
    return start(allow_edit=getattr(request, "param", False))


def entry(page: Page, author: str) -> Locator:
    return page.get_by_role("article", name=f"Entry by {author}", exact=True)


def test_entries_have_live_cards_runs_and_harmless_texts(logdir: Path, show: Show) -> None:
    for name in ("a", "b"):
        write(logdir / name, {"loss": [3.0, 1.0], "acc": [0.1, 0.2]})
    page = show("#/logbook")
    expect(
        page.get_by_role("heading", name="Nobody has written into the logbook yet")
    ).to_be_visible()
    expect(page.get_by_text(f'vdlite note {logdir} "…"')).to_be_visible()
    expect(page.get_by_role("textbox", name="A new entry")).to_have_count(0)

    text = f"It falls: [loss](#/scalars?search=loss), [elsewhere](https://example.org/#/scalars). {HOSTILE}"
    Logbook(logdir).append(
        new_entry(text, runs=["a", "gone"], author="agent", command="vdlite runs")
    )
    card = entry(page, "agent").get_by_role("article", name="loss", exact=True)
    expect(card.get_by_role("application")).to_be_visible()
    expect(card).to_contain_text("2 runs")
    expect(entry(page, "agent").get_by_role("link", name="Open in Scalars")).to_have_count(1)
    expect(entry(page, "agent")).to_contain_text("<script>")
    assert page.evaluate("window.harmed") is None
    assert violations(page) == []

    runs = entry(page, "agent").get_by_role("list", name="Runs that it is about")
    expect(runs).to_contain_text("gone")
    runs.get_by_role("link", name="a", exact=True).click()
    expect(page.get_by_role("region", name="Logbook")).to_contain_text("It falls")


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("server", [True], indirect=True)
def test_a_card_is_linked_in_an_entry_that_is_written_here(logdir: Path, show: Show) -> None:
    for name in ("a", "b"):
        write(logdir / name, {"loss": [3.0, 1.0]})
    page = show()
    card = page.get_by_role("article", name="loss", exact=True)
    card.hover()
    card.get_by_role("button", name="Add loss to a workspace").click()
    page.get_by_role("menuitem", name="Link it in a logbook entry").click()
    field = page.get_by_role("textbox", name="A new entry")
    field.press("Control+End")
    field.press_sequentially("It falls.")
    page.get_by_role("textbox", name="Your name").fill("ada")
    page.get_by_role("button", name="Write into the logbook").click()
    written = entry(page, "ada")
    expect(written.get_by_role("article", name="loss", exact=True)).to_contain_text("2 runs")
    expect(field).to_have_value("")
    until(page, lambda: bool(LogReader(logdir).logbook()))
    (found,) = LogReader(logdir).logbook()
    assert (found.author, sorted(found.runs)) == ("ada", ["a", "b"])
    assert found.text.startswith("[loss](#/scalars?runs=")
    assert found.text.endswith("\n\nIt falls.")


def test_older_entries_come_when_asked_for(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [3.0, 1.0]})
    for number in range(203):
        Logbook(logdir).append(new_entry(f"entry {number}", author=str(number)))
    page = show("#/overview")
    page.get_by_role("link", name="Logbook", exact=True).click()
    expect(entry(page, "202")).to_be_visible()
    expect(entry(page, "2")).to_have_count(0)
    page.get_by_role("button", name="Show older entries").click()
    expect(entry(page, "0")).to_have_count(1)
    expect(page.get_by_role("button", name="Show older entries")).to_have_count(0)
