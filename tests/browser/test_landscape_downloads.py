"""What can be saved of loss landscapes. Every number is the record's, with all its digits."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Show
from tests.browser.landscapes import curved, line, log, surface

pytestmark = pytest.mark.usefixtures("no_graphics_card")


def download(page: Page, button: Locator, item: str | None = None) -> Path:
    """The saved file, by the name that the browser was given."""
    with page.expect_download() as saved:
        button.click()
        if item is not None:
            page.get_by_role("menuitem", name=item, exact=True).click()
    return Path(saved.value.path()).rename(
        Path(saved.value.path()).with_name(saved.value.suggested_filename)
    )


def table(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


def test_the_table_of_measures_is_saved_with_all_digits(logdir: Path, show: Show) -> None:
    for run, steep in (("wide", 2.0), ("narrow", 8.0)):
        log(logdir / run, surface(steep, center={"loss": 0.25, "accuracy": 1 / 3}))
    page = show("#/landscapes?mode=comparison")
    for run in ("wide", "narrow"):
        expect(page.get_by_role("row", name=re.compile(f"^{run}"))).to_contain_text("0.3333")
    rows = table(download(page, page.get_by_role("button", name="Save the table as CSV")))
    assert [row["run"] for row in rows] == ["narrow", "wide"]
    assert [float(row["center/accuracy"]) for row in rows] == [1 / 3, 1 / 3]
    assert [float(row["curvatureX"]) for row in rows] == pytest.approx([16, 4])


def test_a_tile_is_saved_as_data_and_as_a_surface(logdir: Path, show: Show) -> None:
    landscape = surface(2)
    log(logdir / "a", landscape)
    page = show("#/landscapes?mode=comparison")
    tile = page.get_by_role("article", name="Landscape of a")
    tile.get_by_role("application").hover()
    button = tile.get_by_role("button", name=re.compile("^Export"))
    rows = table(download(page, button, "Data: CSV"))
    losses = sorted(float(row["loss"]) for row in rows)
    np.testing.assert_array_equal(losses, np.sort(landscape.values["loss"], axis=None))
    assert download(page, button, "Surface: VTK").suffix == ".vtp"


@pytest.mark.parametrize("drawing", ["surface", "filled"])
def test_pictures_on_white_and_of_the_page_have_names_of_their_own(
    drawing: str, logdir: Path, show: Show
) -> None:
    log(logdir / "a", surface(2))
    page = show(f"#/landscapes?mode=comparison&c.drawing={drawing}")
    tile = page.get_by_role("article", name="Landscape of a")
    tile.get_by_role("application").hover()
    button = tile.get_by_role("button", name=re.compile("^Export"))
    names = [download(page, button, f"PNG picture{end}").name for end in ("", ", white")]
    assert names == ["a_loss.png", "a_loss_white.png"]


def test_lines_are_saved_point_by_point(logdir: Path, show: Show) -> None:
    landscape = line(4)
    log(logdir / "a", landscape, tag="line")
    page = show("#/landscapes?mode=lines")
    expect(page.get_by_role("application")).to_be_visible()
    button = page.get_by_role("button", name="Export")
    rows = table(download(page, button, "CSV of the lines"))
    for name, values in {"x": landscape.x, **landscape.values}.items():
        np.testing.assert_array_equal([float(row[name]) for row in rows], values)
    names = {download(page, button, f"PNG picture{end}").name for end in ("", ", white")}
    assert names == {"line.png", "line_white.png"}


def test_a_spectrum_is_saved_as_eigenvalues_and_as_a_density(logdir: Path, show: Show) -> None:
    landscape = curved()
    log(logdir / "a", landscape)
    page = show("#/landscapes?mode=curvature")
    expect(page.get_by_role("application").first).to_be_visible()
    button = page.get_by_role("button", name="Export: Spectrum")
    rows = table(download(page, button, "CSV of the eigenvalues"))
    assert [float(row["eigenvalue"]) for row in rows] == [8, 3, -1]
    assert [float(row["error"]) for row in rows] == [0.5, 0.1, 0.1]
    rows = table(download(page, button, "CSV of the densities"))
    assert landscape.curvature is not None
    density = landscape.curvature["density"]["y"]
    np.testing.assert_array_equal([float(row["density"]) for row in rows], density)
