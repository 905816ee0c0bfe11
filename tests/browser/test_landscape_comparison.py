"""Loss landscapes of several runs: compared, along lines, and curved. Every number is the record's."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Show
from tests.browser.test_accessibility import violations
from tests.browser.watch import Watch
from vdlite import LogWriter
from vdlite.kinds.landscape import Landscape, Mark

Floats = NDArray[np.float64]


@pytest.fixture(autouse=True)
def no_graphics_card(watch: Watch) -> None:
    """Without one the browser itself says that it has to read the picture back."""
    watch.expect("GPU stall due to ReadPixels")
    watch.expect("Automatic fallback to software WebGL")


def surface(steep: float, **fields: Any) -> Landscape:
    """A bowl with the value 0.25 at its centre, `steep` times as high as wide."""
    x, y = np.linspace(-1, 1, 21), np.linspace(-1, 1, 21)
    grid = 0.25 + steep * (x**2 + y[:, None] ** 2)
    given: dict[str, Any] = {
        "x": x,
        "y": y,
        "values": {"loss": grid, "accuracy": np.exp(-grid)},
        "done": np.ones(grid.shape, np.bool_),
        "center": {"loss": 0.25, "accuracy": 0.875},
        "directions": {"kind": "random", "seed": 1, "norm": "filter"},
        "settings": {"mode": "result", "model": "LeNet", "samples": 2048},
    }
    return Landscape(**given | fields)


def log(folder: Path, *landscapes: Landscape, tag: str = "landscape") -> None:
    with LogWriter(folder) as writer:
        for landscape in landscapes:
            writer.add_landscape(tag, landscape, 0)


def two_runs(logdir: Path) -> None:
    log(logdir / "wide", surface(2))
    log(logdir / "narrow", surface(8))


def tile(page: Page, run: str) -> Locator:
    return page.get_by_role("article", name=f"Landscape of {run}")


def picture(chart: Locator) -> Locator:
    """A surface that has been drawn."""
    return chart.locator("canvas[data-azimuth]")


def told(chart: Locator, name: str) -> float:
    return float(picture(chart).get_attribute(f"data-{name}") or "nan")


def middle(page: Page, chart: Locator) -> tuple[float, float]:
    box = chart.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, chart: Locator, dx: float, dy: float) -> None:
    x, y = middle(page, chart)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def row(page: Page, run: str) -> Locator:
    return page.get_by_role("row", name=re.compile(f"^{run} "))


def test_the_table_has_the_numbers_of_the_record(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    for run, steep in (("wide", 2), ("narrow", 8)):
        for key, text in {
            "centre/loss": "0.25",
            "centre/accuracy": "0.875",
            "minimum": "0.25",
            # On an even grid the difference of differences of a parabola is exact.
            "curvatureX": str(2 * steep),
            "curvatureY": str(2 * steep),
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
        # The level is one above the centre: a circle of radius sqrt(1 / steep).
        assert areas[run] == pytest.approx(np.pi / steep, rel=0.05)
    assert areas["wide"] > areas["narrow"]


def test_a_click_on_a_head_sorts_the_rows_and_the_tiles(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    heads = page.get_by_role("article").get_by_role("heading")
    for order in (["narrow", "wide"], ["wide", "narrow"]):
        page.get_by_role("button", name="Sort by Area").click()
        expect(heads).to_have_text(order)
        expect(page.locator("tbody th")).to_have_text(order)
    expect(page).to_have_url(re.compile("c.sort=area:down"))


def test_charts_beside_each_other_have_one_range_or_their_own(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    for run in ("wide", "narrow"):
        expect(picture(tile(page, run))).to_be_visible()
        assert told(tile(page, run), "z-max") == pytest.approx(16.25)
    page.get_by_role("switch", name="One range for all").click()
    expect(picture(tile(page, "wide"))).to_have_attribute("data-z-max", "4.25")
    expect(picture(tile(page, "narrow"))).to_have_attribute("data-z-max", "16.25")


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
    chart = tile(page, "a").get_by_role("application")
    expect(picture(tile(page, "a"))).to_be_visible()
    before = chart.bounding_box()
    page.mouse.move(*middle(page, chart))
    page.mouse.wheel(0, 200)
    page.wait_for_function(
        "before => document.querySelector('[role=application]').getBoundingClientRect().y < before",
        arg=before["y"] if before else 0,
    )
    assert told(tile(page, "a"), "distance") == 1
    chart.focus()
    page.mouse.move(*middle(page, chart))
    page.mouse.wheel(0, -100)
    expect(picture(tile(page, "a"))).not_to_have_attribute("data-distance", "1")


def test_a_surface_tells_the_value_under_the_pointer(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    page = show("#/landscapes?mode=comparison&c.camera=0+89+1+0+0+0")
    chart = tile(page, "a").get_by_role("application")
    expect(picture(tile(page, "a"))).to_be_visible()
    page.mouse.move(*middle(page, chart))
    told = page.locator("[popover]:popover-open")
    expect(told).to_contain_text("x, y")
    x, y = (float(text) for text in told.locator("td").first.inner_text().split(","))
    value = float(told.locator("td").nth(1).inner_text())
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
    told = page.locator("[popover]:popover-open")
    expect(told).to_contain_text("wide")
    expect(told).to_contain_text("narrow")


def test_settings_that_differ_are_told_before_anyone_compares(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    other = {"kind": "random", "seed": 2, "norm": "layer"}
    log(logdir / "b", surface(2, directions=other))
    page = show("#/landscapes?mode=comparison")
    note = "not made in the same way: normalised by, seed"
    expect(page.get_by_text(note)).to_be_visible()
    expect(row(page, "a").locator("[data-key='norm']")).to_have_text("filter")
    expect(row(page, "b").locator("[data-key='norm']")).to_have_text("layer")
    same = page.locator("dl")
    expect(same).to_contain_text("2,048")
    expect(same).not_to_contain_text("filter")


def test_landscapes_made_in_the_same_way_raise_no_warning(logdir: Path, show: Show) -> None:
    two_runs(logdir)
    page = show("#/landscapes?mode=comparison")
    expect(row(page, "wide").locator("[data-key='area']")).to_have_text(re.compile("[0-9]"))
    expect(page.get_by_text("not made in the same way")).to_have_count(0)


def test_another_grid_is_another_way_and_other_batches_are_not(logdir: Path, show: Show) -> None:
    x = np.linspace(-1, 1, 41)
    fine = 0.25 + 2 * (x**2 + x[:, None] ** 2)
    done = np.ones(fine.shape, np.bool_)
    same = {"mode": "result", "model": "LeNet", "samples": 2048}
    log(logdir / "a", surface(2, settings={**same, "batch_size": 128, "device": "cpu"}))
    told = {**same, "batch_size": 512, "device": "cuda", "weight_decay": 5e-4}
    log(logdir / "b", surface(2, x=x, y=x, values={"loss": fine}, done=done, settings=told))
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
    page.get_by_role("button", name="Sort by Sharpness").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Smaller is flatter")


def test_repeats_with_other_seeds_have_rows_and_a_mean(logdir: Path, show: Show) -> None:
    seeds = [
        surface(steep, directions={"kind": "random", "seed": seed, "norm": "filter"}, id=str(seed))
        for seed, steep in ((1, 2.0), (2, 3.0), (3, 7.0))
    ]
    log(logdir / "a", *seeds)
    page = show("#/landscapes?mode=comparison")
    curvatures = page.locator("tbody [data-key='curvatureX']")
    expect(curvatures).to_have_text([re.compile(r"^8\s*4 … 14$"), "4", "6", "14"])
    expect(page.locator("tbody th").nth(1)).to_have_text("seed 1")
    options = tile(page, "a").get_by_role("combobox").locator("option")
    expect(options.first).to_have_text("landscape · step 0 · seed 3")
    page.get_by_role("switch", name="All seeds").uncheck()
    expect(curvatures).to_have_text(["14"])


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
    expect(curvature).to_have_text("4")
    tile(page, "a").get_by_role("combobox").select_option(label="of the path · step 10")
    expect(curvature).to_have_text("10")
    expect(page).to_have_url(re.compile("c.chosen="))


def test_a_diverging_corner_does_not_hide_the_valley(logdir: Path, show: Show) -> None:
    grid = surface(2).values["loss"].copy()
    grid[:3, :3] = 1e9
    grid[-2:, -2:] = np.nan
    log(logdir / "a", surface(2, values={"loss": grid}))
    page = show("#/landscapes?mode=comparison")
    expect(picture(tile(page, "a"))).to_be_visible()
    assert told(tile(page, "a"), "z-max") < 5
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
        page.get_by_role("menuitem", name="PNG").click()
    image = Image.open(BytesIO(Path(download.value.path()).read_bytes()))
    colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 24) or []}
    assert len(colours) > 500
    # Twice as fine as the page, with a title above and a scale of colours beside it.
    box = tile(page, "a").get_by_role("application").bounding_box()
    assert box is not None
    assert image.width > 2 * box["width"]
    assert image.height > 2 * box["height"]


def test_a_lost_context_is_told_and_its_surface_comes_back(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    page = show()
    # The chart's context is on a canvas that is not in the page: it is caught where it is made.
    page.add_init_script(
        "const get = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {"
        "  const made = get.call(this, kind, ...rest);"
        "  if (kind === 'webgl2') window.lose = made.getExtension('WEBGL_lose_context');"
        "  return made; };"
    )
    page.reload()
    page.evaluate("location.hash = '#/landscapes?mode=comparison'")
    expect(picture(tile(page, "a"))).to_be_visible()
    page.evaluate("lose.loseContext()")
    expect(tile(page, "a").get_by_role("alert")).to_contain_text("taken the graphics away")
    page.evaluate("lose.restoreContext()")
    expect(tile(page, "a").get_by_role("alert")).to_have_count(0)


def test_a_browser_without_webgl_is_told_so(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    page = show()
    page.add_init_script(
        "const get = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {"
        "  return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest); };"
    )
    page.reload()
    page.evaluate("location.hash = '#/landscapes?mode=comparison'")
    expect(tile(page, "a").get_by_role("alert")).to_contain_text("no WebGL 2")
    page.get_by_text("Filled", exact=True).click()
    expect(tile(page, "a").get_by_role("alert")).to_have_count(0)


# --- along lines


def line(sharp: float, **fields: Any) -> Landscape:
    x = np.linspace(-0.5, 1.5, 41)
    loss = 0.125 + sharp * np.minimum(x**2, (x - 1) ** 2)
    given: dict[str, Any] = {
        "x": x,
        "y": None,
        "values": {"loss": loss, "accuracy": np.exp(-loss)},
        "done": np.ones(41, np.bool_),
        "center": {"loss": 0.125},
        "marks": (Mark("small batch", 0.0), Mark("large batch", 1.0)),
        "directions": {"kind": "towards"},
        "settings": {"mode": "line"},
    }
    return Landscape(**given | fields)


def test_lines_name_both_ends_and_tell_the_barrier_between_them(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(4))
    page = show("#/landscapes?mode=lines")
    for name in ("small batch", "large batch"):
        expect(page.locator(".marks").get_by_text(name)).to_be_visible()
    # Both ends are at 0.125; in the middle it is 4 * 0.25 above them.
    for key, text in {"at small batch": "0.125", "at large batch": "0.125", "barrier": "1"}.items():
        expect(row(page, "a").locator(f"[data-key='{key}']")).to_have_text(text)


def test_the_cursor_tells_loss_and_accuracy_of_every_run(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(4))
    log(logdir / "b", line(2))
    page = show("#/landscapes?mode=lines")
    chart = page.get_by_role("application", name=re.compile("of 2 runs: loss, accuracy"))
    page.mouse.move(*middle(page, chart))
    told = page.locator("[popover]:popover-open")
    expect(told.locator("th").first).to_have_text("x = 0.5")
    for run, loss in (("a", 0.125 + 1), ("b", 0.125 + 0.5)):
        cells = told.get_by_role("row", name=run).locator("td")
        expect(cells.nth(1)).to_have_text(f"{loss:.5g}")
        assert float(cells.nth(2).inner_text()) == pytest.approx(np.exp(-loss), abs=1e-5)


def test_a_metric_of_a_line_can_be_taken_away(logdir: Path, show: Show) -> None:
    log(logdir / "a", line(4))
    page = show("#/landscapes?mode=lines")
    page.get_by_role("button", name="accuracy").click()
    expect(page.get_by_role("application", name=re.compile("1 run: loss$"))).to_be_visible()
    page.get_by_role("button", name="loss").click()  # the last one stays
    expect(page.get_by_role("button", name="loss")).to_have_attribute("aria-pressed", "true")


def test_three_repeats_with_other_seeds_are_one_band(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for seed in range(3):
            one = line(4 + seed, marks=(), directions={"kind": "random", "seed": seed})
            writer.add_landscape(f"line/seed {seed}", one, 0)
    page = show("#/landscapes?mode=lines")
    expect(page.get_by_text("3 repeats")).to_be_visible()
    chart = page.get_by_role("application")
    page.mouse.move(*middle(page, chart))
    # The median of 4, 5 and 6 quarters.
    cell = page.locator("[popover]:popover-open").get_by_role("row", name="a").locator("td").nth(1)
    expect(cell).to_have_text("1.375")


# --- curvature


def curved(**fields: Any) -> Landscape:
    x = np.linspace(-2, 10, 200)
    curvature = {
        "eigenvalues": np.array([8.0, 3.0, -1.0]),
        "errors": np.array([0.5, 0.1, 0.1]),
        "trace": 42.0,
        "trace_error": 1.5,
        "density": {"x": x, "y": np.exp(-(x**2))},
        "samples": 256,
    }
    return surface(2, curvature=curvature, **fields)


def test_the_spectrum_tells_eigenvalues_and_their_errors(logdir: Path, show: Show) -> None:
    log(logdir / "a", curved())
    page = show("#/landscapes?mode=curvature")
    for key, text in {
        "max": "8 ± 0.5",
        "min": "-1 ± 0.1",
        "ratio": "0.125",
        "trace": "42 ± 1.5",
    }.items():
        expect(row(page, "a").locator(f"[data-key='{key}']")).to_have_text(text)
    chart = page.get_by_role("application", name=re.compile("Spectral density"))
    chart.focus()
    for _ in range(100):  # along the lane of eigenvalues, from the middle
        page.keyboard.press("ArrowRight")
        told = page.locator("[popover]:popover-open")
        if told.get_by_text("eigenvalue 1").count() > 0:
            break
    expect(told).to_contain_text("8 ± 0.5")


def test_a_map_shows_the_ends_of_the_hessian_and_their_ratio(logdir: Path, show: Show) -> None:
    x = np.linspace(-1, 1, 5)
    most, least = np.full((5, 5), 8.0), np.full((5, 5), -2.0)
    least[0] = -4
    log(
        logdir / "a",
        Landscape(x, x, {"hessian/max": most, "hessian/min": least}, np.ones((5, 5), np.bool_)),
        tag="map",
    )
    page = show("#/landscapes?mode=curvature")
    chart = page.get_by_role("application", name=re.compile("Map of a"))
    told = page.locator("[popover]:popover-open")
    for choice, text in (("λ max", "8"), ("λ min", "-2"), ("|λ min / λ max|", "0.25")):
        page.get_by_text(choice, exact=True).first.click()
        page.mouse.move(*middle(page, chart))
        expect(told.locator("td").nth(1)).to_have_text(text)


# --- all of them


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("mode", ["comparison", "lines", "curvature"])
def test_the_modes_have_names_roles_and_contrast(
    mode: str, theme: Any, logdir: Path, show: Show
) -> None:
    log(logdir / "a", curved())
    log(logdir / "b", surface(2, directions={"kind": "pca"}))
    log(logdir / "a", line(4), tag="line")
    page = show(f"#/landscapes?mode={mode}", color_scheme=theme)
    expect(page.get_by_role("table").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("mode", ["comparison", "lines", "curvature"])
def test_a_narrow_window_needs_no_scrolling_to_the_side(
    mode: str, logdir: Path, show: Show
) -> None:
    log(logdir / "a", curved())
    log(logdir / "a", line(4), tag="line")
    page = show(f"#/landscapes?mode={mode}", viewport={"width": 420, "height": 900})
    expect(page.get_by_role("application").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
