"""The workspace: what is going on, and the curves that matter without anybody having arranged them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import Chart, until, x_axis
from tests.browser.conftest import Show
from tests.browser.logs import START, write
from vdlite import LogWriter


def cards(page: Page) -> Locator:
    return page.get_by_role("list", name="Cards of the workspace").get_by_role("article")


def names(page: Page) -> list[str]:
    found: list[str] = cards(page).evaluate_all("cards => cards.map(card => card.ariaLabel)")
    return found


def news(page: Page) -> Locator:
    return page.get_by_role("list", name="What is going on")


@pytest.fixture
def seeds(logdir: Path) -> None:
    """Two models with three seeds each, of which one diverged."""
    for i, (model, seed) in enumerate((m, s) for m in ("cnn", "mlp") for s in range(3)):
        last = float("nan") if (model, seed) == ("mlp", 2) else 0.5 + 0.5 * (model == "mlp")
        curves = {
            "loss/test": [2.0, last + 0.01 * seed],
            "loss/train": [2.0, 1.0],
            "lr": [0.1, 0.1],
            "layers.0.norm": [1.0, 1.0],
            "layers.1.norm": [1.0, 1.0],
        }
        write(logdir / f"{model}-{seed}", curves, start=START + 100 * i)
        with LogWriter(logdir / f"{model}-{seed}") as writer:
            writer.add_hparams({"model": model, "seed": seed}, ["loss/test"])


@pytest.mark.usefixtures("seeds")
def test_the_usual_curves_are_there_and_a_change_keeps_them(show: Show) -> None:
    page = show("")
    until(page, lambda: names(page) == ["loss/test", "loss/train", "lr"])
    objective, other = cards(page).nth(0).bounding_box(), cards(page).nth(1).bounding_box()
    assert objective is not None and other is not None
    assert objective["height"] > 1.8 * other["height"]
    workspace = page.get_by_role("combobox", name="Workspace")
    expect(workspace.locator(":checked")).to_have_text("Usual curves")
    cards(page).nth(1).hover()
    page.get_by_role("button", name="Settings of loss/train alone").click()
    own = page.get_by_role("dialog", name="Settings of loss/train alone")
    own.get_by_role("textbox", name="Highest value").fill("7")
    page.keyboard.press("Enter")
    expect(workspace.locator(":checked")).to_have_text("Workspace")
    own.get_by_role("combobox", name="X axis").select_option("lr")
    own.get_by_role("button", name="Use for all charts").click()
    page.keyboard.press("Escape")
    expect(x_axis(page)).to_have_value("tag:lr")
    cards(page).nth(2).hover()
    page.get_by_role("button", name="Actions on lr").click()
    page.get_by_role("menuitem", name="Remove").click()
    until(page, lambda: names(page) == ["loss/test", "loss/train"])
    expect(workspace.locator(":checked")).to_have_text("Workspace")
    page.goto(page.url.partition("#")[0])
    until(page, lambda: names(page) == ["loss/test", "loss/train"])
    until(page, lambda: Chart(page, "loss/train").y_range[1] == 7)
    workspace.select_option(label="Usual curves")
    until(page, lambda: names(page) == ["loss/test", "loss/train", "lr"])


@pytest.mark.usefixtures("seeds")
def test_logs_that_rest_are_asked_for_once(show: Show) -> None:
    page = show("#/trials")
    expect(page.get_by_role("grid")).to_contain_text("cnn-0")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("?")[0]))
    page.goto(page.url.partition("#")[0])
    expect(cards(page).first).to_contain_text("6 runs")
    until(page, lambda: any(url.endswith("/events") for url in asked))
    counts = Counter(url.rpartition("/api/")[2] for url in asked if "/api/" in url)
    once = ("status", "runs", "tags", "annotations", "damage", "events")
    assert {name: counts[name] for name in once} == dict.fromkeys(once, 1)
    # What trials usually declare is asked for at first, so that nothing is left to ask for.
    assert counts["table"] == 1
    # The big card, the others, and the small curves of the table.
    assert counts["scalars"] <= 3
    # With the page and its files: the first curves are the fifteenth question at the latest.
    assert [url.endswith("/api/scalars") for url in asked].index(True) < 15
    assert len([url for url in asked if "/assets/" in url]) <= 6


@pytest.mark.usefixtures("seeds")
def test_groups_are_drawn_and_judged_with_their_intervals(show: Show) -> None:
    page = show("")
    expect(news(page)).to_contain_text("cnn-0")
    expect(news(page)).to_contain_text("loss/test is not finite from step 1")
    page.get_by_role("combobox", name="Group by").select_option(label="model")
    expect(cards(page).first).to_contain_text("2 groups of 6 runs")
    # scipy.stats.t.interval of 0.5, 0.51 and 0.52: 0.51 ± 0.0248; of 1 and 1.01: 1.005 ± 0.0635.
    expect(news(page)).to_contain_text("0.510 ± 0.025 of 3 runs")
    expect(news(page)).to_contain_text("model = mlp is 0.495 behind")
    expect(news(page)).not_to_contain_text("not decided")

    rows = page.get_by_role("table", name="Runs").get_by_role("row")
    expect(rows).to_have_text(
        [
            re.compile("Name"),
            re.compile(r"cnn\s*3 runs.*0.510\s*± 0.025"),
            re.compile(r"mlp\s*3 runs.*2 of 3.*1.005"),
        ]
    )
    expect(rows.nth(1).get_by_role("img", name="Best by the objective")).to_be_visible()
    page.get_by_role("combobox", name="Then by").select_option(label="seed")
    # Groups that are divided further are open: what has curves is in sight.
    # A seed is of one run: a head above that would say nothing more.
    expect(rows.locator("a")).to_have_text([f"{m}-{i}" for m in ("cnn", "mlp") for i in range(3)])
    rows.get_by_role("button", name="model = cnn").press("ArrowLeft")
    expect(rows.locator("a")).to_have_text(["mlp-0", "mlp-1", "mlp-2"])
    rows.get_by_role("checkbox", name="Select the 3 runs of model = cnn").uncheck()
    expect(cards(page).first).to_contain_text("3 groups of 3 runs")


def test_a_live_run_says_how_far_it_is(logdir: Path, show: Show) -> None:
    page = show("#/overview")
    with LogWriter(logdir / "run") as writer:
        writer.add_hparams({"max_steps": 2000}, ["loss"])
        for step in range(5):
            writer.add_scalar("loss", 1.0 / (1 + step), step)
        expect(news(page)).to_contain_text("1 live")
        expect(news(page)).to_contain_text("step 4 of 2,000")
        expect(news(page).get_by_role("progressbar", name="How far it is")).to_be_visible()
