"""Colors belong to runs: no run changes its own because another one is gone."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.logs import START, write
from vdlite import LogWriter


def colors(page: Page) -> dict[str, str]:
    """Of each run of the list, by its name."""
    found: dict[str, str] = page.get_by_role("button", name="Color of ").evaluate_all(
        """buttons => Object.fromEntries(buttons.map(button => [
            (button.ariaLabel ?? button.title).replace("Color of ", ""),
            button.querySelector("i").style.getPropertyValue("--color")]))"""
    )
    return found


def test_a_deleted_run_leaves_the_colors_of_the_others_alone(logdir: Path, show: Show) -> None:
    for i in range(9):  # of ten hues: many a run has the one next to that of its name
        write(logdir / f"run {i}", {"loss": [1.0]}, start=START + i)
    page = show()
    until(page, lambda: len(colors(page)) == 9)
    before = colors(page)
    assert len(set(before.values())) == 9
    for gone in ("run 0", "run 3"):
        shutil.rmtree(logdir / gone)
        del before[gone]
    until(page, lambda: colors(page).keys() == before.keys())
    assert colors(page) == before
    page.reload()
    until(page, lambda: colors(page).keys() == before.keys())
    assert colors(page) == before
    write(logdir / "new", {"loss": [1.0]}, start=START + 99)
    until(page, lambda: "new" in colors(page))
    after = colors(page)
    assert after.pop("new") not in before.values()
    assert after == before
    expect(page.get_by_text("8 of 8").first).to_be_visible()


def test_a_truth_value_and_a_text_that_reads_the_same_are_two_colors(
    logdir: Path, show: Show
) -> None:
    for run, amp in {"a": True, "b": "true"}.items():
        with LogWriter(logdir / run) as writer:
            writer.add_hparams({"amp": amp}, ["loss"])
            writer.add_scalar("loss", 1.0, 0)
    page = show("#/scalars?color-by=h:amp")
    words = page.locator(".legend .word")
    expect(words).to_have_text(["true", "true"])
    assert len(set(colors(page).values())) == 2
