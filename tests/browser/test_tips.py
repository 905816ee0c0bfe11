"""The table at the cursor goes with Escape, and is back with the next move of the pointer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Show
from tests.browser.logs import write
from tests.browser.pointer import Place, point_at
from vdlite import LogWriter


def goes_with_escape(page: Page, target: Locator, place: Place = (0.5, 0.5)) -> None:
    tip = page.locator(".tip:popover-open")
    point_at(target, place)
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip.filter(visible=True)).to_have_count(0)
    point_at(target, (place[0] - 0.03, place[1]))
    expect(tip).to_be_visible()


def test_on_lines(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [3.0, 2.0, 1.0]})
    page = show("#/scalars")
    goes_with_escape(page, page.get_by_role("application", name="Chart of loss, 1 run"))


def test_on_curves(logdir: Path, show: Show) -> None:
    rng = np.random.default_rng(0)
    with LogWriter(logdir / "a") as writer:
        writer.add_roc_curve("x", rng.random(99) < 0.5, rng.random(99), 0)
    page = show("#/curves")
    goes_with_escape(page, page.get_by_role("application", name="ROC of x, 1 curve"))


def test_on_parallel_coordinates(logdir: Path, show: Show) -> None:
    for i in range(40):  # wherever the pointer is, a line is near
        with LogWriter(logdir / str(i)) as writer:
            writer.add_hparams({"lr": float(i), "width": float(i)}, ["loss"])
            writer.add_scalar("loss", float(i), 0)
    page = show("#/trials?pictures=parallel")
    picture = page.get_by_role("article", name="Parallel coordinates")
    goes_with_escape(page, picture.locator(".chart").first, (0.3, 0.5))


def test_the_hint_of_a_button_that_has_no_focus(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [1.0]})
    page = show()
    page.get_by_role("banner").get_by_role("button").last.hover()
    hint = page.get_by_role("tooltip")
    expect(hint).to_be_visible()
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)


def test_what_notes_say_is_reported_without_a_click(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [3.0, -2.0, float("nan")]})
    page = show("#/scalars?logY=1")
    page.get_by_role("button", name="2 notes").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("not on a log axis")
    expect(page.get_by_role("tooltip")).to_contain_text("1 NaN")
