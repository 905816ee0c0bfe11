"""The view of embeddings: the tutorial's images, projections, search, selection, steps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect
from sklearn.datasets import load_digits

from tests.browser.conftest import Show
from tests.browser.logs import write
from tests.browser.pointer import box_of, drag
from vdlite import LogWriter

DIGITS = load_digits()
pytestmark = pytest.mark.usefixtures("no_graphics_card")


def write_tutorial(folder: Path) -> np.ndarray[Any, Any]:
    """Nine images of 28 x 28, logged as the tutorial does; returns them as vectors."""
    images = [np.kron(DIGITS.images[i] / 16, np.ones((4, 4)))[2:30, 2:30, None] for i in range(9)]
    tags = [f"image_{i}" for i in range(9)]
    with LogWriter(folder) as writer:
        writer.add_embeddings(
            "input_image_embeddings", mat=[img.reshape(-1) for img in images], metadata=tags
        )
    return np.reshape(images, (9, 784))


def write_digits(folder: Path, steps: int = 2, number: int = 120) -> None:
    rng = np.random.default_rng(0)
    with LogWriter(folder) as writer:
        for step in range(steps):
            writer.add_embeddings(
                "digits",
                DIGITS.data[:number] + rng.normal(0, 3 - step, (number, 64)),
                [DIGITS.target[:number].tolist(), [f"digit {i}" for i in range(number)]],
                ["digit", "name"],
                step=step * 10,
                thumbnails=DIGITS.images[:number] / 16,
            )


def chart(page: Page) -> Locator:
    return page.get_by_role("application", name=re.compile("Projection of"))


def panel(page: Page, name: str) -> Locator:
    return page.get_by_role("complementary", name=name)


def shares(page: Page) -> list[float]:
    """The percentages of the variance that the page shows."""
    rows = panel(page, "Projection and colors").get_by_role("table").get_by_role("row")
    return [float(text) for text in re.findall(r"([\d.]+) %", " ".join(rows.all_inner_texts()))]


def test_the_tutorials_images_are_nine_labeled_points_with_numpys_variance(
    logdir: Path, show: Show
) -> None:
    vectors = write_tutorial(logdir / "tutorial")
    page = show("#/embeddings?dimensions=2")
    left = panel(page, "Projection and colors")
    expect(left.get_by_text("9 points")).to_be_visible()
    expect(left.get_by_text("784 dimensions")).to_be_visible()
    singular = np.linalg.svd(vectors - vectors.mean(axis=0), compute_uv=False)
    want = 100 * (singular**2 / (singular**2).sum())[:8]
    expect(left.get_by_role("row", name=re.compile(r"^8 "))).to_be_visible()
    np.testing.assert_allclose(shares(page), want, atol=0.051)
    rows = panel(page, "Search and points").get_by_role("listitem")
    expect(rows).to_have_count(9)
    for i in range(9):
        expect(rows.nth(i)).to_contain_text(f"image_{i}")
    # Each is reached with the pointer where it is drawn: nine places, no two the same.
    places = drawn_at(page, 9)
    assert len({(round(x), round(y)) for x, y in places}) == 9


def drawn_at(page: Page, number: int) -> list[tuple[float, float]]:
    """Where the points are, by the card beside the one that a row of the list shows."""
    found = []
    rows = panel(page, "Search and points").get_by_role("listitem")
    for i in range(number):
        rows.nth(i).get_by_role("button").hover()
        card = page.locator(".layer .card")
        expect(card).to_contain_text(f"image_{i}")
        place = box_of(card)
        found.append((place["x"], place["y"]))
    return found


def test_a_component_can_be_drawn_along_another_axis(logdir: Path, show: Show) -> None:
    write_digits(logdir / "a")
    page = show("#/embeddings")
    page.get_by_role("button", name="Y axis: Component 5").click()
    expect(page).to_have_url(re.compile("axes=1-5-3"))
    expect(page.get_by_role("button", name="Y axis: Component 5")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="X axis: Component 5").click()
    expect(page).to_have_url(re.compile("axes=5-1-3"))


def test_a_hit_shows_its_metadata_and_the_nearest_points(logdir: Path, show: Show) -> None:
    write_digits(logdir / "a", steps=1)
    page = show("#/embeddings")
    right = panel(page, "Search and points")
    right.get_by_role("searchbox").fill("/^digit 1\\d$/")
    expect(right.get_by_role("heading", name="10 hits")).to_be_visible()
    right.get_by_role("button", name="digit 17").click()
    details = right.get_by_role("region", name="Point 17")
    expect(details).to_contain_text("digit 17")
    expect(details.get_by_role("listitem")).to_have_count(10)
    expect(page).to_have_url(re.compile("point=17"))
    details.get_by_text("Euclidean").click()
    rng = np.random.default_rng(0)
    vectors = (DIGITS.data[:120] + rng.normal(0, 3, (120, 64))).astype(np.float32)
    nearest = np.argsort(np.linalg.norm(vectors - vectors[17], axis=1))[1:11]
    expect(details.get_by_role("listitem").first).to_contain_text(f"digit {nearest[0]}")
    expect(details.get_by_role("listitem").last).to_contain_text(f"digit {nearest[-1]}")
    right.get_by_role("searchbox").fill("/(/")
    expect(right.get_by_text("Invalid regular expression")).to_be_visible()


def test_the_lasso_selects_what_it_encloses_and_only_that_is_shown(
    logdir: Path, show: Show
) -> None:
    write_digits(logdir / "a", steps=1)
    page = show("#/embeddings?dimensions=2")
    right = panel(page, "Search and points")
    expect(right.get_by_role("heading", name="All 120 points")).to_be_visible()
    page.get_by_role("button", name="Select with a lasso").click()
    edge = 0.005
    drag(chart(page), (edge, edge), (1 - edge, edge), (1 - edge, 1 - edge), (edge, 1 - edge))
    expect(right.get_by_role("heading", name="120 selected")).to_be_visible()
    right.get_by_role("button", name="Clear", exact=True).click()
    expect(right.get_by_role("heading", name="All 120 points")).to_be_visible()
    # A category of the legend is a selection too.
    page.get_by_role("button", name=re.compile(r"^7 \d+$")).click()
    number = int((DIGITS.target[:120] == 7).sum())
    expect(right.get_by_role("heading", name=f"{number} selected")).to_be_visible()
    right.get_by_role("button", name="Show only these").click()
    expect(right.get_by_role("button", name="Show all")).to_be_visible()


def test_tsne_runs_when_it_is_asked_to_and_is_there_after_a_reload(
    logdir: Path, show: Show
) -> None:
    write_digits(logdir / "a", steps=1)
    page = show("#/embeddings?iterations=300&dimensions=2")
    page.get_by_text("t-SNE", exact=True).click()
    left = panel(page, "Projection and colors")
    left.get_by_role("button", name="Run t-SNE").click()
    expect(left.get_by_text("Took")).to_be_visible(timeout=60_000)
    expect(left.get_by_text("From the first 50 principal components")).to_be_visible()
    page.reload()
    expect(left.get_by_text("Took")).to_be_visible()
    expect(page.get_by_text("t-SNE has not run")).to_have_count(0)


def test_a_layout_can_be_stopped(logdir: Path, show: Show) -> None:
    # So many that the layout can't be complete before a slow browser stops it.
    write_digits(logdir / "a", steps=1, number=1500)
    page = show("#/embeddings?iterations=20000&method=tsne")
    left = panel(page, "Projection and colors")
    left.get_by_role("button", name="Run t-SNE").click()
    expect(page.get_by_text(re.compile(r"Iteration \d+ of 20,000"))).to_be_visible(timeout=60_000)
    left.get_by_role("button", name="Stop").click()
    expect(left.get_by_text("this is the layout until then")).to_be_visible()
    expect(left.get_by_role("button", name="Run t-SNE")).to_be_enabled()


def test_the_axes_hold_still_while_the_steps_change_and_new_steps_come(
    logdir: Path, show: Show
) -> None:
    write_digits(logdir / "a")
    page = show("#/embeddings")
    left = panel(page, "Projection and colors")
    expect(left.get_by_text("Axes of step 10")).to_be_visible()
    page.get_by_role("button", name="Previous step").click()
    expect(page).to_have_url(re.compile("step=0"))
    expect(left.get_by_text("Axes of step 10")).to_be_visible()
    page.get_by_role("button", name="Newest step").click()
    with LogWriter(logdir / "a") as writer:
        writer.add_embeddings("digits", DIGITS.data[:50], step=20)
    expect(left.get_by_text("50 points")).to_be_visible()
    expect(left.get_by_text("Axes of step 10")).to_be_visible()
    left.get_by_role("button", name="Fit the axes to this step").click()
    expect(left.get_by_text("Axes of step 20")).to_be_visible()


def test_an_uploaded_table_is_projected(logdir: Path, show: Show, tmp_path: Path) -> None:
    write_digits(logdir / "a", steps=1)
    vectors = np.random.default_rng(1).normal(size=(30, 5))
    (tmp_path / "mine.tsv").write_text(
        "\n".join("\t".join(str(value) for value in row) for row in vectors)
    )
    (tmp_path / "wrong.tsv").write_text("a\nb\n")
    (tmp_path / "names.tsv").write_text("\n".join(f"mine {i}" for i in range(30)))
    page = show("#/embeddings")
    page.get_by_role("button", name="Upload vectors").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Vectors (TSV)").set_input_files(tmp_path / "mine.tsv")
    dialog.get_by_label("Metadata").set_input_files(tmp_path / "wrong.tsv")
    dialog.get_by_role("button", name="Upload").click()
    expect(dialog.get_by_role("alert")).to_contain_text("got 2 lines, want 30")
    dialog.get_by_label("Metadata").set_input_files(tmp_path / "names.tsv")
    dialog.get_by_role("button", name="Upload").click()
    left = panel(page, "Projection and colors")
    expect(left.get_by_text("30 points")).to_be_visible()
    expect(left.get_by_text("5 dimensions")).to_be_visible()
    expect(panel(page, "Search and points").get_by_role("button", name="mine 0")).to_be_visible()
    page.get_by_role("button", name="Back to the logs").click()
    expect(left.get_by_text("120 points")).to_be_visible()


def test_the_projection_is_exported_as_a_table_and_a_picture(logdir: Path, show: Show) -> None:
    vectors = write_tutorial(logdir / "tutorial")
    page = show("#/embeddings")
    expect(panel(page, "Projection and colors").get_by_text("9 points")).to_be_visible()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="CSV of the projection").click()
    lines = download.value.path().read_text().splitlines()
    assert lines[0].startswith("point,PC1,PC2,PC3,") and lines[0].endswith(",label")
    assert len(lines) == 10 and lines[9].endswith(",image_8")
    first = np.array([float(line.split(",")[1]) for line in lines[1:]])
    centered = vectors - vectors.mean(axis=0)
    left, singular, _ = np.linalg.svd(centered, full_matrices=False)
    want = left[:, 0] * singular[0]
    np.testing.assert_allclose(first * np.sign(first @ want), want, atol=1e-4)
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="PNG picture").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_runs_without_embeddings_say_so(logdir: Path, show: Show) -> None:
    write_digits(logdir / "a", steps=1)
    write(logdir / "b", {"loss": [1.0]})
    page = show("#/embeddings")
    expect(chart(page)).to_be_visible()
    page.get_by_role("button", name="Runs: 2 of 2").click()
    page.get_by_role("checkbox", name="Select a", exact=True).uncheck()
    expect(page.get_by_role("heading", name="No selected run has embeddings")).to_be_visible()


def test_the_view_opens_where_there_is_something_and_draws_nothing_without_a_place(
    logdir: Path, show: Show
) -> None:
    """The diverged run is the newest: what it logged last has no place."""
    nan = np.full((50, 64), np.nan)
    write_digits(logdir / "good", steps=1)
    with LogWriter(logdir / "diverged") as writer:
        writer.add_embeddings("digits", DIGITS.data[:50], step=0)
        writer.add_embeddings("digits", nan, step=10)
    page = show("#/embeddings")
    left = panel(page, "Projection and colors")
    expect(left.get_by_text("120 points")).to_be_visible()
    page.get_by_role("combobox", name="Run").select_option("diverged")
    expect(left.get_by_text("0 of 50 points drawn")).to_be_visible()
    expect(page.get_by_text("Nothing to project: of 50 vectors none is finite")).to_be_visible()
    expect(chart(page)).to_have_count(0)
    page.get_by_role("button", name="Go to step 0").click()
    expect(left.get_by_text("50 points", exact=True)).to_be_visible()
    expect(chart(page)).to_be_visible()
