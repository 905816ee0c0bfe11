"""The baseline: chosen in the menu of a run, seen at it, and what all others are shown as a difference to."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Show, Start
from tests.browser.logs import write
from vdlite import LogReader, LogWriter, Server
from vdlite.annotations import Edit, Sidecar


def write_run(logdir: Path, name: str, **last: float) -> None:
    """A run whose scalars end at these values, one hyperparameter of which is its folder."""
    with LogWriter(logdir / name) as writer:
        writer.add_hparams({"opt": name.split("/")[0]}, list(last))
        for tag, value in last.items():
            writer.add_scalar(tag, 1.0, 0)
            writer.add_scalar(tag, value, 1)


def cells(page: Page, name: str) -> Locator:
    """The cells of a run in the table of runs."""
    table = page.get_by_role("table", name="Runs")
    return table.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))


def choose(page: Page, name: str, action: str) -> None:
    cells(page, name).hover()
    cells(page, name).get_by_role("button", name=f"Actions on {name}").click()
    page.get_by_role("menuitem", name=action, exact=True).click()


def test_others_are_shown_as_differences_once_a_run_is_chosen(
    logdir: Path, start: Start, show: Show
) -> None:
    write_run(logdir, "base", loss=0.25, value=0.0)
    write_run(logdir, "less", loss=0.2, value=3.0)
    write_run(logdir, "lost", loss=float("nan"), value=0.0)
    server = start(allow_edit=True)
    page = show(server.url)
    expect(cells(page, "less")).to_contain_text("0.2000")
    expect(page.get_by_text("Baseline")).to_have_count(0)
    expect(cells(page, "less")).not_to_contain_text("−0.05")

    choose(page, "base", "Use as baseline")
    expect(page.get_by_text("Baseline: base")).to_be_visible()
    expect(cells(page, "base").get_by_role("img", name="Baseline")).to_be_visible()
    less = cells(page, "less")
    expect(less.get_by_text("−0.05 (−20 %)")).to_contain_class("better")
    # Of zero there is no share, and nobody says what is better of a value.
    expect(less.get_by_text("+3", exact=True)).to_contain_class("text-muted")
    expect(cells(page, "lost")).to_contain_text("NaN")
    expect(cells(page, "lost").get_by_text("%")).to_have_count(0)
    assert LogReader(logdir).baseline == ["base"]

    # Somebody else, on the page of a run.
    run_page = show(server.url)
    cells(run_page, "less").get_by_role("link", name="less", exact=True).click()
    metrics = run_page.get_by_role("table", name="Metrics")
    expect(metrics.get_by_text("−0.05 (−20 %)")).to_be_visible()

    page.get_by_role("button", name="No baseline any more").click()
    expect(metrics.get_by_text("−0.05 (−20 %)")).to_have_count(0)
    expect(page.get_by_text("Baseline: base")).to_have_count(0)
    assert LogReader(logdir).baseline == []


def test_groups_have_an_interval_or_say_how_few_they_are(
    logdir: Path, server: Server, show: Show
) -> None:
    for opt, values in {
        "sgd": [0.30, 0.31, 0.32],
        "adam": [0.20, 0.21, 0.22],
        "lion": [0.25, 0.26],
    }.items():
        for seed, value in enumerate(values):
            write_run(logdir, f"{opt}/{seed}", loss=value)
    marks = [Edit("run", f"sgd/{seed}", True, "baseline") for seed in range(3)]
    Sidecar(logdir).append(marks)
    page = show("#/trials?group=h:opt")
    expect(page.get_by_text("Baseline: mean of 3 runs")).to_be_visible()
    grid = page.get_by_role("grid", name="Trials")

    def group(name: str) -> Locator:
        return grid.get_by_role("row").filter(has=page.get_by_role("button", name=f"opt = {name}"))

    # scipy.stats.ttest_ind([.2, .21, .22], [.3, .31, .32], equal_var=False).confidence_interval()
    interval = group("adam").get_by_text("−0.1 [−0.12, −0.077]")
    expect(interval).to_contain_class("better")
    few = group("lion").get_by_text("−0.055 (−18 %) · 2 against 3")
    expect(few).to_contain_class("text-muted")
    expect(group("sgd").get_by_role("img", name="Baseline")).to_be_visible()
    expect(group("sgd").get_by_text("against")).to_have_count(0)


def test_curves_are_differences_where_the_baseline_has_points(
    logdir: Path, start: Start, show: Show
) -> None:
    write(logdir / "base", {"loss": [2.0, 2.0, 2.0], "only/base": [1.0, 1.0]})
    write(logdir / "long", {"loss": [3.0, 3.0, 3.0, 7.0], "only/long": [1.0, 1.0]})
    server = start(allow_edit=True)
    page = show(server.url + "#/scalars")
    card = page.get_by_role("article", name="loss", exact=True)
    expect(card).to_contain_text("7 points")
    flag = page.get_by_role("button", name="Difference to the baseline")
    expect(flag).to_have_count(0)

    Sidecar(logdir).append([Edit("run", "base", True, "baseline")])
    flag.click()
    expect(card.get_by_text("minus the baseline, base")).to_be_visible()
    expect(card).to_contain_text("6 points")
    other = page.get_by_role("article", name="only/long", exact=True)
    expect(other).to_contain_text("No point has a step at which the whole baseline has a value")

    flag.click()
    expect(card).to_contain_text("7 points")
    expect(card.get_by_text("minus the baseline")).to_have_count(0)


def test_without_edits_the_browser_keeps_it(logdir: Path, server: Server, show: Show) -> None:
    write_run(logdir, "base", loss=0.25)
    write_run(logdir, "more", loss=0.5)
    page = show("")
    choose(page, "base", "Use as baseline")
    expect(cells(page, "more").get_by_text("+0.25 (+100 %)")).to_be_visible()
    page.reload()
    expect(cells(page, "more").get_by_text("+0.25 (+100 %)")).to_be_visible()
    choose(page, "more", "Add to the baseline")
    expect(page.get_by_text("Baseline: mean of 2 runs")).to_be_visible()
    choose(page, "more", "Take out of the baseline")
    expect(page.get_by_text("Baseline: base")).to_be_visible()
    assert not (logdir / ".vdlite").exists()
