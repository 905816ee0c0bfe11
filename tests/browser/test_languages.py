"""Words are loaded in the language that is asked for, and a page begins in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Show, Start
from tests.browser.logs import write
from tests.browser.watch import Watch

ENGLISH, CHINESE = "Skip to the content", "跳到内容"
CHINESE_WORDS = "**/assets/zh-*.js"

# Every text that the page has had since it began.
FOLLOW = """
window.seen = [];
const look = () => seen.push(document.body?.textContent ?? "");
new MutationObserver(look).observe(document, {subtree: true, childList: true, characterData: true});
"""


@pytest.fixture(autouse=True)
def logs(logdir: Path) -> None:
    write(logdir / "a", {"loss": [3.0, 2.0, 1.0]}, pace=10)


def skip_link(page: Page, words: str) -> Locator:
    return page.get_by_role("link", name=words)


def loaded(page: Page) -> list[str]:
    names: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map(({name}) => name)"
    )
    return names


def test_a_page_in_english_loads_no_other_words(show: Show) -> None:
    page = show()
    expect(skip_link(page, ENGLISH)).to_be_attached()
    assert not any("/assets/zh-" in name for name in loaded(page))


def test_a_page_in_chinese_never_begins_in_english(show: Show) -> None:
    page = show(locale="zh-CN")
    page.add_init_script(FOLLOW)
    page.reload()
    expect(skip_link(page, CHINESE)).to_be_attached()
    seen = "".join(page.evaluate("seen"))
    assert CHINESE in seen
    assert ENGLISH not in seen


def test_a_server_offers_its_language_to_all_browsers(
    logdir: Path, show: Show, start: Start
) -> None:
    page = show(start(language="zh").url + "#/scalars")
    expect(skip_link(page, CHINESE)).to_be_attached()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")


def test_a_page_whose_words_do_not_come_is_in_english_until_they_do(
    show: Show, watch: Watch
) -> None:
    watch.expect("zh-.*js|Failed to load resource")
    page = show(locale="zh-CN")

    def refuse(route: Route) -> None:
        route.abort("connectionrefused")

    page.route(CHINESE_WORDS, refuse)
    page.reload()
    expect(skip_link(page, ENGLISH)).to_be_attached()
    page.unroute(CHINESE_WORDS, refuse)
    expect(skip_link(page, CHINESE)).to_be_attached(timeout=20_000)
