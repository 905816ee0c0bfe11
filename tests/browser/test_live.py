"""The page follows the logs, and leaves alone what the user has set up."""

from __future__ import annotations

from pathlib import Path

import httpx
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.browser.chart import Chart, until
from tests.browser.conftest import TOKEN, Show
from tests.browser.logs import write
from vdlite import LogWriter, Server


def test_new_points_leave_zoom_and_scroll_position_alone(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        # Names of one section that is not folded, and of which none differs from another in a number only.
        tags = [f"{letter}{other}" for letter in "abcdefgh" for other in "vwxyz"]
        for tag in tags:
            for step in range(20):
                writer.add_scalar(tag, float(step), step)
        page = show()
        chart = Chart(page, tags[20])
        scroller = page.locator(".scroller")
        Chart(page, tags[0]).wait_for_step(19)
        page.mouse.move(600, 500)
        page.mouse.wheel(0, 1800)
        chart.drag((0.2, 0.5), (0.6, 0.5))
        zoomed = chart.leave_range((0, 19))
        neighbor = Chart(page, tags[21])
        neighbor.wait_for_step(19)
        place = scroller.evaluate("element => element.scrollTop")
        assert place > 1000
        for tag in tags:
            writer.add_scalar(tag, 1e6, 20)
        neighbor.wait_for_step(20)
        neighbor.wait_for_range((0, 20))
        expect(chart.card).to_contain_text("1M at step 20")
        assert chart.x_range == zoomed
        assert scroller.evaluate("element => element.scrollTop") == place
        chart.tool("Restore the whole range").click()
        chart.wait_for_range((0, 20))


def test_new_runs_and_tags_appear_by_themselves(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [1.0, 2.0]})
    page = show()
    chart = Chart(page, "loss")
    chart.wait_for_step(1)
    write(logdir / "b", {"loss": [1.0, 2.0, 3.0], "accuracy": [0.5]})
    chart.wait_for_step(2)
    expect(chart.card).to_contain_text("2 runs · 5 points")
    Chart(page, "accuracy").wait_for_step(0)
    expect(page.get_by_role("checkbox", name="Select b")).to_be_checked()


def test_whoever_comes_back_to_a_view_asks_again_only_for_what_has_grown(
    logdir: Path, show: Show
) -> None:
    write(logdir / "a", {"loss": [2.0, 1.0]})
    page = show()
    chart = Chart(page, "loss")
    chart.wait_for_step(1)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("location.hash = '#/texts'")
    expect(chart.card).to_have_count(0)
    page.evaluate("location.hash = '#/scalars'")
    chart.wait_for_step(1)
    assert not any(url.endswith("api/scalars") for url in asked)
    page.evaluate("location.hash = '#/texts'")
    expect(chart.card).to_have_count(0)
    write(logdir / "a", {"loss": [0.5, 0.4, 0.3]})
    expect(page.get_by_role("checkbox", name="Select a")).to_be_visible()
    page.evaluate("location.hash = '#/scalars'")
    chart.wait_for_step(2)


def test_paused_the_page_stands_still_and_then_catches_up(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 3.0, 0)
        page = show()
        chart = Chart(page, "loss")
        chart.wait_for_step(0)
        page.get_by_role("button", name="Live updates: Connected").click()
        page.get_by_role("switch", name="Follow the logs live").uncheck()
        expect(page.get_by_role("button", name="Live updates are off")).to_contain_text("Paused")
        for step in range(1, 100):
            writer.add_scalar("loss", 3.0, step)
        # Whoever opens the page now sees the points; this page still does not.
        Chart(show(), "loss").wait_for_step(99)
        chart.wait_for_step(0)
        page.get_by_role("switch", name="Follow the logs live").check()
        chart.wait_for_step(99)


def test_what_is_logged_while_the_page_connects_is_not_missed(
    logdir: Path, server: Server, show: Show
) -> None:
    write(logdir / "a", {"loss": [1.0]})
    address = server.url.partition("?")[0]

    def log_first(route: Route) -> None:
        write(logdir / "a", {"late": [1.0]})
        until(page, lambda: "late" in tags_of(address))
        route.continue_()

    page = show("#/scalars")
    Chart(page, "loss").wait_for_step(0)
    page.route("**/api/events", log_first, times=1)
    page.reload()
    Chart(page, "late").wait_for_step(0)


def tags_of(address: str) -> list[str]:
    answer = httpx.get(f"{address}api/tags", headers={"Authorization": f"Bearer {TOKEN}"}).json()
    tags: list[str] = answer["kinds"].get("scalar", {"tags": []})["tags"]
    return tags


def test_the_tooltip_of_a_resting_pointer_follows_the_newest_point(
    logdir: Path, show: Show
) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(10):
            writer.add_scalar("loss", float(step), step)
        page = show("#/scalars?smoothing=0")
        chart = Chart(page, "loss")
        chart.wait_for_step(9)
        chart.point_at((1, 0.5))
        assert chart.tooltip_rows()[0]["Step"] == "9"
        writer.add_scalar("loss", 10.0, 10)
        expect(chart.tooltip.get_by_role("cell", name="10", exact=True).first).to_be_visible()


def test_a_run_is_marked_as_live_until_its_writer_closes(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
        page = show()
        expect(
            said_of_run(
                page, "live: it grew within the last 30 seconds; logs of other tools: 2.5 minutes"
            )
        ).to_have_count(1)
    expect(said_of_run(page, "finished: it came to its end")).to_have_count(1)


def said_of_run(page: Page, text: str) -> Locator:
    return page.get_by_role("treeitem").filter(has_text=text)


Held = list[tuple[Route, APIResponse]]


def hold_answer(page: Page, logdir: Path) -> Held:
    """Add a run: what the page asks of the runs then is answered, but the answer is held back."""
    held: Held = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route("**/api/runs", hold_first)
    write(logdir / "another", {"other": [1.0]})
    until(page, lambda: len(held) == 1)
    return held


def let_go(page: Page, held: Held) -> None:
    """Return when the page has done with the answer what it does."""
    [(route, old)] = held
    with page.expect_event("requestfinished", lambda request: request == route.request):
        route.fulfill(response=old)
    for _ in range(3):  # what it does would be drawn by then
        page.evaluate("new Promise(requestAnimationFrame)")


def test_an_answer_that_was_overtaken_does_not_hide_a_run(logdir: Path, show: Show) -> None:
    page = show()
    held = hold_answer(page, logdir)
    write(logdir / "a", {"loss": [1.0, 2.0]})
    chart = Chart(page, "loss")
    chart.wait_for_step(1)
    assert b"another" in held[0][1].body()
    assert b'"a"' not in held[0][1].body()
    let_go(page, held)
    expect(page.get_by_text("2 of 2", exact=True)).to_be_visible()
    expect(chart.plot).to_have_accessible_name("Chart of loss, 1 run")


def test_an_answer_that_was_overtaken_does_not_bring_a_run_back_to_life(
    logdir: Path, show: Show
) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
        page = show()
        expect(said_of_run(page, "live: it grew")).to_have_count(1)
        held = hold_answer(page, logdir)
    expect(said_of_run(page, "finished: it came to its end")).to_have_count(1)
    assert b"live" in held[0][1].body()
    let_go(page, held)
    expect(said_of_run(page, "finished: it came to its end")).to_have_count(2)
