"""Values in a range are highlighted: set, seen, kept, deleted, with and without --allow-edit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import Chart, until
from tests.browser.conftest import Show, Start
from tests.browser.logs import write
from tests.browser.navigate import open_view
from tests.browser.test_accessibility import violations
from tests.browser.watch import Watch
from vdlite import LogWriter, Server

RISING = [float(value) for value in range(1, 101)]

# Where the color of warnings is on a copy of the canvas, left of the labels of the bounds.
REDS = """canvas => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext("2d", {willReadFrequently: true});
    context.fillStyle = getComputedStyle(canvas).getPropertyValue("--danger");
    context.fillRect(0, 0, 1, 1);
    const wanted = context.getImageData(0, 0, 1, 1).data;
    context.clearRect(0, 0, 1, 1);
    context.drawImage(canvas, 0, 0);
    const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
    const heights = [];
    for (let y = 0; y < copy.height; y++) {
        for (let x = 0; x < copy.width * 0.85; x++) {
            const at = 4 * (y * copy.width + x);
            if ([0, 1, 2].every(i => Math.abs(pixels[at + i] - wanted[i]) < 3)) {
                heights.push(y / copy.height);
                break;
            }
        }
    }
    return heights;
}"""


@pytest.fixture
def server(start: Start) -> Server:
    return start(allow_edit=True)


@pytest.fixture
def page(logdir: Path, show: Show) -> Page:
    write(logdir / "a", {"loss": RISING, "other": RISING, "third": RISING})
    page = show("#/scalars?smoothing=0")
    Chart(page, "loss").wait_for_step(99)
    return page


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="loss")


def ask(page: Page, tag: str = "loss") -> Locator:
    """Open the dialog from a card's tools."""
    chart = Chart(page, tag)
    chart.card.hover()
    chart.tool("Set threshold").click()
    expect(dialog(page).get_by_role("textbox", name="Value", exact=True)).to_be_focused()
    return dialog(page)


def fill(form: Locator, first: str, join: str | None = None, second: str = "") -> None:
    """Type conditions such as `< 1.5`."""
    operators = {"<": "Less than", ">": "Greater than"}
    form.get_by_role("combobox").first.select_option(operators[first[0]])
    form.get_by_role("textbox", name="Value", exact=True).fill(first[1:])
    if join is not None:
        form.get_by_text(join, exact=True).click()
        form.get_by_role("combobox").nth(1).select_option(operators[second[0]])
        form.get_by_role("textbox", name="Second value").fill(second[1:])


def highlights(page: Page, tag: str, expected: str) -> None:
    expect(Chart(page, tag).drawing).to_have_attribute("data-highlights", expected)


def highlights_none(page: Page, tag: str) -> None:
    until(page, lambda: Chart(page, tag).drawing.get_attribute("data-highlights") is None)


def reds(page: Page, tag: str = "loss") -> list[float]:
    """Heights of red pixels, as shares of the canvas from its top."""
    return Chart(page, tag).card.locator("canvas").first.evaluate(REDS)


def kept(logdir: Path) -> dict[str, object]:
    sidecar = logdir / ".vdlite" / "annotations.jsonl"
    lines = sidecar.read_text("utf-8").splitlines() if sidecar.exists() else []
    edits = [json.loads(line) for line in lines]
    return {edit["name"]: edit["value"] for edit in edits if edit["about"] == "threshold"}


def test_values_below_a_threshold_are_red_and_it_says_which(page: Page, logdir: Path) -> None:
    assert reds(page) == []
    form = ask(page)
    fill(form, "<50.5")
    expect(form).to_contain_text("Highlighted: (-∞, 50.5)")
    page.keyboard.press("Enter")
    expect(form).to_have_count(0)
    highlights(page, "loss", "-Infinity to 50.5")
    expect(Chart(page, "loss").card).to_contain_text("(-∞, 50.5)")
    until(page, lambda: max(reds(page), default=0) > 0.75)
    assert min(reds(page)) > 0.4  # the upper half of the plot has none
    until(page, lambda: kept(logdir) == {"loss": {"less": 50.5}})


