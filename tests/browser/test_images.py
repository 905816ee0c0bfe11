"""Images: every step, pixel and cell of what was logged, alone and compared."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser import pointer
from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.logs import START
from tests.browser.test_accessibility import violations
from tests.browser.watch import Watch
from vdlite import LogWriter


def noise(seed: int, *shape: int) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8)


def log_images(
    folder: Path, tag: str, images: dict[int, NDArray[np.uint8]], **options: Any
) -> None:
    with LogWriter(folder) as writer:
        for step, image in images.items():
            writer.add_image(tag, image, step, START + step, **options)


def open_viewer(page: Page, tag: str) -> Locator:
    page.get_by_role("button", name=f"Open {tag} at step").first.click()
    viewer = page.get_by_role("dialog").get_by_role("application")
    expect(viewer).to_be_focused()
    return viewer


def point_at_pixel(viewer: Locator, size: int, x: int, y: int) -> None:
    """To the middle of a pixel of a square image that is seen whole, alone in its view."""
    box = pointer.resting(viewer)
    scale = min(64, min(box["width"], box["height"]) / size)
    right, down = ((place + 0.5 - size / 2) * scale for place in (x, y))
    pointer.point_at(viewer, (0.5 + right / box["width"], 0.5 + down / box["height"]))


def words(pixel: NDArray[Any]) -> str:
    names = ("R", "G", "B", "A")
    return " ".join(f"{name} {value}" for name, value in zip(names, pixel, strict=False))


def test_the_newest_image_comes_first_and_every_other_can_be_reached(
    logdir: Path, show: Show
) -> None:
    log_images(logdir / "a", "x", {step * 10: noise(step, 4, 4, 3) for step in range(30)})
    page = show("#/images")
    box = page.get_by_role("textbox", name="Step")
    expect(box).to_have_value("290")
    expect(page.locator("#content").get_by_role("img")).to_have_attribute("alt", "x, a, step 290")
    page.get_by_role("button", name="Previous step").click()
    expect(box).to_have_value("280")
    page.get_by_role("slider", name="Step").press("Home")
    expect(box).to_have_value("0")
    box.fill("97")
    box.press("Enter")
    expect(box).to_have_value("100")
    expect(page.locator("#content").get_by_role("img")).to_have_attribute("alt", "x, a, step 100")
    expect(page.get_by_text("11 of 30")).to_be_visible()


def test_the_newest_step_is_followed_but_one_that_was_chosen_stays(
    logdir: Path, show: Show
) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_image("x", noise(0, 4, 4, 3), 0)
        writer.add_image("x", noise(1, 4, 4, 3), 1)
        page = show("#/images")
        box = page.get_by_role("textbox", name="Step")
        expect(box).to_have_value("1")
        writer.add_image("x", noise(2, 4, 4, 3), 2)
        expect(box).to_have_value("2")
        page.get_by_role("button", name="Previous step").click()
        writer.add_image("x", noise(3, 4, 4, 3), 3)
        expect(page.get_by_text("2 of 4")).to_be_visible()
        expect(box).to_have_value("1")


@pytest.mark.parametrize("channels", [3, 4])
def test_the_viewer_gives_the_values_of_the_pixel_under_the_pointer(
    logdir: Path, show: Show, channels: int
) -> None:
    image = noise(7, 16, 16, channels)
    log_images(logdir / "a", "x", {0: image})
    page = show("#/images")
    viewer = open_viewer(page, "x")
    for x, y in ((0, 0), (15, 3), (4, 15)):
        point_at_pixel(viewer, 16, x, y)
        expect(page.get_by_text(f"x {x} · y {y}")).to_be_visible()
        expect(page.get_by_text(words(image[y, x]), exact=True)).to_be_visible()


def test_values_of_16_bits_are_reported_whole(logdir: Path, show: Show) -> None:
    image = np.random.default_rng(0).integers(0, 65536, (8, 8), np.uint16)
    log_images(logdir / "a", "x", {0: image}, dataformats="HW")
    page = show("#/images")
    viewer = open_viewer(page, "x")
    point_at_pixel(viewer, 8, 5, 2)
    expect(page.get_by_text(f"{image[2, 5]} / 65535", exact=True)).to_be_visible()


def test_the_cells_of_a_matrix_have_names_and_can_be_zoomed_to(logdir: Path, show: Show) -> None:
    digits = [np.full((28, 28, 1), i / 9, np.float32) for i in range(9)]
    with LogWriter(logdir / "a") as writer:
        writer.add_image_matrix("input_images", digits, 1, labels=[f"digit {i}" for i in range(9)])
    page = show("#/images")
    expect(page.get_by_text("84 × 84 · gray")).to_be_visible()
    viewer = open_viewer(page, "input_images")
    point_at_pixel(viewer, 84, 40, 70)
    expect(page.get_by_text("cell 7: digit 7")).to_be_visible()
    expect(page.get_by_text(str(round(255 * 7 / 9)), exact=True)).to_be_visible()
    zoom = page.locator(".zoom").filter(has_text="%")

    def share() -> float:
        return float(zoom.inner_text().split()[0])

    before = share()
    page.mouse.down()
    page.mouse.up()
    until(page, lambda: share() == pytest.approx(before * 3 * 0.9, rel=0.01))


def test_two_runs_are_compared_value_by_value(logdir: Path, show: Show) -> None:
    one, other = noise(1, 16, 16, 3), noise(2, 16, 16, 3)
    log_images(logdir / "a", "x", {0: one})
    log_images(logdir / "b", "x", {0: other})
    page = show("#/images")
    viewer = open_viewer(page, "x")
    dialog = page.get_by_role("dialog")
    first, second = (
        (one, other) if "a" in dialog.get_by_role("heading").inner_text() else (other, one)
    )
    dialog.get_by_text("Difference", exact=True).click()
    difference = np.abs(first.astype(int) - second.astype(int))[9, 3]
    expect(dialog.get_by_role("combobox", name="with")).to_be_visible()
    point_at_pixel(viewer, 16, 3, 9)
    expect(page.locator(".readout")).to_contain_text(words(difference))
    dialog.get_by_text("Wipe", exact=True).click()
    divider = dialog.get_by_role("slider", name="Divider")
    divider.press("ArrowLeft")
    expect(divider).to_have_attribute("aria-valuenow", "48")
    dialog.get_by_text("Side by side", exact=True).click()
    expect(dialog.locator("canvas")).to_have_count(2)


def test_a_link_shows_the_same_comparison(logdir: Path, show: Show) -> None:
    log_images(logdir / "a", "group/x", {step: noise(step, 8, 8, 3) for step in range(5)})
    page = show("#/images")
    open_viewer(page, "group/x")
    page.keyboard.press("ArrowLeft")
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Side by side", exact=True).click()
    dialog.get_by_role("combobox", name="Its step").select_option(label="A step of its own")
    dialog.get_by_role("group", name=re.compile(r"Steps of .*·")).get_by_role(
        "button", name="First step"
    ).click()
    expect(page).to_have_url(re.compile("otherStep=0"))
    again = show(page.url[page.url.index("#") :])
    dialog = again.get_by_role("dialog", name="group/x")
    expect(dialog.locator("canvas")).to_have_count(2)
    expect(dialog.get_by_role("textbox", name="Step").nth(0)).to_have_value("3")
    expect(dialog.get_by_role("textbox", name="Step").nth(1)).to_have_value("0")


def test_runs_by_steps_open_the_image_that_is_clicked(logdir: Path, show: Show) -> None:
    for run in ("a", "b"):
        log_images(logdir / run, "x", {step: noise(step, 8, 8, 3) for step in range(0, 400, 2)})
    page = show("#/images?mode=grid")
    table = page.get_by_role("table", name="x")
    expect(table).to_have_attribute("aria-colcount", "201")
    expect(table.get_by_role("columnheader", name="398")).to_be_visible()
    assert table.get_by_role("cell").count() < 100
    table.get_by_role("row").nth(2).get_by_role("button", name="Open x at step 396").click()
    expect(page.get_by_role("dialog").get_by_role("textbox", name="Step")).to_have_value("396")


def test_the_original_file_can_be_downloaded(logdir: Path, show: Show, tmp_path: Path) -> None:
    image = noise(3, 5, 7, 3)
    log_images(logdir / "a", "group/x", {4: image})
    page = show("#/images")
    expect(page.locator("#content").get_by_role("img")).to_be_visible()
    page.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="The original PNG").click()
    assert download.value.suggested_filename == "a-group_x-4.png"
    with Image.open(download.value.path()) as saved:
        assert np.array_equal(np.asarray(saved), image)


def test_an_image_that_can_not_be_read_says_so_and_leaves_the_others(
    logdir: Path, show: Show, watch: Watch
) -> None:
    log_images(logdir / "a", "x", {step: noise(step, 64, 64, 3) for step in range(2)})
    (media,) = (logdir / "a").glob("*.vdm")
    content = bytearray(media.read_bytes())
    content[-200] ^= 1
    media.write_bytes(content)
    watch.expect("422")
    page = show("#/images")
    expect(page.get_by_text("Not loaded: this record can't be read")).to_be_visible()
    page.get_by_role("button", name="Previous step").click()
    expect(page.locator("#content").get_by_role("img")).to_have_attribute("alt", "x, a, step 0")


def test_cards_table_and_viewer_have_no_violation(logdir: Path, show: Show) -> None:
    log_images(logdir / "a", "x", {step: noise(step, 8, 8, 3) for step in range(3)})
    log_images(logdir / "b", "x", {step: noise(step, 8, 8, 4) for step in range(3)})
    page = show("#/images")
    expect(page.locator("#content").get_by_role("img")).to_have_count(2)
    assert violations(page) == []
    open_viewer(page, "x")
    page.get_by_text("Wipe", exact=True).click()
    expect(page.get_by_role("slider", name="Divider")).to_be_visible()
    assert violations(page) == []
    page = show("#/images?mode=grid")
    expect(page.locator("#content").get_by_role("img")).to_have_count(6)
    assert violations(page) == []
