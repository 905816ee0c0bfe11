"""A fine-tuning of 197 tags: what matters stands first, and layers are one picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from benchmarks import ugly
from tests.browser.chart import Chart, until, x_axis
from tests.browser.conftest import Show


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    ugly.tuning(logdir)
    return show()


def test_any_scalar_is_the_x_axis(page: Page) -> None:
    page.get_by_role("searchbox", name="Search tags").fill("/train.(loss|tokens$)/")
    x_axis(page).select_option("train/epoch")
    expect(page).to_have_url(re.compile("along=train"))
    chart = Chart(page, "train/loss")
    chart.wait_for_range((0, 1490 / 745))
    chart.point_at((0.5, 0.5))
    expect(chart.tooltip).to_contain_text("Step 740")
    expect(chart.tooltip).to_contain_text("train/epoch")
    x_axis(page).select_option("Step")
    chart.wait_for_range((0, 1490))


def test_a_chart_has_settings_of_its_own_until_they_are_for_all(page: Page) -> None:
    page.get_by_role("searchbox", name="Search tags").fill("/(train|eval).loss/")
    chart, other = Chart(page, "train/loss"), Chart(page, "eval/loss")
    chart.wait_for_range((0, 1490))
    chart.card.hover()
    page.get_by_role("button", name="Settings of train/loss alone").click()
    own = page.get_by_role("dialog", name="Settings of train/loss alone")
    own.get_by_role("combobox", name="X axis").select_option("train/epoch")
    chart.wait_for_range((0, 1490 / 745))
    expect(other.drawing).to_have_attribute("data-last-step", "1490")
    low = own.get_by_role("textbox", name="Lowest value")
    own.get_by_role("textbox", name="Highest value").fill("4")
    low.fill("4")
    low.press("Tab")
    expect(own.get_by_role("alert")).to_have_text("The highest value has to be above the lowest")
    low.fill("-1")
    low.press("Tab")
    until(page, lambda: chart.y_range == (-1, 4))
    own.get_by_role("switch", name="Log y axis").click()
    expect(own.get_by_role("alert")).to_have_text("A log axis has no end at or below 0")
    until(page, lambda: chart.y_range[0] > 0)
    own.get_by_role("button", name="Log y axis: as all").click()
    until(page, lambda: chart.y_range == (-1, 4))
    page.keyboard.press("Escape")

    page.wait_for_url("**charts=train**")
    page.goto("about:blank")
    page.go_back()
    until(page, lambda: chart.y_range == (-1, 4))
    chart.wait_for_range((0, 1490 / 745))
    page.get_by_role("button", name="Settings of train/loss alone").click()
    own.get_by_role("button", name="Use for all charts").click()
    expect(other.drawing).to_have_attribute("data-x-max", "2")
    own.get_by_role("button", name="Reset").click()
    until(page, lambda: chart.y_range[0] > -1)
    expect(page).not_to_have_url(re.compile("charts="))


def heads(page: Page) -> list[str]:
    return page.get_by_role("main").get_by_role("heading", level=2).all_inner_texts()


def test_groups_stand_in_the_order_in_which_they_matter(page: Page) -> None:
    cards = page.get_by_role("main").get_by_role("article")
    expect(cards.first).to_have_accessible_name("eval/loss")
    assert heads(page)[:1] == ["eval\n7 charts"]
    page.get_by_role("searchbox", name="Search tags").fill("/^host|^optim|^train.loss|^eval.loss/")
    expect(cards.first).to_have_accessible_name("eval/loss")
    assert [head.split("\n")[0] for head in heads(page)] == ["eval", "train", "optim", "host"]


def test_a_section_of_many_charts_is_folded_and_says_what_is_inside(page: Page) -> None:
    main = page.get_by_role("main")
    main.locator(".scroller").evaluate("each => each.scrollTo(0, 1e6)")
    host = main.get_by_role("heading", level=2, name="host")
    expect(host).to_contain_text("cpu, gpu.0.busy, gpu.0.memory")
    button = host.get_by_role("button", name="host 14 charts")
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    page.reload()
    main.locator(".scroller").evaluate("each => each.scrollTo(0, 1e6)")
    expect(main.get_by_role("article", name="host/memory")).to_be_visible()


def test_layers_are_one_picture_that_leads_to_their_curves(logdir: Path, show: Show) -> None:
    ugly.tuning(logdir)
    page = show("#/scalars?search=layers")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    card = page.get_by_role("article", name="activations/layers.{0…31}.rms")
    chart = card.get_by_role("application")
    expect(chart).to_have_attribute("data-rows", "32")
    expect(chart).to_have_attribute("data-columns", "150")
    # The leader, and the run that fared worst.
    expect(chart).to_have_accessible_name(
        "32 tags of activations/layers.{0…31}.rms by steps, in llama-1b-lora-r64-lr2e-4, "
        "llama-1b-lora-r64-lr5e-4. Arrow keys move, Shift by ten; Enter opens the curve"
    )
    # All pictures in sight take a request together, and one more where the room of a picture has changed.
    assert 1 <= sum("/api/scalars" in url for url in asked) <= 3

    chart.focus()
    chart.press("Home")
    chart.press("ArrowDown")
    expect(card.get_by_role("status")).to_contain_text("activations/layers.1.rms, Step 0")
    chart.press("Enter")
    opened = page.get_by_role("dialog", name="activations/layers.1.rms")
    expect(opened.get_by_role("article")).to_contain_text("3 runs · 450 points")
    page.keyboard.press("Escape")

    card.get_by_role("button", name="Show the curves of").click()
    expect(page.get_by_role("article", name="activations/layers.0.rms")).to_be_visible()
    expect(page).to_have_url(re.compile("curves=activations"))
