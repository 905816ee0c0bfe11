"""Queries and filters over trials: what they find is what pandas says, in exports and behind a link too."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.pointer import resting
from tests.browser.trials import ONLY_TABLE, Trials, open_sweep
from vdlite import LogWriter


@pytest.mark.parametrize(
    ("query", "same"),
    [
        ("lr < 1e-2 and opt == adam", "lr < 1e-2 and opt == 'adam'"),
        ("1e-3 < lr < 1e-2 or width >= 64", "1e-3 < lr < 1e-2 or width >= 64"),
        (
            'opt in ["sgd", "adamw"] and not (loss/test > 1)',
            "opt in ['sgd', 'adamw'] and loss <= 1",
        ),
        ("min(loss/test) < 0.3", "least < 0.3"),
        ("width is missing", "width.isna()"),
        ("name ~ /^trial-1\\d$/", "name.str.match(r'^trial-1\\d$')"),
        ("trial-7", "name == 'trial-7'"),
    ],
)
def test_a_query_finds_what_pandas_finds(logdir: Path, show: Show, query: str, same: str) -> None:
    trials, frame = open_sweep(logdir, show)
    trials.find(query)
    wanted = frame.query(same, engine="python")
    assert 0 < len(wanted) < len(frame)
    trials.expect_count(len(wanted), len(frame))
    trials.expect_names(list(wanted.sort_values("loss").index))


def test_a_wrong_query_says_where_and_changes_nothing(logdir: Path, show: Show) -> None:
    trials, _ = open_sweep(logdir, show)
    trials.find("opt == adam")
    trials.expect_count(8, 24)
    trials.find("opt == adam and lrr < 1")
    status = trials.view.get_by_role("status").filter(has_text="There is no column lrr.")
    expect(status.locator("mark")).to_have_text("lrr")
    trials.find("opt == adam and (lr <")
    expect(
        trials.view.get_by_text("A column, a number or a text is expected here.")
    ).to_be_visible()
    trials.expect_count(8, 24)
    expect(trials.query).to_have_attribute("aria-invalid", "true")


def test_names_and_values_are_completed_by_keys(logdir: Path, show: Show) -> None:
    trials, _ = open_sweep(logdir, show)
    trials.query.press_sequentially("op")
    expect(trials.page.get_by_role("listbox").get_by_role("option", name="opt")).to_be_visible()
    trials.query.press("ArrowDown")
    trials.query.press("Enter")
    expect(trials.query).to_have_value("opt ")
    trials.query.press_sequentially("== sg")
    expect(trials.page.get_by_role("option", name='"sgd"')).to_be_visible()
    trials.query.press("ArrowDown")
    trials.query.press("Tab")
    expect(trials.query).to_have_value('opt == "sgd" ')
    trials.expect_count(8, 24)


def test_what_is_typed_after_a_completion_stays_in_order_however_late_the_browser_draws(
    logdir: Path, show: Show
) -> None:
    trials, _ = open_sweep(logdir, show)
    trials.query.press_sequentially("op")
    expect(trials.page.get_by_role("listbox").get_by_role("option", name="opt")).to_be_visible()
    trials.page.evaluate(
        "() => { window.late = []; window.requestAnimationFrame = (work) => window.late.push(work) }"
    )
    trials.query.press("ArrowDown")
    trials.query.press("Enter")
    trials.query.press_sequentially("== sg")
    trials.page.evaluate("() => window.late.splice(0).forEach((work) => work(performance.now()))")
    trials.query.press_sequentially("d")
    expect(trials.query).to_have_value("opt == sgd")


def test_filters_of_columns_are_chips_that_can_be_taken_away(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    menu = trials.menu("opt")
    menu.get_by_role("checkbox", name="sgd").uncheck()
    trials.expect_count(16, 24)
    trials.page.keyboard.press("Escape")
    menu = trials.menu("lr")
    menu.get_by_role("textbox", name="To").fill("0.01")
    menu.get_by_role("textbox", name="To").press("Enter")
    wanted = frame[(frame["opt"] != "sgd") & (frame["lr"] <= 0.01)]
    trials.expect_count(len(wanted), 24)
    trials.page.keyboard.press("Escape")
    chips = trials.view.get_by_role("list", name="Filters")
    expect(chips.get_by_role("listitem").filter(has_text="lr")).to_contain_text("≤ 0.01")
    chips.get_by_role("button", name="Remove the filter of lr").click()
    trials.expect_count(16, 24)


def test_the_export_is_what_is_shown(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    trials.choose("duration", "Hide")
    trials.find("opt != adam")
    trials.expect_count(16, 24)
    trials.head("lr").locator(".title").click()
    wanted = frame[frame["opt"] != "adam"].sort_values("lr")
    wanted = wanted[["name", "lr", "opt", "width", "loss"]]
    wanted = wanted.rename(columns={"loss": "loss/test (last)"}).reset_index(drop=True)
    wanted.insert(0, "run", wanted["name"])
    for form, separator in [("CSV", ","), ("TSV", "\t")]:
        trials.expect_column("name", [wanted["name"][0]])
        read = pd.read_csv(trials.export(form), sep=separator)
        pd.testing.assert_frame_equal(read, wanted, check_exact=True)
    rows = json.loads(trials.export("JSON").read_text("utf-8"))
    pd.testing.assert_frame_equal(
        pd.read_json(io.StringIO(json.dumps(rows)), precise_float=True), wanted, check_exact=True
    )
    assert [row["width"] for row in rows if row["width"] is None] == [None] * int(
        wanted["width"].isna().sum()
    )


def test_the_export_says_trials_by_whole_names_and_numbers(logdir: Path, show: Show) -> None:
    for name in ("one/seed-0", "one/seed-1"):
        with LogWriter(logdir / name) as writer:
            for trial in range(2):
                writer.add_hparams({"depth": trial}, ["loss"])
                writer.add_scalar("loss", trial + 0.5, trial)
    trials = Trials(show(ONLY_TABLE))
    trials.expect_count(4, 4)
    read = pd.read_csv(trials.export("CSV"))
    assert list(read.columns[:3]) == ["run", "trial", "name"]
    assert sorted(zip(read["run"], read["trial"], strict=True)) == [
        ("one/seed-0", 0),
        ("one/seed-0", 1),
        ("one/seed-1", 0),
        ("one/seed-1", 1),
    ]
    assert set(read["name"]) == {"seed-0 #0", "seed-0 #1", "seed-1 #0", "seed-1 #1"}


def test_a_value_that_no_trial_has_is_reported_and_moves_nothing(logdir: Path, show: Show) -> None:
    trials, _ = open_sweep(logdir, show)
    before = resting(trials.table)
    trials.find("opt == adma")
    trials.expect_count(0, 24)
    expect(trials.view.get_by_text("No row has opt adma", exact=True)).to_be_visible()
    assert trials.table.bounding_box() == before
    trials.find("foo == 3")
    expect(trials.view.get_by_text("There is no column foo.")).to_be_visible()
    assert trials.table.bounding_box() == before


def test_a_link_shows_the_same_table(logdir: Path, show: Show) -> None:
    trials, _ = open_sweep(logdir, show)
    trials.find("lr < 0.05")
    trials.choose("duration", "Hide")
    trials.choose("width", "Pin to the left")
    trials.choose("opt", "Color by this")
    trials.head("lr").locator(".title").click()
    menu = trials.menu("opt")
    menu.get_by_role("checkbox", name="sgd").uncheck()
    trials.page.keyboard.press("Escape")
    until(trials.page, lambda: "filters=" in trials.page.url and "sort=h:lr" in trials.page.url)
    other = Trials(show("#" + trials.page.url.split("#")[1]))
    other.expect_heads(["name", "width", "lr", "opt", "loss/test"])
    until(other.page, lambda: other.column("name") == trials.column("name"))
    expect(other.query).to_have_value("lr < 0.05")
    expect(other.view.get_by_label("Color by")).to_have_value("h:opt")
    expect(other.view.get_by_role("list", name="Filters")).to_contain_text("adam, adamw")
    # The color lies lightly behind what is read.
    tinted = other.cell(other.row(other.column("name")[0]), "opt")
    expect(tinted).to_have_css("background-color", re.compile(r"/ 0\.24\)$"))
