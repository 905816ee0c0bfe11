"""The spectrum of the Hessian, and maps of its ends. Every number is the record's."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.landscapes import curved, log, middle, row, surface
from tests.browser.pointer import box_of
from vdlite.kinds.landscape import Landscape

pytestmark = pytest.mark.usefixtures("no_graphics_card")


def test_the_spectrum_tells_eigenvalues_and_their_errors(logdir: Path, show: Show) -> None:
    log(logdir / "a", curved())
    page = show("#/landscapes?mode=curvature")
    for key, text in {
        "max": "8 ± 0.5",
        "min": "-1 ± 0.1",
        "ratio": "0.125",
        "trace": "42 ± 1.5",
    }.items():
        expect(row(page, "a").locator(f"[data-key='{key}']")).to_have_text(text)
    chart = page.get_by_role("application", name=re.compile("Spectral density"))
    chart.focus()
    for _ in range(100):  # along the lane of eigenvalues, from the middle
        page.keyboard.press("ArrowRight")
        told = page.locator("[popover]:popover-open")
        if told.get_by_text("eigenvalue 1").count() > 0:
            break
    expect(told).to_contain_text("8 ± 0.5")


def test_without_a_density_there_are_eigenvalues_and_no_axis_for_it(
    logdir: Path, show: Show
) -> None:
    for run, most in (("a", 8.0), ("b", 5.0)):
        log(logdir / run, surface(2, curvature={"eigenvalues": np.array([most, -1.0])}))
    page = show("#/landscapes?mode=curvature")
    expect(page.get_by_role("heading", name="Eigenvalues of the Hessian")).to_be_visible()
    expect(page.get_by_role("switch", name="Logarithmic density")).to_have_count(0)
    chart = page.get_by_role("application", name="Eigenvalues of 2 runs")
    until(page, lambda: box_of(chart)["height"] < 100)
    chart.focus()
    told = page.locator("[popover]:popover-open")
    for key, run in (("ArrowLeft", "b"), ("ArrowDown", "a")):
        page.keyboard.press(key)
        for _ in range(100):
            if told.get_by_text("eigenvalue 2").count() > 0:
                break
            page.keyboard.press("ArrowLeft")
        expect(told.locator(".nearest")).to_contain_text(f"{run}, eigenvalue 2")


def test_a_map_shows_the_ends_of_the_hessian_and_their_ratio(logdir: Path, show: Show) -> None:
    x = np.linspace(-1, 1, 5)
    most, least = np.full((5, 5), 8.0), np.full((5, 5), -2.0)
    least[0] = -4
    log(
        logdir / "a",
        Landscape(x, x, {"hessian/max": most, "hessian/min": least}, np.ones((5, 5), np.bool_)),
        tag="map",
    )
    page = show("#/landscapes?mode=curvature")
    chart = page.get_by_role("application", name=re.compile("Map of a"))
    told = page.locator("[popover]:popover-open")
    for choice, text in (("λ max", "8"), ("λ min", "-2"), ("|λ min / λ max|", "0.25")):
        page.get_by_text(choice, exact=True).first.click()
        page.mouse.move(*middle(page, chart))
        expect(told.locator("td").nth(1)).to_have_text(text)