def test_the_tooltip_marks_what_is_within(page: Page) -> None:
    fill(ask(page), ">50")
    page.keyboard.press("Enter")
    chart = Chart(page, "loss")
    highlights(page, "loss", "50 to Infinity")
    chart.point_at_x(80)
    value = chart.tooltip.get_by_role("cell", name="within the threshold 81")
    expect(value).to_contain_text("!")
    expect(chart.tooltip).to_contain_text("Threshold (50, ∞)")
    chart.point_at_x(20)
    expect(chart.tooltip.get_by_role("cell", name="21", exact=True)).to_be_visible()
    expect(value).to_have_count(0)


def test_the_highlight_follows_log_axis_zoom_full_screen_and_new_points(
    page: Page, logdir: Path
) -> None:
    fill(ask(page), "<20", "Or", ">80")
    page.keyboard.press("Enter")
    chart = Chart(page, "loss")
    both = "-Infinity to 20, 80 to Infinity"
    highlights(page, "loss", both)
    until(page, lambda: len(reds(page)) > 0)
    gap = [share for share in reds(page) if 0.3 < share < 0.65]
    assert gap == []

    chart.card.hover()
    chart.tool("Log y axis").click()
    until(page, lambda: chart.y_range[0] > 0)
    highlights(page, "loss", both)
    # On a log axis what is below 20 takes more than half of the height.
    until(page, lambda: len([share for share in reds(page) if share > 0.5]) > 40)
    chart.tool("Log y axis").click()
    until(page, lambda: chart.y_range[0] <= 0)

    before = chart.x_range
    chart.drag((0.9, 0.5), (1, 0.5))
    chart.leave_range(before)
    highlights(page, "loss", both)
    chart.tool("Restore").click()

    chart.tool("Full screen").click()
    full = Chart(page, "loss", full=True)
    full.wait_for_step(99)
    expect(full.drawing).to_have_attribute("data-highlights", both)
    page.keyboard.press("Escape")

    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 300.0, 100)
    chart.wait_for_step(100)
    highlights(page, "loss", both)
    until(page, lambda: chart.y_range[1] >= 300)


def test_what_is_typed_stays_while_points_arrive(page: Page, logdir: Path) -> None:
    form = ask(page)
    fill(form, ">1", "And", "<7")
    form.get_by_role("switch", name="Also for other tags").check()
    form.get_by_role("checkbox", name="third").check()
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 5.0, 100)
        writer.add_scalar("another", 5.0, 100)
    Chart(page, "loss").wait_for_step(100)
    expect(form.get_by_role("checkbox", name="another")).to_be_visible()
    expect(form.get_by_role("checkbox", name="third")).to_be_checked()
    expect(form.get_by_role("textbox", name="Second value")).to_have_value("7")
    form.get_by_role("button", name="OK").click()
    highlights(page, "loss", "1 to 7")
    highlights(page, "third", "1 to 7")


