"""Figures for papers: files of the size that was asked for, and scripts that draw the numbers of the record."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Show
from tests.browser.test_accessibility import violations
from tests.browser.test_landscapes import SVG, loss, path, surface
from vdlite import LogReader, LogWriter
from vdlite.kinds.landscape import Landscape

pytestmark = pytest.mark.usefixtures("no_graphics_card")

RUN = 'it\'s "one" \\ of é'
TAG = "plane/训练 \"a'b\\c"
METRIC = 'loss "$L$" \\n é'


def log_landscapes(logdir: Path) -> Landscape:
    """A plane with the paths of two trainings, a line and a spectrum, under names that scripts have to escape."""
    plain = surface()
    values = {METRIC: plain.values["loss"], "accuracy": plain.values["accuracy"]}
    record = surface(
        values=values, center={}, path=path(0, 100), paths={"other $x 'é": path(0, 50)}
    )
    density = {"x": np.linspace(-1, 9, 40), "y": np.exp(-np.linspace(-1, 9, 40))}
    with LogWriter(logdir / RUN) as writer:
        writer.add_landscape(TAG, record, step=100)
        alpha = np.linspace(-0.5, 1.5, 21)
        line = {"x": alpha, "y": None, "z": {"loss": 0.1 + alpha**2, "accuracy": np.exp(-alpha)}}
        writer.add_landscape("line", {**line, "marks": {"a$b": 0.0, "c'd": 1.0}}, step=3)
        curvature = {"eigenvalues": [8.0, 2.0, -0.5], "errors": [0.1] * 3, "density": density}
        writer.add_landscape("spectrum", {**line, "curvature": curvature}, step=4)
    return record


def open_figure(page: Page) -> Locator:
    expect(page.locator("main canvas").first).to_be_visible()
    page.get_by_role("button", name=re.compile("^(Export|Download)")).first.click()
    page.get_by_role("menuitem", name="Figure…").click()
    dialog = page.get_by_role("dialog", name=re.compile("^Figure for a paper"))
    expect(dialog.get_by_role("img", name="Preview")).to_be_visible()
    return dialog


def saved(page: Page, dialog: Locator, button: str, folder: Path) -> Path:
    with page.expect_download() as download:
        dialog.get_by_role("button", name=button, exact=True).click()
    to = folder / download.value.suggested_filename
    download.value.save_as(to)
    return to


def drawn_by(script: Path) -> dict[str, Any]:
    """What a script leaves behind, having been run."""
    drawn: dict[str, Any] = {}
    with matplotlib.rc_context():
        exec(compile(script.read_text("utf-8"), script, "exec"), drawn)
    return drawn


def test_files_are_as_large_as_asked_and_keep_their_texts(
    show: Show, logdir: Path, tmp_path: Path
) -> None:
    log_landscapes(logdir)
    page = show("#/landscapes?drawing=filled&metric=accuracy")
    dialog = open_figure(page)
    assert violations(page) == []
    dialog.get_by_label("Width").fill("12")
    dialog.get_by_label("Height").fill("9")
    dialog.get_by_role("combobox", name=re.compile("^Font")).select_option(label="Serif (Times)")
    dialog.get_by_label("x axis").fill("first α & <b>")
    dialog.get_by_label("y axis").fill("")
    dialog.get_by_role("textbox", name="Title").fill("Valley")

    pdf = saved(page, dialog, "Save", tmp_path).read_bytes()
    box = re.search(rb"/MediaBox \[([-0-9. ]+)\]", pdf)
    assert box is not None
    # Points are 1/72 of an inch.
    assert [float(side) for side in box[1].split()] == pytest.approx(
        [0, 0, 12 / 2.54 * 72, 9 / 2.54 * 72], abs=0.1
    )
    streams = [
        zlib.decompress(each)
        for each in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
        if each.startswith(b"\x78")
    ]
    assert any(b"(Valley)" in stream for stream in streams)
    assert b"/BaseFont /Times-Roman" in pdf
    pictured = dialog.get_by_text("are pictures of 600 dpi")
    expect(pictured).to_contain_text("first α & <b>")

    dialog.get_by_text("SVG", exact=True).click()
    root = ElementTree.fromstring(saved(page, dialog, "Save", tmp_path).read_text("utf-8"))
    assert root.attrib["font-family"].startswith("Times New Roman")
    assert float(root.attrib["width"].removesuffix("pt")) == pytest.approx(340.157, abs=0.01)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"Valley", "first α & <b>", "accuracy"} <= set(texts)
    assert not any("PC 2" in (text or "") for text in texts)

    dialog.get_by_text("PNG", exact=True).click()
    dialog.get_by_role("combobox", name=re.compile("^Resolution")).select_option("300")
    with Image.open(saved(page, dialog, "Save", tmp_path)) as picture:
        assert picture.size == (1417, 1063)
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_a_surface_is_a_figure_of_lines_and_areas(show: Show, logdir: Path, tmp_path: Path) -> None:
    log_landscapes(logdir)
    page = show("#/landscapes?drawing=surface&metric=accuracy")
    dialog = open_figure(page)
    dialog.get_by_text("SVG", exact=True).click()
    root = ElementTree.fromstring(saved(page, dialog, "Save", tmp_path).read_text("utf-8"))
    # A patch for each cell of 41 x 21 points, less what is cut off.
    assert 700 < len(list(root.iter(f"{SVG}polyline"))) < 1000
    assert "accuracy" in [text.text for text in root.iter(f"{SVG}text")]


def test_scripts_draw_the_numbers_of_the_record(
    show: Show, logdir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = log_landscapes(logdir)
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    page = show("#/landscapes?drawing=filled&levels=12&scale=log")
    scripts = {}
    for drawing in ("Contours", "Filled", "Heat map", "3-D"):
        page.get_by_role("radio", name=drawing).check(force=True)
        dialog = open_figure(page)
        scripts[drawing] = saved(page, dialog, "Save as .py", tmp_path).rename(f"{drawing}.py")
        page.keyboard.press("Escape")
    values = record.values[METRIC]

    for drawing in ("Contours", "Filled"):
        made = drawn_by(scripts[drawing])["drawn"]
        assert list(made.levels) == drawn_by(scripts[drawing])["levels"]
        assert (made.zmin, made.zmax) == (values.min(), values.max())
    lines = drawn_by(scripts["Contours"])
    assert isinstance(lines["norm"], matplotlib.colors.LogNorm)
    for level, pieces in zip(lines["drawn"].levels, lines["drawn"].allsegs, strict=True):
        for piece in pieces:
            assert loss(*np.asarray(piece).T) == pytest.approx(level, abs=0.02)

    heat = drawn_by(scripts["Heat map"])
    np.testing.assert_array_equal(heat["drawn"].get_array(), values)
    drawn = [line.get_xydata() for line in heat["ax"].lines if len(line.get_xdata()) == 11]
    assert record.path is not None and record.path.y is not None
    np.testing.assert_array_equal(drawn[0], np.stack([record.path.x, record.path.y], axis=1))
    assert len(drawn) == 2
    assert heat["fig"].legends[0].get_texts()[1].get_text() == "other \\$x 'é"
    assert heat["fig"].get_size_inches() * 2.54 == pytest.approx([8.5, 6.5], abs=0.01)
    assert heat["ax"].get_xlabel() == "PC 1: 80.0\N{NO-BREAK SPACE}% of the variance"

    # No LaTeX is needed to see what it is given.
    text = heat["text"]
    heat["USE_LATEX"] = True
    assert text("50 %_of #1 $x$") == r"50 \%\_of \#1 \textdollar{}x\textdollar{}"
    assert text("a_b $x_1^2$ \\", math=True) == r"a\_b $x_1^2$ \textbackslash{}"
    assert text("5 $", math=True) == r"5 \textdollar{}"

    solid = drawn_by(scripts["3-D"])
    np.testing.assert_array_equal(
        solid["values"][solid["values"] > 0], values[values <= solid["values"].max()]
    )
    assert solid["ax"].name == "3d"


def test_scripts_draw_lines_and_spectra(
    show: Show, logdir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_landscapes(logdir)
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    reader = LogReader(logdir)
    page = show("#/landscapes?mode=lines")
    line = drawn_by(saved(page, open_figure(page), "Save as .py", tmp_path))
    logged = reader.landscape(RUN, "line")
    np.testing.assert_array_equal(line["ax"].lines[0].get_ydata(), logged.values["loss"])
    np.testing.assert_array_equal(line["right"].lines[0].get_ydata(), logged.values["accuracy"])
    page.keyboard.press("Escape")

    page.get_by_role("radio", name="Curvature").check(force=True)
    spectrum = drawn_by(saved(page, open_figure(page), "Save as .py", tmp_path))
    density = reader.landscape(RUN, "spectrum").curvature
    assert density is not None and density.density is not None
    np.testing.assert_array_equal(spectrum["ax"].lines[0].get_ydata(), density.density["y"])
    np.testing.assert_array_equal(spectrum["ax"].lines[1].get_xdata(), [8.0, 2.0, -0.5])
