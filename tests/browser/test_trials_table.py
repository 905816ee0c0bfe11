"""The table of trials: its order, columns, rows and keys."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Locator, expect
from scipy import stats

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.navigate import open_view
from tests.browser.test_accessibility import violations
from tests.browser.test_narrow import overflow
from tests.browser.trials import ONLY_TABLE, Trials, goals_of_trials, open_sweep, sweep
from vdlite import LogWriter


def width_of(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box is not None
    return box["width"]


def test_the_best_by_the_declared_metric_comes_first(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    trials.expect_names(list(frame.sort_values("loss").index))
    star = trials.page.get_by_role("img", name="Best loss/test (last)")
    expect(trials.rows.filter(has=star)).to_contain_text(str(frame["loss"].idxmin()))


def test_the_best_trial_is_the_one_that_their_goal_says(logdir: Path, show: Show) -> None:
    goals_of_trials(logdir)
    trials = Trials(show(ONLY_TABLE))
    trials.expect_names(["run1", "run2", "run0"])
    star = trials.page.get_by_role("img", name="Best value (last)")
    expect(trials.rows.filter(has=star)).to_contain_text("run1")
    # The user has the last word.
    trials.view.get_by_role("button", name="max", exact=True).click()
    expect(trials.rows.filter(has=star)).to_contain_text("run0")


def test_two_columns_sort_and_missing_stays_last(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    trials.head("opt").locator(".title").click()
    trials.head("lr").locator(".title").click(modifiers=["Shift"])
    wanted = frame.sort_values(["opt", "lr"])
    trials.expect_names(list(wanted.index))
    trials.head("lr").locator(".title").click(modifiers=["Shift"])
    trials.expect_names(list(frame.sort_values(["opt", "lr"], ascending=[True, False]).index))
    expect(trials.head("lr")).to_have_attribute("aria-sort", "descending")
    trials.head("width").locator(".title").click()
    trials.head("width").locator(".title").click()
    trials.expect_column("width", ["128", "128"])
    ordered = pd.read_csv(trials.export("CSV"))["width"]
    assert ordered.isna().tolist() == [False] * 20 + [True] * 4


def test_columns_are_hidden_pinned_moved_and_resized(logdir: Path, show: Show) -> None:
    trials, _ = open_sweep(logdir, show)
    trials.expect_heads(["name", "duration", "lr", "opt", "width", "loss/test"])
    trials.choose("duration", "Hide")
    trials.choose("opt", "Pin to the left")
    trials.expect_heads(["name", "opt", "lr", "width", "loss/test"])
    loss, lr = trials.head("loss/test").locator(".name"), trials.head("lr").locator(".title")
    loss.hover()
    trials.page.mouse.down()
    box = lr.bounding_box() or pytest.fail("lr is out of sight")
    trials.page.mouse.move(box["x"] + 5, box["y"] + 10, steps=5)
    trials.page.mouse.up()
    trials.expect_heads(["name", "opt", "loss/test", "lr", "width"])
    edge = trials.head("lr").locator(".edge")
    before = width_of(trials.head("lr"))
    edge.hover()
    trials.page.mouse.down()
    at = edge.bounding_box() or pytest.fail("the edge is out of sight")
    trials.page.mouse.move(at["x"] + 64, at["y"] + 5, steps=4)
    trials.page.mouse.up()
    until(trials.page, lambda: 50 < width_of(trials.head("lr")) - before < 70)


def test_the_columns_are_picked_by_search_and_metrics_added(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    trials.view.get_by_role("button", name="Columns", exact=True).click()
    picker = trials.page.get_by_role("dialog", name="Columns")
    picker.get_by_role("searchbox", name="Search columns").fill("train")
    picker.get_by_role("button", name="Add loss/train").click()
    trials.page.keyboard.press("Escape")
    expect(trials.head("loss/train")).to_be_visible()
    menu = trials.menu("loss/train")
    menu.get_by_label("Take").select_option("min")
    expect(trials.head("loss/train")).to_contain_text("min")
    until(trials.page, lambda: "–" not in trials.column("loss/train"))
    exported = pd.read_csv(trials.export("CSV")).set_index("name")["loss/train (min)"]
    pd.testing.assert_series_equal(
        exported, frame["least"].loc[exported.index] / 2, check_names=False, check_exact=True
    )


def test_a_number_of_an_unfolded_trial_is_never_broken_over_lines(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_hparams({"model_bytes_of_all_parameters_together": 24360, "lr": 1e-3}, ["loss"])
        writer.add_scalar("loss", 1.0, 0)
    page = show("#/trials")
    Trials(page).row("a").get_by_role("button").first.click()
    number = page.get_by_role("region", name="What a logged").get_by_text("24360", exact=True)
    expect(number).to_be_visible()
    count = number.evaluate(
        """node => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return range.getClientRects().length;
        }"""
    )
    assert count == 1


def test_rows_selected_here_are_the_runs_selected_everywhere(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    best = str(frame["loss"].idxmin())
    trials.page.get_by_role("button", name="Show the runs").click()
    trials.row(best).get_by_role("checkbox").uncheck()
    runs = trials.page.get_by_role("complementary", name="Runs")
    expect(runs.get_by_role("checkbox", name=f"Select {best}", exact=True)).not_to_be_checked()
    trials.find("opt == adam")
    trials.expect_count(8, 24)
    trials.view.get_by_role("button", name="Select only these runs").click()
    expect(trials.page.get_by_text("8 of 24", exact=True)).to_be_visible()
    open_view(trials.page, "Charts", "Scalars")
    expect(trials.page.get_by_role("article", name="loss/test")).to_contain_text("8 runs")


def test_a_row_opens_to_what_its_run_logged(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_hparams({"lr": 0.1 + 0.2, "opt": "adam"}, ["loss"])
        for step in range(5):
            writer.add_scalar("loss", 1 / (step + 1), step)
        writer.add_text("notes", "old", 0)
        writer.add_text("notes", "the **newest** words", 1)
        writer.add_image("digits", np.zeros((8, 8, 3), np.uint8), 3)
    trials = Trials(show(ONLY_TABLE))
    trials.rows.first.get_by_role("button", name="Show what a logged").click()
    detail = trials.table.get_by_role("region", name="What a logged")
    expect(detail.get_by_text("0.30000000000000004")).to_be_visible()
    expect(detail.get_by_text("the newest words")).to_be_visible()
    expect(detail.locator("strong")).to_have_text("newest")
    expect(detail.get_by_role("img", name="digits at step 3")).to_be_visible()
    expect(detail.get_by_role("application", name="loss")).to_be_visible()
    trials.rows.first.get_by_role("button", name="Hide what a logged").click()
    expect(detail).to_have_count(0)


def test_all_curves_of_an_unfolded_trial_are_drawn(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_hparams({"lr": 0.1}, ["loss"])
        for step in range(5):
            for tag in ("loss", "accuracy", "norm", "speed", "memory"):
                writer.add_scalar(tag, 1 / (step + 1), step)
    trials = Trials(show(ONLY_TABLE))
    trials.rows.first.get_by_role("button", name="Show what a logged").click()
    detail = trials.table.get_by_role("region", name="What a logged")
    expect(detail.get_by_role("application")).to_have_count(5)
    expect(detail.locator(".skeleton")).to_have_count(0)


def test_new_trials_appear_and_leave_the_rest_alone(logdir: Path, show: Show) -> None:
    trials, _ = open_sweep(logdir, show)
    trials.head("name").locator(".title").click()
    trials.rows.nth(0).get_by_role("button", name="Show what").click()
    detail = trials.table.get_by_role("region", name="What trial-0 logged")
    expect(detail).to_be_visible()
    trials.table.evaluate("table => table.scrollTo(0, 60)")
    with LogWriter(logdir / "later") as writer:
        writer.add_hparams({"lr": 0.5, "opt": "lion", "depth": 3}, ["loss/test"])
        writer.add_scalar("loss/test", 0.01, 0)
        trials.expect_count(25, 25)
        expect(trials.head("depth")).to_be_visible()
        expect(detail).to_be_visible()
        assert trials.table.evaluate("table => table.scrollTop") == 60
        trials.find("opt == lion")
        trials.expect_count(1, 25)
        writer.add_scalar("loss/test", 0.25, 1)
        until(trials.page, lambda: [float(n) for n in trials.column("loss/test")] == [0.25])


def test_a_run_with_several_trials_has_a_row_for_each(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "many") as writer:
        for i in range(3):
            writer.add_hparams({"lr": 0.1 * (i + 1), "nan": math.nan, "none": None}, ["loss"])
            writer.add_scalar("loss", float(i), i)
    with LogWriter(logdir / "plain") as writer:
        writer.add_scalar("loss", 9.0, 0)
    trials = Trials(show(ONLY_TABLE))
    trials.expect_count(4, 4)
    trials.head("name").locator(".title").click()
    trials.expect_names(["many #0", "many #1", "many #2", "plain"])
    trials.expect_column("nan", ["NaN", "NaN", "NaN", "–"])
    expect(trials.head("none")).to_have_count(0)  # null in all trials: it can be chosen


def test_the_table_is_used_by_keys_alone(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    by_loss = list(frame.sort_values("loss").index)
    trials.expect_names(by_loss)
    trials.page.get_by_role("button", name="Show the runs").click()
    trials.table.focus()
    trials.page.keyboard.press("ArrowDown")
    trials.page.keyboard.press("Space")
    name = by_loss[1]
    runs = trials.page.get_by_role("complementary", name="Runs")
    expect(runs.get_by_role("checkbox", name=f"Select {name}", exact=True)).not_to_be_checked()
    trials.page.keyboard.press("Enter")
    expect(trials.table.get_by_role("region", name=f"What {name} logged")).to_be_visible()
    trials.page.keyboard.press("ArrowUp")
    trials.page.keyboard.press("ArrowUp")
    for _ in range(3):
        trials.page.keyboard.press("ArrowRight")
    trials.page.keyboard.press("Enter")
    expect(trials.head("opt")).to_have_attribute("aria-sort", "ascending")
    trials.page.keyboard.press("m")
    menu = trials.page.get_by_role("dialog", name="Column opt")
    expect(menu.get_by_role("button", name="Sort ascending")).to_be_focused()
    menu.get_by_role("button", name="Hide", exact=True).press("Enter")
    expect(trials.head("opt")).to_have_count(0)
    expect(trials.table).to_be_focused()


def test_the_table_has_no_violation(logdir: Path, show: Show) -> None:
    sweep(logdir, 6)
    page = show(ONLY_TABLE)
    trials = Trials(page)
    trials.expect_count(6, 6)
    assert violations(page) == []
    expect(trials.menu("lr")).to_be_visible()
    assert violations(page) == []


def test_on_a_narrow_window_nothing_is_wider_than_it(logdir: Path, show: Show) -> None:
    sweep(logdir, 6)
    page = show("#/trials", viewport={"width": 420, "height": 800})
    Trials(page).expect_count(6, 6)
    until(page, lambda: overflow(page) == 0)


def test_the_name_of_a_group_ends_with_its_only_column(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "run") as writer:
        writer.add_hparams({"lr": 0.1}, {"loss": 1.0})
    table = show("#/trials").get_by_role("grid", name="Trials")
    name = table.get_by_text("Hyperparameters", exact=True).bounding_box()
    beside = table.get_by_text("Metrics", exact=True).bounding_box()
    assert name is not None and beside is not None
    assert name["x"] + name["width"] <= beside["x"]


def test_trials_are_grouped_as_in_the_workspace(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    trials.view.get_by_role("combobox", name="Group by").select_option(label="opt")
    losses = frame.groupby("opt")["loss"]
    order = list(losses.mean().sort_values().index)
    expect(trials.rows).to_have_count(3)
    for line, opt in zip(trials.rows.all(), order, strict=True):
        mean = losses.mean()[opt]
        half = stats.t.interval(0.95, 7, mean, losses.sem()[opt])[1] - mean
        expect(line).to_contain_text(re.compile(rf"opt = {opt}\s*8 trials"))
        cell = trials.cell(line, "loss/test").inner_text().replace("\xa0", " ")
        shown, interval = (float(number) for number in cell.split(" ± "))
        assert shown == pytest.approx(mean, abs=6e-4)
        assert interval == pytest.approx(half, rel=0.06)
    # A group is folded until it is asked for; what is within it stands as it does without groups.
    trials.table.focus()
    trials.page.keyboard.press("ArrowRight")
    expect(trials.rows).to_have_count(11)
    assert violations(trials.page) == []
    best = frame[frame["opt"] == order[0]].sort_values("loss")
    until(trials.page, lambda: trials.column("name")[1:9] == list(best.index))
    trials.rows.first.get_by_role(
        "checkbox", name=f"Select the 8 runs of opt = {order[0]}"
    ).uncheck()
    expect(trials.row(str(best.index[0])).get_by_role("checkbox")).not_to_be_checked()
    trials.rows.first.get_by_role("button", name=f"opt = {order[0]}").click()
    expect(trials.rows).to_have_count(3)