def test_it_is_set_and_deleted_for_chosen_tags_and_survives_a_reload(
    page: Page, logdir: Path
) -> None:
    form = ask(page)
    fill(form, ">90")
    form.get_by_role("switch", name="Also for other tags").check()
    search = form.get_by_role("searchbox", name="Search tags")
    search.fill("/^(o|t)/")
    page.keyboard.press("Enter")  # ends nothing
    form.get_by_role("button", name="All shown").click()
    expect(form).to_contain_text("2 tags chosen")
    form.get_by_role("checkbox", name="third").uncheck()
    page.keyboard.press("Enter")
    for tag in ("loss", "other"):
        highlights(page, tag, "90 to Infinity")
    highlights_none(page, "third")
    until(page, lambda: set(kept(logdir)) == {"loss", "other"})

    page.reload()
    for tag in ("loss", "other"):
        highlights(page, tag, "90 to Infinity")

    Chart(page, "loss").card.get_by_role("button", name="Threshold (90, ∞): change it").click()
    form = dialog(page)
    expect(form.get_by_role("textbox", name="Value", exact=True)).to_have_value("90")
    form.get_by_role("button", name="Delete threshold…").click()
    form = page.get_by_role("dialog", name="Delete the threshold of loss?")
    form.get_by_role("button", name="Cancel").click()
    highlights(page, "loss", "90 to Infinity")

    Chart(page, "loss").card.get_by_role("button", name="Threshold (90, ∞): change it").click()
    dialog(page).get_by_role("button", name="Delete threshold…").click()
    form.get_by_role("switch", name="Also for other tags").check()
    expect(form.get_by_role("checkbox")).to_have_count(1)  # third has none
    form.get_by_role("checkbox", name="other").check()
    form.get_by_role("button", name="Delete", exact=True).click()
    expect(form).to_have_count(0)
    for tag in ("loss", "other"):
        highlights_none(page, tag)
    until(page, lambda: kept(logdir) == {"loss": None, "other": None})


def test_the_dialog_says_what_is_wrong(page: Page) -> None:
    form = ask(page)
    value = form.get_by_role("textbox", name="Value", exact=True)
    for text, problem in {
        "": "A number is needed",
        "1 5": "“1 5” is no number",
        "Infinity": "The number must be finite",
    }.items():
        value.fill(text)
        page.keyboard.press("Enter")
        expect(form.get_by_role("alert")).to_contain_text(problem)
        expect(value).to_be_focused()
    fill(form, "<1", "Or", "<2")
    expect(form.get_by_role("alert")).to_contain_text("different operators")
    fill(form, "<2", "Or", ">1")
    expect(form.get_by_role("alert")).to_contain_text("every value is meant otherwise")
    fill(form, "<1", "And", ">2")
    expect(form.get_by_role("alert")).to_contain_text("no value is meant otherwise")
    assert violations(page) == []
    form.get_by_text("None", exact=True).click()
    expect(form.get_by_role("alert")).to_have_count(0)
    form.get_by_role("button", name="OK").click()
    highlights(page, "loss", "-Infinity to 1")


def test_a_filled_search_takes_escape_for_itself(page: Page) -> None:
    form = ask(page)
    fill(form, "<1")
    form.get_by_role("switch", name="Also for other tags").check()
    form.get_by_role("searchbox").fill("x")
    page.keyboard.press("Escape")
    expect(form.get_by_role("searchbox")).to_have_value("")
    expect(form.get_by_role("textbox", name="Value", exact=True)).to_have_value("1")
    page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    expect(Chart(page, "loss").tool("Set threshold")).to_be_focused()


def test_the_dialog_gives_a_smoothing_only_of_curves_that_are_smoothed(
    logdir: Path, show: Show
) -> None:
    write(logdir / "a", {"long": RISING, "short": RISING[:24]})
    page = show("#/scalars")
    for tag, wanted in [("long", "smoothed by 0.6"), ("short", "not smoothed")]:
        Chart(page, tag).wait_for_step(99 if tag == "long" else 23)
        Chart(page, tag).tool("Set threshold").click()
        form = page.get_by_role("dialog", name=f"Threshold of {tag}")
        expect(form.get_by_text("as they are drawn")).to_contain_text(wanted)
        page.keyboard.press("Escape")
        expect(form).to_have_count(0)


