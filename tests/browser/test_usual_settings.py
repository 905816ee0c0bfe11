"""A setting that is put back to what is there without it is no part of a link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.chart import opened
from tests.browser.conftest import Show
from tests.browser.landscapes import line, log, surface
from tests.browser.logs import write
from vdlite import LogWriter


def test_metrics_of_lines(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(4))
    page = show("#/landscapes?mode=lines")
    accuracy = page.get_by_role("button", name="accuracy")
    accuracy.click()
    expect(page).to_have_url(re.compile("l.metrics=loss"))
    accuracy.click()
    expect(page).not_to_have_url(re.compile("l.metrics"))


@pytest.mark.usefixtures("no_graphics_card")
def test_the_landscape_that_stands_for_its_run(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_landscape("around", surface(2), 10)
        writer.add_landscape("path", surface(5, settings={"mode": "train"}), 10)
    page = show("#/landscapes?mode=comparison&c.drawing=heat")
    choice = page.get_by_role("article", name="Landscape of a").get_by_role("combobox")
    choice.select_option(label="path · step 10")
    expect(page).to_have_url(re.compile("c.chosen="))
    choice.select_option(label="around · step 10")
    expect(page).not_to_have_url(re.compile("c.chosen"))


def test_the_charts_of_the_composition(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss/train": [2.0, 1.0]})
    page = show("#/composition")
    switch = page.get_by_text("Log x axis", exact=True)
    switch.click()
    expect(page).to_have_url(re.compile("charts="))
    switch.click()
    expect(page).not_to_have_url(re.compile("charts="))


def test_the_common_step_of_cards_that_go_their_own_ways_again(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(3):
            writer.add_tensor("x", [float(step)], step)
    page = show("#/tensors?sameStep=1")
    page.get_by_role("button", name="Previous step").click()
    expect(page).to_have_url(re.compile("step=1"))
    panel = opened(page, "Settings of the tensors")
    panel.get_by_text("Same step in all cards", exact=True).click()
    expect(page).not_to_have_url(re.compile("[?&](sameStep|step)="))
