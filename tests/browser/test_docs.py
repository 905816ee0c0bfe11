"""Help leads to the documentation, which is read beside what it explains."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.chart import opened
from tests.browser.conftest import Show
from tests.browser.test_accessibility import violations
from vdlite import LogWriter


def test_help_is_read_beside_the_view_and_its_links_work(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(5):
            writer.add_scalar("loss", 1 / (step + 1), step)
    page = show("#/groups")
    link = opened(page, "Groups and charts").get_by_role("button", name="How smoothing is computed")
    link.click()
    docs = page.get_by_role("complementary", name="Documentation")
    heading = docs.get_by_role("heading", name="Smoothing")
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()
    assert page.evaluate("document.documentElement.scrollTop") == 0
    expect(page.get_by_role("article", name="loss")).to_be_visible()
    assert violations(page) == []

    docs.get_by_role("button", name="All pages").click()
    docs.get_by_role("link", name="Compare runs").click()
    expect(docs.get_by_role("heading", name="Compare runs")).to_be_visible()
    docs.get_by_role("link").first.click()
    expect(docs.get_by_role("heading", name="Compare runs")).to_have_count(0)
    docs.get_by_role("button", name="Back").click()
    expect(docs.get_by_role("heading", name="Compare runs")).to_be_visible()

    page.keyboard.press("Escape")
    expect(docs).to_have_count(0)
    expect(link).to_be_focused()
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_role("button", name="Documentation").click()
    expect(docs.get_by_role("link", name="Find your way")).to_be_visible()
