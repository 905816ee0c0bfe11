"""The table of trials: what it sorts, finds, hides and exports is what pandas says."""

from __future__ import annotations

import io
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.logs import START
from tests.browser.test_accessibility import violations
from tests.browser.test_narrow import overflow
from vdlite import LogWriter

OPTIMISERS = ["sgd", "adam", "adamw"]


def sweep(logdir: Path, count: int = 24) -> pd.DataFrame:
    """Logs trials, and what the table must hold of them, by the names of the runs."""
    rng = np.random.default_rng(0)
    rows: list[dict[str, Any]] = []
    for i in range(count):
        hparams: dict[str, Any] = {
            "lr": float(10 ** rng.uniform(-4, -1)),
            "opt": OPTIMISERS[i % 3],
            "width": int(2 ** (4 + i % 4)),
        }
        if i % 6 == 0:
            del hparams["width"]
        losses = [float(value) for value in rng.uniform(0.1, 2, 5)]
        name = f"trial-{i}"
        with LogWriter(logdir / name) as writer:
            writer.add_hparams(hparams, ["loss/test"])
            for step, loss in enumerate(losses):
                writer.add_scalar("loss/test", loss, step, START + i * 100 + step)
                writer.add_scalar("loss/train", loss / 2, step, START + i * 100 + step)
        rows.append({"name": name, **hparams, "loss": losses[-1], "least": min(losses)})
    return pd.DataFrame(rows).set_index("name", drop=False)


class Trials:
    """The view: its table is read, its heads and menus are used."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.view = page.locator("main")
        self.table = self.view.get_by_role("grid", name="Trials")
        self.rows = self.table.locator("[role=row][data-place]")
        self.query = self.view.get_by_role("combobox", name="Filter by a query")

    def head(self, name: str) -> Locator:
        return self.table.locator("[role=columnheader]").filter(
            has=self.page.get_by_text(name, exact=True)
        )

    def heads(self) -> list[str]:
        """Names of the columns in sight, from left to right."""
        heads = self.table.locator(".head .name").all()
        places = [(head.bounding_box() or {"x": 0})["x"] for head in heads]
        return [heads[i].inner_text() for i in np.argsort(places)]

    def row(self, name: str) -> Locator:
        return self.rows.filter(has=self.page.get_by_role("gridcell", name=name, exact=True))

    def column(self, name: str) -> list[str]:
        """Texts of a column's cells in sight, from top to bottom."""
        place = self.head(name).get_attribute("aria-colindex")
        cells: list[tuple[int, str]] = []
        for row in self.rows.all():
            cell = row.locator(f"[role=gridcell][aria-colindex='{place}']")
            cells.append((int(row.get_attribute("data-place") or 0), cell.inner_text()))
        return [text for _, text in sorted(cells)]

    def expect_names(self, names: list[str]) -> None:
        shown = len(names[:8])
        until(self.page, lambda: self.column("name")[:shown] == names[:shown])

    def expect_count(self, count: int, of: int) -> None:
        expect(self.view.get_by_text(f"{count} of {of} trials")).to_be_visible()

    def find(self, query: str) -> None:
        self.query.fill(query)
        self.query.press("Enter")

    def menu(self, name: str) -> Locator:
        self.head(name).locator(".title").click(button="right")
        return self.page.get_by_role("dialog", name=f"Column {name}")

    def choose(self, name: str, item: str) -> None:
        self.menu(name).get_by_role("button", name=item, exact=True).click()

    def export(self, form: str) -> Path:
        self.view.get_by_role("button", name="Export", exact=True).first.click()
        with self.page.expect_download() as download:
            self.page.get_by_role("menuitem", name=form, exact=True).click()
        return download.value.path()


