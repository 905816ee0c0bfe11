"""Precision-recall and ROC curves: every number against scikit-learn."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, expect
from sklearn.metrics import (
    accuracy_score,
    average_precision_score,
    confusion_matrix,
    f1_score,
    precision_recall_curve,
    precision_score,
    recall_score,
    roc_auc_score,
    roc_curve,
)

from tests.browser.chart import until
from tests.browser.classifier import EPOCHS, card
from tests.browser.conftest import Show
from tests.browser.pointer import drag, point_at
from tests.browser.test_accessibility import violations
from vdlite import LogWriter


def log_ten_classes(folder: Path) -> None:
    with LogWriter(folder) as writer:
        for epoch, test in enumerate(EPOCHS):
            for number in range(10):
                labels, predictions = test.of(number)
                writer.add_pr_curve(f"class_{number}", labels, predictions, epoch)


def cells(row: Locator, column: str) -> Locator:
    return row.locator(f"[data-key='at-{column}']")


def test_ten_classes_over_ten_epochs_have_the_average_precision_of_scikit_learn(
    logdir: Path, show: Show
) -> None:
    log_ten_classes(logdir / "a")
    page = show("#/curves?search=class_3")
    first = card(page, "class_3")
    expect(page.get_by_text("1 of 10 tags")).to_be_visible()
    expect(first.get_by_text("10 of 10")).to_be_visible()
    chip = first.get_by_role("button", name="Show a")
    for epoch in (9, 0, 4):
        box = first.get_by_role("textbox", name="Step")
        box.fill(str(epoch))
        box.press("Enter")
        expect(chip).to_contain_text(f"AP {average_precision_score(*EPOCHS[epoch].of(3)):.4f}")


def test_the_decisions_at_a_threshold_are_those_of_scikit_learn(logdir: Path, show: Show) -> None:
    log_ten_classes(logdir / "a")
    page = show("#/curves?search=class_7&full=class_7&threshold=0.3")
    dialog = page.get_by_role("dialog", name="class_7")
    row = dialog.get_by_role("row", name=re.compile("^a "))
    labels, predictions = EPOCHS[9].of(7)
    called = predictions >= 0.3
    (tn, fp), (fn, tp) = confusion_matrix(labels, called)
    for column, value in {
        "Precision": f"{precision_score(labels, called):.4f}",
        "Recall": f"{recall_score(labels, called):.4f}",
        "F1": f"{f1_score(labels, called):.4f}",
        "Accuracy": f"{accuracy_score(labels, called):.4f}",
        "TP": str(tp),
        "FP": str(fp),
        "TN": str(tn),
        "FN": str(fn),
    }.items():
        expect(cells(row, column)).to_have_text(value)
    dialog.get_by_role("application").first.press("Shift+ArrowRight")
    expect(page).to_have_url(re.compile("threshold=0.4"))
    expect(cells(row, "TP")).to_have_text(str(int((labels & (predictions >= 0.4)).sum())))
    box = dialog.get_by_role("textbox", name="Threshold")
    box.fill("0.9")
    box.press("Enter")
    expect(cells(row, "FP")).to_have_text(str(int((~labels & (predictions >= 0.9)).sum())))


def test_a_group_of_classes_is_one_chart_whose_curves_can_be_switched_off(
    logdir: Path, show: Show
) -> None:
    log_ten_classes(logdir / "a")
    page = show("#/curves?per=group")
    group = card(page, "class_*")
    expect(group.get_by_role("application", name="PR of class_*, 10 curves")).to_be_visible()
    for number in range(10):
        area = average_precision_score(*EPOCHS[9].of(number))
        chip = group.get_by_role("button", name=f"Show class_{number}")
        expect(chip).to_contain_text(f"AP {area:.4f}")
    group.get_by_role("button", name="Show class_0").click()
    expect(group.get_by_role("application", name="PR of class_*, 9 curves")).to_be_visible()
    expect(page).to_have_url(re.compile("off="))
    again = show(page.url[page.url.index("#") :])
    chip = again.get_by_role("button", name="Show class_0")
    expect(chip).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("kind", ["pr", "roc"])
def test_the_point_under_the_cursor_is_reported_in_the_words_of_its_kind(
    logdir: Path, show: Show, kind: str
) -> None:
    labels, predictions = EPOCHS[3].of(5)
    with LogWriter(logdir / "a") as writer:
        add = writer.add_pr_curve if kind == "pr" else writer.add_roc_curve
        add("x", labels, predictions, 0)
    key = "x" if kind == "pr" else "roc_curve%0Ax"
    page = show(f"#/curves?full={key}")
    dialog = page.get_by_role("dialog", name="x")
    chart = dialog.get_by_role("application", name=f"{kind.upper()} of x, 1 curve", exact=True)
    if kind == "pr":
        precision, recall, thresholds = precision_recall_curve(labels, predictions)
        index = int(np.argmin(np.abs(recall - 0.6)))
        x, y, threshold = recall[index], precision[index], thresholds[index]
        heads = ["Threshold", "Precision", "Recall", "TP", "FP", "TN", "FN"]
        shares = [y, x]
    else:
        fpr, tpr, thresholds = roc_curve(labels, predictions, drop_intermediate=False)
        index = int(np.argmin(np.abs(fpr - 0.3)))
        x, y, threshold = fpr[index], tpr[index], thresholds[index]
        heads = ["Threshold", "FPR", "TPR", "TP", "FP", "TN", "FN"]
        shares = [x, y]
    (tn, fp), (fn, tp) = confusion_matrix(labels, predictions >= threshold)
    point_at(chart, (float(x), 1 - float(y)))
    tip = page.locator("[popover] table").last
    expect(tip.locator("thead th")).to_have_text(["Curve", *heads])
    numbers = [f"{share:.4f}" for share in shares] + [str(count) for count in (tp, fp, tn, fn)]
    expect(tip.locator("tbody tr")).to_have_count(1)
    until(page, lambda: tip.locator("tbody td").all_inner_texts()[2:] == numbers)
    cells = tip.locator("tbody td").all_inner_texts()
    assert float(cells[1]) == pytest.approx(float(threshold), rel=1e-4)


def test_a_run_that_was_logged_at_other_steps_is_never_missing(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "often") as writer:
        for step in range(10):
            writer.add_roc_curve("x", *EPOCHS[step].of(0), step)
    with LogWriter(logdir / "seldom") as writer:
        for step in (1, 5):
            writer.add_roc_curve("x", *EPOCHS[step].of(0), step)
    page = show("#/curves")
    shown = card(page, "x")
    box = shown.get_by_role("textbox", name="Step")
    for step, own in ((7, 5), (4, 1), (0, 1)):
        box.fill(str(step))
        box.press("Enter")
        for run, at in (("often", step), ("seldom", own)):
            area = roc_auc_score(*EPOCHS[at].of(0))
            chip = shown.get_by_role("button", name=f"Show {run}")
            expect(chip).to_contain_text(f"AUC {area:.4f}")
        expect(shown.get_by_text("1 of another step")).to_be_visible()
    expect(shown.get_by_role("application", name="ROC of x, 2 curves")).to_be_visible()


def test_the_newest_curve_is_followed(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_pr_curve("x", *EPOCHS[0].of(0), 0)
        page = show("#/curves")
        chip = page.get_by_role("button", name="Show a").last
        expect(chip).to_contain_text(f"AP {average_precision_score(*EPOCHS[0].of(0)):.4f}")
        writer.add_pr_curve("x", *EPOCHS[5].of(0), 1)
        expect(chip).to_contain_text(f"AP {average_precision_score(*EPOCHS[5].of(0)):.4f}")


def test_the_area_over_steps_leads_to_the_step_that_is_clicked(logdir: Path, show: Show) -> None:
    log_ten_classes(logdir / "a")
    page = show("#/curves?search=class_2&full=class_2")
    dialog = page.get_by_role("dialog", name="class_2")
    areas = dialog.get_by_role("application", name=re.compile("over steps"))
    point_at(areas, (3 / 9, 0.5))
    area = average_precision_score(*EPOCHS[3].of(2))
    expect(dialog.get_by_text(f"a · Step 3 · AP {area:.4f}")).to_be_visible()
    page.mouse.down()
    page.mouse.up()
    expect(dialog.get_by_role("textbox", name="Step")).to_have_value("3")
    expect(dialog.locator("td[data-key=ap]")).to_have_text(f"{area:.4f}")


def test_a_part_is_zoomed_to_and_restored_and_a_link_shows_it(logdir: Path, show: Show) -> None:
    log_ten_classes(logdir / "a")
    page = show("#/curves?search=class_2&full=class_2")
    dialog = page.get_by_role("dialog", name="class_2")
    chart = dialog.get_by_role("application").first
    expect(dialog.get_by_role("button", name="Restore the zoom")).to_have_count(0)
    drag(chart, (0.25, 0.5), (0.5, 0.25))
    expect(page).to_have_url(re.compile(r"zoom=class_2,0\.2\d+,0\.\d+,0\.\d+,0\.7"))
    again = show(page.url[page.url.index("#") :])
    again.get_by_role("button", name="Restore the zoom").click()
    expect(again).not_to_have_url(re.compile("zoom="))


def test_what_is_undefined_is_reported_and_not_drawn(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_pr_curve("none", np.zeros(9), np.linspace(0, 1, 9), 0)
        writer.add_roc_curve("only", np.ones(9), np.linspace(0, 1, 9), 0)
    page = show("#/curves")
    expect(card(page, "none").get_by_role("status")).to_contain_text("no positive label")
    expect(card(page, "only").get_by_role("status")).to_contain_text("no negative label")
    expect(page.get_by_role("application", name="PR of none, 0 curves")).to_be_attached()


def test_the_exported_points_are_those_of_scikit_learn(logdir: Path, show: Show) -> None:
    labels, predictions = EPOCHS[2].of(1)
    weights = np.random.default_rng(0).random(300)
    with LogWriter(logdir / "a") as writer:
        writer.add_pr_curve("x", labels, predictions, 0, weights=weights)
    page = show("#/curves")
    area = average_precision_score(labels, predictions, sample_weight=weights)
    chip = page.get_by_role("button", name="Show a").last
    expect(chip).to_contain_text(f"AP {area:.4f}")
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="CSV of the points").click()
    with open(download.value.path(), newline="") as file:
        rows = list(csv.DictReader(file))
    precision, recall, thresholds = precision_recall_curve(
        labels, predictions, sample_weight=weights
    )
    column = {
        name: np.array([float(row[name]) for row in rows[1:]][::-1])
        for name in rows[0]
        if name not in ("run", "tag")
    }
    assert np.allclose(column["threshold"], thresholds)
    assert np.allclose(column["precision"], precision[:-1])
    assert np.allclose(column["recall"], recall[:-1])
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="SVG picture", exact=True).click()
    assert "<polyline" in Path(download.value.path()).read_text("utf-8")


def test_curves_and_their_full_screen_have_no_violation(logdir: Path, show: Show) -> None:
    log_ten_classes(logdir / "a")
    with LogWriter(logdir / "a") as writer:
        writer.add_roc_curve("roc", *EPOCHS[3].of(0), 0)
    page = show("#/curves?per=group&threshold=0.5")
    expect(page.get_by_role("button", name="Show class_9")).to_be_attached()
    assert violations(page) == []
    card(page, "class_*").get_by_role("button", name="Full screen (F)").click()
    expect(page.get_by_role("dialog").get_by_role("row")).to_have_count(11)
    assert violations(page) == []
