"""What can be taken out of a chart: pictures and points."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.chart import Chart, until
from tests.browser.conftest import Show
from tests.browser.logs import write
from vdlite import LogReader

COUNT = 5000
COLUMNS = ["run", "tag", "step", "walltime", "relative", "value"]


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    rng = np.random.default_rng(0)
    for name in ("a", "b"):
        write(logdir / name, {"train/loss": rng.normal(size=COUNT).tolist()}, pace=0.25)
    page = show("#/scalars?smoothing=0.9")
    Chart(page, "train/loss").wait_for_step(COUNT - 1)
    return page


def logged(logdir: Path) -> list[dict[str, Any]]:
    """All points as the reader has them, run by run."""
    reader = LogReader(logdir)
    return [
        {
            "run": run,
            "tag": "train/loss",
            "step": step,
            "walltime": walltime,
            "relative": walltime - points.walltimes[0],
            "value": value,
        }
        for run in reader.runs
        for points in [reader.scalars(run, "train/loss")]
        for step, walltime, value in zip(
            points.steps.tolist(), points.walltimes.tolist(), points.values.tolist(), strict=True
        )
    ]


def by_run(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: (row["run"], row["step"]))


def table(path: Path, delimiter: str) -> list[dict[str, Any]]:
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=delimiter))
    numbers = {"step": int, "walltime": float, "relative": float, "value": float, "smoothed": float}
    return [{key: numbers.get(key, str)(value) for key, value in row.items()} for row in rows]


def test_svg_has_the_title_and_a_legend_of_all_runs(page: Page) -> None:
    path = Chart(page, "train/loss").export("SVG picture")
    assert path.name == "train_loss.svg"
    texts = [text.text for text in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "train/loss"
    assert sorted(str(text) for text in texts[-2:]) == ["a", "b"]


def test_png_is_a_picture_with_lines_in_the_colors_of_the_runs(page: Page) -> None:
    chart = Chart(page, "train/loss")
    with Image.open(chart.export("PNG picture, white")) as picture:
        colors = {color for _, color in picture.convert("RGB").getcolors(maxcolors=2**24) or []}
        assert picture.getpixel((1, 1))[:3] == (255, 255, 255)
        assert picture.width >= 300
    svg = chart.export("SVG picture, white").read_text("utf-8")
    strokes = {
        part[:7] for part in svg.split('<path d="M')[1:] for part in part.split('stroke="')[1:]
    }
    lines = {tuple(bytes.fromhex(stroke[1:])) for stroke in strokes if stroke != "#e4e4e4"}
    assert len(lines) == 2
    assert lines <= colors


def test_a_dark_page_exports_a_dark_picture(page: Page) -> None:
    page.keyboard.press("t")
    with Image.open(Chart(page, "train/loss").export("PNG picture")) as picture:
        assert max(picture.convert("RGB").getpixel((1, 1))) < 80


@pytest.mark.parametrize(
    ("entry", "name", "delimiter"),
    [
        ("CSV of all points", "train_loss.csv", ","),
        ("TSV of all points", "train_loss.tsv", "\t"),
    ],
)
def test_tables_of_all_points_hold_every_logged_point(
    logdir: Path, page: Page, entry: str, name: str, delimiter: str
) -> None:
    path = Chart(page, "train/loss").export(entry)
    assert path.suffix == Path(name).suffix
    rows = table(path, delimiter)
    assert list(rows[0]) == COLUMNS
    assert by_run(rows) == logged(logdir)


def test_json_of_all_points_holds_every_logged_point(logdir: Path, page: Page) -> None:
    path = Chart(page, "train/loss").export("JSON of all points")
    assert by_run(json.loads(path.read_text("utf-8"))) == logged(logdir)


def test_what_is_shown_is_what_is_in_sight(logdir: Path, page: Page) -> None:
    chart = Chart(page, "train/loss")
    chart.drag((0.5, 0.5), (0.55, 0.5))
    low, high = chart.leave_range((0, COUNT - 1))
    want = [row for row in logged(logdir) if low <= row["step"] <= high]

    def shown() -> list[dict[str, Any]]:
        return by_run(table(chart.export("CSV of what is shown"), ","))

    def is_exact() -> bool:
        """Finer data comes a moment after the zoom."""
        return [{key: row[key] for key in COLUMNS} for row in shown()] == want

    until(page, is_exact)
    rows = shown()
    assert list(rows[0]) == [*COLUMNS, "smoothed"]
    assert by_run(json.loads(chart.export("JSON of what is shown").read_text("utf-8"))) == rows


def test_only_the_selected_runs_are_exported(page: Page) -> None:
    page.get_by_role("checkbox", name="Select a").uncheck()
    chart = Chart(page, "train/loss")
    chart.card.get_by_text(f"at step {COUNT - 1:,}").wait_for()
    assert {row["run"] for row in table(chart.export("CSV of all points"), ",")} == {"b"}
