"""Meshes and point clouds: cards that turn together, compared, saved and asked to those who do not see them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show, Start
from tests.browser.pointer import point_at
from tests.browser.test_accessibility import violations
from tests.browser.test_landscape_downloads import download
from tests.browser.watch import Watch
from vdlite import LogWriter

pytestmark = pytest.mark.usefixtures("no_graphics_card")

# A cube, whose corners are where one looks for them.
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
FACES = np.array(
    [
        [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
        [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ]
)  # fmt: skip
COLORS = np.array([[255 * (c > 0) for c in corner] for corner in CORNERS], np.uint8)


@pytest.fixture(autouse=True)
def _pictures_are_read_back(watch: Watch) -> None:
    watch.expect("Multiple readback operations")


def log(folder: Path, *, steps: int = 3, **more: Any) -> None:
    with LogWriter(folder) as writer:
        for step in range(steps):
            writer.add_mesh("cube", CORNERS * (1 + step), FACES, step=step, **more)


def card(page: Page, run: str) -> Locator:
    return page.get_by_role("article").filter(has_text=re.compile(rf"cube\s*{run}\b"))


def drawn(card: Locator) -> Locator:
    """Its canvas, once something is drawn."""
    canvas = card.locator("canvas").first
    expect(canvas).to_have_attribute("data-took", re.compile("."))
    return canvas


def color_at(canvas: Locator, x: float, y: float) -> list[int]:
    """Red, green, blue and opacity at shares of the width and height."""
    found: list[int] = canvas.evaluate(
        "(canvas, [x, y]) => [...canvas.getContext('2d').getImageData("
        "Math.round(x * canvas.width), Math.round(y * canvas.height), 1, 1).data]",
        [x, y],
    )
    return found


def test_all_cards_turn_together_and_a_link_shows_the_same(logdir: Path, show: Show) -> None:
    for run in "ab":
        log(logdir / run)
    page = show("#/meshes")
    charts = [drawn(card(page, run)) for run in "ab"]
    application = page.get_by_role("application").first
    expect(application).to_have_accessible_name(
        "Mesh cube, step 2: 8 vertices · 12 faces · 6 × 6 × 6"
    )
    box = point_at(application)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2 + 20)
    page.mouse.up()
    # 0.45 degrees for each pixel.
    for canvas in charts:
        expect(canvas).to_have_attribute("data-azimuth", "-56")
        expect(canvas).to_have_attribute("data-elevation", "31")
    application.press("+")
    for canvas in charts:
        expect(canvas).to_have_attribute("data-distance", "0.84")
    until(page, lambda: "camera=-56" in page.url)
    again = show("#" + page.url.partition("#")[2])
    for run in "ab":
        expect(drawn(card(again, run))).to_have_attribute("data-azimuth", "-56")
    again.get_by_role("button", name="Restore the view").first.click()
    for run in "ab":
        expect(drawn(card(again, run))).to_have_attribute("data-azimuth", "-38")


def test_what_is_pointed_at_is_the_vertex_in_front(logdir: Path, show: Show) -> None:
    values = np.arange(8) / 4
    with LogWriter(logdir / "a") as writer:
        writer.add_mesh("cube", CORNERS, FACES, COLORS, values, 0, look={"up": "z"})
        writer.add_mesh("cloud", CORNERS * [1, 1, 3], colors=COLORS, step=0, look={"up": "z"})
    # From right in front: x to the right, z up. The face of y = -1 hides that of y = 1.
    page = show("#/meshes?search=cube&camera=0 0 1 0 0 0&color=own&projection=orthographic")
    chart = page.get_by_role("application")
    canvas = drawn(card(page, "a"))
    tip = page.locator("[popover].tip")
    for (x, z), vertex in {(-1, -1): 0, (-1, 1): 1, (1, -1): 4, (1, 1): 5}.items():
        box = chart.bounding_box()
        assert box is not None
        # The ball around it fills the height but for a margin of 6 %.
        per = box["height"] / 2 / 1.06 / np.sqrt(3)
        place = (0.5 + 0.9 * x * per / box["width"], 0.5 - 0.9 * z * per / box["height"])
        point_at(chart, place)
        expect(tip).to_contain_text(re.compile(rf"Vertex\s*{vertex}\s*x"))
        expect(tip).to_contain_text(re.compile(rf"y\s*-1\s*z\s*{z}"))
        expect(tip).to_contain_text(re.compile(rf"Value\s*{vertex / 4:g}"))
        want = " ".join(str(part) for part in COLORS[vertex])
        expect(tip).to_contain_text(want)
        red, _, blue, _ = color_at(canvas, *place)
        assert (red > 90, blue > 90) == (x > 0, z > 0)
    # Nothing lies beside it.
    point_at(chart, (0.05, 0.3))
    expect(tip).to_have_count(0)
    assert color_at(canvas, 0.05, 0.3)[3] == 0


def test_values_have_a_scale_over_all_steps(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(3):
            writer.add_mesh("cube", CORNERS, FACES, values=np.arange(8) * (step - 1), step=step)
    with LogWriter(logdir / "b") as writer:
        writer.add_mesh("cube", CORNERS, FACES, values=np.arange(8) + 2, step=2)
    page = show("#/meshes")
    expect(page.get_by_role("img", name="Colors stand for values from -7 to 7")).to_be_visible()
    expect(page.get_by_role("img", name="Colors stand for values from 2 to 9")).to_be_visible()
    page.get_by_role("button", name="Settings of the meshes").click()
    scale = page.get_by_role("combobox", name="The scale is that of")
    scale.select_option(label="all runs")
    expect(page.get_by_role("img", name="Colors stand for values from -7 to 9")).to_have_count(2)
    scale.select_option(label="this step")
    expect(page.get_by_role("img", name="Colors stand for values from 0 to 7")).to_be_visible()
    page.get_by_role("combobox", name="Colors", exact=True).select_option(label="One color")
    expect(page.get_by_role("img", name=re.compile("Colors stand"))).to_have_count(0)


def test_steps_follow_the_log_and_the_frame_holds_all_of_them(
    logdir: Path, show: Show, start: Start
) -> None:
    start(reload_interval=0.2)
    log(logdir / "a", steps=2)
    page = show("#/meshes")
    shown = card(page, "a")
    expect(shown.get_by_text("1 of 1")).to_have_count(0)
    chart = page.get_by_role("application", name=re.compile("step 1: .* 4 × 4 × 4"))
    expect(chart).to_be_visible()
    shown.get_by_role("button", name="First step").click()
    chart = page.get_by_role("application", name=re.compile("step 0: .* 2 × 2 × 2"))
    expect(chart).to_be_visible()
    canvas = drawn(shown)

    def extent() -> int:
        """Pixels of a column through the middle that are drawn upon."""
        return int(
            canvas.evaluate(
                "c => { const d = c.getContext('2d').getImageData(c.width >> 1, 0, 1, c.height).data;"
                " let n = 0; for (let i = 3; i < d.length; i += 4) if (d[i] > 200) n++; return n; }"
            )
        )

    until(page, lambda: extent() > 50)
    small = extent()
    page.get_by_role("button", name="Settings of the meshes").click()
    sight = page.get_by_role("combobox", name="In sight is what has the size of")
    sight.select_option(label="this step")
    # It was half as large as that of the second step; with a panel beside it the card may be other.
    until(page, lambda: extent() > 1.6 * small)
    with LogWriter(logdir / "a") as writer:
        writer.add_mesh("cube", CORNERS * 9, FACES, step=2)
    expect(shown.get_by_text("1 of 3")).to_be_visible()


def test_a_mesh_is_compared_with_another_run_and_step(logdir: Path, show: Show) -> None:
    log(logdir / "a")
    log(logdir / "b", steps=2)
    page = show("#/meshes")
    page.get_by_role("button", name="Settings of the meshes").click()
    against = page.get_by_role("combobox", name="Compared with")
    against.select_option(label="b")
    expect(card(page, "a").get_by_text("b, step 1")).to_be_visible()
    expect(card(page, "a").get_by_text("a, step 2")).to_be_visible()
    expect(drawn(card(page, "a"))).to_have_attribute("data-items", "2")
    # b is not compared with itself.
    expect(drawn(card(page, "b"))).to_have_attribute("data-items", "1")
    page.get_by_text("side by side", exact=True).click()
    expect(card(page, "a").get_by_role("application")).to_have_count(2)
    expect(drawn(card(page, "a"))).to_have_attribute("data-items", "1")
    second = card(page, "a").get_by_role("application", name="Mesh cube, b, step 1")
    second.press("ArrowRight")
    expect(drawn(card(page, "b"))).to_have_attribute("data-azimuth", "-47.9")
    against.select_option(label="the first step")
    expect(card(page, "b").get_by_text("step 0", exact=True)).to_be_visible()


def test_only_runs_that_can_be_compared_are_offered(logdir: Path, show: Show) -> None:
    for run in "ab":
        log(logdir / run)
    with LogWriter(logdir / "b") as writer:
        writer.add_mesh("second", CORNERS, FACES, step=0)
    with LogWriter(logdir / "c") as writer:
        writer.add_mesh("second", CORNERS, FACES, step=0)
        writer.add_mesh("third", CORNERS, FACES, step=0)
    with LogWriter(logdir / "alone") as writer:
        writer.add_mesh("fourth", CORNERS, FACES, step=0)
    page = show("#/meshes")
    page.get_by_role("button", name="Settings of the meshes").click()
    options = page.get_by_role("combobox", name="Compared with").locator("option")
    own = ["– nothing –", "the step before", "the first step"]
    expect(options).to_have_text([*own, "a (1 of 4 tags)", "b (2 of 4 tags)", "c (1 of 4 tags)"])
    page.get_by_role("searchbox", name="Search tags").fill("cube")
    expect(options).to_have_text([*own, "a", "b"])


def test_two_meshes_side_by_side_have_the_room_of_two(logdir: Path, show: Show) -> None:
    log(logdir / "a")
    log(logdir / "b")
    page = show("#/meshes")
    drawn(card(page, "a"))
    one = page.get_by_role("application").first.bounding_box()
    page.evaluate("location.hash = '#/meshes?against=first&arrangement=beside&axes=1'")
    expect(card(page, "a").get_by_role("application")).to_have_count(2)
    two = page.get_by_role("application").first.bounding_box()
    assert one is not None
    assert two is not None
    assert two["width"] > 0.9 * one["width"]


def test_a_mesh_is_saved_as_picture_and_for_other_programs(logdir: Path, show: Show) -> None:
    values = np.arange(8, dtype=np.float32) / 3
    with LogWriter(logdir / "a") as writer:
        writer.add_mesh("shapes/cube", CORNERS / 3, FACES, COLORS, values, 5)
    page = show("#/meshes")
    drawn(card(page, "a"))
    button = page.get_by_role("button", name="Export")
    ply = download(page, button, "PLY file, binary")
    assert ply.name == "a-shapes_cube-5.ply"
    head, _, body = ply.read_bytes().partition(b"end_header\n")
    assert b"element vertex 8\n" in head
    assert b"element face 12\n" in head
    row = np.dtype([("place", "<f4", 3), ("color", "u1", 3), ("value", "<f4")])
    rows = np.frombuffer(body, row, 8)
    np.testing.assert_array_equal(rows["place"], CORNERS / np.float32(3))
    np.testing.assert_array_equal(rows["color"], COLORS)
    np.testing.assert_array_equal(rows["value"], values)
    face = np.dtype([("count", "u1"), ("corners", "<i4", 3)])
    faces = np.frombuffer(body, face, offset=8 * row.itemsize)
    np.testing.assert_array_equal(faces["corners"], FACES)
    assert set(faces["count"]) == {3}
    obj = download(page, button, "OBJ file")
    assert obj.name == "a-shapes_cube-5.obj"
    lines = obj.read_text().splitlines()
    found = [line.split()[1:] for line in lines if line.startswith("v ")]
    np.testing.assert_array_equal(
        np.array(found, float)[:, :3].astype(np.float32), CORNERS / np.float32(3)
    )
    corners = [line.split()[1:] for line in lines if line.startswith("f ")]
    np.testing.assert_array_equal(np.array(corners, int) - 1, FACES)
    picture = download(page, button, "PNG picture, white")
    assert picture.name == "a-shapes_cube-5.png"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_odd_meshes_are_reported(logdir: Path, show: Show) -> None:
    broken = CORNERS.copy()
    broken[3] = np.nan
    with LogWriter(logdir / "a") as writer:
        writer.add_mesh("broken", broken, FACES, step=0)
        writer.add_mesh("empty", np.zeros((0, 3)), step=0)
        writer.add_mesh("grown", CORNERS, FACES, step=0)
        writer.add_mesh("grown", CORNERS * 1000, FACES, step=1)
        writer.add_mesh("lost", np.full((2, 3), np.inf), step=0)
        writer.add_mesh("single", [[1.0, 2, 3]], step=0)
    page = show("#/meshes")

    def of(tag: str) -> Locator:
        return page.get_by_role("article", name=tag, exact=True)

    expect(of("broken").get_by_text("1 vertex left out")).to_be_visible()
    for tag in ("empty", "lost"):
        expect(of(tag).get_by_text("There are no vertices with finite")).to_be_visible()
    expect(of("single").get_by_role("application")).to_have_accessible_name(
        "Point cloud single, step 0: 1 point · 0 × 0 × 0"
    )
    of("grown").get_by_role("button", name="First step").click()
    of("grown").get_by_role("button", name="Small in this frame: fit to this step").click()
    expect(of("grown").get_by_text("Small in this frame")).to_have_count(0)


def test_what_values_and_faces_are_odd_is_reported(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_mesh("lost", CORNERS, FACES, values=np.full(8, np.nan), step=0)
        writer.add_mesh("some", CORNERS, FACES, values=[1, 2, 3, 4, 5, np.nan, np.inf, 6], step=0)
        line = np.outer([0, 0.1, 0.2, 0.3], [1, 2, 3])
        writer.add_mesh("thin", line, [[0, 1, 2], [1, 2, 3]], step=0)
        writer.add_mesh("mixed", CORNERS, [*FACES.tolist(), [0, 0, 0], [1, 2, 1]], step=0)
    page = show("#/meshes?size=small")

    def of(tag: str) -> Locator:
        return page.get_by_role("article", name=tag, exact=True)

    scale = re.compile("Colors stand")
    expect(of("lost").get_by_text("8 of 8 values are not finite")).to_be_visible()
    expect(of("lost").get_by_role("img", name=scale)).to_have_count(0)
    expect(of("some").get_by_text("2 of 8 values are not finite")).to_be_visible()
    expect(of("some").get_by_role("img", name="values from 1 to 6")).to_be_visible()
    expect(of("mixed").get_by_text("2 of 14 faces have no area")).to_be_visible()
    expect(of("thin").get_by_text("No face has an area: points are drawn")).to_be_visible()
    canvas = drawn(of("thin"))
    # The arms of the axes are in the lower half.
    upper = "c => c.getContext('2d').getImageData(0, 0, c.width, c.height >> 1).data"
    assert canvas.evaluate(f"c => ({upper})(c).some((part, i) => i % 4 === 3 && part === 255)")


def test_what_is_seen_through_is_drawn_from_behind(logdir: Path, show: Show) -> None:
    # Three sheets, one before the other, the nearest last, in the middle, and first.
    sheet = CORNERS[CORNERS[:, 2] > 0] * [1, 1, 0]
    places = {"far": [1, 0, -1], "mid": [-1, 1, 0], "near": [-1, 0, 1]}
    red_green_blue = np.eye(3)
    with LogWriter(logdir / "a") as writer:
        for order in places.values():
            vertices = np.concatenate([sheet + np.array([0, 0, z]) for z in order])
            faces = np.concatenate([np.array([[0, 1, 2], [1, 3, 2]]) + 4 * i for i in range(3)])
            # The nearest is red, the farthest is blue, wherever they stand.
            colors = np.repeat([red_green_blue[1 - z] for z in order], 4, axis=0)
            rgba = np.concatenate([colors, np.full((12, 1), 0.8)], axis=1)
            writer.add_mesh("/".join(map(str, order)), vertices, faces, rgba, step=0)
            writer.add_mesh(
                f"cloud {order}",
                np.array([[0, 0, z] for z in order]),
                colors=rgba[::4],
                step=0,
                look={"point_size": 1.0},
            )
    page = show("#/meshes?size=small&camera=0 0 1 0 0 0&projection=orthographic")
    expect(page.get_by_role("application")).to_have_count(6)
    for card in page.get_by_role("article").all():
        red, green, blue, _ = color_at(drawn(card), 0.5, 0.5)
        assert red > green > blue


def test_vertices_far_from_zero_keep_their_digits(logdir: Path, show: Show) -> None:
    exact = CORNERS.astype(np.float64)
    far = exact * 1.3 + 5e6
    with LogWriter(logdir / "a") as writer:
        writer.add_mesh("coarse", far.astype(np.float32), FACES, step=0)
        writer.add_mesh("far", far, FACES, step=0)
        writer.add_mesh("huge", exact * 1e300, FACES, step=0)
    # From right in front: x to the right, y up.
    page = show("#/meshes?camera=0 0 1 0 0 0&projection=orthographic")
    note = page.get_by_text("Coordinates in steps of 0.5")
    expect(page.get_by_role("article", name="coarse", exact=True).filter(has=note)).to_be_visible()
    expect(note).to_have_count(1)
    for tag, size, corner in (
        ("far", "2.6 × 2.6 × 2.6", "5000001.3"),
        ("huge", "2e300 × 2e300 × 2e300", "1e300"),
    ):
        chart = page.get_by_role("article", name=tag, exact=True).get_by_role("application")
        expect(chart).to_have_accessible_name(f"Mesh {tag}, step 0: 8 vertices · 12 faces · {size}")
        canvas = drawn(page.get_by_role("article", name=tag, exact=True))
        assert color_at(canvas, 0.5, 0.5)[3] == 255
        box = chart.bounding_box()
        assert box is not None
        per = box["height"] / 2 / 1.06 / np.sqrt(3)
        point_at(chart, (0.5 + 0.9 * per / box["width"], 0.5 - 0.9 * per / box["height"]))
        tip = page.locator("[popover].tip")
        expect(tip).to_contain_text(
            re.compile(rf"x\s*{re.escape(corner)}\s*y\s*{re.escape(corner)}")
        )


def test_the_newest_mesh_and_one_that_was_added_stand_in_the_workspace(
    logdir: Path, show: Show
) -> None:
    log(logdir / "a")
    page = show("#/overview?tiles=1")
    tiles = page.get_by_role("list", name="What was logged")
    tile = tiles.get_by_role("link", name=re.compile("Meshes"))
    expect(tile).to_be_visible()
    canvas = tile.locator("canvas")
    until(page, lambda: color_at(canvas, 0.5, 0.5)[3] == 255)
    tile.click()
    drawn(card(page, "a"))
    page.get_by_role("button", name="Add cube to a workspace").click()
    page.get_by_role("menuitem", name="Add to a new workspace").click()
    page.evaluate("location.hash = '#/overview'")
    drawn(page.get_by_role("article", name="cube"))


def test_meshes_have_no_violation(logdir: Path, show: Show) -> None:
    log(logdir / "a", values=np.arange(8))
    page = show("#/meshes?against=first&arrangement=beside&axes=1")
    expect(card(page, "a").get_by_role("application")).to_have_count(2)
    drawn(card(page, "a"))
    page.get_by_role("button", name="Settings of the meshes").click()
    assert violations(page) == []


def test_a_narrow_page_scrolls_past_a_mesh(logdir: Path, show: Show) -> None:
    log(logdir / "a")
    page = show("#/meshes", viewport={"width": 400, "height": 800})
    drawn(card(page, "a"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    chart = page.get_by_role("application")
    expect(chart).to_have_css("touch-action", "pan-y")
    chart.focus()
    expect(chart).to_have_css("touch-action", "none")
