"""Runs are named, noted, labeled, put away, deleted and brought back, with and without --allow-edit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import Chart, until
from tests.browser.conftest import Show, Start
from tests.browser.logs import write
from tests.browser.test_accessibility import violations
from tests.browser.watch import Watch
from vdlite import LogWriter, Server
from vdlite.reader.logdir.discovery import discover

RUNS = ["a", "b", "c"]


@pytest.fixture
def server(start: Start) -> Server:
    return start(allow_edit=True)


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    for name in reversed(RUNS):
        write(logdir / name, {"loss": [3.0, 1.0]})
    page = show()
    Chart(page, "loss").wait_for_step(1)
    return page


def row(page: Page, name: str) -> Locator:
    box = page.get_by_role("checkbox", name=f"Select {name}", exact=True)
    return page.get_by_role("tree", name="List of runs").get_by_role("treeitem").filter(has=box)


def rows(page: Page) -> Locator:
    return page.get_by_role("tree", name="List of runs").get_by_role("treeitem")


def choose(page: Page, name: str, action: str) -> None:
    """Choose from the menu of a run."""
    row(page, name).hover()
    page.get_by_role("button", name=f"Actions on {name}", exact=True).click()
    page.get_by_role("menuitem", name=action).click()


def sidecar(logdir: Path) -> str:
    path = logdir / ".vdlite" / "annotations.jsonl"
    return path.read_text("utf-8") if path.exists() else ""


def wait_until_kept(page: Page, logdir: Path, words: str) -> None:
    """Return when the server has written it: a page shows what is on its way, too."""
    until(page, lambda: words in sidecar(logdir))


def rename(page: Page, old: str, new: str) -> None:
    choose(page, old, "Rename")
    expect(page.get_by_role("textbox", name="Name")).to_be_focused()
    page.keyboard.type(new)
    page.keyboard.press("Enter")
    expect(row(page, new)).to_be_visible()


def test_a_name_is_everywhere_and_survives_a_reload(page: Page, logdir: Path) -> None:
    rename(page, "b", "baseline")
    Chart(page, "loss").point_at((1, 0.5))
    expect(Chart(page, "loss").tooltip).to_contain_text("baseline")
    wait_until_kept(page, logdir, '"value": "baseline"')
    page.reload()
    expect(row(page, "baseline")).to_be_visible()
    assert set(discover([logdir]).files) == set(RUNS)


def test_a_note_and_labels_are_seen_and_found(page: Page, logdir: Path) -> None:
    choose(page, "b", "Labels and note")
    expect(page.get_by_role("textbox", name="Labels")).to_be_focused()
    page.keyboard.type("good, to publish")
    page.get_by_role("textbox", name="Note").fill("diverged at the end")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(row(page, "b")).to_contain_text("Labels: good, to publish")
    expect(row(page, "b")).to_contain_text("Note: diverged at the end")

    wait_until_kept(page, logdir, "diverged at the end")
    page.reload()
    search = page.get_by_role("searchbox", name="Search runs")
    for words in ("label:good", "publish", "diverged"):
        search.fill(words)
        expect(rows(page)).to_have_count(1)
        expect(row(page, "b")).to_be_visible()
    search.fill("label:goo")
    expect(page.get_by_text("No run matches")).to_be_visible()


def test_labels_give_way_to_the_name(page: Page) -> None:
    name = "best-of-the-summer-line"
    rename(page, "b", name)
    choose(page, name, "Labels and note")
    page.keyboard.type("good, to publish, checked")
    page.get_by_role("textbox", name="Note").fill("diverged at the end")
    page.keyboard.press("Control+Enter")
    expect(row(page, name)).to_contain_text("Labels: good, to publish, checked")
    expect(row(page, name).get_by_role("link")).to_have_text(name)


def test_an_archived_run_leaves_list_and_charts_until_it_shall_be_shown(
    page: Page, logdir: Path
) -> None:
    choose(page, "b", "Archive")
    expect(rows(page)).to_have_count(2)
    expect(Chart(page, "loss").card).to_contain_text("2 runs · 4 points")
    wait_until_kept(page, logdir, '"field": "archived"')
    page.reload()
    expect(rows(page)).to_have_count(2)
    page.get_by_role("switch", name="Show archived (1)").check()
    expect(rows(page)).to_have_count(3)
    expect(Chart(page, "loss").card).to_contain_text("3 runs · 6 points")
    choose(page, "b", "Bring back from the archive")
    expect(page.get_by_role("switch", name="Show archived")).to_have_count(0)
    expect(rows(page)).to_have_count(3)


def test_a_deleted_run_comes_back_from_the_trash_as_it_was(page: Page, logdir: Path) -> None:
    rename(page, "b", "baseline")
    choose(page, "baseline", "Delete")
    dialog = page.get_by_role("dialog", name="Delete 1 run?")
    expect(dialog).to_contain_text(f"{logdir}/.vdlite/trash")
    dialog.get_by_role("button", name="Move to the trash").click()
    expect(rows(page)).to_have_count(2)
    assert set(discover([logdir]).files) == {"a", "c"}

    page.reload()
    page.get_by_role("button", name="Actions on the 2 selected runs").click()
    page.get_by_role("menuitem", name="Trash").click()
    trash = page.get_by_role("dialog", name="Trash")
    expect(trash.get_by_role("listitem")).to_contain_text("1 file")
    trash.get_by_role("button", name="Restore").click()
    expect(trash).to_contain_text("The trash is empty")
    page.keyboard.press("Escape")
    expect(row(page, "baseline")).to_be_visible()
    assert set(discover([logdir]).files) == set(RUNS)


def test_a_live_run_can_not_be_deleted(logdir: Path, page: Page) -> None:
    with LogWriter(logdir / "running") as writer:
        writer.add_scalar("loss", 1.0, 0)
        expect(row(page, "running")).to_be_visible()
        row(page, "running").hover()
        page.get_by_role("button", name="Actions on running").click()
        item = page.get_by_role("menuitem", name="Delete")
        expect(item).to_have_attribute("aria-disabled", "true")
        item.hover()
        expect(page.get_by_role("tooltip")).to_contain_text("This run is live")


def test_labels_of_the_log_stand_until_others_are_given(logdir: Path, page: Page) -> None:
    with LogWriter(logdir / "c") as writer:
        writer.add_lineage(others={"tags": "baseline, warm start"})
    expect(row(page, "c")).to_contain_text("Labels: baseline, warm start")
    choose(page, "c", "Labels and note")
    labels = page.get_by_role("textbox", name="Labels")
    expect(labels).to_have_value("baseline, warm start")
    labels.fill("baseline")
    page.get_by_role("button", name="Save").click()
    wait_until_kept(page, logdir, '["baseline"]')
    expect(row(page, "c")).to_contain_text("Labels: baseline")
    expect(row(page, "c")).not_to_contain_text("warm start")


def test_all_found_runs_are_labeled_and_archived_at_once(page: Page) -> None:
    page.get_by_role("searchbox", name="Search runs").fill("/^[ab]$/")
    page.get_by_role("button", name="Actions on the 2 found runs").click()
    page.get_by_role("menuitem", name="labels").click()
    dialog = page.get_by_role("dialog", name="Labels of 2 runs")
    dialog.get_by_role("textbox", name="New label").fill("sweep")
    dialog.get_by_role("button", name="Add").click()
    expect(dialog.get_by_role("checkbox", name="sweep")).to_be_checked()
    dialog.get_by_role("button", name="Save").click()
    for name in "ab":
        expect(row(page, name)).to_contain_text("Labels: sweep")
    page.get_by_role("searchbox", name="Search runs").fill("label:sweep")
    page.get_by_role("button", name="Actions on the 2 found runs").click()
    page.get_by_role("menuitem", name="Archive").click()
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(rows(page)).to_have_count(1)


def test_an_edit_in_one_page_arrives_in_another(page: Page, show: Show) -> None:
    other = show()
    expect(row(other, "b")).to_be_visible()
    rename(page, "b", "baseline")
    expect(row(other, "baseline")).to_be_visible()


def test_a_note_that_somebody_else_has_written_meanwhile_is_reported(
    page: Page, show: Show, logdir: Path
) -> None:
    other = show()
    for each in (page, other):
        choose(each, "b", "Labels and note")
    other.get_by_role("textbox", name="Note").fill("theirs")
    other.get_by_role("textbox", name="Labels").fill("best")
    other.get_by_role("button", name="Save").click()
    wait_until_kept(page, logdir, "theirs")
    expect(page.get_by_role("textbox", name="Labels")).to_have_value("best")  # nobody wrote there
    note = page.get_by_role("textbox", name="Note")
    expect(note).to_have_value("theirs")
    note.fill("mine")
    other.reload()
    choose(other, "b", "Labels and note")
    other.get_by_role("textbox", name="Note").fill("theirs again")
    other.get_by_role("button", name="Save").click()
    wait_until_kept(page, logdir, "theirs again")
    alert = page.get_by_role("dialog").get_by_role("alert")
    expect(alert).to_contain_text("somebody else has written this meanwhile")
    expect(alert).to_contain_text("theirs again")
    alert.get_by_role("button", name="Take theirs").click()
    expect(note).to_have_value("theirs again")
    expect(alert).to_have_count(0)
    note.fill("theirs again, and mine")
    page.keyboard.press("Control+Enter")
    wait_until_kept(page, logdir, "theirs again, and mine")


def test_who_deletes_a_run_on_its_page_goes_on_to_the_overview(page: Page) -> None:
    row(page, "b").get_by_role("link").click()
    page.get_by_role("region", name="Run b").get_by_role("button", name="Actions on b").click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Move to the trash").click()
    expect(page.get_by_text("This run is not there")).to_have_count(0)
    expect(page).to_have_url(re.compile("#/overview"))
    left = page.get_by_role("table", name="Runs").get_by_role("rowheader")
    expect(left).to_have_count(2)


def test_the_keyboard_alone_renames(page: Page) -> None:
    menu = page.get_by_role("button", name="Actions on b", exact=True)
    page.get_by_role("tree", name="List of runs").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+F10")
    expect(page.get_by_role("menuitem", name="Rename")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Name")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()


def test_menus_and_dialogs_have_no_violation(logdir: Path, show: Show) -> None:
    for name in RUNS:
        write(logdir / name, {"loss": [3.0, 1.0]})
    page = show()
    choose(page, "b", "Labels and note")
    page.get_by_role("textbox", name="Labels").fill("good, " + "long " * 11)
    page.get_by_role("textbox", name="Note").fill("x")
    page.get_by_role("button", name="Save").click()
    expect(row(page, "b")).to_contain_text("Labels: good")
    row(page, "a").hover()
    page.get_by_role("button", name="Actions on a", exact=True).click()
    expect(page.get_by_role("menu")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    for action in ("Labels and note", "Delete"):
        choose(page, "a", action)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    for action in ("labels", "Trash"):
        page.get_by_role("button", name="Actions on the 3 selected runs").click()
        page.get_by_role("menuitem", name=action).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_server_that_can_not_write_says_so_and_nothing_changes(
    page: Page, logdir: Path, watch: Watch
) -> None:
    (logdir / ".vdlite").write_text("something else")
    watch.expect("507")
    choose(page, "b", "Rename")
    expect(page.get_by_role("textbox", name="Name")).to_be_focused()
    page.keyboard.type("baseline")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Not kept")
    expect(row(page, "b")).to_be_visible()


class TestWithoutAllowEdit:
    """The browser keeps what the server does not."""

    @pytest.fixture
    def server(self, start: Start) -> Server:
        return start()

    def test_names_are_kept_by_this_browser(self, page: Page, logdir: Path) -> None:
        choose(page, "b", "Labels and note")
        expect(page.get_by_role("dialog")).to_contain_text("Kept in this browser only")
        page.get_by_role("textbox", name="Name").fill("baseline")
        page.get_by_role("button", name="Save").click()
        expect(row(page, "baseline")).to_be_visible()
        page.reload()
        expect(row(page, "baseline")).to_be_visible()
        assert not (logdir / ".vdlite").exists()

    def test_deleting_says_what_it_needs(self, page: Page) -> None:
        row(page, "b").hover()
        page.get_by_role("button", name="Actions on b").click()
        item = page.get_by_role("menuitem", name="Delete")
        expect(item).to_have_attribute("aria-disabled", "true")
        item.hover()
        expect(page.get_by_role("tooltip")).to_contain_text("--allow-edit")

    def test_what_another_server_kept_is_seen_below_the_own(
        self, page: Page, start: Start, show: Show
    ) -> None:
        editor = show(start(allow_edit=True).url + "#/scalars")
        rename(editor, "a", "theirs")
        expect(row(page, "theirs")).to_be_visible()
        rename(page, "theirs", "mine")
        page.reload()
        expect(row(page, "mine")).to_be_visible()
        expect(row(editor, "theirs")).to_be_visible()
