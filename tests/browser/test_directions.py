"""Whether less or more of a metric is better: known by its name, or asked once and kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show, Start
from tests.browser.logs import START, write
from vdlite import Server


def write_runs(logdir: Path, tag: str) -> None:
    """Twelve runs, the first one the smallest."""
    for i in range(12):
        write(logdir / f"run{i:02d}", {tag: [0.0, float(i)]}, start=START + 100 * i)


def star(page: Page) -> Locator:
    return page.get_by_role("img", name="Best by the objective")


def starred(page: Page) -> list[str]:
    rows = page.get_by_role("table", name="Runs").get_by_role("row").filter(has=star(page))
    return rows.get_by_role("rowheader").get_by_role("link").all_inner_texts()


def question(page: Page) -> Locator:
    return page.get_by_role("group", name="Is less or more better?")


@pytest.mark.parametrize(("tag", "best"), [("rollout/ep_rew_mean", "run11"), ("eval/wer", "run00")])
def test_the_best_run_is_the_one_that_the_metrics_name_says(
    logdir: Path, show: Show, tag: str, best: str
) -> None:
    write_runs(logdir, tag)
    page = show("")
    until(page, lambda: starred(page) == [best])
    expect(page.get_by_role("radio", name="Best first")).to_be_checked()
    expect(page.get_by_title("guessed from the name")).to_be_visible()
    expect(question(page)).to_have_count(0)


def test_where_nobody_says_what_is_better_there_is_no_best_run_but_a_question(
    logdir: Path, show: Show, start: Start
) -> None:
    write_runs(logdir, "value")
    server = start(allow_edit=True)
    page = show(server.url)
    expect(question(page)).to_be_visible()
    expect(page.get_by_role("radio", name="Newest first")).to_be_checked()
    expect(page.get_by_role("radio", name="Best first")).to_have_count(0)
    page.get_by_role("button", name="Show the runs").click()
    expect(page.get_by_role("button", name="Top 10")).to_have_count(0)
    expect(star(page)).to_have_count(0)
    question(page).get_by_role("button", name="More").click()
    until(page, lambda: starred(page) == ["run11"])
    expect(page.get_by_role("button", name="Top 10")).to_be_visible()
    # Another browser is not asked again, and may say otherwise.
    other = show(server.url + "#/trials")
    expect(question(other)).to_have_count(0)
    other.get_by_title("it was answered here").click()
    until(page, lambda: starred(page) == ["run00"])


def test_a_server_without_edits_leaves_the_answer_to_the_browser(
    logdir: Path, server: Server, show: Show
) -> None:
    write_runs(logdir, "value")
    page = show("#/trials")
    question(page).get_by_role("button", name="Less").click()
    expect(question(page)).to_have_count(0)
    page.reload()
    expect(page.get_by_title("it was answered here")).to_be_visible()
    assert not (logdir / ".vdlite").exists()
