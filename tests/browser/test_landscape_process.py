"""The training process: what is read in 3-D, what is left out, and where intervals lie."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.landscapes import beside
from tests.browser.pointer import point_at
from tests.browser.test_landscapes import (
    SVG,
    chart,
    draw,
    loss,
    path,
    surface,
    tip,
    vector_picture,
    words,
)
from tests.browser.test_narrow import overflow
from vdlite import LogWriter
from vdlite.kinds.landscape import Landscape, LandscapePath

pytestmark = pytest.mark.usefixtures("no_graphics_card")


def log(folder: Path, *records: Landscape, tag: str = "plane", step: int = 0) -> None:
    with LogWriter(folder) as writer:
        for record in records:
            writer.add_landscape(tag, record, step=step)


def indexes(cells: dict[str, str], record: Landscape) -> tuple[int, int]:
    """Row and column of the grid point whose coordinates are shown."""
    assert record.y is not None
    x, y = (float(part) for part in cells["x, y"].split(", "))
    column, row = int(np.abs(record.x - x).argmin()), int(np.abs(record.y - y).argmin())
    assert record.x[column] == pytest.approx(x, abs=1e-4)
    assert record.y[row] == pytest.approx(y, abs=1e-4)
    return row, column


def test_in_3d_the_cursor_gives_a_point_of_the_grid_as_it_was_logged(
    logdir: Path, show: Show
) -> None:
    record = surface()
    log(logdir / "a", record)
    page = show("#/landscapes?drawing=surface")
    expect(chart(page).locator("canvas")).to_have_attribute("data-took", re.compile(r"\d"))
    found = set()
    for place in ((0.5, 0.5), (0.42, 0.5), (0.6, 0.48), (0.5, 0.56)):
        point_at(chart(page), place)
        shown = tip(page)
        at = indexes(shown, record)
        found.add(at)
        assert float(shown["loss"]) == record.values["loss"][at]
        assert float(shown["accuracy"]) == record.values["accuracy"][at]
    assert len(found) > 2


def test_the_tip_follows_a_surface_that_is_turned_by_keys(logdir: Path, show: Show) -> None:
    record = surface()
    log(logdir / "a", record)
    page = show("#/landscapes?drawing=surface")
    canvas = chart(page).locator("canvas")
    expect(canvas).to_have_attribute("data-took", re.compile(r"\d"))
    chart(page).focus()
    point_at(chart(page), (0.56, 0.5))
    before = tip(page)
    for azimuth in ("-47.9", "-57.8", "-67.7"):
        page.keyboard.press("ArrowRight")
        expect(canvas).to_have_attribute("data-azimuth", azimuth)
    until(page, lambda: indexes(tip(page), record) != indexes(before, record))
    after = tip(page)
    assert float(after["loss"]) == record.values["loss"][indexes(after, record)]


def test_in_3d_pins_and_colors_are_explained(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(path=path(0, 10)))
    page = show("#/landscapes?drawing=surface")
    expect(page.get_by_text("pin: the snapshot's own true loss")).to_be_visible()
    bar = page.get_by_role("img", name=re.compile(r"^Colors of loss, from 0\.143 to 6\.77$"))
    expect(bar).to_be_visible()
    expect(bar.get_by_text("6", exact=True)).to_be_visible()
    beside(page).get_by_role("switch", name="True losses as pins").click()
    expect(page.get_by_text("pin: the snapshot's own true loss")).to_have_count(0)


def many_snapshots(last_true_loss: float) -> LandscapePath:
    along = np.linspace(2, 0, 40)
    own = np.full(40, 0.5)
    own[-1] = last_true_loss
    step = np.arange(40, dtype=np.int64)
    return LandscapePath(step, along, along / 4, loss(along, along / 4), own, np.full(40, 0.125))


def test_the_legend_says_what_is_drawn_of_many_snapshots(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(path=many_snapshots(1e6)))
    page = show("#/landscapes?drawing=filled")
    expect(chart(page)).to_be_visible()
    assert "ribbon: up to 0.125 off the plane (not to scale)" in words(vector_picture(page))
    draw(page, "3-D")
    expect(page.get_by_text("1 without a head ends beyond the box")).to_be_visible()


def test_a_few_points_that_diverge_do_not_hide_the_others_and_are_reported(
    logdir: Path, show: Show
) -> None:
    record = surface()
    record.values["loss"][0, :5] = 1e7
    log(logdir / "a", record)
    page = show("#/landscapes?drawing=filled")
    expect(chart(page)).to_be_visible()
    side = beside(page)
    expect(side.get_by_role("combobox", name="Leave out the highest")).to_have_value("auto")
    notes = [word for word in words(vector_picture(page)) if "up to 10M" in word]
    assert len(notes) == 1
    assert re.match(r"\d+ values above \d\.\d+, up to 10M", notes[0])
    side.get_by_role("combobox", name="Leave out the highest").select_option("0")
    expect(page).to_have_url(re.compile("cut=0"))
    assert not [word for word in words(vector_picture(page)) if "up to 10M" in word]


def test_a_mesh_says_which_heights_it_has(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface())

    def items(page: Page) -> dict[str, str]:
        page.get_by_role("button", name="Export").click()
        found = page.get_by_role("menuitem", name=re.compile("STL"))
        expect(found.first).to_be_visible()
        return {each.inner_text(): each.get_attribute("href") or "" for each in found.all()}

    linear = items(show("#/landscapes?scale=linear"))
    assert list(linear) == ["Surface: STL"]
    assert "log=" not in linear["Surface: STL"]
    both = items(show("#/landscapes?scale=log"))
    assert list(both) == ["Surface: STL, log heights", "Surface: STL, linear heights"]
    assert "log=true" in both["Surface: STL, log heights"]
    assert "log=" not in both["Surface: STL, linear heights"]


def test_snapshots_that_could_not_be_used_are_reported(logdir: Path, show: Show) -> None:
    settings = {"interval": [0, 10], "unit": "epoch", "left_out": [2, 5]}
    log(logdir / "a", surface(path=path(0, 10), settings=settings))
    page = show("#/landscapes")
    expect(page.get_by_role("note")).to_contain_text("2 snapshots could not be used: epochs 2, 5.")
    value = (
        beside(page)
        .locator("dt", has_text="Snapshots left out")
        .locator("xpath=following-sibling::*")
    )
    expect(value.first).to_have_text("epochs 2, 5")


def log_epochs(folder: Path, *, every: int, steps_per_epoch: int | None) -> None:
    """A training of 20 epochs whose scalar is logged once an epoch. every: steps that this counts as."""
    with LogWriter(folder) as writer:
        for epoch in range(1, 21):
            writer.add_scalar("loss", 2 / epoch, epoch * every)
        for first, last in ((1, 10), (10, 20)):
            settings = {"interval": [first, last], "unit": "epoch"}
            epochs = {"steps_per_epoch": steps_per_epoch} if steps_per_epoch else {}
            record = surface(path=path(first, last), settings=settings | epochs)
            writer.add_landscape("landscape/train", record, step=last)
        writer.add_landscape("landscape/result", surface(settings={"unit": "epoch"}), step=20)


@pytest.mark.parametrize(("every", "steps_per_epoch"), [(1, 16), (16, 16), (1, None)])
def test_intervals_of_epochs_are_found_on_a_curve_of_epochs_and_of_steps(
    logdir: Path, show: Show, every: int, steps_per_epoch: int | None
) -> None:
    log_epochs(logdir / "a", every=every, steps_per_epoch=steps_per_epoch)
    page = show("#/landscapes")
    intervals = beside(page).get_by_role("group", name="Interval to look at")
    expect(page.get_by_text("A click on the curve chooses the interval there.")).to_be_visible()
    curve = page.get_by_role("application", name=re.compile("loss of a over its steps"))
    for place, name in ((0.35, "epochs 1–10"), (0.85, "epochs 10–20")):
        box = point_at(curve, (place, 0.5))
        page.mouse.click(box["x"] + place * box["width"], box["y"] + 0.5 * box["height"])
        expect(intervals.get_by_role("button", name=name, exact=True)).to_have_attribute(
            "aria-pressed", "true"
        )


def test_the_page_says_why_an_interval_is_not_marked(logdir: Path, show: Show) -> None:
    log_epochs(logdir / "a", every=16, steps_per_epoch=None)
    page = show("#/landscapes")
    expect(beside(page).get_by_text("does not say how many steps an epoch has")).to_be_visible()


def test_the_landscapes_of_a_run_stand_together_in_the_unit_of_their_record(
    logdir: Path, show: Show
) -> None:
    log(logdir / "b", surface())
    log_epochs(logdir / "a", every=1, steps_per_epoch=16)
    log(logdir / "c", surface(path=path(0, 10)))
    page = show("#/landscapes")
    listed = page.get_by_role("complementary", name="Landscapes")
    headings = listed.get_by_role("heading", level=3)
    expect(headings).to_have_count(3)
    names = headings.all_inner_texts()
    assert sorted(names) == ["a", "b", "c"]
    assert names[-1] == "b"
    own = listed.get_by_role("list", name="a", exact=True).get_by_role("listitem")
    expect(own).to_have_count(3)
    expect(own.last).to_contain_text("landscape/result")
    expect(own.last).to_contain_text(re.compile(r"epoch\s20"))


@pytest.mark.parametrize("name", ["Contours", "Filled", "Heat map", "3-D"])
def test_a_narrow_page_has_room_for_the_numbers_of_a_snapshot(
    logdir: Path, show: Show, name: str
) -> None:
    log(logdir / "a", surface(path=path(0, 10)))
    page = show("#/landscapes", viewport={"width": 420, "height": 800})
    draw(page, name)
    expect(chart(page)).to_be_visible()
    expect(page.locator("dt", has_text="off the plane")).to_be_in_viewport()
    until(page, lambda: overflow(page) == 0)


def rings(picture: ElementTree.Element) -> int:
    """How many minima stand in a drawing."""
    return sum(each.get("r") == "8" for each in picture.iter(f"{SVG}circle"))


def test_minima_are_counted_and_stand_in_the_drawing(logdir: Path, show: Show) -> None:
    x, y = np.linspace(-2, 2, 41), np.linspace(-1, 1, 21)
    wells = (x**2 - 1) ** 2 + 0.1 * x + y[:, None] ** 2
    done = np.ones(wells.shape, np.bool_)
    log(logdir / "a", Landscape(x, y, {"loss": 1 + wells}, done))
    page = show("#/landscapes?drawing=lines")
    side = beside(page)
    expect(side.get_by_text("2 minima within this plane; mean depth 0.9")).to_be_visible()
    expect(side.get_by_role("img", name="Merge tree of loss: 2 minima")).to_be_visible()
    expect(side.get_by_role("row", name="1 0.9 lowest")).to_be_visible()
    assert rings(vector_picture(page)) == 0
    side.get_by_text("Show in the drawing").click()
    expect(page).to_have_url(re.compile("minima=1"))
    assert rings(vector_picture(page)) == 2
    side.get_by_label("Least depth").fill("1.5")
    side.get_by_label("Least depth").press("Enter")
    expect(side.get_by_text("1 minimum within this plane; 1 less deep than 1.5")).to_be_visible()


def test_landscapes_around_snapshots_are_one_that_is_played(logdir: Path, show: Show) -> None:
    x = np.linspace(-1, 1, 11)
    bowl = x**2 + x[:, None] ** 2
    done = np.ones(bowl.shape, np.bool_)
    settings = {"mode": "snapshots", "interval": (0, 30)}
    for step in (0, 10, 20, 30):
        values = {"loss": (3 - step / 10) + bowl}
        center = {"loss": 3 - step / 10}
        frame = Landscape(x, x, values, done, center=center, settings=settings)
        log(logdir / "a", frame, tag="landscape/snapshots", step=step)
    page = show("#/landscapes?drawing=heat")
    chosen = page.get_by_role("complementary", name="Landscapes").get_by_role("button")
    expect(chosen.filter(has_text="landscape/snapshots")).to_have_count(1)
    expect(chosen.filter(has_text="landscape/snapshots")).to_contain_text("4 snapshots")
    slider = page.get_by_role("slider", name="Snapshot")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Step 30, loss 0, Area"))
    # One range of colors for all: the last one alone ends at 2.
    assert {"4", "a · landscape/snapshots · step 30 · loss"} <= set(words(vector_picture(page)))
    slider.fill("1")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Step 10, loss 2, Area"))
    expect(page).to_have_url(re.compile("step=10"))
    page.get_by_role("button", name="Play the training").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("button", name="Play the training")).to_be_visible()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Step 30"))
    expect(page).to_have_url(re.compile("step=30"))


def test_the_paths_of_several_trainings_are_distinguished_by_color_and_name(
    logdir: Path, show: Show
) -> None:
    x = np.linspace(-1, 1, 11)
    bowl = x**2 + x[:, None] ** 2
    along = np.array([0.75, 0.5, 0.0])
    unknown = np.full(3, np.nan)
    own = LandscapePath(np.array([1, 2, 3]), along, along, unknown, along**2, unknown)
    other = LandscapePath(np.array([1, 5, 9]), along, -along, unknown, 2 * along**2, unknown)
    record = Landscape(x, x, {"loss": bowl}, np.ones(bowl.shape, np.bool_), path=own)
    log(logdir / "sgd", replace(record, paths={"adam": other, "gone": other}))
    with LogWriter(logdir / "adam") as writer:
        writer.add_scalar("loss", 1.0, 0)
    page = show("#/landscapes?drawing=lines")
    legend = page.get_by_role("list", name="Runs of the drawing")
    expect(legend.get_by_role("listitem")).to_have_text(["sgd", "adam", "gone"])
    assert {"sgd", "adam", "gone"} <= set(words(vector_picture(page)))
    legend.get_by_role("button", name="gone").click()
    assert {"sgd", "adam"} == {"sgd", "adam", "gone"} & set(words(vector_picture(page)))
    expect(page.get_by_role("slider", name="Snapshot")).to_have_attribute("max", "2")


def test_landscapes_are_renamed_ordered_and_hidden(logdir: Path, show: Show) -> None:
    record = surface()
    for tag in ("first", "second", "third"):
        log(logdir / "a", record, tag=tag)
    page = show("#/landscapes?drawing=heat")
    entries = page.get_by_role("complementary", name="Landscapes").get_by_role("listitem")

    def choose(entry: str, action: str) -> None:
        entries.filter(has_text=entry).hover()
        page.get_by_role("button", name=f"What to do with {entry}").click()
        page.get_by_role("menuitem", name=action).click()

    def stand(*names: str) -> None:
        expect(entries).to_have_text([re.compile(name) for name in names])

    stand("first", "second", "third")
    choose("third", "Move up")
    stand("first", "third", "second")
    choose("second", "Rename")
    expect(page.get_by_role("textbox", name="Name")).to_be_focused()
    page.keyboard.type("the basin")
    page.keyboard.press("Enter")
    stand("first", "third", "the basin.*second")
    choose("first", "Hide")
    stand("third", "the basin")
    page.reload()
    stand("third", "the basin")
    page.get_by_role("button", name="Show 1 hidden").click()
    stand("first", "third", "the basin")
    choose("first", "Show again")
    expect(page.get_by_role("button", name="Show 1 hidden")).to_be_hidden()
