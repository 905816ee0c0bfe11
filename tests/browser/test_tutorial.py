"""The figures of VisualDL's tutorial, clicked through: every number is what the script logged."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import expect
from sklearn.metrics import average_precision_score, confusion_matrix

from tests.browser import test_histograms, tutorial
from tests.browser.chart import Chart, names, until
from tests.browser.conftest import Show
from tests.browser.navigate import open_view
from tests.browser.pointer import point_at
from tests.browser.test_embeddings import chart, drawn_at, panel, shares
from tests.browser.test_images import open_viewer, point_at_pixel
from tests.browser.trials import Trials
from tests.browser.watch import Watch
from vdlite import LogReader

ROOT = Path(__file__).parents[2]
LAST_STEP = tutorial.EPOCH_NUM * tutorial.BATCHES - 1

Logged = Mapping[str, NDArray[Any]]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Logged]:
    """The folder of the two runs, and what was logged, by run and tag. Nothing was closed."""
    folder = tmp_path_factory.mktemp("tutorial")
    logs, copy = folder / "runs" / "mnist_experiment", folder / "logged.npz"
    command = [sys.executable, "-m", "tests.browser.tutorial", str(logs), str(copy)]
    # One thread is quicker for matrices of this size where others run beside it.
    one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    subprocess.run(command, cwd=ROOT, env=one_thread, check=True)
    with np.load(copy) as arrays:
        return logs, dict(arrays)


@pytest.fixture
def logdir(trained: tuple[Path, Logged]) -> Path:
    return trained[0]


@pytest.fixture
def logged(trained: tuple[Path, Logged]) -> Logged:
    return trained[1]


def calls(path: Path) -> list[tuple[str, int, list[str | None]]]:
    """The method, the number of plain arguments and the keywords of each call on `logwriter`, in order."""
    found = [
        (node.lineno, node.func.attr, len(node.args), [keyword.arg for keyword in node.keywords])
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "logwriter"
    ]
    return [(method, number, keywords) for _, method, number, keywords in sorted(found)]


def test_the_calls_are_those_of_the_demo() -> None:
    demo = calls(ROOT / "demos" / "mnist_tutorial.py")
    assert len(demo) == 8
    assert calls(Path(tutorial.__file__)) == demo


def test_figure_1_the_nine_input_images_are_one_grid(show: Show, logged: Logged) -> None:
    page = show()
    open_view(page, "Media", "Images")
    cards = page.get_by_role("article", name="input_images")
    expect(cards).to_have_count(2)
    expect(page.get_by_role("img", name="input_images, sgd, step 1")).to_be_visible()
    expect(cards.first.get_by_text("84 × 84 · gray")).to_be_visible()
    viewer = open_viewer(page, "input_images")
    images = np.round(logged["sgd/input_images"][..., 0] * 255).astype(int)
    for cell in range(9):
        # A pixel of the digit itself: neither black nor white.
        y, x = np.argwhere((images[cell] > 60) & (images[cell] < 200))[5]
        left, top = cell % 3 * 28 + int(x), cell // 3 * 28 + int(y)
        point_at_pixel(viewer, 84, left, top)
        readout = page.locator(".readout")
        expect(readout).to_contain_text(f"x {left} · y {top}")
        expect(readout).to_contain_text(f"cell {cell}")
        expect(readout.get_by_text(str(images[cell, y, x]), exact=True)).to_be_visible()


def test_figure_2_the_images_are_nine_labeled_points(
    show: Show, logged: Logged, watch: Watch
) -> None:
    watch.expect("GPU stall due to ReadPixels")  # the browser itself, without a graphics card
    watch.expect("Automatic fallback to software WebGL")
    page = show()
    open_view(page, "Model", "Embeddings")
    left = panel(page, "Projection and colors")
    expect(left.get_by_text("9 points")).to_be_visible()
    expect(left.get_by_text("784 dimensions")).to_be_visible()
    expect(left.get_by_role("row", name=re.compile(r"^8 "))).to_be_visible()
    vectors = logged["sgd/input_images"].reshape(9, 784).astype(np.float64)
    singular = np.linalg.svd(vectors - vectors.mean(axis=0), compute_uv=False)
    want = 100 * (singular**2 / (singular**2).sum())[:8]
    np.testing.assert_allclose(shares(page), want, atol=0.051)
    expect(chart(page)).to_be_visible()
    places = drawn_at(page, 9)
    assert len({(round(x), round(y)) for x, y in places}) == 9


def test_figures_4_to_6_show_both_trials(show: Show, logged: Logged) -> None:
    page = show()
    open_view(page, "Compare", "Trials")
    trials = Trials(page)
    trials.expect_count(2, 2)
    # Figure 4: the table. The best accuracy comes first.
    metrics = ("train_avg_loss", "test_avg_loss", "test_avg_acc")
    last = {
        name: [logged[f"{name}/{metric}"].ravel()[-1] for metric in metrics]
        for name in ("adam", "sgd")
    }
    best_first = sorted(last, key=lambda name: last[name][0])
    trials.expect_column("opt", best_first)
    trials.expect_column("lr", ["0.001", "0.001"])
    trials.expect_column("batch_size", ["16", "16"])
    for place, metric in enumerate(metrics):
        until(page, lambda metric=metric: all(re.match(r"[\d.]", s) for s in trials.column(metric)))
        shown = [float(text) for text in trials.column(metric)]
        assert shown == pytest.approx(
            [last[name][place] for name in best_first], abs=1e-4, rel=1e-3
        )
    # Figure 5: parallel coordinates, of what the trials differ in.
    titles = page.get_by_role("article", name="Parallel coordinates").get_by_role(
        "button", name=re.compile("arrow keys move this axis$")
    )
    expect(titles.first).to_be_visible()
    until(page, lambda: "opt" in {text.split(":")[0] for text in titles.all_inner_texts()})
    # Figure 6: the scatter matrix.
    page.get_by_role("button", name="Scatter matrix").click()
    matrix = page.get_by_role("article", name="Scatter matrix")
    expect(matrix.get_by_text("2 trials")).to_be_visible()


@pytest.mark.parametrize(
    ("tag", "upper"),
    [
        pytest.param("test_avg_acc", "adam", id="figures_7_and_10"),
        pytest.param("test_avg_loss", "sgd", id="figure_11"),
    ],
)
def test_the_runs_are_two_curves_that_the_tooltip_and_the_legend_tell_apart(
    show: Show, logged: Logged, tag: str, upper: str
) -> None:
    page = show("#/scalars?smoothing=0&order=nearest")
    small = Chart(page, tag)
    last = tutorial.EPOCH_NUM - 1
    small.wait_for_step(last)
    expect(small.plot).to_have_accessible_name(f"Chart of {tag}, 2 runs")
    for step in range(tutorial.EPOCH_NUM):
        small.point_at_x(step)
        rows = rows_at(small, step)
        for run, row in rows.items():
            assert float(row["Value"]) == logged[f"{run}/{tag}"][step]
    ends = {run: float(logged[f"{run}/{tag}"][last]) for run in ("adam", "sgd")}
    assert max(ends, key=lambda run: ends[run]) == upper
    # Near the right edge the curve that lies higher is the nearest one at its own height.
    low, high = small.y_range
    for run, value in ends.items():
        small.point_at((0.995, (high - value) / (high - low)))
        until(page, lambda run=run: names(small.tooltip_rows())[0] == run)
    small.card.hover()
    small.tool("Full screen").click()
    legend = page.get_by_role("dialog", name=tag).get_by_role("list")
    for run, value in ends.items():
        line = legend.get_by_role("listitem").filter(has_text=run)
        assert float(line.inner_text().split()[-1]) == pytest.approx(value, rel=1e-3)


def rows_at(chart: Chart, step: int) -> dict[str, dict[str, str]]:
    """The rows of both runs in the table at the cursor, by run, once they tell of this step."""

    def steps() -> dict[str, str]:
        return {row["Run"]: row["Step"] for row in chart.tooltip_rows()}

    until(chart.page, lambda: steps() == {"adam": str(step), "sgd": str(step)})
    return {row["Run"]: row for row in chart.tooltip_rows()}


def test_figure_8_the_weights_are_there_at_each_step(show: Show, logged: Logged) -> None:
    page = show()
    open_view(page, "Charts", "Histograms")
    runs = page.get_by_role("article", name="fc_weight")
    expect(runs).to_have_count(2)
    number = 0 if "adam" in runs.first.inner_text() else 1
    card = test_histograms.Card(page, "fc_weight", number=number)
    card.wait_for(first=0, last=LAST_STEP)
    card.plot.focus()
    for key, step in (("Home", 0), ("End", LAST_STEP)):
        page.keyboard.press(key)
        shown = card.report_of(step)
        weights = logged["adam/fc_weight"][step]
        test_histograms.check(shown, weights)
        counts, edges = np.histogram(weights.astype(np.float64), 64)
        assert counts.sum() == weights.size == 9800
        for _ in range(30):
            page.keyboard.press("Shift+ArrowRight")
        shown = card.shown()
        bucket = int(np.argmin(np.abs(edges - shown["left"])))
        assert shown["left"] == pytest.approx(edges[bucket], abs=1e-3)
        assert shown["count"] == counts[bucket] > 0
        page.keyboard.press("Escape")
        card.plot.focus()


def test_figure_9_the_loss_of_each_batch_can_be_read(show: Show, logged: Logged) -> None:
    page = show("#/scalars?smoothing=0")
    small = Chart(page, "train_avg_loss")
    small.wait_for_step(LAST_STEP)
    small.card.hover()
    small.tool("Full screen").click()
    chart = Chart(page, "train_avg_loss", full=True)
    chart.wait_for_step(LAST_STEP)
    losses = {run: logged[f"{run}/train_avg_loss"][:, 0] for run in ("adam", "sgd")}
    for values in losses.values():
        assert values[0] > 2 > values[-1]
    lowest = {run: int(values.argmin()) for run, values in losses.items()}
    highest = {run: int(values.argmax()) for run, values in losses.items()}
    for step in {0, LAST_STEP, *lowest.values(), *highest.values()}:
        chart.point_at_x(step)
        rows = rows_at(chart, step)
        for run, values in losses.items():
            assert float(rows[run]["Value"]) == values[step]


def test_figure_12_the_curves_of_ten_classes_are_scikit_learns(show: Show, logged: Logged) -> None:
    page = show()
    open_view(page, "Charts", "PR and ROC")
    expect(page.get_by_text("10 of 10 tags")).to_be_visible()
    for number in (0, 3, 9):
        page.get_by_role("searchbox", name="Search tags").fill(f"class_{number}")
        expect(page.get_by_text("1 of 10 tags")).to_be_visible()
        card = page.get_by_role("article", name=f"class_{number}", exact=True)
        slider = card.get_by_role("slider", name="Step")
        expect(slider).to_be_enabled()
        for key, epoch in (("Home", 0), ("ArrowRight", 1), ("End", tutorial.EPOCH_NUM - 1)):
            slider.press(key)
            for run in ("adam", "sgd"):
                labels, predictions = classified(logged, run, epoch, number)
                area = average_precision_score(labels, predictions)
                chip = card.get_by_role("button", name=f"Show {run}")
                expect(chip).to_contain_text(f"AP {area:.4f}")
    # What is known of the point at the cursor are the decisions at its threshold.
    plot = card.get_by_role("application")
    tip = page.get_by_role("status").filter(has=page.get_by_role("table"))
    for x, y in ((0.3, 0.1), (0.8, 0.2), (0.97, 0.5)):
        point_at(plot, (x, y))
        expect(tip).to_be_visible()
        heads, *rows = tip.evaluate(
            "tip => [...tip.querySelectorAll('tr')].map(row => [...row.cells].map(c => c.innerText))"
        )
        for row in rows:
            cells = dict(zip(heads, row, strict=True))
            run = cells["Curve"].strip()
            labels, predictions = classified(logged, run, tutorial.EPOCH_NUM - 1, 9)
            threshold = predictions[np.abs(predictions - float(cells["Threshold"])).argmin()]
            (tn, fp), (fn, tp) = confusion_matrix(labels, predictions >= threshold)
            counts = {"TP": tp, "FP": fp, "TN": tn, "FN": fn}
            assert {name: int(cells[name]) for name in counts} == counts
            assert float(cells["Precision"]) == pytest.approx(tp / (tp + fp), abs=5.1e-5)
            assert float(cells["Recall"]) == pytest.approx(tp / (tp + fn), abs=5.1e-5)


def classified(
    logged: Logged, run: str, epoch: int, number: int
) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Labels and predictions of a class, as they were logged."""
    labels: NDArray[np.bool_] = logged[f"{run}/test_preds"][epoch] == number
    return labels, logged[f"{run}/test_probs"][epoch][:, number]


def test_nothing_is_lost_though_nothing_was_closed(logdir: Path, logged: Logged) -> None:
    reader = LogReader(logdir)
    for run in ("adam", "sgd"):
        for tag in ("train_avg_loss", "test_avg_loss", "test_avg_acc"):
            values = reader.scalars(run, tag).values
            np.testing.assert_array_equal(values, logged[f"{run}/{tag}"].ravel().astype(float))
        weights = reader.records(run, "histogram", "fc_weight")
        assert [record.step for record in weights] == list(range(LAST_STEP + 1))
        assert {int(record.payload.counts.sum()) for record in weights} == {9800}
        for i in range(10):
            assert len(reader.records(run, "pr_curve", f"class_{i}")) == tutorial.EPOCH_NUM
