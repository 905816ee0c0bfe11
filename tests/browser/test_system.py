"""What machines did stands beside the curves of a training, and not among them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from tests.browser.conftest import Show
from vdlite import LogWriter

START = 1_700_000_000.0


def log(folder: Path, *, gpus: int, seconds: int = 3600) -> None:
    """A training of an hour, on a machine that was looked at every ten seconds."""
    with LogWriter(folder) as writer:
        steps = np.arange(100)
        walltimes = START + steps * seconds / 100
        writer.add_scalar_series("train/loss", 1 / (1 + steps), steps, walltimes)
        writer.add_scalar_series("lr", 0.1 * np.ones(100), steps, walltimes)
        looks = np.arange(0, seconds + 1, 10)
        for gpu in range(gpus):
            name = f"system/gpu/{gpu}"
            for what, value in (("percent", 90.0 + gpu), ("power_watts", 300.0 + 100 * gpu)):
                at = np.full(len(looks), value)
                writer.add_scalar_series(f"{name}/{what}", at, looks, START + looks)
            joules = (300.0 + 100 * gpu) * looks
            writer.add_scalar_series(f"{name}/energy_joules", joules, looks, START + looks)
        half = np.full(len(looks), 50.0)
        writer.add_scalar_series("system/memory/percent", half, looks, START + looks)


def bands(page: Page) -> list[str]:
    names: list[str] = page.locator("[data-band] h4").all_text_contents()
    return names


def test_a_band_stands_for_all_gpus_below_the_curve_of_the_training(
    logdir: Path, show: Show
) -> None:
    log(logdir / "run", gpus=2)
    page = show("#/system")
    busy = page.locator("[data-band='gpu/percent']")
    expect(busy).to_contain_text("90.5 %")
    expect(busy).to_contain_text("mean of 2, 90 to 91 %")
    expect(page.locator("[data-band='gpu/power_watts']")).to_contain_text("350 W")
    assert bands(page) == ["train/loss", "GPU busy", "GPU power", "Memory", "GPU energy"]
    expect(page.get_by_role("listitem").filter(has_text="GPU 1")).to_be_visible()
    expect(page.get_by_text("0.7 kWh, 2 GPU hours")).to_be_visible()


def test_one_cursor_and_one_zoom_is_that_of_all_bands(logdir: Path, show: Show) -> None:
    log(logdir / "run", gpus=1)
    page = show("#/system")
    charts = page.locator("[data-band] [data-cursor]")
    loss = page.get_by_label("train/loss, 1 line")
    expect(page.locator("[data-band='gpu/percent']")).to_contain_text("90 %")
    loss.hover()
    expect(charts).to_have_count(len(bands(page)))


def test_curves_of_the_training_are_chosen_and_stay_in_the_link(logdir: Path, show: Show) -> None:
    log(logdir / "run", gpus=0)
    page = show("#/system")
    expect(page.locator("[data-band]")).to_have_count(2)
    page.get_by_role("button", name="Curves of the training").click()
    page.get_by_role("checkbox", name="lr").check()
    expect(page.locator("[data-band]")).to_have_count(3)
    expect(page).to_have_url(re.compile("curves=.*lr"))
    page.reload()
    expect(page.locator("[data-band]")).to_have_count(3)


def test_the_page_of_a_run_leads_to_all_bands(logdir: Path, show: Show) -> None:
    log(logdir / "watched", gpus=1)
    with LogWriter(logdir / "plain") as writer:
        writer.add_scalar("train/loss", 1.0, 0)
    page = show("")
    page.get_by_role("rowheader").get_by_role("link", name="plain", exact=True).click()
    expect(page.get_by_role("region", name="About")).to_be_visible()
    expect(page.get_by_role("region", name="System")).to_have_count(0)
    page.go_back()
    page.get_by_role("rowheader").get_by_role("link", name="watched", exact=True).click()
    expect(page.get_by_role("region", name="About")).to_contain_text("0.3 kWh")
    system = page.get_by_role("region", name="System")
    expect(system.locator("[data-band]")).to_have_count(3)
    system.get_by_role("link", name="All of the machine").click()
    expect(page.locator("[data-band='train/loss']")).to_be_visible()


def test_other_views_have_the_training_alone(logdir: Path, show: Show) -> None:
    log(logdir / "run", gpus=2)
    page = show("#/scalars")
    expect(page.get_by_text("2 of 2 tags")).to_be_visible()
    page = show("#/trials")
    expect(page.get_by_role("columnheader", name="GPU hours")).to_be_visible()
    expect(page.get_by_role("columnheader", name="energy, kWh")).to_be_visible()
    expect(page.get_by_role("columnheader").filter(has_text="system/")).to_have_count(0)


def test_without_a_machine_there_is_no_view_of_it(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "run") as writer:
        writer.add_scalar("train/loss", 1.0, 0)
    page = show("")
    expect(page.get_by_role("link", name="run", exact=True).first).to_be_visible()
    expect(page.get_by_role("link", name="System")).to_have_count(0)
    page = show("#/system")
    expect(page.get_by_text("System: nothing to show yet")).to_be_visible()
    expect(page.get_by_text("system=True")).to_be_visible()


def test_a_run_that_was_not_watched_says_so(logdir: Path, show: Show) -> None:
    log(logdir / "watched", gpus=1)
    with LogWriter(logdir / "plain") as writer:
        writer.add_scalar("train/loss", 1.0, 0)
    page = show("#/scalars")
    page.get_by_role("checkbox", name="Select watched").uncheck()
    page.get_by_role("link", name="System").click()
    expect(page.get_by_text("No machine was looked at")).to_be_visible()
