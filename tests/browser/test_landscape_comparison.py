"""Loss landscapes of several runs, compared. Every number is the record's."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.landscapes import log, middle, row, surface
from tests.browser.pointer import box_of
from vdlite import LogWriter

pytestmark = pytest.mark.usefixtures("no_graphics_card")


def two_runs(logdir: Path) -> None:
    log(logdir / "wide", surface(2))
    log(logdir / "narrow", surface(8))


def tile(page: Page, run: str) -> Locator:
    return page.get_by_role("article", name=f"Landscape of {run}")


def picture(chart: Locator) -> Locator:
    """A surface that has been drawn."""
    return chart.locator("canvas[data-azimuth]")


def drawn(chart: Locator, name: str) -> float:
    return float(picture(chart).get_attribute(f"data-{name}") or "nan")


def drag(page: Page, chart: Locator, dx: float, dy: float) -> None:
    x, y = middle(page, chart)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def test_the_table_has_the_numbers_of_the_record(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    for run, steep in (("wide", 2), ("narrow", 8)):
        for key, text in {
            "center/loss": "0.25",
            "center/accuracy": "0.875",
            "minimum": "0.25",
            # On an even grid the difference of differences of a parabola is exact, which the page can't know.
            "curvatureX": f"≈ {2 * steep}",
            "curvatureY": f"≈ {2 * steep}",
        }.items():
            expect(row(page, run).locator(f"[data-key='{key}']")).to_have_text(text)


def test_the_wider_valley_has_the_larger_area(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    areas = {}
    for run, steep in (("wide", 2.0), ("narrow", 8.0)):
        cell = row(page, run).locator("[data-key='area']")
        expect(cell).to_have_text(re.compile("[0-9]"))
        # So few points tell it roughly only, and the page says so.
        areas[run] = float(cell.inner_text().removeprefix("≈ "))
        # The level is one above the center: a circle of radius sqrt(1 / steep).
        assert areas[run] == pytest.approx(np.pi / steep, rel=0.05)
    assert areas["wide"] > areas["narrow"]


def test_a_click_on_a_head_sorts_the_rows_and_the_tiles(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    heads = page.get_by_role("article").get_by_role("heading")
    for order in (["narrow", "wide"], ["wide", "narrow"]):
        page.get_by_role("button", name="Area").click()
        expect(heads).to_have_text(order)
        expect(page.locator("tbody th")).to_have_text(order)
    expect(page).to_have_url(re.compile("c.sort=area:down"))


def test_charts_beside_each_other_have_one_range_or_their_own(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    for run in ("wide", "narrow"):
        expect(picture(tile(page, run))).to_have_attribute("data-z-max", "16.25")
    page.get_by_role("switch", name="One range for all").click()
    expect(picture(tile(page, "wide"))).to_have_attribute("data-z-max", "4.25")
    expect(picture(tile(page, "narrow"))).to_have_attribute("data-z-max", "16.25")


@pytest.mark.parametrize("drawing", ["lines", "filled", "heat", "surface"])
def test_colors_can_be_read_in_every_drawing_and_size(
    drawing: str, logdir: Path, show: Show
) -> None:
    for run in range(6):
        log(logdir / f"run {run}", surface(1 + run))
    page = show(f"#/landscapes?mode=comparison&c.drawing={drawing}&c.size=small&c.cut=0")
    shared = page.get_by_role("img", name=re.compile("^Colors of loss, from 0.25 to"))
    expect(shared).to_have_count(1)
    expect(shared).to_have_accessible_name("Colors of loss, from 0.25 to 12.25")
    page.locator("main .page").evaluate("page => page.scrollTo(0, 300)")
    expect(shared).to_be_in_viewport(ratio=1)  # it stays while tiles scroll
    page.get_by_text("One range for all", exact=True).click()
    expect(shared).to_have_count(6)
    for run in range(6):
        own = tile(page, f"run {run}").get_by_role("img", name="Colors of loss")
        expect(own).to_have_accessible_name(f"Colors of loss, from 0.25 to {0.25 + 2 * (1 + run)}")
        expect(own.locator(".number").nth(2)).to_be_attached()  # at least three
        texts = own.locator(".number").all_inner_texts()
        assert sorted(texts, key=float) == texts


def test_a_file_of_a_tile_has_the_scale_that_the_page_has_beside_it(
    logdir: Path, show: Show
) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison&c.drawing=filled&c.size=small")
    colors = page.get_by_role("img", name="Colors of loss, from 0.25 to 16.25")
    expect(colors.first).to_be_visible()  # both are there
    wide = tile(page, "wide")
    wide.hover()
    wide.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="SVG picture", exact=True).click()
    svg = ElementTree.parse(download.value.path())
    texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert "loss" in texts
    numbers = [float(text) for text in texts if text and re.fullmatch(r"[\d.]+", text)]
    assert max(numbers) > 4.25  # this run is no higher: only the scale of both says more


def test_cameras_move_together_and_are_in_the_link(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    first, other = tile(page, "wide"), tile(page, "narrow")
    for each in (first, other):
        expect(picture(each)).to_have_attribute("data-azimuth", "-38")
    drag(page, first.get_by_role("application"), -100, 40)
    for each in (first, other):
        expect(picture(each)).to_have_attribute("data-azimuth", "7")
        expect(picture(each)).to_have_attribute("data-elevation", "54")
    expect(page).to_have_url(re.compile("c.camera=7"))
    page.reload()
    expect(picture(tile(page, "narrow"))).to_have_attribute("data-azimuth", "7")


def test_keys_turn_and_zoom_a_surface_and_bring_it_back(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    page = show("#/landscapes?mode=comparison")
    chart = tile(page, "a").get_by_role("application")
    canvas = picture(tile(page, "a"))
    chart.focus()
    page.keyboard.press("ArrowRight")
    expect(canvas).to_have_attribute("data-azimuth", "-47.9")
    page.keyboard.press("+")
    expect(canvas).to_have_attribute("data-distance", "0.84")
    page.keyboard.press("0")
    expect(canvas).to_have_attribute("data-azimuth", "-38")
    expect(canvas).to_have_attribute("data-distance", "1")


def test_a_wheel_scrolls_the_page_until_the_chart_has_the_focus(logdir: Path, show: Show) -> None:
    for run in "abcdef":
        log(logdir / run, surface(2))
    page = show("#/landscapes?mode=comparison")
    # The newest run is the first: below it there is something to scroll to.
    chart = tile(page, "f").get_by_role("application")
    expect(picture(tile(page, "f"))).to_be_visible()
    page.mouse.move(*middle(page, chart))
    before = box_of(chart)["y"]
    page.mouse.wheel(0, 200)
    until(page, lambda: box_of(chart)["y"] < before)
    assert drawn(tile(page, "f"), "distance") == 1
    chart.focus()
    page.mouse.move(*middle(page, chart))
    page.mouse.wheel(0, -100)
    expect(picture(tile(page, "f"))).not_to_have_attribute("data-distance", "1")


def test_a_surface_gives_the_value_under_the_pointer(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    page = show("#/landscapes?mode=comparison&c.camera=0+89+1+0+0+0")
    chart = tile(page, "a").get_by_role("application")
    expect(picture(tile(page, "a"))).to_be_visible()
    page.mouse.move(*middle(page, chart))
    tooltip = page.locator("[popover]:popover-open")
    expect(tooltip).to_contain_text("x, y")
    cells = tooltip.locator("td").all_inner_texts()
    x, y = (float(text) for text in cells[0].split(","))
    value = float(cells[1])
    assert abs(x) < 0.1
    assert abs(y) < 0.1
    assert value == pytest.approx(0.25 + 2 * (x**2 + y**2), abs=0.02)


@pytest.mark.parametrize("drawing", ["Contours", "Filled", "Heat map", "3-D"])
def test_every_drawing_shows_landscapes_side_by_side_and_overlaid(
    drawing: str, logdir: Path, show: Show
) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    page.get_by_text(drawing, exact=True).click()
    for run in ("wide", "narrow"):
        expect(tile(page, run).get_by_role("application")).to_be_visible()
    page.get_by_text("Overlaid", exact=True).click()
    chart = page.get_by_role("application", name=re.compile("overlaid: .*wide"))
    expect(chart).to_be_visible()
    if drawing == "3-D":
        expect(picture(chart)).to_have_attribute("data-z-max", "16.25")
    page.mouse.move(*middle(page, chart))
    tooltip = page.locator("[popover]:popover-open")
    expect(tooltip).to_contain_text("wide")
    expect(tooltip).to_contain_text("narrow")


def test_settings_that_differ_are_reported_before_anyone_compares(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    other = {"kind": "random", "seed": 2, "norm": "layer"}
    log(logdir / "b", surface(2, directions=other))
    page = show("#/landscapes?mode=comparison")
    note = "not made in the same way: normalized by, seed"
    expect(page.get_by_text(note)).to_be_visible()
    expect(row(page, "a").locator("[data-key='norm']")).to_have_text("filter")
    expect(row(page, "b").locator("[data-key='norm']")).to_have_text("layer")
    same = page.locator("dl")
    expect(same).to_contain_text("2,048")
    expect(same).not_to_contain_text("filter")


def test_landscapes_made_in_the_same_way_raise_no_warning(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    for run in ("wide", "narrow"):
        expect(row(page, run).locator("[data-key='area']")).to_have_text(re.compile("[0-9]"))
    expect(page.get_by_text("not made in the same way")).to_have_count(0)


def test_a_model_whose_code_has_changed_is_reported_and_none_is_the_flattest(
    logdir: Path, show: Show
) -> None:
    log(logdir / "a", surface(2))
    same = {"mode": "result", "model": "LeNet", "samples": 2048, "unit": "epoch"}
    log(logdir / "b", surface(8, settings={**same, "model_changed": True}))
    page = show("#/landscapes?mode=comparison")
    note = page.get_by_text("The code of the model differs from that which was trained: b.")
    expect(note).to_be_visible()
    expect(row(page, "b").locator("[data-key='modelChanged']")).to_have_text("yes")
    expect(page.locator(".best")).to_have_count(0)
    expect(page.get_by_text("bold: the flattest")).to_have_count(0)
    expect(tile(page, "a")).to_contain_text("step 0")
    expect(tile(page, "b")).to_contain_text("epoch 0")


def bottom_of(target: Locator) -> float:
    box = box_of(target)
    return box["y"] + box["height"]


def test_the_table_stands_above_the_pictures_and_can_be_folded(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    expect(page.get_by_text("bold: the flattest")).to_be_visible()
    expect(row(page, "wide")).to_be_visible()
    heads = page.locator("table, article").evaluate_all("all => all.map(each => each.tagName)")
    assert heads == ["TABLE", "ARTICLE", "ARTICLE"]
    until(page, lambda: bottom_of(page.locator("table")) <= box_of(tile(page, "narrow"))["y"])
    page.get_by_role("button", name="Numbers").click()
    expect(page.locator("table")).to_have_count(0)
    page.reload()
    expect(tile(page, "wide")).to_be_visible()
    expect(page.locator("table")).to_have_count(0)


def test_on_a_narrow_window_the_pictures_come_first(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison", viewport={"width": 420, "height": 900})
    expect(row(page, "wide")).to_be_attached()
    for run in ("wide", "narrow"):
        expect(tile(page, run).get_by_role("application")).to_be_attached()
        assert box_of(tile(page, run))["y"] < box_of(page.locator("table"))["y"]


def test_another_grid_is_another_way_and_other_batches_are_not(logdir: Path, show: Show) -> None:
    x = np.linspace(-1, 1, 41)
    fine = 0.25 + 2 * (x**2 + x[:, None] ** 2)
    done = np.ones(fine.shape, np.bool_)
    same = {"mode": "result", "model": "LeNet", "samples": 2048}
    log(logdir / "a", surface(2, settings={**same, "batch_size": 128, "device": "cpu"}))
    other = {**same, "batch_size": 512, "device": "cuda", "weight_decay": 5e-4}
    log(logdir / "b", surface(2, x=x, y=x, values={"loss": fine}, done=done, settings=other))
    page = show("#/landscapes?mode=comparison")
    expect(page.get_by_text("not made in the same way: grid.")).to_be_visible()
    expect(row(page, "b").locator("[data-key='weight_decay']")).to_have_text("0.0005")


def test_the_flattest_is_marked_and_heads_tell_which_way_it_is(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    for key in ("area", "sharpness", "curvatureX"):
        expect(row(page, "wide").locator(f"[data-key='{key}']")).to_have_class(re.compile("best"))
        narrow = row(page, "narrow").locator(f"[data-key='{key}']")
        expect(narrow).not_to_have_class(re.compile("best"))
    page.get_by_role("button", name="Sharpness").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Smaller is flatter")


def test_repeats_with_other_seeds_have_rows_and_a_mean(logdir: Path, show: Show) -> None:
    seeds = [
        surface(steep, directions={"kind": "random", "seed": seed, "norm": "filter"}, id=str(seed))
        for seed, steep in ((1, 2.0), (2, 3.0), (3, 7.0))
    ]
    log(logdir / "a", *seeds)
    page = show("#/landscapes?mode=comparison")
    curvatures = page.locator("tbody [data-key='curvatureX']")
    expect(curvatures).to_have_text([re.compile(r"^≈ 8\s*4 … 14$"), "≈ 4", "≈ 6", "≈ 14"])
    expect(page.locator("tbody th").nth(1)).to_have_text("seed 1")
    options = tile(page, "a").get_by_role("combobox").locator("option")
    expect(options.first).to_have_text("landscape · step 0 · seed 3")
    page.get_by_role("switch", name="All seeds").uncheck()
    expect(curvatures).to_have_text(["≈ 14"])


def test_a_run_without_the_metric_says_so(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    log(logdir / "b", surface(2, values={"loss": surface(2).values["loss"]}))
    page = show("#/landscapes?mode=comparison&c.metric=accuracy")
    expect(tile(page, "b").get_by_text("has no metric accuracy. It has: loss")).to_be_visible()


def test_a_run_with_several_landscapes_shows_the_chosen_one(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_landscape("around the model", surface(2), 10)
        writer.add_landscape("of the path", surface(5, settings={"mode": "train"}), 10)
    page = show("#/landscapes?mode=comparison")
    curvature = row(page, "a").locator("[data-key='curvatureX']")
    expect(curvature).to_have_text("≈ 4")
    tile(page, "a").get_by_role("combobox").select_option(label="of the path · step 10")
    expect(curvature).to_have_text("≈ 10")
    expect(page).to_have_url(re.compile("c.chosen="))


def test_a_diverging_corner_does_not_hide_the_valley(logdir: Path, show: Show) -> None:
    grid = surface(2).values["loss"].copy()
    grid[:3, :3] = 1e9
    grid[-2:, -2:] = np.nan
    log(logdir / "a", surface(2, values={"loss": grid}))
    page = show("#/landscapes?mode=comparison")
    expect(picture(tile(page, "a"))).to_be_visible()
    until(page, lambda: drawn(tile(page, "a"), "z-max") < 5)
    expect(tile(page, "a").get_by_text("4 points have no height: NaN")).to_be_visible()
    page.get_by_label("Left out at the top").select_option("0")
    expect(picture(tile(page, "a"))).to_have_attribute("data-z-max", "1000000000")


def test_a_surface_is_exported_as_it_is_seen(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    page = show("#/landscapes?mode=comparison")
    expect(picture(tile(page, "a"))).to_be_visible()
    tile(page, "a").get_by_role("application").hover()
    page.get_by_role("button", name=re.compile("^Export: a")).click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="PNG picture", exact=True).click()
    image = Image.open(BytesIO(Path(download.value.path()).read_bytes()))
    colors = {color for _, color in image.convert("RGB").getcolors(1 << 24) or []}
    assert len(colors) > 500
    # Twice as fine as the page, with a title above and a scale of colors beside it.
    box = tile(page, "a").get_by_role("application").bounding_box()
    assert box is not None
    assert image.width > 2 * box["width"]
    assert image.height > 2 * box["height"]
