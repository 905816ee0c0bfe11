"""What the chart says of its values is what was logged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page, expect

from tests.browser.chart import Chart, choose, names, settings, until
from tests.browser.conftest import Show
from tests.browser.logs import write
from vdlite import LogReader


def smoothed(values: NDArray[np.float64], weight: float) -> NDArray[np.float64]:
    """The debiased moving average, point by point from its definition."""
    result, last = [], 0.0
    for k, value in enumerate(values):
        last = weight * last + (1 - weight) * value
        result.append(last / (1 - weight ** (k + 1)))
    return np.array(result)


def test_the_tooltip_says_what_the_reader_reads(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": np.random.default_rng(0).normal(size=200).tolist()}, pace=30)
    page = show()
    chart = Chart(page, "loss")
    chart.wait_for_step(199)
    chart.point_at_x(137)
    [row] = chart.tooltip_rows()
    assert set(row) == {"Step", "Run", "Smoothed", "Raw"}
    page.mouse.down()
    page.mouse.up()
    expect(chart.tooltip).to_contain_text("Pinned")
    [row] = chart.tooltip_rows()
    logged = LogReader(logdir).scalars("a", "loss")
    assert float(row["Raw"]) == logged.values[137]
    assert float(row["Smoothed"]) == pytest.approx(smoothed(logged.values, 0.6)[137], rel=1e-12)
    assert row["Run"] == "a"
    assert row["Step"] == "137"
    assert row["2023-11-14"] == "2023-11-14 23:21:50, 1h 08m 30s"


def test_smoothing_is_that_of_all_points_for_every_weight(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": np.random.default_rng(1).normal(size=5000).cumsum().tolist()})
    page = show("#/scalars?smoothing=0")
    chart = Chart(page, "loss")
    chart.wait_for_step(4999)
    chart.point_at_x(4999)
    assert "Smoothed" not in chart.tooltip_rows()[0]
    values = LogReader(logdir).scalars("a", "loss").values
    for weight in (0.9, 0.999):
        page.get_by_role("spinbutton", name="Smoothing").fill(str(weight))
        page.keyboard.press("Enter")
        want = smoothed(values, weight)

        def is_right(want: NDArray[np.float64] = want) -> bool:
            chart.point_at((0.9, 0.5))
            [row] = chart.tooltip_rows()
            step = int(row["Step"].replace(",", ""))
            return float(row.get("Smoothed", "nan")) == pytest.approx(want[step], rel=1e-9)

        until(page, is_right)


def test_the_smoothing_slider_moves_with_the_keys(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [1.0, 2.0]})
    page = show()
    slider = page.get_by_role("slider", name="Smoothing")
    slider.press("Home")
    expect(page.get_by_role("spinbutton", name="Smoothing")).to_have_value("0")
    slider.press("End")
    expect(page.get_by_role("spinbutton", name="Smoothing")).to_have_value("0.999")


@pytest.fixture
def three(logdir: Path, show: Show) -> Page:
    """Flat runs at 10, 20 and 30."""
    for name, height in {"b": 10.0, "a": 30.0, "c": 20.0}.items():
        write(logdir / name, {"loss": [height] * 11})
    page = show("#/scalars?smoothing=0")
    Chart(page, "loss").wait_for_step(10)
    return page


def test_rows_are_sorted_by_nearness_value_or_name(three: Page) -> None:
    chart = Chart(three, "loss")
    order = settings(three).get_by_role("combobox", name="Order in the tooltip")
    order.select_option("Nearest first")
    chart.point_at((0.5, 0.95))
    until(three, lambda: names(chart.tooltip_rows()) == ["b", "c", "a"])
    chart.point_at((0.5, 0.05))
    until(three, lambda: names(chart.tooltip_rows()) == ["a", "c", "b"])
    for choice, want in {
        "Value, rising": ["b", "c", "a"],
        "Value, falling": ["a", "c", "b"],
        "Name": ["a", "b", "c"],
    }.items():
        order.select_option(choice)
        chart.point_at((0.5, 0.95))
        until(three, lambda want=want: names(chart.tooltip_rows()) == want)


def test_a_click_pins_the_tooltip_and_a_second_releases_it(three: Page) -> None:
    chart = Chart(three, "loss")
    chart.point_at((0.5, 0.5))
    chart.plot.click()
    expect(chart.tooltip).to_contain_text("Pinned")
    three.mouse.move(5, 5)
    expect(chart.tooltip).to_contain_text("Pinned")
    chart.plot.click()
    expect(chart.tooltip).not_to_contain_text("Pinned")
    three.mouse.move(5, 5)
    expect(chart.tooltip).to_be_hidden()


def test_nan_and_infinities_are_counted_marked_and_reachable(logdir: Path, show: Show) -> None:
    values = [float(step) for step in range(1000)]
    values[300] = values[301] = float("nan")
    values[310] = float("inf")
    values[320] = float("-inf")
    write(logdir / "a", {"loss": values})
    page = show("#/scalars?smoothing=0")
    chart = Chart(page, "loss")
    chart.wait_for_step(999)
    note = chart.card.get_by_role("button", name="2 NaN, 1 +∞, 1 −∞ · first at step 300")
    before = chart.x_range
    note.click()
    low, high = chart.leave_range(before)
    assert low < 300 < high
    assert high - low < 150

    def height_of_a_gap() -> float:
        bottom, top = chart.y_range
        return 1 - (299 - bottom) / (top - bottom)

    def is_reported(text: str, step: int, height: Callable[[], float]) -> bool:
        """Finer data comes a moment after the zoom, and may move the marks."""
        chart.point_at_x(step, height())
        return chart.tooltip.filter(has_text=f"{text} from step {step}").is_visible()

    until(page, lambda: is_reported("2 NaN", 300, height_of_a_gap))
    until(page, lambda: is_reported("1 +∞", 310, lambda: 0.04))
    until(page, lambda: is_reported("1 −∞", 320, lambda: 0.96))


def test_extrema_are_marked_when_wished(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [5.0, 1.0, 5.0, 9.0, 5.0]})
    page = show("#/scalars?smoothing=0")
    chart = Chart(page, "loss")
    chart.wait_for_step(4)
    choose(page, "Mark minimum and maximum")
    low, high = chart.y_range
    chart.point_at_x(3, (high - 9) / (high - low))
    expect(page.get_by_role("status").filter(has_text="Maximum 9 at step 3")).to_be_visible()
    chart.point_at_x(1, (high - 1) / (high - low))
    expect(page.get_by_role("status").filter(has_text="Minimum 1 at step 1")).to_be_visible()


def test_a_constant_is_drawn_at_every_smoothing(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"one": [3.0], "flat": [0.1] * 50})
    page = show("#/scalars?smoothing=0.6")
    Chart(page, "one").wait_for_step(0)
    chart = Chart(page, "flat")
    chart.wait_for_step(49)
    until(page, lambda: chart.y_range == pytest.approx((0.09, 0.11)))


def test_short_series_are_drawn_raw_until_smoothing_is_chosen(logdir: Path, show: Show) -> None:
    values = np.random.default_rng(2).normal(size=100).tolist()
    write(logdir / "a", {"long": values, "short": values[:99]})
    page = show()
    for tag, step in {"long": 99, "short": 98}.items():
        Chart(page, tag).wait_for_step(step)
    expect(Chart(page, "long").card).to_contain_text("Raw")
    expect(Chart(page, "short").card).not_to_contain_text("Raw")
    page.get_by_role("spinbutton", name="Smoothing").fill("0.5")
    page.keyboard.press("Enter")
    expect(Chart(page, "short").card).to_contain_text("Raw")
    page.get_by_role("button", name="Automatic: 0.6 from 100 points on").click()
    expect(Chart(page, "short").card).not_to_contain_text("Raw")


def test_hovering_where_a_run_is_nan_gives_the_values_of_all(logdir: Path, show: Show) -> None:
    nan = float("nan")
    write(logdir / "good", {"loss": [1.0] * 2000})
    write(logdir / "bad", {"loss": [1.0] * 500 + [nan] * 1500})
    page = show("#/scalars?smoothing=0")
    chart = Chart(page, "loss")
    chart.wait_for_step(1999)
    chart.point_at_x(1200)
    rows = {row["Run"]: row["Value"] for row in chart.tooltip_rows()}
    assert rows == {"good": "1", "bad": "NaN"}


def test_the_cursor_says_as_many_runs_of_nan_as_of_infinity(logdir: Path, show: Show) -> None:
    for run in range(12):
        lost = {0: float("nan"), 1: float("inf")}.get(run, 0.5)
        write(logdir / f"run-{run}", {"loss": [1.0 + run, lost]})
    page = show("#/scalars?smoothing=0")
    chart = Chart(page, "loss")
    chart.wait_for_step(1)
    chart.point_at_x(1)
    expect(chart.tooltip).to_contain_text("1 run: NaN")
    expect(chart.tooltip).to_contain_text("1 run: +∞")
