"""What is being written in a field stays there, whatever is logged meanwhile."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show
from tests.browser.logs import START
from vdlite import LogWriter


def test_the_step_that_is_being_written_outlives_a_new_step(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(12):
            writer.add_text("x", f"text {step}", step, START + step)
        page = show("#/texts")
        card = page.get_by_role("main").get_by_role("article", name="x", exact=True)
        expect(card.get_by_text("12 of 12")).to_be_visible()
        box = card.get_by_role("textbox", name="Step")
        box.click()
        page.keyboard.type("3")
        writer.add_text("x", "text 12", 12, START + 12)
        expect(card.get_by_text("13 of 13")).to_be_visible()
        expect(box).to_have_value("3")
        box.press("Enter")
        expect(card.get_by_text("text 3", exact=True)).to_be_visible()
        expect(box).to_have_value("3")
        # What is no step shows the nearest one.
        box.fill("99")
        box.press("Enter")
        expect(box).to_have_value("12")


def test_a_step_box_that_is_marked_stays_marked_while_it_follows(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(12):
            writer.add_text("x", f"text {step}", step, START + step)
        page = show("#/texts")
        card = page.get_by_role("main").get_by_role("article", name="x", exact=True)
        box = card.get_by_role("textbox", name="Step")
        expect(box).to_have_value("11")
        box.click()
        writer.add_text("x", "text 12", 12, START + 12)
        expect(box).to_have_value("12")
        page.keyboard.type("5")
        expect(box).to_have_value("5")


def test_the_expression_that_is_being_written_outlives_a_new_tag(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss/train", 1.0, 0, START)
        page = show("#/composition")
        Chart(page, "loss/train").wait_for_step(0)
        panel = page.get_by_role("complementary", name="Edit the chart")
        field = panel.get_by_role("combobox", name="Expression of loss/train")
        field.fill("`loss/train` * 2")
        writer.add_scalar("other", 1.0, 0, START)
        expect(panel.get_by_role("button", name="other on the left axis")).to_be_attached()
        expect(field).to_have_value("`loss/train` * 2")


def test_the_number_beside_a_slider_is_taken_within_its_limits(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 1.0, 0, START)
    page = show("#/scalars")
    box = page.get_by_role("spinbutton", name="Smoothing")
    for typed, taken in (("0.25", "0.25"), ("7", "0.999"), ("", "0.999")):
        box.fill(typed)
        box.press("Enter")
        expect(box).to_have_value(taken)
