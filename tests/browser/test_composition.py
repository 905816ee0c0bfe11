"""Charts made in the page: any tags and expressions of them on two axes, kept in the link and by name."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import Chart, until
from tests.browser.conftest import Show, Start
from tests.browser.logs import START, write
from tests.browser.test_accessibility import violations
from vdlite import LogWriter, Server

STEPS = 11
TRAIN = [10.0 / (step + 1) for step in range(STEPS)]
RATE = [1e-3 * 0.5**step for step in range(STEPS)]
TEST_STEPS = [1, 4, 9]
TEST = [8.0, 4.0, 3.0]


@pytest.fixture
def server(start: Start) -> Server:
    return start(allow_edit=True)


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    write_run(logdir / "a")
    page = show("#/composition")
    Chart(page, "loss/train · loss/test").wait_for_step(STEPS - 1)
    return page


def write_run(folder: Path) -> None:
    write(folder, {"loss/train": TRAIN, "learning rate": RATE})
    with LogWriter(folder) as writer:
        for step, value in zip(TEST_STEPS, TEST, strict=True):
            writer.add_scalar("loss/test", value, step, START + step)
            writer.add_scalar("epoch", step // 3, step, START + step)


def panel(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Edit the chart")


def put(page: Page, tag: str, axis: str) -> None:
    """One click: a tag onto an axis, or away from it."""
    panel(page).get_by_role("button", name=f"{tag} on the {axis} axis", exact=True).click()


def add_expression(page: Page, text: str) -> None:
    field = page.get_by_role("combobox", name="New tag or expression")
    field.fill(text)
    field.press("Enter")


def act(page: Page, title: str, action: str) -> None:
    """Choose from the menu of a chart."""
    page.get_by_role("button", name=f"Actions on {title}", exact=True).click()
    page.get_by_role("menuitem", name=action, exact=True).click()


def values(chart: Chart) -> dict[str, tuple[float, int]]:
    """Value and step of each series in the table at the cursor, with every digit."""
    rows = chart.tooltip_rows()
    return {row["Series"]: (float(row["Value"]), int(row["Step"])) for row in rows}


def titles(page: Page) -> list[str]:
    labels: list[str] = page.locator("main article").evaluate_all(
        "cards => cards.map(card => card.getAttribute('aria-label'))"
    )
    return labels


def test_the_first_chart_has_the_loss_of_training_and_test(page: Page) -> None:
    chart = Chart(page, "loss/train · loss/test")
    chart.point_at_x(4)
    until(page, lambda: values(chart) == {"loss/train": (TRAIN[4], 4), "loss/test": (4.0, 4)})


def test_two_tags_on_two_axes_are_two_clicks(page: Page) -> None:
    page.get_by_role("button", name="Add chart").click()
    put(page, "loss/train", "left")
    put(page, "learning rate", "right")
    chart = Chart(page, "loss/train · learning rate")
    chart.wait_for_step(STEPS - 1)
    chart.point_at_x(7)
    wanted = {"loss/train": (TRAIN[7], 7), "learning rate": (RATE[7], 7)}
    until(page, lambda: values(chart) == wanted)
    # Beside each other on one axis, the small one would be a flat line at the bottom.
    assert chart.y_range[1] < 11
    put(page, "learning rate", "left")
    put(page, "loss/train", "left")
    expect(page.get_by_role("article", name="learning rate", exact=True)).to_be_visible()
    until(page, lambda: Chart(page, "learning rate").y_range[1] < 0.01)


def test_an_expression_is_worked_out_on_all_steps_with_interpolation(page: Page) -> None:
    put(page, "loss/train", "left")
    put(page, "loss/test", "left")
    add_expression(page, "log10(loss/train) - loss/test ** 2 / 2")
    chart = Chart(page, "log10(loss/train) - loss/test ** 2 / 2")
    chart.wait_for_step(TEST_STEPS[-1])
    steps = np.arange(TEST_STEPS[0], TEST_STEPS[-1] + 1)
    expected = np.log10(TRAIN)[steps] - np.interp(steps, TEST_STEPS, TEST) ** 2 / 2
    with chart.export("CSV of what is shown").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["step"]) for row in rows] == list(steps)
    np.testing.assert_allclose([float(row["value"]) for row in rows], expected, rtol=1e-12)
    expect(chart.card).to_contain_text("Interpolated between steps")


def test_an_expression_is_smoothed_as_a_tag_is(page: Page) -> None:
    add_expression(page, "loss/train * 1")
    for name in ("loss/train", "loss/train * 1"):
        field = page.get_by_role("spinbutton", name=f"Smoothing of {name}", exact=True)
        field.fill("0.8")
        field.press("Enter")
    chart = Chart(page, "loss/train · loss/test · loss/train * 1")

    def smoothed() -> dict[str, str]:
        chart.point_at_x(6.2)
        chart.point_at_x(6)
        return {row["Series"]: row.get("Smoothed", "") for row in chart.tooltip_rows()}

    until(page, lambda: smoothed()["loss/train"] != "" and smoothed()["loss/train * 1"] != "")
    both = smoothed()
    assert float(both["loss/train * 1"]) == pytest.approx(float(both["loss/train"]), rel=1e-12)
    assert both["loss/test"] == ""


def test_what_is_wrong_with_an_expression_is_reported_below_its_field(page: Page) -> None:
    add_expression(page, "loss/train + sin(loss/test)")
    expect(panel(page)).to_contain_text("No function sin")
    assert titles(page) == ["loss/train · loss/test"]
    add_expression(page, "loss/train-loss/test")
    expect(Chart(page, "loss/train · loss/test · loss/train-loss/test").card).to_contain_text(
        "No tag loss/train-loss/test"
    )


def test_tags_are_completed_with_the_keyboard(page: Page) -> None:
    page.get_by_role("combobox", name="New tag or expression").focus()
    page.keyboard.type("abs(lear")
    expect(page.get_by_role("option", name="`learning rate`")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type(")")
    page.keyboard.press("Enter")
    title = "loss/train · loss/test · abs(`learning rate`)"
    expect(page.get_by_role("article", name=title, exact=True)).to_be_visible()


def test_a_chart_goes_along_another_scalar(page: Page) -> None:
    panel(page).get_by_text("Scalar", exact=True).click()
    expect(page.get_by_role("combobox", name="Scalar of the x axis")).to_have_value("epoch")
    chart = Chart(page, "loss/train · loss/test")
    until(page, lambda: chart.x_range == (0.0, 3.0))
    with chart.export("CSV of what is shown").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["series"] == "loss/train"]
    # Epoch 0 was logged at step 1, 1 at step 4 and 3 at step 9; each holds until the next.
    assert [(int(row["step"]), float(row["x"])) for row in rows] == [
        *[(step, 0.0) for step in (1, 2, 3)],
        *[(step, 1.0) for step in (4, 5, 6, 7, 8)],
        *[(step, 3.0) for step in (9, 10)],
    ]


def test_the_link_carries_all_charts_and_their_zooms(page: Page, show: Show) -> None:
    put(page, "learning rate", "right")
    page.get_by_role("button", name="Add chart").click()
    add_expression(page, "loss/train / 2")
    chart = Chart(page, "loss/train / 2")
    chart.wait_for_step(STEPS - 1)
    chart.drag((0.2, 0.5), (0.6, 0.5))
    x = chart.leave_range((0.0, 10.0))
    until(page, lambda: "'z'" in page.url)
    other = show(page.url[page.url.index("#") :])
    first = Chart(other, "loss/train · loss/test · learning rate")
    first.wait_for_step(STEPS - 1)
    Chart(other, "loss/train / 2").wait_for_range(x)
    first.point_at_x(4)
    until(other, lambda: values(first).get("learning rate") == (RATE[4], 4))


def test_a_saved_chart_is_kept_with_the_logs_loaded_overwritten_and_deleted(
    page: Page, logdir: Path, show: Show
) -> None:
    put(page, "learning rate", "right")
    page.get_by_role("button", name="Saved charts").click()
    page.get_by_role("textbox", name="Name").fill("mine")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Delete mine")).to_be_visible()
    sidecar = logdir / ".vdlite" / "annotations.jsonl"
    until(page, lambda: sidecar.exists() and '"loss/train"' in sidecar.read_text("utf-8"))

    other = show("#/composition")
    other.get_by_role("button", name="Saved charts").click()
    other.get_by_role("button", name="mine", exact=True).click()
    loaded = Chart(other, "mine")
    loaded.wait_for_step(STEPS - 1)
    loaded.point_at_x(4)
    until(other, lambda: set(values(loaded)) == {"loss/train", "loss/test", "learning rate"})

    put(other, "loss/test", "left")
    other.get_by_role("button", name="Saved charts").click()
    other.get_by_role("button", name="Overwrite mine").click()
    other.get_by_role("button", name="Save", exact=True).first.click()
    until(other, lambda: saved(sidecar) == [["loss/train"], ["`learning rate`", "R"]])
    other.get_by_role("button", name="Delete mine").click()
    other.get_by_role("button", name="Delete", exact=True).click()
    expect(other.get_by_text("No chart is saved yet.")).to_be_visible()


def saved(sidecar: Path) -> object:
    """The entries that the sidecar has last of a chart."""
    last = json.loads(sidecar.read_text("utf-8").splitlines()[-1])
    return last["value"]["e"] if isinstance(last.get("value"), dict) else None


def test_a_saved_chart_that_cannot_be_read_is_reported_and_left_alone(
    page: Page, server: Server
) -> None:
    page.request.post(
        f"{server.url.split('?')[0]}api/annotations",
        data={"charts": {"from the future": {"e": 7}}},
        headers={"Authorization": "Bearer a-token-for-tests"},
    )
    page.get_by_role("button", name="Saved charts").click()
    notice = page.get_by_text("from the future can't be read; it is left as it is")
    expect(notice).to_be_visible()
    expect(page.get_by_role("button", name="Delete from the future")).to_have_count(0)


def test_charts_are_renamed_duplicated_moved_and_deleted(page: Page) -> None:
    act(page, "loss/train · loss/test", "Duplicate")
    expect(page.locator("main article")).to_have_count(2)
    page.get_by_role("button", name="Actions on loss/train · loss/test").last.click()
    page.get_by_role("menuitem", name="Rename").click()
    expect(page.get_by_role("textbox", name="Title")).to_be_focused()
    page.keyboard.type("second")
    page.keyboard.press("Enter")
    until(page, lambda: titles(page) == ["loss/train · loss/test", "second"])
    page.get_by_role("button", name="Move second: drag it").press("ArrowLeft")
    until(page, lambda: titles(page) == ["second", "loss/train · loss/test"])
    page.get_by_role("button", name="Move second: drag it").hover()
    page.mouse.down()
    page.get_by_role("article", name="loss/train · loss/test").hover()
    page.mouse.up()
    until(page, lambda: titles(page) == ["loss/train · loss/test", "second"])
    act(page, "loss/train · loss/test", "Delete")
    act(page, "second", "Delete")
    expect(page.get_by_text("No chart", exact=True)).to_be_visible()
    until(page, lambda: page.url.endswith("charts=()"))
    page.reload()
    expect(page.get_by_text("No chart", exact=True)).to_be_visible()


def test_a_chart_may_have_runs_of_its_own(page: Page, logdir: Path) -> None:
    write_run(logdir / "b")
    expect(page.get_by_role("checkbox", name="Select b", exact=True)).to_be_visible()
    chart = Chart(page, "loss/train · loss/test")
    expect(chart.card).to_contain_text("4 lines")
    panel(page).get_by_text("Own choice").click()
    panel(page).get_by_role("checkbox", name="b", exact=True).uncheck()
    expect(chart.card).to_contain_text("2 lines")
    page.get_by_role("checkbox", name="Select a", exact=True).uncheck()
    expect(chart.card).to_contain_text("2 lines")


def test_a_chart_follows_a_growing_run(page: Page, logdir: Path) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss/train", 0.5, STEPS)
        writer.add_scalar("loss/test", 0.25, STEPS)
        writer.flush()
        Chart(page, "loss/train · loss/test").wait_for_step(STEPS)


def test_full_screen_lists_the_lines(page: Page) -> None:
    title = "loss/train · loss/test"
    chart = Chart(page, title)
    chart.plot.focus()
    page.keyboard.press("f")
    full = Chart(page, title, full=True)
    full.wait_for_step(STEPS - 1)
    expect(full.card.get_by_role("list", name="Lines").get_by_role("listitem")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name=title)).to_have_count(0)


def test_the_page_has_no_violation(logdir: Path, show: Show) -> None:
    write_run(logdir / "a")
    write_run(logdir / "b")
    page = show("#/composition")
    chart = Chart(page, "loss/train · loss/test")
    chart.wait_for_step(STEPS - 1)
    put(page, "learning rate", "right")
    add_expression(page, "loss/train + sin(lr)")
    expect(panel(page)).to_contain_text("No function sin")
    Chart(page, "loss/train · loss/test · learning rate").point_at((0.5, 0.5))
    assert violations(page) == []
    page.get_by_role("button", name="Saved charts").click()
    expect(page.get_by_role("textbox", name="Name")).to_be_visible()
    assert violations(page) == []
