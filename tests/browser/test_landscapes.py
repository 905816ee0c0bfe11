"""Loss landscapes: the training process, every number against the record that was logged."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.landscapes import beside
from tests.browser.logs import write
from tests.browser.pointer import drag, point_at, resting
from tests.browser.test_accessibility import violations
from vdlite import LogReader, LogWriter
from vdlite.kinds.landscape import Landscape, LandscapePart, LandscapePath

SVG = "{http://www.w3.org/2000/svg}"
Floats = NDArray[np.float64]
pytestmark = pytest.mark.usefixtures("no_graphics_card")


def loss(x: Floats, y: Floats) -> Floats:
    return 0.5 * x**2 + 2 * y**2 + 0.1 * np.sin(5 * x) + 0.2


def path(first: int, last: int, off: float = 0.1) -> LandscapePath:
    """A way down into the valley, in eleven snapshots."""
    rest = np.linspace(1, 0, 11)
    x, y = 2 * rest, 0.5 * rest * np.cos(4 * rest)
    residual = off * np.sin(np.pi * rest)
    step = np.linspace(first, last, 11).astype(np.int64)
    return LandscapePath(step, x, y, loss(x, y), loss(x, y) + residual / 4, residual)


def surface(**fields: Any) -> Landscape:
    """41 x 21 points, whose axes have other lengths than each other."""
    x, y = np.linspace(-3, 3, 41), np.linspace(-1, 1, 21)
    grid = loss(*np.meshgrid(x, y))
    given: dict[str, Any] = {
        "x": x,
        "y": y,
        "values": {"loss": grid, "accuracy": np.exp(-grid)},
        "done": np.ones(grid.shape, np.bool_),
        "center": {"loss": 0.2},
        "directions": {"kind": "pca", "explained": [0.8, 0.15]},
        "settings": {"mode": "train", "model": "LeNet", "optimizer": "SGD"},
    }
    return Landscape(**given | fields)


def log_two_intervals(folder: Path) -> None:
    with LogWriter(folder) as writer:
        for step in range(201):
            writer.add_scalar("train/loss", 2 / (1 + step / 40), step)
        for first, last in ((0, 100), (100, 200)):
            settings = {"interval": [first, last], "unit": "step", "model": "LeNet"}
            record = surface(path=path(first, last), settings=settings)
            writer.add_landscape("landscape/train", record, step=last)


def chart(page: Page) -> Locator:
    return page.get_by_role("application", name=re.compile("Loss landscape of"))


def tip(page: Page) -> dict[str, str]:
    """The table at the cursor: names and values, numbers in full."""
    shown = page.get_by_role("status").filter(has=page.get_by_role("table"))
    expect(shown).to_be_visible()
    rows: dict[str, str] = shown.evaluate(
        """tip => Object.fromEntries([...tip.querySelectorAll("tr")].map(row =>
            [row.cells[0].innerText, row.cells[1].title || row.cells[1].innerText]))"""
    )
    title = shown.locator("caption")
    return rows | {"title": title.inner_text() if title.count() > 0 else ""}


def draw(page: Page, name: str) -> None:
    group = page.get_by_role("group", name="Drawing", exact=True)
    group.get_by_text(name, exact=True).click()


def exported(page: Page, item: str) -> bytes:
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as waiting:
        page.get_by_role("menuitem", name=item, exact=True).click()
    return Path(waiting.value.path()).read_bytes()


def vector_picture(page: Page) -> ElementTree.Element:
    return ElementTree.fromstring(exported(page, "SVG picture"))


def words(picture: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in picture.iter(f"{SVG}text")]


def test_drawings_are_switched_and_a_link_carries_the_chosen_one(logdir: Path, show: Show) -> None:
    log_two_intervals(logdir / "a")
    page = show("#/landscapes")
    chosen = page.get_by_role("group", name="Drawing", exact=True)
    expect(chosen.get_by_role("radio", name="3-D")).to_be_checked()
    expect(chart(page)).to_be_visible()
    for name, setting in (("Contours", "lines"), ("Heat map", "heat"), ("Filled", "filled")):
        draw(page, name)
        expect(chart(page)).to_be_visible()
        expect(page).to_have_url(re.compile(f"drawing={setting}"))
    again = show("#" + page.url.partition("#")[2])
    chosen = again.get_by_role("group", name="Drawing", exact=True)
    expect(chosen.get_by_role("radio", name="Filled")).to_be_checked()
    expect(chart(again)).to_be_visible()


def test_the_cursor_gives_a_point_of_the_grid_as_it_was_logged(logdir: Path, show: Show) -> None:
    record = surface()
    with LogWriter(logdir / "a") as writer:
        writer.add_landscape("plane", record, step=0)
    page = show("#/landscapes?drawing=filled")
    for column, row in ((0, 0), (13, 4), (20, 10), (40, 20)):
        point_at(chart(page), (column / 40, 1 - row / 20))
        wanted = record.values["loss"][row, column]
        until(page, lambda wanted=wanted: float(tip(page)["loss"]) == wanted)
        assert float(tip(page)["accuracy"]) == record.values["accuracy"][row, column]


def test_keys_read_every_snapshot_as_it_was_logged(logdir: Path, show: Show) -> None:
    log_two_intervals(logdir / "a")
    page = show("#/landscapes?drawing=filled")
    wanted = path(100, 200)
    chart(page).focus()
    for i in range(11):
        page.keyboard.press("ArrowRight")
        until(page, lambda i=i: tip(page)["title"] == f"Step {wanted.step[i]}")
        shown = tip(page)
        assert float(shown["true loss"]) == wanted.true_loss[i]
        assert float(shown["loss of the plane"]) == wanted.loss[i]
        assert float(shown["off the plane"]) == wanted.residual[i]
    page.keyboard.press("Shift+ArrowUp")
    until(page, lambda: tip(page)["title"] == "")


def test_an_interval_is_chosen_by_its_name_and_on_the_curve(logdir: Path, show: Show) -> None:
    log_two_intervals(logdir / "a")
    page = show("#/landscapes?drawing=filled")
    intervals = beside(page).get_by_role("group", name="Interval to look at")
    first = intervals.get_by_role("button", name="steps 0–100", exact=True)
    second = intervals.get_by_role("button", name="steps 100–200", exact=True)
    expect(second).to_have_attribute("aria-pressed", "true")
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile("step=100"))
    expect(page.get_by_text("Step 100", exact=True)).to_be_visible()

    curve = page.get_by_role("application", name=re.compile("loss of a over its steps"))
    point_at(curve, (0.8, 0.5))
    page.mouse.down()
    page.mouse.up()
    expect(second).to_have_attribute("aria-pressed", "true")


def test_a_path_is_played_and_moved_by_hand(logdir: Path, show: Show) -> None:
    log_two_intervals(logdir / "a")
    page = show("#/landscapes?drawing=filled")
    at = page.get_by_role("slider", name="Snapshot")
    wanted = path(100, 200)

    def values_at(i: int) -> str:
        own, plane, off = (
            f"{values[i]:.6g}" for values in (wanted.true_loss, wanted.loss, wanted.residual)
        )
        difference = f"{wanted.true_loss[i] - wanted.loss[i]:.6g}"
        return (
            f"Step {wanted.step[i]}, true loss {own}, loss of the plane {plane}, "
            f"difference {difference}, off the plane {off}"
        )

    expect(at).to_have_attribute("aria-valuetext", re.compile("^Step 200, true loss 0.2, "))
    at.focus()
    page.keyboard.press("Home")
    expect(at).to_have_attribute("aria-valuetext", re.compile("^Step 100, "))
    for i in range(1, 6):
        page.keyboard.press("ArrowRight")
        expect(at).to_have_attribute("aria-valuetext", values_at(i))
    page.keyboard.press("Home")
    play = page.get_by_role("button", name="Play the training")
    play.evaluate(  # it may be over before anyone looks
        """button => {
            window.names = [];
            const note = () => names.push(button.getAttribute("aria-label"));
            new MutationObserver(note).observe(button, { attributeFilter: ["aria-label"] });
        }"""
    )
    play.click()
    expect(at).to_have_attribute("aria-valuetext", re.compile("^Step 200, "))
    until(page, lambda: page.evaluate("names") == ["Pause", "Play the training"])


def test_a_vector_picture_holds_lines_and_says_what_has_no_height(logdir: Path, show: Show) -> None:
    record = surface(path=path(0, 10))
    record.values["loss"][20, 40] = np.inf
    record.values["loss"][0, 0] = np.nan
    with LogWriter(logdir / "a") as writer:
        writer.add_landscape("plane", record, step=0)
    page = show("#/landscapes?labeled=1")
    for name in ("Contours", "Filled", "Heat map"):
        draw(page, name)
        expect(chart(page)).to_be_visible()
        picture = vector_picture(page)
        assert picture.tag == f"{SVG}svg"
        assert not list(picture.iter(f"{SVG}image"))
        assert "2 points without a height: 1 NaN, 1 +∞" in words(picture)
        assert {"Start", "End", "PC 1: 80.0\N{NO-BREAK SPACE}% of the variance"} <= set(
            words(picture)
        )
        drawn = list(picture.iter(f"{SVG}path")) + list(picture.iter(f"{SVG}rect"))
        assert len(drawn) > 20


def test_the_data_of_a_landscape_is_saved(logdir: Path, show: Show) -> None:
    log_two_intervals(logdir / "a")
    page = show("#/landscapes?drawing=filled")
    archive = exported(page, "Data: NPZ")
    assert "x.npy" in zipfile.ZipFile(BytesIO(archive)).namelist()
    held = LogReader(logdir).landscape("a", "landscape/train")
    with np.load(BytesIO(archive)) as arrays:
        np.testing.assert_array_equal(arrays["x"], held.x)
        np.testing.assert_array_equal(arrays["y"], held.y)


def test_a_landscape_fills_while_one_looks_at_it(logdir: Path, show: Show) -> None:
    record = surface(id="one")
    size = record.done.size
    empty = {name: np.full(grid.shape, np.nan) for name, grid in record.values.items()}
    with LogWriter(logdir / "a") as writer:
        whole = surface(id="one", values=empty, done=np.zeros(record.done.shape, np.bool_))
        writer.add_landscape("plane", whole, step=0)
        page = show("#/landscapes?drawing=filled")
        expect(page.get_by_text("Nothing is computed yet")).to_be_visible()
        for end, share in ((size // 4, "24 %"), (size // 2, "49 %")):
            at = np.arange(end - size // 4, end)
            part = {name: grid.ravel()[at] for name, grid in record.values.items()}
            writer.add_landscape("plane", LandscapePart("one", at, part), step=0)
            expect(page.get_by_text(share, exact=True)).to_be_visible()
        expect(chart(page)).to_be_visible()
        notes = words(vector_picture(page))
        assert "51\N{NO-BREAK SPACE}% not computed yet: drawn from its neighbors" in notes
        writer.add_landscape("plane", record, step=0)
        expect(page.get_by_text("49 %", exact=True)).to_have_count(0)


def test_a_part_of_the_plane_is_looked_at_and_a_link_carries_it(logdir: Path, show: Show) -> None:
    log_two_intervals(logdir / "a")
    page = show("#/landscapes?drawing=filled")
    drag(chart(page), (0.25, 0.25), (0.75, 0.75))
    expect(page).to_have_url(re.compile("zoom="))
    zoom = re.search(r"zoom=([^&]*)", page.url)
    assert zoom is not None
    ends = [float(end) for end in zoom[1].replace("%3A", ":").split(":")]
    np.testing.assert_allclose(ends, [-1.5, 1.5, -0.5, 0.5], atol=0.05)
    page.get_by_role("button", name="Show the whole plane").click()
    expect(page).not_to_have_url(re.compile("zoom="))


def test_every_metric_is_drawn_over_the_same_plane(logdir: Path, show: Show) -> None:
    log_two_intervals(logdir / "a")
    page = show("#/landscapes?drawing=filled")
    page.get_by_role("combobox", name="Metric").select_option("accuracy")
    expect(page.get_by_role("application", name=re.compile("a: accuracy"))).to_be_visible()
    expect(page).to_have_url(re.compile("metric=accuracy"))
    assert "accuracy" in words(vector_picture(page))


def test_a_landscape_without_the_metric_says_so(logdir: Path, show: Show) -> None:
    log_two_intervals(logdir / "a")
    page = show("#/landscapes?metric=perplexity")
    expect(page.get_by_text("This landscape has no metric perplexity")).to_be_visible()
    page.get_by_role("combobox", name="Metric").select_option("loss")
    expect(page.get_by_role("application", name=re.compile("a: loss"))).to_be_visible()


@pytest.mark.parametrize(("longer", "allowed"), [(3, True), (20, False)])
def test_both_axes_have_one_unit_or_the_page_says_why_not(
    logdir: Path, show: Show, longer: int, allowed: bool
) -> None:
    x, y = np.linspace(0, longer, 21), np.linspace(0, 1, 11)
    with LogWriter(logdir / "a") as writer:
        writer.add_landscape("plane", (x, y, x + y[:, None]), step=0)
    page = show("#/landscapes?drawing=filled")
    unit = beside(page).get_by_role("switch", name="Same unit on both axes")
    expect(unit).to_be_checked(checked=allowed)
    expect(unit).to_be_enabled(enabled=allowed)
    said = page.get_by_text("more than 8 times as long as wide")
    expect(said).to_have_count(0 if allowed else 1)
    drawing = page.get_by_role("application", name=re.compile("a: loss"))

    def shape() -> float:
        box = resting(drawing)
        return box["width"] / box["height"]

    until(page, lambda: (shape() == pytest.approx(longer, rel=0.02)) == allowed)


def test_a_path_far_off_its_plane_is_reported(logdir: Path, show: Show) -> None:
    directions = {"kind": "pca", "explained": [0.3, 0.2]}
    with LogWriter(logdir / "a") as writer:
        record = surface(path=path(0, 10, off=5.0), directions=directions)
        writer.add_landscape("plane", record, step=0)
    note = show("#/landscapes?drawing=filled").get_by_role("note")
    expect(note).to_contain_text("These two directions hold 50.0 % of the path's variance")
    expect(note).to_contain_text("Snapshots lie up to 5 off the plane")
    expect(note).to_contain_text(
        re.compile(r"the true loss is [\d.]+, and [\d.]+ on the plane below")
    )


def test_without_a_landscape_the_page_says_what_to_do(logdir: Path, show: Show) -> None:
    log_two_intervals(logdir / "a")
    write(logdir / "b", {"loss": [1.0]})
    page = show("#/landscapes?drawing=filled")
    expect(chart(page)).to_be_visible()
    page.get_by_role("button", name="Runs: 2 of 2").click()
    page.get_by_role("checkbox", name="Select a", exact=True).uncheck()
    expect(page.get_by_text("No selected run has a loss landscape")).to_be_visible()
    expect(page.get_by_role("figure", name="How to log a landscape")).to_contain_text(
        'writer.add_landscape("landscape", (x, y, loss))'
    )


def test_the_training_process_has_no_violation(logdir: Path, show: Show) -> None:
    log_two_intervals(logdir / "a")
    page = show("#/landscapes?drawing=filled")
    for name in ("Filled", "3-D"):
        draw(page, name)
        expect(chart(page)).to_be_visible()
        assert violations(page) == []
    narrow = show("#/landscapes", viewport={"width": 420, "height": 800})
    narrow.get_by_role("button", name="Landscapes", exact=True).click()
    expect(narrow.get_by_role("complementary", name="Landscapes")).to_be_visible()
    assert violations(narrow) == []
