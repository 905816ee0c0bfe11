"""The console: every line can be reached and found, and leads to its moment in the curves."""

from __future__ import annotations

import re
import time
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Show
from tests.browser.logs import START
from tests.browser.test_accessibility import violations
from tests.browser.test_narrow import overflow
from vdlite import LogWriter
from vdlite.console.keeper import Keeper
from vdlite.reader.run.run_info import run_id
from vdlite.writer.life.console_records import ConsoleRecords
from vdlite.writer.life.run_writer import recorder_of


def log_console(folder: Path, lines: int, last: bytes = b"", code: int = 0) -> None:
    """A line each millisecond, and a scalar each second."""
    with LogWriter(folder) as writer:
        keeper = Keeper(ConsoleRecords(recorder_of(writer)))
        for start in range(0, lines, 1000):
            text = b"".join(
                b"step %d of many\n" % n for n in range(start, min(start + 1000, lines))
            )
            keeper.feed(1, text, START + start / 1000)
            writer.add_scalar("loss", 1 / (1 + start), start // 1000, START + start / 1000)
        keeper.feed(2, last, START + lines / 1000)
        words, traceback = None, None
        if code:
            keeper.keep(START + lines / 1000)
            words, traceback = keeper.last_words()
        ended = {"code": code, "last_words": words, "traceback": traceback}
        keeper.finish(START + lines / 1000 + 1, ended)


def line(page: Page, text: str) -> Locator:
    """The line that has this text."""
    return page.get_by_role("listitem").filter(has_text=text)


def test_a_million_lines_open_at_their_end_and_each_is_reached(logdir: Path, show: Show) -> None:
    log_console(logdir / "a", 1_000_000)
    page = show("#/console")
    expect(page.get_by_text("1,000,000 lines")).to_be_visible()
    expect(line(page, "step 999999 of")).to_be_in_viewport()
    lines = page.get_by_role("list", name="Console of a")
    lines.press("Home")
    expect(line(page, "step 0 of")).to_be_in_viewport()
    lines.hover()
    page.mouse.wheel(0, 180)
    expect(line(page, "step 10 of")).to_be_in_viewport()
    expect(line(page, "step 5 of")).not_to_be_in_viewport()
    lines.press("End")
    expect(line(page, "step 999999 of")).to_be_in_viewport()
    page.goto(page.url.partition("#")[0] + f"#/console?run={run_id('a')}&line=500000")
    expect(line(page, "step 500000 of")).to_be_in_viewport()


def test_words_are_found_in_all_lines(logdir: Path, show: Show) -> None:
    log_console(logdir / "a", 30_000)
    page = show("#/console")
    field = page.get_by_role("searchbox", name="Find in the console")
    field.fill("STEP 1234")
    expect(page.get_by_text("– of 11")).to_be_visible()
    field.press("Enter")
    expect(line(page, "step 1234 of")).to_be_in_viewport()
    field.press("Enter")
    expect(line(page, "step 12340 of")).to_be_in_viewport()
    expect(page.get_by_text("2 of 11")).to_be_visible()
    field.press("Shift+Enter")
    expect(line(page, "step 1234 of")).to_be_in_viewport()
    page.get_by_role("switch", name="Regular expression").check()
    field.fill(r"^step 2\d7{3} ")
    expect(page.get_by_text("– of 10")).to_be_visible()
    field.fill("(")
    expect(field).to_have_attribute("aria-invalid", "true")


def test_a_failure_leads_to_its_traceback_and_to_the_curves(logdir: Path, show: Show) -> None:
    traceback = b"Traceback (most recent call last):\n  File x\n\x1b[31mValueError: no\x1b[0m\n"
    log_console(logdir / "a", 100_000, traceback + b"bye\n" * 200, 1)
    page = show("#/console")
    expect(page.get_by_text("exit code 1: ValueError: no")).to_be_visible()
    page.get_by_role("button", name="To the traceback").click()
    expect(line(page, "Traceback")).to_be_in_viewport()
    expect(page.get_by_text("ValueError: no", exact=True)).to_have_css("color", "rgb(179, 38, 30)")
    assert violations(page) == []
    page.get_by_role("button", name="Show in the curves").click()
    page.wait_for_url("**/#/scalars?**")
    assert f"axis=wall&zoom=loss,{START + 40:.0f}:{START + 160:.0f}::" in page.url
    moment = f"#/console?run={run_id('a')}&at={START + 50.5}"
    page.goto(page.url.partition("#")[0] + moment)
    expect(line(page, "step 50999 of")).to_be_in_viewport()


def test_a_point_of_a_curve_leads_to_what_was_printed_then(logdir: Path, show: Show) -> None:
    log_console(logdir / "a", 100_000)
    with LogWriter(logdir / "b") as writer:
        for step in range(100):
            writer.add_scalar("loss", 2.0, step, START + step)
    page = show("#/scalars")
    chart = page.get_by_role("application", name="Chart of loss")
    expect(page.get_by_text("200 points")).to_be_visible()
    chart.focus()
    for _ in range(5):
        chart.press("ArrowRight")
    expect(page.get_by_text("Step 5", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Show in the console")).to_have_count(0)
    chart.press("Enter")
    way = page.get_by_role("button", name="Show in the console of a")
    assert violations(page) == []
    way.click()
    page.wait_for_url("**/#/console?**")
    expect(line(page, "step 5999 of")).to_be_in_viewport()
    expect(line(page, "step 5999 of")).to_have_class(re.compile("chosen"))
    expect(page.get_by_text("Line 6,000")).to_be_visible()
    page.go_back()
    expect(chart).to_be_visible()


def test_how_a_program_ended_is_there_once_it_is_known(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        keeper = Keeper(ConsoleRecords(recorder_of(writer)))
        keeper.feed(1, b"step 1\n", time.time())
        keeper.keep(time.time())
        page = show("#/console")
        expect(line(page, "step 1")).to_be_visible()
        keeper.feed(1, b"the last line\n", time.time())
        keeper.finish(time.time(), {"code": 3, "last_words": "the last line"})
        writer.close(outcome="failed")
    expect(page.get_by_text("exit code 3: the last line")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="the last line")).to_be_visible()


def test_a_narrow_page_has_all_of_it(logdir: Path, show: Show) -> None:
    log_console(logdir / "a", 100)
    page = show("#/console", viewport={"width": 390, "height": 800})
    expect(line(page, "step 99 of")).to_be_in_viewport()
    assert overflow(page) == 0


def test_the_page_of_a_run_has_the_last_lines(logdir: Path, show: Show) -> None:
    log_console(logdir / "a", 100)
    page = show(f"#/run?run={run_id('a')}")
    expect(page.get_by_text("step 99 of many")).to_be_visible()
