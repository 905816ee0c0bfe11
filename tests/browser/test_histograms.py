"""Histograms on the page are those of NumPy, and every step can be reached."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import opened, until
from tests.browser.conftest import Show
from tests.browser.navigate import open_view
from tests.browser.pointer import point_at
from tests.browser.test_accessibility import violations
from tests.browser.watch import Watch
from vdlite import LogWriter

STEPS = 300


def weights(step: int) -> NDArray[np.float32]:
    """As a fully connected layer has them: [10, 980], moving and widening."""
    random = np.random.default_rng(step)
    values = random.normal(step / 100, 0.2 + step / 300, (10, 980))
    return values.astype(np.float32)


def write(logdir: Path, steps: range = range(STEPS)) -> None:
    for name in ("a", "b"):
        with LogWriter(logdir / name) as writer:
            for step in steps:
                writer.add_histogram("fc_weight", weights(step), step, 1_760_000_000.0 + 2 * step)


class Card:
    """The card of a tag and run: seen, pointed at, read."""

    def __init__(self, page: Page, tag: str, *, number: int = 0, full: bool = False) -> None:
        self.page = page
        within = page.get_by_role("dialog", name=tag, exact=True) if full else page.locator("main")
        self.card = within.get_by_role("article", name=tag, exact=True).nth(number)
        self.plot = self.card.get_by_role("application").first

    def wait_for(self, *, first: float, last: float, steps: int | None = None) -> None:
        """Return when this is what is drawn."""
        expect(self.plot).to_have_attribute("data-first", text_of(first))
        expect(self.plot).to_have_attribute("data-last", text_of(last))
        if steps is not None:
            expect(self.plot).to_have_attribute("data-steps", str(steps))

    def point_at(self, x: float, y: float) -> None:
        """Shares of the drawing's width and height."""
        point_at(self.plot, (x, y))

    @property
    def tooltip(self) -> Locator:
        return self.page.get_by_role("status").filter(has=self.page.get_by_role("table"))

    def shown(self) -> dict[str, float]:
        """The numbers at the cursor; those of the bucket as `left`, `right` and `count`."""
        expect(self.tooltip).to_be_visible()
        text, cells = self.tooltip.evaluate(
            """tip => [tip.innerText, [...tip.querySelectorAll("tr")].map(row =>
                [row.cells[0].innerText, row.cells[1].title || row.cells[1].innerText])]"""
        )
        found = {"step": number(re.search(r"Step ([\d,]+)", text))}
        bucket = re.search(r"\[(\S+), (\S+)[\])]\s+([\d,]+)", text)
        if bucket is not None:
            found |= {"left": number(bucket, 1), "right": number(bucket, 2)}
            found["count"] = number(bucket, 3)
        return found | {name: float(cell.replace(",", "")) for name, cell in cells}

    def report_of(self, step: int) -> dict[str, float]:
        """The numbers at the cursor, once it is at this step."""
        until(self.page, lambda: self.shown()["step"] == step)
        return self.shown()


def number(match: re.Match[str] | None, group: int = 1) -> float:
    assert match is not None
    return float(match[group].replace(",", ""))