def test_full_screen_stays_when_the_dialog_closes(page: Page) -> None:
    Chart(page, "loss").tool("Full screen").click()
    full = Chart(page, "loss", full=True)
    full.tool("Set threshold").click()
    form = page.get_by_role("dialog", name="Threshold of loss")
    expect(form.get_by_role("textbox", name="Value", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    full.tool("Set threshold").click()
    fill(form, ">70")
    page.keyboard.press("Enter")
    expect(full.drawing).to_have_attribute("data-highlights", "70 to Infinity")


def test_a_picture_shows_it(page: Page) -> None:
    fill(ask(page), "<50.5")
    page.keyboard.press("Enter")
    highlights(page, "loss", "-Infinity to 50.5")
    svg = Chart(page, "loss").export("SVG picture").read_text("utf-8")
    assert 'stroke-dasharray="5 4"' in svg  # of its end
    assert ">50.5</text>" in svg


def test_groups_show_it(page: Page) -> None:
    fill(ask(page), "<50.5")
    page.keyboard.press("Enter")
    highlights(page, "loss", "-Infinity to 50.5")
    open_view(page, "Compare", "Groups")
    highlights(page, "loss", "-Infinity to 50.5")


def test_a_threshold_that_can_not_be_read_is_reported_and_left_as_it_is(
    logdir: Path, page: Page, start: Start, show: Show
) -> None:
    line = {"v": 1, "walltime": 1.0, "about": "threshold", "name": "loss"}
    broken = {"less": 1, "unless": "warmup"}
    (logdir / ".vdlite").mkdir(exist_ok=True)
    with (logdir / ".vdlite" / "annotations.jsonl").open("a", encoding="utf-8") as sidecar:
        sidecar.write(json.dumps(line | {"value": broken}) + "\n")
    note = Chart(page, "loss").card.get_by_role("button", name="Threshold not readable")
    note.click()
    form = dialog(page)
    expect(form).to_contain_text('{"less":1,"unless":"warmup"}')
    form.get_by_role("button", name="Cancel").click()
    expect(form).to_have_count(0)
    highlights_none(page, "loss")
    assert kept(logdir) == {"loss": broken}


def test_a_server_that_can_not_write_says_so_and_the_dialog_stays(
    page: Page, logdir: Path, watch: Watch
) -> None:
    (logdir / ".vdlite").write_text("something else")
    watch.expect("507")
    form = ask(page)
    fill(form, "<50")
    page.keyboard.press("Enter")
    expect(form.get_by_role("alert")).to_contain_text("Not kept")
    expect(form.get_by_role("textbox", name="Value", exact=True)).to_have_value("50")
    highlights_none(page, "loss")


def test_dialogs_cards_and_tooltip_have_no_violation(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": RISING, "other": RISING})
    page = show("#/scalars")
    Chart(page, "loss").wait_for_step(99)
    form = ask(page)
    fill(form, "<20", "Or", ">80")
    form.get_by_role("switch", name="Also for other tags").check()
    form.get_by_role("checkbox", name="other").check()
    assert violations(page) == []
    form.get_by_role("button", name="OK").click()
    highlights(page, "other", "-Infinity to 20, 80 to Infinity")
    Chart(page, "loss").point_at_x(95)
    Chart(page, "loss").tooltip_rows()
    assert violations(page) == []
    Chart(page, "loss").card.get_by_role("button", name="change it").click()
    dialog(page).get_by_role("button", name="Delete threshold…").click()
    dialog(page).get_by_role("switch").check()
    assert violations(page) == []


class TestWithoutAllowEdit:
    """The browser keeps what the server does not."""

    @pytest.fixture
    def server(self, start: Start) -> Server:
        return start()

    def test_it_is_kept_by_this_browser_and_deleted_there(self, page: Page, logdir: Path) -> None:
        form = ask(page)
        expect(form).to_contain_text("Kept in this browser only")
        fill(form, "<50")
        page.keyboard.press("Enter")
        highlights(page, "loss", "-Infinity to 50")
        page.reload()
        highlights(page, "loss", "-Infinity to 50")
        assert not (logdir / ".vdlite").exists()
        form = ask(page)
        form.get_by_role("button", name="Delete threshold…").click()
        form.get_by_role("button", name="Delete", exact=True).click()
        highlights_none(page, "loss")
        page.reload()
        Chart(page, "loss").wait_for_step(99)
        highlights_none(page, "loss")
