"""Colors that the user's system forces, as by high contrast, hide neither what is chosen nor whose color it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Show
from tests.browser.landscapes import beside
from vdlite import LogWriter


@pytest.fixture
def logged(logdir: Path) -> None:
    axis = np.linspace(-1, 1, 5)
    for run in ("first", "second"):
        with LogWriter(logdir / run) as writer:
            writer.add_hparams({"lr": 0.1}, ["loss"])
            writer.add_scalar("loss", 1.0, 0)
            writer.add_landscape("surface", (axis, axis, np.add.outer(axis**2, axis**2)), 0)


def outline(locator: Locator) -> str:
    style: str = locator.evaluate("each => getComputedStyle(each).outlineStyle")
    return style


def color(locator: Locator) -> str:
    found: str = locator.evaluate("each => getComputedStyle(each).backgroundColor")
    return found


@pytest.mark.usefixtures("logged")
def test_what_is_chosen_is_outlined(show: Show) -> None:
    page = show("#/landscapes?drawing=filled", forced_colors="active")
    heat = page.locator("label", has_text="Heat map")
    expect(heat).to_be_visible()
    assert outline(heat) == "none"
    heat.click()
    assert outline(heat) == "solid"
    here = page.get_by_role("navigation").locator("[aria-current]").first
    assert outline(here) == "solid"
    page.goto(page.url.partition("#")[0] + "#/trials")
    pressed = page.get_by_role("button", name="Parallel coordinates", pressed=True)
    assert outline(pressed) == "solid"


@pytest.mark.usefixtures("logged")
def test_runs_and_switches_keep_their_colors(show: Show) -> None:
    page = show("#/landscapes?drawing=filled", forced_colors="active")
    heads = page.get_by_role("complementary").locator("h3 .dot")
    expect(heads).to_have_count(2)
    assert color(heads.nth(0)) != color(heads.nth(1))
    side = beside(page)
    on = side.get_by_role("switch", checked=True).first
    off = side.get_by_role("switch", checked=False).first
    assert color(on) != color(off)