def text_of(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


def choose(page: Page, setting: str, value: str) -> None:
    panel = opened(page, "Histogram settings")
    panel.get_by_role("group", name=setting).get_by_text(value, exact=True).click()


def check(shown: dict[str, float], values: NDArray[Any]) -> None:
    """What is said of a step is what NumPy says of what was logged."""
    exact = values.astype(np.float64)
    assert shown["Values"] == exact.size
    assert (shown["Minimum"], shown["Maximum"]) == (exact.min(), exact.max())
    assert shown["Mean"] == pytest.approx(exact.mean())
    assert shown["Std. dev."] == pytest.approx(exact.std())


def test_first_and_last_step_are_there_and_the_counts_of_a_step_sum_to_its_values(
    logdir: Path, show: Show
) -> None:
    write(logdir)
    page = show("#/histograms")
    card = Card(page, "fc_weight")
    card.wait_for(first=0, last=STEPS - 1, steps=50)
    expect(card.card).to_contain_text("50 of 300 steps")
    card.plot.focus()
    page.keyboard.press("Home")
    check(card.report_of(0), weights(0))
    page.keyboard.press("End")
    values = weights(STEPS - 1)
    check(card.report_of(STEPS - 1), values)
    counts = []
    left = values.min().astype(np.float64)
    for _ in range(64):
        page.keyboard.press("Shift+ArrowRight")
        until(page, lambda left=left: card.shown().get("left") == pytest.approx(left, abs=1e-3))
        shown = card.shown()
        counts.append(shown["count"])
        left = shown["right"]
    assert sum(counts) == 9800
    wanted = np.histogram(values, 64)[0]
    # NumPy puts its edges to the nearest float32, too, but not always to the same one.
    assert np.abs(wanted - counts).max() <= 1


@pytest.mark.parametrize("mode", ["Offset", "Overlay", "Heat map"])
def test_the_cursor_gives_one_step_exactly(logdir: Path, show: Show, mode: str) -> None:
    write(logdir, range(0, STEPS, 10))
    page = show("#/histograms")
    card = Card(page, "fc_weight")
    card.wait_for(first=0, last=290, steps=30)
    choose(page, "Show steps", mode)
    for x, y in [(0.3, 0.75), (0.6, 0.6), (0.5, 0.8)]:
        card.point_at(x, y)
        shown = card.shown()
        values = weights(int(shown["step"])).astype(np.float64)
        check(shown, values)
        if "count" in shown:
            # The ends of the bucket are rounded where they are reported.
            slack = 1e-3
            inside = np.count_nonzero((values >= shown["left"]) & (values < shown["right"]))
            near = np.count_nonzero(
                (np.abs(values - shown["left"]) < slack) | (np.abs(values - shown["right"]) < slack)
            )
            assert abs(shown["count"] - inside) <= near
    page.mouse.move(5, 5)
    expect(card.tooltip).to_have_count(0)


def test_the_focus_is_seen_within_a_chart_whose_edge_cuts_off(logdir: Path, show: Show) -> None:
    write(logdir, range(0, STEPS, 10))
    plot = Card(show("#/histograms"), "fc_weight").plot
    plot.focus()
    plot.press("ArrowLeft")
    expect(plot).to_have_css("outline-style", "solid")
    expect(plot).to_have_css("outline-offset", "-2px")


def test_every_logged_step_can_be_seen_in_full_screen(logdir: Path, show: Show) -> None:
    write(logdir)
    page = show("#/histograms")
    small = Card(page, "fc_weight")
    small.wait_for(first=0, last=STEPS - 1)
    small.plot.focus()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    card = Card(page, "fc_weight", full=True)
    table = card.card.get_by_role("table")
    mean = table.get_by_role("row", name="Mean").get_by_role("cell")
    until(page, lambda: float(mean.get_attribute("title") or "nan") == shown_mean(0))
    step = card.card.get_by_role("textbox", name="Step")
    step.fill("137")
    step.press("Enter")
    until(page, lambda: float(mean.get_attribute("title") or "nan") == shown_mean(137))
    until(page, lambda: "137" in page.evaluate("location.hash"))
    page.reload()
    until(page, lambda: float(mean.get_attribute("title") or "nan") == shown_mean(137))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def shown_mean(step: int) -> Any:
    return pytest.approx(weights(step).astype(np.float64).mean(), rel=1e-12)


def test_settings_are_in_the_address(logdir: Path, show: Show) -> None:
    write(logdir, range(20))
    page = show("#/histograms")
    card = Card(page, "fc_weight")
    card.wait_for(first=0, last=19, steps=20)
    choose(page, "Show steps", "Heat map")
    choose(page, "Axis of the steps", "Time")
    choose(page, "One chart per", "Tag")
    card.wait_for(first=0, last=38, steps=40)
    page.get_by_role("textbox", name="First step").fill("5")
    page.get_by_role("textbox", name="Last step").fill("9")
    page.keyboard.press("Enter")
    card.wait_for(first=10, last=18, steps=10)
    until(page, lambda: "to=9" in page.evaluate("location.hash"))
    again = show(page.evaluate("location.hash"))
    Card(again, "fc_weight").wait_for(first=10, last=18, steps=10)


def test_two_runs_lie_over_one_another_or_side_by_side(logdir: Path, show: Show) -> None:
    write(logdir, range(5))
    page = show("#/histograms")
    cards = page.get_by_role("article", name="fc_weight")
    expect(cards).to_have_count(2)
    choose(page, "One chart per", "Tag")
    expect(cards).to_have_count(1)
    Card(page, "fc_weight").wait_for(first=0, last=4, steps=10)


def test_what_no_bucket_shows_is_reported(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(3):
            writer.add_histogram("some", [1.0, 2.0, *[float("nan")] * step, float("inf")], step)
            writer.add_histogram("none", [float("nan")] * 2, step)
            writer.add_histogram("empty", [], step)
            writer.add_histogram("constant", [3.0] * 7, step)
    page = show("#/histograms")
    expect(Card(page, "some").card).to_contain_text("3 NaN, 3 +∞, first at step 0")
    expect(Card(page, "none").card).to_contain_text("No finite values: 6 NaN")
    expect(Card(page, "empty").card).to_contain_text("Only empty arrays were logged.")
    constant = Card(page, "constant")
    constant.wait_for(first=0, last=2)
    constant.plot.focus()
    page.keyboard.press("End")
    shown = constant.report_of(2)
    assert (shown["Values"], shown["Minimum"], shown["Maximum"]) == (7, 3, 3)


def test_new_steps_come_by_themselves(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_histogram("w", [1.0, 2.0], 0)
        page = show("#/histograms")
        card = Card(page, "w")
        card.wait_for(first=0, last=0, steps=1)
        writer.add_histogram("w", [1.0, 5.0], 10)
        card.wait_for(first=0, last=10, steps=2)


def test_a_failed_request_is_reported_and_can_be_tried_again(
    logdir: Path, show: Show, watch: Watch
) -> None:
    write(logdir, range(3))
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
    watch.expect("api/histograms")
    page = show("#/scalars")
    page.route("**/api/histograms", lambda route: route.abort())
    open_view(page, "Charts", "Histograms")
    card = Card(page, "fc_weight")
    expect(card.card).to_contain_text("the server can't be reached")
    page.unroute("**/api/histograms")
    card.card.get_by_role("button", name="Try again").click()
    card.wait_for(first=0, last=2)


def test_pictures_and_data_can_be_taken_out(logdir: Path, show: Show, tmp_path: Path) -> None:
    write(logdir, range(4))
    page = show("#/histograms")
    card = Card(page, "fc_weight")
    card.wait_for(first=0, last=3)

    def saved(item: str) -> Path:
        card.card.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=item, exact=True).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        return path

    with saved("CSV of the steps shown").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4 * 64
    assert sum(int(row["count"]) for row in rows if row["step"] == "2") == 9800
    steps = json.loads(saved("JSON of the steps shown").read_text("utf-8"))
    assert [step["step"] for step in steps] == [0, 1, 2, 3]
    for step in steps:
        wide = weights(step["step"]).astype(np.float64)
        assert step["counts"] == np.histogram(wide, step["edges"])[0].tolist()
    assert ElementTree.parse(saved("SVG picture")).getroot().tag.endswith("svg")
    with Image.open(saved("PNG picture, white")) as picture:
        assert picture.width > 400
        assert picture.convert("RGB").getpixel((2, 2)) == (255, 255, 255)


def test_the_page_with_histograms_has_no_violation(logdir: Path, show: Show) -> None:
    write(logdir, range(5))
    page = show("#/histograms")
    card = Card(page, "fc_weight")
    card.wait_for(first=0, last=4)
    card.plot.focus()
    page.keyboard.press("End")
    card.shown()
    assert violations(page) == []
    page.keyboard.press("f")
    full = Card(page, "fc_weight", full=True)
    expect(full.card.get_by_role("row", name="Mean")).to_be_visible()
    assert violations(page) == []


def test_layers_by_steps_tell_each_cell_and_lead_to_its_card(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(6):
            for layer in range(12):
                broken = [float("nan")] if (layer, step) == (11, 3) else [2.0 * step]
                writer.add_histogram(f"weights/layer{layer}", [0.0, *broken], step)
        writer.add_histogram("alone/bias", [1.0], 0)
    page = show("#/histograms")
    overview = page.get_by_role("region", name="Layers by steps")
    expect(overview).to_have_count(1)
    expect(overview).to_contain_text("NaN")
    chart = overview.get_by_role("application", name="12 layers of weights by steps")
    expect(chart).to_have_attribute("data-columns", "6")
    status = page.get_by_role("status").filter(has=page.get_by_role("table"))
    point_at(chart, (0.5 / 6, 0.5 / 12))
    expect(status).to_contain_text("weights/layer0")
    expect(status).to_contain_text("Step 0")
    chart.focus()
    for key in ("Home", "PageDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(status).to_contain_text("weights/layer11")
    expect(status).to_contain_text("Step 3")
    expect(status.get_by_role("row", name="Not finite")).to_contain_text("1 NaN")
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="weights/layer11")).to_be_in_viewport()
    until(page, lambda: "layer11" in page.evaluate("document.activeElement.dataset.card ?? ''"))
    until(page, lambda: "steps=" in page.evaluate("location.hash"))


def test_layers_by_steps_are_remembered_as_they_were_left(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for layer in range(2):
            writer.add_histogram(f"weights/layer{layer}", [0.0, 1.0], 0)
    page = show("#/histograms")
    toggle = page.get_by_role("button", name="Layers by steps")
    toggle.click()
    expect(toggle).to_have_attribute("aria-expanded", "false")
    until(page, lambda: "layers=" in page.evaluate("location.hash"))
    page.reload()
    expect(toggle).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_role("application", name="2 layers")).to_have_count(0)
