"""The page opens with all runs at a glance: who leads, what is wrong, and the way to everything."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import Chart, until
from tests.browser.conftest import Show
from tests.browser.logs import START, write
from tests.browser.trials import Trials, goals_of_trials
from vdlite import LogWriter, Server
from vdlite.format.outcome import Outcome

NAN = float("nan")


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    """Three runs, written one after the other; the last one diverged."""
    for i, (name, losses) in enumerate(
        {"slow": [3.0, 2.0], "good": [3.0, 1.0], "bad": [3.0, NAN]}.items()
    ):
        write(logdir / name, {"loss/test": losses}, start=START + 100 * i)
        with LogWriter(logdir / name) as writer:
            writer.add_hparams({"lr": 0.1 * (i + 1), "seed": 7}, ["loss/test"])
    with LogWriter(logdir / "good") as writer:
        writer.add_image("sample", np.zeros((8, 8), np.uint8), 3)
    page = show("")
    expect(names(page)).to_have_count(3)
    return page


def table(page: Page) -> Locator:
    return page.get_by_role("table", name="Runs")


def logged(page: Page) -> Locator:
    """The small pictures, once they are unfolded."""
    return page.get_by_role("list", name="What was logged")


def names(page: Page) -> Locator:
    return table(page).get_by_role("rowheader").get_by_role("link")


def row(page: Page, name: str) -> Locator:
    return table(page).get_by_role("row").filter(has=page.get_by_role("link", name=name))


def expect_order(page: Page, wanted: list[str]) -> None:
    until(page, lambda: names(page).all_inner_texts() == wanted)


def test_the_best_run_is_the_one_that_the_trials_goal_says(logdir: Path, show: Show) -> None:
    goals_of_trials(logdir)
    page = show("")
    expect_order(page, ["run1", "run2", "run0"])
    expect(row(page, "run1").get_by_role("img", name="Best by the objective")).to_be_visible()


def test_the_page_opens_with_the_best_run_first(page: Page) -> None:
    expect(page).to_have_url(re.compile("#/overview"))
    expect_order(page, ["good", "slow", "bad"])
    expect(row(page, "good").get_by_role("img", name="Best by the objective")).to_be_visible()
    expect(row(page, "good")).to_contain_text("finished")
    for text in ("diverged", "NaN", "0.3"):
        expect(row(page, "bad")).to_contain_text(text)
    # What all runs have in common has no column.
    expect(table(page).get_by_role("columnheader", name="lr")).to_be_visible()
    expect(table(page).get_by_role("columnheader", name="seed")).to_have_count(0)


def test_what_is_wrong_leads_to_the_runs(page: Page) -> None:
    wrong = page.get_by_role("list", name="What is going on")
    wrong.get_by_role("button", name="1 run diverged").click()
    expect_order(page, ["bad"])
    wrong.get_by_role("link", name="bad").click()
    expect(page.get_by_role("region", name="Run bad")).to_be_visible()
    page.go_back()
    expect_order(page, ["bad"])


def test_how_runs_ended_is_reported_where_any_did_not_finish(logdir: Path, show: Show) -> None:
    """By a sign and a word, in the table, in the list of runs and on the page of the run."""
    outcomes: dict[str, Outcome | None] = {
        "good": "finished",
        "bad": "failed",
        "cut": "pruned",
        "gone": "killed",
        "dark": None,
    }
    write(logdir / "good", {"loss": [1.0]})
    page = show("#/overview")
    expect(names(page)).to_have_count(1)
    expect(table(page).get_by_role("columnheader", name="outcome")).to_have_count(0)
    for name, outcome in outcomes.items():
        writer = LogWriter(logdir / name)
        writer.add_scalar("loss", 1.0, 1)
        writer.close(outcome=outcome)
    expect(names(page)).to_have_count(5)
    for name, outcome in outcomes.items():
        cells = row(page, name).get_by_role("cell")
        expect(cells.nth(1)).to_have_text(outcome or "")
        expect(cells.nth(0)).to_contain_text("ended")
    page.get_by_role("button", name="Show the runs").click()
    listed = page.get_by_role("treeitem", name="bad")
    expect(listed).to_contain_text("failed: an error ended it")
    page.get_by_role("list", name="What is going on").get_by_role(
        "button", name="1 run failed"
    ).click()
    expect_order(page, ["bad"])
    names(page).click()
    expect(
        page.get_by_role("region", name="Run bad").get_by_text("failed", exact=True)
    ).to_be_visible()


def test_a_run_that_failed_or_was_pruned_is_not_the_best(logdir: Path, show: Show) -> None:
    runs: dict[str, tuple[float, Outcome]] = {
        "whole": (0.5, "finished"),
        "cut": (0.1, "pruned"),
        "bad": (0.2, "failed"),
    }
    for i, (name, (loss, outcome)) in enumerate(runs.items()):
        writer = LogWriter(logdir / name)
        writer.add_hparams({"lr": 0.1 * i}, ["loss"])
        writer.add_scalar("loss", loss, 0)
        writer.close(outcome=outcome)
    write(logdir / "none", {"other": [1.0]})
    page = show("#/overview")
    expect_order(page, ["whole", "cut", "bad", "none"])
    stars = table(page).get_by_role("img", name="Best by the objective")
    expect(stars).to_have_count(1)
    expect(row(page, "whole").get_by_role("img", name="Best by the objective")).to_be_visible()
    # A click on a head sorts by what stands there, and by nothing else.
    table(page).get_by_role("columnheader", name="loss").get_by_role("button").click()
    expect_order(page, ["cut", "bad", "whole", "none"])
    trials = Trials(show("#/trials"))
    trials.expect_names(["whole", "cut", "bad", "none"])
    expect(trials.rows.locator(".star")).to_have_count(1)
    expect(trials.rows.filter(has_text="whole").locator(".star")).to_be_visible()


def test_a_query_a_head_and_the_order_are_in_the_link(
    page: Page, server: Server, show: Show
) -> None:
    page.get_by_role("combobox", name="Filter by a query").fill("lr < 0.25")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 of 3 runs")).to_be_visible()
    # The curves are of the same runs.
    expect(Chart(page, "loss/test").plot).to_have_accessible_name("Chart of loss/test, 2 runs")
    table(page).get_by_role("columnheader", name="lr").get_by_role("button").click()
    expect_order(page, ["slow", "good"])
    page.wait_for_url(re.compile("sort=h:lr"))
    page.get_by_text("Newest first").click()
    expect_order(page, ["good", "slow"])
    page.wait_for_url(re.compile("first=newest"))
    expect_order(show(server.url + "#" + page.url.partition("#")[2]), ["good", "slow"])


def test_a_picture_leads_to_its_view(page: Page) -> None:
    page.get_by_role("button", name="Show the pictures").click()
    tiles = logged(page)
    expect(tiles.get_by_role("listitem")).to_have_count(2)
    tiles.get_by_role("link", name="Images").click()
    expect(page).to_have_url(re.compile("#/images"))


def test_values_logged_once_are_a_dot_for_each_run(logdir: Path, show: Show) -> None:
    for at, value in enumerate([3.0, 2.0, 5.0]):
        write(logdir / f"run{at}", {"value": [value]})
    tile = logged(show("#/overview?tiles=1")).get_by_role("link", name="Scalars")
    dots = tile.locator("path")
    expect(dots).to_have_count(3)
    left, *others = [dot.bounding_box() for dot in dots.all()]
    assert left is not None
    for box in others:
        assert box is not None and box["x"] > left["x"]
        left = box


def test_the_columns_of_three_metrics_are_all_in_sight(logdir: Path, show: Show) -> None:
    for name in ("a", "b"):
        curves = {"accuracy/test": [0.1, 0.2], "loss/test": [2.0, 1.0], "loss/train": [2.0, 1.0]}
        write(logdir / name, curves)
    page = show("", viewport={"width": 1440, "height": 900})
    expect(names(page)).to_have_count(2)
    expect(table(page).get_by_role("columnheader").last).to_have_text("Updated")
    until(page, lambda: table(page).evaluate("table => table.scrollWidth <= table.clientWidth"))


def test_a_formula_in_the_picture_of_a_text_is_drawn(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_text("note", "The **rate** is $\\lambda$.", 0)
    tile = logged(show("#/overview?tiles=1")).get_by_role("listitem")
    expect(tile.locator("math")).to_have_count(1)
    expect(tile).not_to_contain_text("$")


def test_no_tile_is_cut_off(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
        writer.add_image("image", np.zeros((8, 8), np.uint8), 0)
        writer.add_histogram("weights", np.arange(9.0), 0)
        writer.add_text("note", "hello", 0)
        writer.add_tensor("tensor", np.arange(9.0), 0)
        writer.add_audio("beep", np.zeros(80, np.float32), 0, sample_rate=8000)
        writer.add_embeddings("points", np.eye(4), [str(i) for i in range(4)])
        writer.add_pr_curve("pr", np.array([0, 1]), np.array([0.1, 0.9]), 0)
    page = show("#/overview?tiles=1")
    tiles = logged(page)
    expect(tiles.get_by_role("listitem")).to_have_count(8)
    row = tiles.bounding_box()
    assert row is not None
    for tile in tiles.get_by_role("listitem").all():
        box = tile.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= row["x"] + row["width"]


def test_arrow_keys_go_from_run_to_run(page: Page) -> None:
    expect_order(page, ["good", "slow", "bad"])
    names(page).first.focus()
    page.keyboard.press("ArrowDown")
    expect(names(page).nth(1)).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Run bad")).to_be_visible()


def test_a_live_run_says_how_far_its_program_is(page: Page, logdir: Path) -> None:
    with LogWriter(logdir / "slow") as writer:
        loop = iter(writer.track(range(1000), "steps", total=4000, start=1000, show=False))
        next(loop)
        going_on = page.get_by_role("list", name="What is going on")
        expect(going_on).to_contain_text("1,000 of 4,000 steps")
        expect(going_on.get_by_role("progressbar")).to_have_attribute("value", "0.25")
        list(loop)
        expect(going_on).to_contain_text("2,000 of 2,000 steps")


def test_a_run_that_grows_moves_to_its_place(page: Page, logdir: Path) -> None:
    expect_order(page, ["good", "slow", "bad"])
    with LogWriter(logdir / "slow") as writer:
        writer.add_scalar("loss/test", 0.5, 2)
        expect(row(page, "slow")).to_contain_text("live")
        expect_order(page, ["slow", "good", "bad"])
    with LogWriter(logdir / "new") as writer:
        writer.add_scalar("loss/test", 0.25)
        expect_order(page, ["new", "slow", "good", "bad"])
