"""Zooming in, down to the raw points, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.chart import Chart, choose, until
from tests.browser.conftest import Show
from tests.browser.logs import write
from vdlite import LogReader

COUNT, SPIKE, HEIGHT = 50_000, 38_888, 50.0


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    """A noisy curve, the one of another tag, and one spike."""
    noise = np.random.default_rng(0).normal(size=COUNT)
    values = noise.tolist()
    values[SPIKE] = HEIGHT
    write(logdir / "a", {"loss": values, "other": noise[:COUNT].tolist()}, pace=0.5)
    page = show("#/scalars?smoothing=0")
    Chart(page, "loss").wait_for_step(COUNT - 1)
    Chart(page, "other").wait_for_step(COUNT - 1)
    return page


def shown(chart: Chart) -> list[dict[str, Any]]:
    points: list[dict[str, Any]] = json.loads(chart.export("JSON of what is shown").read_text())
    return points


def place_of(chart: Chart, x: float) -> float:
    low, high = chart.x_range
    return (x - low) / (high - low)


def zoom_on_spike(chart: Chart, half: float) -> tuple[float, float]:
    """Drag from left to right over the spike."""
    before = chart.x_range
    at = place_of(chart, SPIKE)
    chart.drag((at - half, 0.5), (at + half, 0.5))
    return chart.leave_range(before)


def test_a_spike_is_there_at_every_zoom_down_to_the_raw_points(logdir: Path, page: Page) -> None:
    chart = Chart(page, "loss")
    logged = LogReader(logdir).scalars("a", "loss")
    widths = [float(COUNT)]
    while widths[-1] > 100:
        assert chart.y_range[1] > HEIGHT
        assert {"step": SPIKE, "value": HEIGHT}.items() <= next(
            point.items() for point in shown(chart) if point["step"] == SPIKE
        )
        low, high = zoom_on_spike(chart, 0.1)
        assert low < SPIKE < high
        widths.append(high - low)
        assert widths[-1] < widths[-2] / 2
    low, high = chart.x_range
    inside = (logged.steps >= low) & (logged.steps <= high)
    raw = list(zip(logged.steps[inside].tolist(), logged.values[inside].tolist(), strict=True))
    until(page, lambda: [(point["step"], point["value"]) for point in shown(chart)] == raw)
    chart.point_at_x(SPIKE)
    until(page, lambda: chart.tooltip_rows()[0]["Value"] == "50")


def test_zooms_nest_and_are_taken_back_one_by_one(page: Page) -> None:
    chart = Chart(page, "loss")
    whole = chart.x_range
    first = zoom_on_spike(chart, 0.2)
    zoom_on_spike(chart, 0.2)
    chart.tool("One zoom back").click()
    chart.wait_for_range(first)
    zoom_on_spike(chart, 0.2)
    chart.tool("Restore the whole range").click()
    chart.wait_for_range(whole)
    expect(chart.tool("One zoom back")).to_have_count(0)


def test_a_box_zooms_both_axes_and_a_double_click_restores_them(page: Page) -> None:
    chart = Chart(page, "loss")
    (left, right), (bottom, top) = chart.x_range, chart.y_range
    chart.drag((0.25, 0.25), (0.75, 0.75))
    chart.leave_range((left, right))
    middle = (left + right) / 2, (bottom + top) / 2
    assert np.mean(chart.x_range) == pytest.approx(middle[0], rel=0.02)
    assert np.mean(chart.y_range) == pytest.approx(middle[1], rel=0.02)
    assert np.ptp(chart.x_range) == pytest.approx((right - left) / 2, rel=0.02)
    assert np.ptp(chart.y_range) == pytest.approx((top - bottom) / 2, rel=0.02)
    chart.plot.dblclick()
    chart.wait_for_range((left, right))
    until(page, lambda: chart.y_range == (bottom, top))


def test_a_tall_drag_zooms_the_height_alone(page: Page) -> None:
    chart = Chart(page, "loss")
    before = chart.x_range
    top = chart.y_range[1]
    chart.drag((0.5, 0.5), (0.5, 0.9))
    until(page, lambda: chart.y_range[1] < top / 1.5)
    assert chart.x_range == before


def test_the_wheel_zooms_around_the_pointer_only_with_ctrl(page: Page) -> None:
    chart = Chart(page, "loss")
    before = chart.x_range
    chart.point_at((0.25, 0.5))
    chart.turn_wheel(-300, key="Control")
    low, high = chart.leave_range(before)
    assert high - low < COUNT * 0.6
    assert low + (high - low) * 0.25 == pytest.approx(COUNT * 0.25, rel=0.02)
    expect(chart.tool("One zoom back")).to_be_enabled()


def test_shift_and_drag_pans(page: Page) -> None:
    chart = Chart(page, "loss")
    low, high = zoom_on_spike(chart, 0.1)
    chart.drag((0.3, 0.5), (0.8, 0.5), key="Shift")
    wanted = pytest.approx(low - (high - low) / 2, rel=0.01)
    until(page, lambda: chart.x_range[0] == wanted)
    now = chart.x_range
    assert now[1] - now[0] == pytest.approx(high - low)


def test_without_the_box_a_drag_pans(page: Page) -> None:
    chart = Chart(page, "loss")
    low, high = zoom_on_spike(chart, 0.1)
    chart.tool("Drag zooms").click()
    chart.drag((0.8, 0.5), (0.3, 0.5))
    wanted = pytest.approx(low + (high - low) / 2, rel=0.01)
    until(page, lambda: chart.x_range[0] == wanted)


def test_ranges_are_shared_only_when_wished(page: Page) -> None:
    chart, other = Chart(page, "loss"), Chart(page, "other")
    whole = other.x_range
    zoom_on_spike(chart, 0.2)
    assert other.x_range == whole
    choose(page, "Same x range in all charts")
    zoomed = zoom_on_spike(chart, 0.2)
    other.wait_for_range(zoomed)
    other.tool("Restore the whole range").click()
    other.wait_for_range(whole)
    chart.wait_for_range(whole)


def test_the_cursor_is_shared_unless_it_is_turned_off(page: Page) -> None:
    chart, other = Chart(page, "loss"), Chart(page, "other")
    chart.point_at((0.5, 0.5))
    expect(other.card.locator("[data-cursor]")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(other.card.locator("[data-cursor]")).to_have_count(0)
    choose(page, "Same cursor in all charts")
    chart.point_at((0.5, 0.5))
    expect(chart.card.locator("[data-cursor]")).to_have_count(1)
    expect(other.card.locator("[data-cursor]")).to_have_count(0)


def test_full_screen_shares_its_zoom_with_the_card(page: Page) -> None:
    chart, full = Chart(page, "loss"), Chart(page, "loss", full=True)
    chart.tool("Full screen").click()
    expect(full.drawing).to_be_visible()
    full.wait_for_step(COUNT - 1)
    full.point_at((0.5, 0.5))
    full.turn_wheel(-300)
    zoomed = full.leave_range((0, COUNT - 1))
    full.tool("Leave full screen").click()
    expect(full.card).to_have_count(0)
    chart.wait_for_range(zoomed)
