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
from tests.browser.test_accessibility import violations
from vdlite import LogWriter
from vdlite.kinds.landscape import Curvature, Landscape, Provenance

pytestmark = pytest.mark.usefixtures("no_graphics_card")


def test_the_spectrum_says_eigenvalues_and_their_errors(logdir: Path, show: Show) -> None:
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
        tooltip = page.locator("[popover]:popover-open")
        if tooltip.get_by_text("eigenvalue 1").count() > 0:
            break
    expect(tooltip).to_contain_text("8 ± 0.5")


def test_without_a_density_there_are_eigenvalues_and_no_axis_for_it(
    logdir: Path, show: Show
) -> None:
    for run, most in (("a", 8.0), ("b", 5.0)):
        log(logdir / run, surface(2, curvature={"eigenvalues": np.array([most, -1.0])}))
    page = show("#/landscapes?mode=curvature")
    expect(page.get_by_role("heading", name="Eigenvalues of the Hessian")).to_be_visible()
    expect(page.get_by_role("switch", name="Log y axis")).to_have_count(0)
    chart = page.get_by_role("application", name="Eigenvalues of 2 runs")
    until(page, lambda: box_of(chart)["height"] < 100)
    chart.focus()
    tooltip = page.locator("[popover]:popover-open")
    for key, run in (("ArrowLeft", "b"), ("ArrowDown", "a")):
        page.keyboard.press(key)
        for _ in range(100):
            if tooltip.get_by_text("eigenvalue 2").count() > 0:
                break
            page.keyboard.press("ArrowLeft")
        expect(tooltip.locator(".nearest")).to_contain_text(f"{run}, eigenvalue 2")


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
    tooltip = page.locator("[popover]:popover-open")
    for choice, text in (("λ max", "8"), ("λ min", "-2"), ("|λ min / λ max|", "0.25")):
        page.get_by_text(choice, exact=True).first.click()
        page.mouse.move(*middle(page, chart))
        expect(tooltip.locator("td").nth(1)).to_have_text(text)


def spectrum(top: float, critical: float) -> Landscape:
    """The curvature at one snapshot, as `compute_curvature` writes it."""
    x = np.linspace(-2, 12, 200)
    density = np.exp(-(x**2)) + 0.01 * np.exp(-(((x - top) / 0.2) ** 2))
    return Landscape(
        np.zeros(1),
        None,
        {"loss": np.array([1 / top])},
        np.ones(1, np.bool_),
        center={"loss": 1 / top},
        settings=Provenance(
            mode="spectrum", unit="epoch", learning_rate=0.25, parameter_count=1000
        ),
        curvature=Curvature(
            eigenvalues=np.array([top, -1.0]),
            errors=np.array([0.5, 0.1]),
            density={"x": x, "y": density},
            critical_sharpness=critical,
            critical_error=0.02,
        ),
        id=f"at {top}",
    )


def test_the_curvature_of_snapshots_is_one_picture_by_step(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for step, (top, critical) in enumerate([(2.0, 1.5), (5.0, 4.0), (8.0, 7.5)]):
            writer.add_landscape("landscape/curvature", spectrum(top, critical), 10 * step)
    page = show("#/landscapes")
    # There is nothing else to see of a run with snapshots alone.
    chart = page.get_by_role("application", name="Spectral density of a at 3 snapshots, by epoch")
    expect(chart).to_have_attribute("data-last", "20")
    chart.focus()
    page.keyboard.press("End")
    tooltip = page.locator("[popover]:popover-open")
    for text in ("8 ± 0.5", "7.5 ± 0.02", "2 / learning rate"):
        expect(tooltip).to_contain_text(text)
    expect(page.get_by_role("list").get_by_text("2 / learning rate")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("switch", name="2 / learning rate").click()
    expect(page.get_by_role("list").get_by_text("2 / learning rate")).to_have_count(0)
