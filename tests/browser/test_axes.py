"""What the axes count, and what a logarithmic one can't show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chart import Chart, choose, settings, until, x_axis
from tests.browser.conftest import Show
from tests.browser.logs import START, write


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    write(logdir / "a", {"loss": [-1.0, 0.0, *(10.0**i for i in range(9))]}, pace=10)
    write(logdir / "b", {"loss": [1.0] * 11}, start=START + 1000, pace=20)
    page = show()
    Chart(page, "loss").wait_for_step(10)
    return page


def test_x_counts_steps_seconds_since_the_start_or_moments(page: Page) -> None:
    chart = Chart(page, "loss")
    chart.wait_for_range((0, 10))
    x_axis(page).select_option(label="Time")
    chart.wait_for_range((0, 200))
    assert ">2m<" in chart.export("SVG picture").read_text("utf-8")
    x_axis(page).select_option(label="Date")
    chart.wait_for_range((START, START + 1200))
    assert ">2023-11-14<" in chart.export("SVG picture").read_text("utf-8")
    x_axis(page).select_option(label="Step")
    chart.wait_for_range((0, 10))


def test_a_log_x_axis_says_what_it_leaves_out(page: Page) -> None:
    chart = Chart(page, "loss")
    choose(page, "Log x axis")
    chart.wait_for_range((1, 10))
    expect(chart.card).to_contain_text("2 points at x ≤ 0 not on a log axis")


def test_a_log_y_axis_says_what_it_leaves_out(page: Page) -> None:
    chart = Chart(page, "loss")
    choose(page, "Log y axis")
    expect(chart.card).to_contain_text("2 values ≤ 0 not on a log axis")
    until(page, lambda: 0 < chart.y_range[0] < 1 < 1e8 < chart.y_range[1])
    choose(page, "Log y axis")
    expect(chart.card).not_to_contain_text("log axis")


def test_one_chart_alone_can_have_a_log_y_axis(page: Page) -> None:
    chart = Chart(page, "loss")
    chart.tool("Log y axis").click()
    expect(chart.card).to_contain_text("2 values ≤ 0 not on a log axis")


def test_points_of_one_moment_can_be_drawn_on_every_axis(logdir: Path, show: Show) -> None:
    write(logdir / "burst", {"burst": [1.0, 1.0]}, pace=2.0**-22)
    page = show("#/scalars?axis=wall&search=burst")
    chart = Chart(page, "burst")
    chart.wait_for_range((START, START + 2.0**-22))
    x_axis(page).select_option(label="Time")
    chart.wait_for_range((0, 2.0**-22))


def test_a_run_that_diverged_lies_beyond_the_range_until_it_is_asked_for(
    logdir: Path, show: Show
) -> None:
    for name in ("a", "b", "c"):
        write(logdir / name, {"loss": [2.0, 1.0, 0.5, 0.5], "norm": [1.0, 1.5, 1.8, 2.0]})
    write(
        logdir / "diverged",
        {"loss": [2.0, 60.0, 1e9, float("nan")], "norm": [1.0, 8.0, 20.0, 30.0]},
    )
    page = show()
    chart = Chart(page, "loss")
    chart.wait_for_step(3)
    until(page, lambda: chart.y_range[1] < 3)
    chart.tool("1 run beyond the range: show").click()
    until(page, lambda: chart.y_range[1] > 1e9)
    expect(page).to_have_url(re.compile("whole=loss"))
    page.reload()
    until(page, lambda: chart.drawing.is_visible() and chart.y_range[1] > 1e9)
    chart.tool("All values: back to most runs").click()
    until(page, lambda: chart.y_range[1] < 3)
    # One that did not diverge is left out only on demand.
    norm = Chart(page, "norm")
    until(page, lambda: norm.y_range[1] > 30)
    norm.tool("leave out").click()
    until(page, lambda: norm.y_range[1] < 3)
    norm.tool("1 run beyond the range: show").click()
    until(page, lambda: norm.y_range[1] > 30)


def test_outliers_can_be_kept_from_flattening_the_rest(logdir: Path, show: Show) -> None:
    write(
        logdir / "a", {"spiky": [i % 10 for i in range(500)] + [1e9] + [i % 10 for i in range(500)]}
    )
    page = show("#/scalars?smoothing=0")
    chart = Chart(page, "spiky")
    chart.wait_for_step(1000)
    until(page, lambda: chart.y_range[1] > 1e9)
    settings(page).get_by_role("combobox", name="Y range").select_option(
        "5 % to 95 % of the values"
    )
    until(page, lambda: 9 <= chart.y_range[1] < 100)
