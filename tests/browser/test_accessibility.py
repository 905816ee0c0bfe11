"""Names, roles and contrasts, as axe-core judges them."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any, Literal

import numpy as np
from playwright.sync_api import Page, expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show
from tests.browser.logs import write
from vdlite import LogWriter

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js")


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it stands: in light, and the contrasts in dark as well, where all else is the same."""
    page.evaluate(AXE.read_text("utf-8"))
    found = _found(page, "")
    _dress(page, "dark")
    found += _found(page, "runOnly: ['color-contrast']")
    _dress(page, "light")
    return found


def _dress(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    # The page hears of it a moment later.
    expect(page.locator("html")).to_have_attribute("data-theme", scheme)


def _found(page: Page, options: str) -> list[str]:
    # What passes is most of what axe could say, and would be gathered, sent and read for nothing.
    found: list[dict[str, Any]] = page.evaluate(
        f"axe.run({{resultTypes: ['violations'], {options}}}).then((result) => result.violations)"
    )
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]


def test_the_page_with_charts_has_no_violation(logdir: Path, show: Show) -> None:
    write(logdir / "a/1", {"train/loss": [-1.0, float("nan"), 2.0], "lr": [1.0]})
    write(logdir / "a/2", {"train/loss": [1.0, 2.0]})
    page = show("#/scalars?logY=1")
    chart = Chart(page, "train/loss")
    chart.wait_for_step(2)
    chart.point_at((0.9, 0.5))
    chart.tooltip_rows()
    assert violations(page) == []


def test_a_tooltip_has_no_violation(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [1.0, 2.0]})
    page = show()
    Chart(page, "loss").wait_for_step(1)
    for name in ("Theme", "Actions on the 1 selected run", "Add loss to a workspace"):
        page.get_by_role("button", name=name, exact=True).hover()
        expect(page.get_by_role("tooltip")).to_be_visible()
        assert violations(page) == []


def test_the_overview_and_the_page_of_a_run_have_no_violation(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"train/loss": [-1.0, 2.0, float("nan")], "lr": [1.0]})
    write(logdir / "b", {"train/loss": [1.0, 2.0]})
    page = show("")
    expect(page.get_by_role("img", name="Best by the objective")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("rowheader").get_by_role("link", name="a").click()
    expect(page.get_by_role("region", name="Files").get_by_role("rowheader")).to_be_visible()
    assert violations(page) == []


def test_a_board_has_no_violation(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"train/loss": [1.0, 2.0]})
    page = show("#/scalars")
    page.get_by_role("button", name="Add train/loss to a workspace").click()
    page.get_by_role("menuitem", name="Add to a new workspace").click()
    page.goto(page.url.partition("#")[0] + "#/overview")
    Chart(page, "train/loss").wait_for_step(1)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("menuitem", name="Note").click()
    page.get_by_role("textbox", name="Note").fill("# Why\n\nBecause.")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="Why")).to_be_visible()
    assert violations(page) == []


def test_the_empty_page_has_no_violation(show: Show) -> None:
    page = show()
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    assert violations(page) == []


def test_menus_and_dialogs_have_no_violation(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"train/loss": [1.0, 2.0]})
    page = show()
    Chart(page, "train/loss").wait_for_step(1)
    for name in (
        "Color of a",
        "Choose tags",
        "Live updates",
        "Theme",
        "Keyboard shortcuts",
        "Jump to a view, tag, run or setting",
    ):
        page.get_by_role("button", name=name).click()
        opened = page.get_by_role("menu").or_(page.get_by_role("dialog"))
        expect(opened).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)


def test_runs_that_log_the_same_on_a_narrow_page_have_no_violation(
    logdir: Path, show: Show
) -> None:
    for run in ("a", "b", "c"):
        with LogWriter(logdir / run) as writer:
            writer.add_hparams({"width": ord(run), "depth": 2}, {"loss": ord(run) / 100})
            writer.add_text("about", f"# Run {run}\n\n## How\n\nAs it is.")
            writer.add_tensor("weights", np.eye(3))
            writer.add_scalar("loss", 1.0, 0)
    page = show("#/texts", viewport={"width": 700, "height": 900})
    expect(page.get_by_role("heading", name="How")).to_have_count(3)
    assert violations(page) == []
    page.evaluate("location.hash = '#/tensors'")
    expect(page.get_by_role("form", name="Slice of weights, ")).to_have_count(3)
    assert violations(page) == []
    page.evaluate("location.hash = '#/trials'")
    expect(page.get_by_role("heading", name="Parallel coordinates")).to_be_visible()
    expect(page.get_by_text("Too few")).to_be_visible()
    assert violations(page) == []
