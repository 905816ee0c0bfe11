"""Confusion matrices: every number against scikit-learn."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from sklearn.metrics import (
    accuracy_score,
    confusion_matrix,
    f1_score,
    precision_recall_fscore_support,
)

from tests.browser.chart import until
from tests.browser.classifier import EPOCHS, card
from tests.browser.conftest import Show
from tests.browser.pointer import box_of, point_at
from tests.browser.test_accessibility import violations
from tests.browser.test_landscape_downloads import download
from vdlite import LogWriter


def log_matrices(folder: Path, names: list[str] | None = None) -> None:
    with LogWriter(folder) as writer:
        for epoch, test in enumerate(EPOCHS):
            predicted = test.probabilities.argmax(1)
            writer.add_confusion_matrix("digits", test.labels, predicted, epoch, class_names=names)


def counts_of(page: Page) -> list[list[int]]:
    rows = page.get_by_role("table", name=re.compile("Confusion matrix")).locator("tbody tr")
    texts = rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(td => td.innerText))"
    )
    return [[int(text) for text in row] for row in texts]


def at_cell(chart: Locator, row: int, column: int) -> None:
    """To the middle of a cell of ten by ten."""
    point_at(chart, ((column + 0.5) / 10, (row + 0.5) / 10))


def expected(epoch: int) -> NDArray[Any]:
    test = EPOCHS[epoch]
    counts: NDArray[Any] = confusion_matrix(test.labels, test.probabilities.argmax(1))
    return counts


def test_a_matrix_has_the_counts_and_shares_of_scikit_learn(logdir: Path, show: Show) -> None:
    log_matrices(logdir / "a")
    page = show("#/confusion")
    chart = page.get_by_role("application", name="Confusion matrix of digits, step 9, 10 classes")
    expect(chart).to_be_visible()
    until(page, lambda: counts_of(page) == expected(9).tolist())
    page.get_by_role("button", name="First step").click()
    chart = page.get_by_role("application", name="Confusion matrix of digits, step 0, 10 classes")
    expect(chart).to_be_visible()
    counts = expected(0)
    until(page, lambda: counts_of(page) == counts.tolist())
    at_cell(chart, 2, 7)
    tip = page.locator("[popover].tip")
    expect(tip).to_contain_text(re.compile(r"True\s*2\s*Predicted\s*7"))
    expect(tip.locator(".count")).to_have_text(str(counts[2, 7]))
    for normalize, words in (("true", "row"), ("pred", "column"), ("all", "of all")):
        test = EPOCHS[0]
        shares = confusion_matrix(test.labels, test.probabilities.argmax(1), normalize=normalize)
        line = tip.locator("p").filter(has_text=words).last
        expect(line).to_contain_text(f"{shares[2, 7]:.4f}")
    chart.press("ArrowRight")
    chart.press("ArrowDown")
    expect(tip).to_contain_text(re.compile(r"True\s*3\s*Predicted\s*8"))


def test_each_class_has_the_numbers_of_scikit_learn(logdir: Path, show: Show) -> None:
    names = [f"digit {number}" for number in range(10)]
    log_matrices(logdir / "a", names)
    page = show("#/confusion")
    page.get_by_role("button", name="Full screen (F)").click()
    dialog = page.get_by_role("dialog", name="digits")
    test = EPOCHS[9]
    predicted = test.probabilities.argmax(1)
    numbers = np.array(precision_recall_fscore_support(test.labels, predicted)).T
    table = dialog.get_by_role("group", name="Numbers of each class")
    for name, (precision, recall, f1, samples) in zip(names, numbers, strict=True):
        row = table.get_by_role("row", name=re.compile(f"^{name} "))
        want = [f"{precision:.4f}", f"{recall:.4f}", f"{f1:.4f}", str(int(samples))]
        until(page, lambda row=row, want=want: row.locator("td").all_inner_texts()[:4] == want)
    expect(dialog.get_by_text(f"{accuracy_score(test.labels, predicted):.4f}")).to_have_count(2)
    mean = table.get_by_role("row", name=re.compile("^Mean"))
    expect(mean).to_contain_text(f"{f1_score(test.labels, predicted, average='macro'):.4f}")


def test_the_table_of_classes_is_sorted_widened_and_copied(logdir: Path, show: Show) -> None:
    log_matrices(logdir / "a", [f"digit {number}" for number in range(10)])
    page = show("#/confusion")
    page.get_by_role("button", name="Full screen (F)").click()
    table = page.get_by_role("group", name="Numbers of each class")
    recall = table.get_by_role("columnheader", name="Recall")
    expect(recall).to_have_attribute("aria-sort", "none")
    recall.get_by_role("button").click()
    expect(recall).to_have_attribute("aria-sort", "descending")
    values = [float(text) for text in table.locator("tbody [data-key=recall]").all_inner_texts()]
    assert values == sorted(values, reverse=True)
    wide = box_of(recall)["width"]
    recall.get_by_role("button").press("Alt+ArrowRight")
    until(page, lambda: round(box_of(recall)["width"] - wide) == 16)
    copied = table.evaluate(
        """table => {
          const clipboardData = new DataTransfer();
          table.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true }));
          return clipboardData.getData("text/plain");
        }"""
    )
    lines = [line.split("\t") for line in copied.splitlines()]
    assert lines[0] == ["Class", "Precision", "Recall", "F1", "Samples", "Predicted"]
    assert len(lines) == 12  # the heads, ten classes, and their mean
    assert [float(line[2]) for line in lines[1:11]] == pytest.approx(values, abs=5e-5)


def test_a_matrix_is_compared_with_another_step_and_run(logdir: Path, show: Show) -> None:
    log_matrices(logdir / "a")
    with LogWriter(logdir / "b") as writer:
        writer.add_confusion_matrix("digits", EPOCHS[2].labels, EPOCHS[2].labels, 9)
    page = show("#/confusion")
    shown = page.get_by_role("article").filter(has_text=re.compile(r"digits\s*a"))
    shown.get_by_role("button", name="Full screen (F)").click()
    dialog = page.get_by_role("dialog", name="digits")
    chart = dialog.get_by_role("application").first
    against = dialog.get_by_role("combobox", name="Less that of")
    perfect = np.diag(np.bincount(EPOCHS[2].labels))
    for label, name, other in (
        ("the step before", "a, step 8", expected(8)),
        ("b", "b, step 9", perfect),
    ):
        against.select_option(label=label)
        difference = int((expected(9) - other)[4, 4])
        expect(dialog.get_by_text(f"less {name}")).to_be_visible()
        at_cell(chart, 4, 4)
        sign = "+" if difference > 0 else ""
        expect(page.locator("[popover].tip em")).to_have_text(f"{sign}{difference}")


def test_the_matrices_of_several_runs_have_one_scale_of_colors(logdir: Path, show: Show) -> None:
    for name, most in (("a", 50), ("b", 20)):
        with LogWriter(logdir / name) as writer:
            writer.add_confusion_matrix("x", matrix=np.diag([most, 10]), step=0)
    page = show("#/confusion")
    pictures = []
    for name in ("a", "b"):
        shown = page.get_by_role("article").filter(has_text=re.compile(rf"x\s*{name}"))
        expect(shown.get_by_text("2 classes · ")).to_be_visible()
        saved = download(page, shown.get_by_role("button", name="Export"), "SVG picture")
        pictures.append(saved.read_text("utf-8"))
    fills = [re.findall(r'<rect [^>]*fill="(#\w{6})"/>', picture)[:4] for picture in pictures]
    assert all(">50<" in picture for picture in pictures)
    assert fills[0][1:] == fills[1][1:]
    assert len({*fills[0], *fills[1]}) == 4


def test_a_thousand_classes_are_drawn_and_can_be_zoomed_into(logdir: Path, show: Show) -> None:
    counts = np.zeros((1000, 1000), np.int64)
    counts[617, 3] = 5
    counts[np.arange(1000), np.arange(1000)] = 2
    with LogWriter(logdir / "a") as writer:
        writer.add_confusion_matrix("x", matrix=counts, step=0)
    page = show("#/confusion")
    shown = card(page, "x")
    expect(shown.get_by_text("Several classes share a pixel")).to_be_visible()
    expect(shown.get_by_text("1,000 classes · 2,005 samples · accuracy 0.9975")).to_be_visible()
    saved = download(page, shown.get_by_role("button", name="Export"), "SVG picture")
    found = re.search(r'href="data:image/png;base64,([^"]+)"', saved.read_text("utf-8"))
    assert found is not None
    pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(found[1]))).convert("RGB"))
    size = len(pixels)
    assert size < 1000  # several classes share a pixel, and the only mistake is none that gets lost
    wrong = pixels[617 * size // 1000, 3 * size // 1000]
    assert (wrong != pixels[617 * size // 1000, size // 2]).any()
    shown.get_by_role("button", name="Full screen (F)").click()
    dialog = page.get_by_role("dialog", name="x")
    chart = dialog.get_by_role("application").first
    point_at(chart, (0.0035, 0.6175))
    for _ in range(12):
        page.mouse.wheel(0, -300)
        page.evaluate("new Promise(requestAnimationFrame)")  # a wheel is not waited for
    expect(page).to_have_url(re.compile("zoom=x"))
    expect(dialog.get_by_text("Several classes share a pixel")).to_have_count(0)
    tip = page.locator("[popover].tip")
    for _ in range(12):  # the cell was at the edge of a pixel: the nearest ones are around it
        chart.press("ArrowLeft")
    expect(tip).to_contain_text(re.compile(r"Predicted\s*0"))
    for _ in range(3):
        chart.press("ArrowRight")
    row = int(re.findall(r"\d+", tip.inner_text())[0])
    for _ in range(abs(row - 617)):
        chart.press("ArrowDown" if row < 617 else "ArrowUp")
    expect(tip).to_contain_text(re.compile(r"True\s*617\s*Predicted\s*3"))
    expect(tip.locator(".count")).to_have_text("5")


def test_a_matrix_and_its_full_screen_have_no_violation(logdir: Path, show: Show) -> None:
    log_matrices(logdir / "a")
    page = show("#/confusion")
    expect(page.get_by_role("application")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Full screen (F)").click()
    expect(page.get_by_role("dialog").get_by_role("table").last).to_be_visible()
    assert violations(page) == []