def width_of(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box is not None
    return box["width"]


ONLY_TABLE = "#/trials?pictures="


def open_sweep(logdir: Path, show: Show, address: str = ONLY_TABLE) -> tuple[Trials, pd.DataFrame]:
    frame = sweep(logdir)
    trials = Trials(show(address))
    trials.expect_count(len(frame), len(frame))
    return trials, frame


def test_the_best_by_the_declared_metric_comes_first(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    trials.expect_names(list(frame.sort_values("loss").index))
    star = trials.page.get_by_role("img", name="Best loss/test (last)")
    expect(trials.rows.filter(has=star)).to_contain_text(str(frame["loss"].idxmin()))


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
    until(trials.page, lambda: trials.column("width")[:2] == ["128", "128"])
    ordered = pd.read_csv(trials.export("CSV"))["width"]
    assert ordered.isna().tolist() == [False] * 20 + [True] * 4


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
    trials.query.press("ArrowDown")
    trials.query.press("Enter")
    expect(trials.query).to_have_value("opt ")
    trials.query.press_sequentially("== sg")
    expect(trials.page.get_by_role("option", name='"sgd"')).to_be_visible()
    trials.query.press("ArrowDown")
    trials.query.press("Tab")
    expect(trials.query).to_have_value('opt == "sgd" ')
    trials.expect_count(8, 24)


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


def test_columns_are_hidden_pinned_moved_and_resized(logdir: Path, show: Show) -> None:
    trials, _ = open_sweep(logdir, show)
    assert trials.heads() == ["name", "duration", "lr", "opt", "width", "loss/test"]
    trials.choose("duration", "Hide")
    trials.choose("opt", "Pin to the left")
    until(trials.page, lambda: trials.heads() == ["name", "opt", "lr", "width", "loss/test"])
    loss, lr = trials.head("loss/test").locator(".name"), trials.head("lr").locator(".title")
    loss.hover()
    trials.page.mouse.down()
    box = lr.bounding_box() or pytest.fail("lr is out of sight")
    trials.page.mouse.move(box["x"] + 5, box["y"] + 10, steps=5)
    trials.page.mouse.up()
    until(trials.page, lambda: trials.heads() == ["name", "opt", "loss/test", "lr", "width"])
    edge = trials.head("lr").locator(".edge")
    before = width_of(trials.head("lr"))
    edge.hover()
    trials.page.mouse.down()
    at = edge.bounding_box() or pytest.fail("the edge is out of sight")
    trials.page.mouse.move(at["x"] + 64, at["y"] + 5, steps=4)
    trials.page.mouse.up()
    assert 50 < width_of(trials.head("lr")) - before < 70


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


def test_rows_selected_here_are_the_runs_selected_everywhere(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    best = str(frame["loss"].idxmin())
    trials.row(best).get_by_role("checkbox").uncheck()
    expect(trials.page.get_by_role("checkbox", name=f"Show {best}", exact=True)).not_to_be_checked()
    trials.find("opt == adam")
    trials.expect_count(8, 24)
    trials.view.get_by_role("button", name="Select only these runs").click()
    expect(trials.page.get_by_text("8 of 24", exact=True)).to_be_visible()
    trials.page.get_by_role("link", name="Scalars").click()
    expect(trials.page.get_by_role("article", name="loss/test")).to_contain_text("8 runs")


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
        until(trials.page, lambda: trials.column("name")[0] == wanted["name"][0])
        read = pd.read_csv(trials.export(form), sep=separator)
        pd.testing.assert_frame_equal(read, wanted, check_exact=True)
    rows = json.loads(trials.export("JSON").read_text("utf-8"))
    pd.testing.assert_frame_equal(
        pd.read_json(io.StringIO(json.dumps(rows)), precise_float=True), wanted, check_exact=True
    )
    assert [row["width"] for row in rows if row["width"] is None] == [None] * int(
        wanted["width"].isna().sum()
    )


def test_the_export_tells_trials_by_whole_names_and_numbers(logdir: Path, show: Show) -> None:
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


def test_a_value_that_no_trial_has_is_told_and_moves_nothing(logdir: Path, show: Show) -> None:
    trials, _ = open_sweep(logdir, show)
    before = trials.table.bounding_box()
    trials.find("opt == adma")
    trials.expect_count(0, 24)
    expect(trials.view.get_by_text("No trial has opt adma", exact=True)).to_be_visible()
    assert trials.table.bounding_box() == before
    trials.find("foo == 3")
    expect(trials.view.get_by_text("There is no column foo.")).to_be_visible()
    assert trials.table.bounding_box() == before


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
        until(trials.page, lambda: float(trials.column("loss/test")[0]) == 0.25)


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
    assert trials.column("nan") == ["NaN", "NaN", "NaN", "–"]
    assert trials.column("none") == ["null", "null", "null", "–"]


def test_a_link_shows_the_same_table(logdir: Path, show: Show) -> None:
    trials, _ = open_sweep(logdir, show)
    trials.find("lr < 0.05")
    trials.choose("duration", "Hide")
    trials.choose("width", "Pin to the left")
    trials.choose("opt", "Colour by this")
    trials.head("lr").locator(".title").click()
    menu = trials.menu("opt")
    menu.get_by_role("checkbox", name="sgd").uncheck()
    trials.page.keyboard.press("Escape")
    until(trials.page, lambda: "filters=" in trials.page.url and "sort=h:lr" in trials.page.url)
    other = Trials(show("#" + trials.page.url.split("#")[1]))
    until(other.page, lambda: other.heads() == ["name", "width", "lr", "opt", "loss/test"])
    until(other.page, lambda: other.column("name") == trials.column("name"))
    expect(other.query).to_have_value("lr < 0.05")
    expect(other.view.get_by_label("Colour by")).to_have_value("h:opt")
    expect(other.view.get_by_role("list", name="Filters")).to_contain_text("adam, adamw")


def test_the_table_is_used_by_keys_alone(logdir: Path, show: Show) -> None:
    trials, frame = open_sweep(logdir, show)
    by_loss = list(frame.sort_values("loss").index)
    trials.expect_names(by_loss)
    trials.table.focus()
    trials.page.keyboard.press("ArrowDown")
    trials.page.keyboard.press("Space")
    name = by_loss[1]
    expect(trials.page.get_by_role("checkbox", name=f"Show {name}", exact=True)).not_to_be_checked()
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_has_no_violation(logdir: Path, show: Show, scheme: str) -> None:
    sweep(logdir, 6)
    page = show(ONLY_TABLE, color_scheme=scheme)
    trials = Trials(page)
    trials.expect_count(6, 6)
    assert violations(page) == []
    trials.menu("lr")
    assert violations(page) == []


def test_on_a_narrow_window_nothing_is_wider_than_it(logdir: Path, show: Show) -> None:
    sweep(logdir, 6)
    page = show("#/trials", viewport={"width": 420, "height": 800})
    Trials(page).expect_count(6, 6)
    assert overflow(page) == 0
