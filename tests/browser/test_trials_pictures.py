"""The pictures of the trials: brushes are filters, and every picture shows the same trials."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.logs import write
from tests.browser.pointer import box_of, drag
from vdlite import LogWriter
from vdlite.format.outcome import Outcome

NUMBER = 40


def write_trials(logdir: Path) -> pd.DataFrame:
    """Log trials with known values; every seventh has no weight decay."""
    rng = np.random.default_rng(3)
    rows: list[dict[str, Any]] = []
    for i in range(NUMBER):
        row: dict[str, Any] = {
            "lr": float(10 ** rng.uniform(-5, -1)),
            "opt": str(rng.choice(["adam", "sgd", "rmsprop"])),
            "decay": float(rng.uniform(0, 1)),
        }
        if i % 7 == 0:
            del row["decay"]
        loss = abs(math.log10(row["lr"]) + 3) + 0.1 * (row["opt"] == "sgd") + rng.normal(0, 0.05)
        with LogWriter(logdir / f"trial-{i:02d}") as writer:
            writer.add_hparams(row, ["loss"])
            writer.add_scalar("loss", loss, 0)
        rows.append(row | {"loss": loss})
    return pd.DataFrame(rows)


@pytest.fixture
def trials(logdir: Path) -> pd.DataFrame:
    return write_trials(logdir)


def picture(page: Page, name: str) -> Locator:
    return page.get_by_role("article", name=name, exact=True)


def axis(page: Page, column: str) -> Locator:
    return page.get_by_role("application", name=re.compile(rf"^Filter of {re.escape(column)}:"))


def titles(page: Page) -> list[str]:
    buttons = picture(page, "Parallel coordinates").get_by_role(
        "button", name=re.compile("arrow keys move this axis$")
    )
    expect(buttons.first).to_be_visible()
    return [str(name).split(":")[0] for name in buttons.all_inner_texts()]


def limits(page: Page, column: str) -> tuple[float, float]:
    """The range that the filter of an axis lets through, as its name gives it."""
    expect(axis(page, column)).to_have_accessible_name(re.compile(r": \S+ to \S+\. "))
    name = axis(page, column).get_attribute("aria-label") or ""
    found = re.search(r": (\S+) to (\S+)\. ", name)
    assert found is not None, name
    return float(found[1]), float(found[2])


def within(column: pd.Series[float], low: float, high: float) -> pd.Series[bool]:
    """Which values lie in a range whose ends are rounded to five digits."""
    return column.between(low * (1 - 1e-5), high * (1 + 1e-5))


def expect_inside(page: Page, name: str, count: int) -> None:
    expect(picture(page, name).get_by_text(f"{count} of {NUMBER} trials")).to_be_visible()


def test_a_low_window_leaves_the_pictures_their_height(trials: pd.DataFrame, show: Show) -> None:
    page = show("#/trials", viewport={"width": 720, "height": 450})
    expect(axis(page, "lr")).to_be_visible()
    until(page, lambda: box_of(axis(page, "lr"))["height"] > 80)
    until(page, lambda: box_of(page.get_by_role("grid", name="Trials"))["height"] > 120)


def test_two_brushed_axes_leave_the_trials_that_pandas_finds(
    trials: pd.DataFrame, show: Show
) -> None:
    page = show("#/trials?pictures=parallel,scatter")
    drag(axis(page, "lr"), (0.5, 0.2), (0.5, 0.75))
    by_lr = within(trials["lr"], *limits(page, "lr"))
    expect_inside(page, "Parallel coordinates", by_lr.sum())
    drag(axis(page, "loss (last)"), (0.5, 0.4), (0.5, 0.99))
    both = by_lr & within(trials["loss"], *limits(page, "loss (last)"))
    assert 0 < both.sum() < by_lr.sum() < NUMBER
    for name in ("Parallel coordinates", "Scatter"):
        expect_inside(page, name, both.sum())


def test_a_brush_is_moved_from_within_and_cleared_by_a_click_beside_it(
    trials: pd.DataFrame, show: Show
) -> None:
    page = show("#/trials?pictures=parallel")
    strip = axis(page, "lr")
    drag(strip, (0.5, 0.1), (0.5, 0.4))
    low, high = limits(page, "lr")
    drag(strip, (0.5, 0.25), (0.5, 0.65))
    until(page, lambda: limits(page, "lr")[1] < high)
    new_low, new_high = limits(page, "lr")
    # On a logarithmic axis a range that was moved spans the same factor.
    assert math.log(new_high / new_low) == pytest.approx(math.log(high / low), rel=1e-3)
    inside = within(trials["lr"], new_low, new_high)
    expect_inside(page, "Parallel coordinates", inside.sum())
    strip.click(position={"x": 13, "y": 8})
    expect(strip).to_have_accessible_name(re.compile("all values"))


def test_categories_and_missing_values_are_chosen_by_clicks(
    trials: pd.DataFrame, show: Show
) -> None:
    page = show("#/trials?pictures=parallel")
    strip = axis(page, "opt")
    expect(strip).to_be_visible()
    # The lowest of three bands.
    strip.click(position={"x": 13, "y": box_of(strip)["height"] * 5 / 6})
    expect(strip).to_have_accessible_name(re.compile("Filter of opt: adam\\."))
    is_adam = trials["opt"] == "adam"
    expect_inside(page, "Parallel coordinates", is_adam.sum())
    page.get_by_role("button", name="decay, missing: 6").click()
    expect_inside(page, "Parallel coordinates", (is_adam & trials["decay"].isna()).sum())


def test_a_flipped_axis_has_its_small_values_on_top(trials: pd.DataFrame, show: Show) -> None:
    page = show("#/trials?pictures=parallel")
    page.get_by_role("button", name="Axis lr").click()
    page.get_by_role("menuitemradio", name="Flip").click()
    drag(axis(page, "lr"), (0.5, 0.5), (0.5, 0.001))
    low, high = limits(page, "lr")
    assert low == pytest.approx(trials["lr"].min(), rel=0.05)
    assert high == pytest.approx((trials["lr"].min() * trials["lr"].max()) ** 0.5, rel=0.05)


def test_arrow_keys_on_a_title_move_the_axis_and_the_link_keeps_it(
    trials: pd.DataFrame, show: Show
) -> None:
    page = show("#/trials?pictures=parallel")
    until(page, lambda: titles(page) == ["lr", "opt", "decay", "loss (last)"])
    page.get_by_role("button", name=re.compile("^lr: ")).press("ArrowRight")
    until(page, lambda: titles(page) == ["opt", "lr", "decay", "loss (last)"])
    page.keyboard.press("ArrowRight")  # the title kept the focus
    until(page, lambda: titles(page) == ["opt", "decay", "lr", "loss (last)"])
    page.wait_for_url(re.compile("axes=.*opt.*decay.*lr"))
    page.reload()
    until(page, lambda: titles(page) == ["opt", "decay", "lr", "loss (last)"])


def test_a_title_that_is_dragged_takes_its_axis_along(trials: pd.DataFrame, show: Show) -> None:
    page = show("#/trials?pictures=parallel")
    until(page, lambda: titles(page)[0] == "lr")
    page.get_by_role("button", name=re.compile("^lr: ")).hover()
    page.mouse.down()
    target = box_of(axis(page, "decay"))
    page.mouse.move(target["x"] + 13, target["y"], steps=8)
    page.mouse.up()
    until(page, lambda: titles(page) == ["opt", "decay", "lr", "loss (last)"])


def test_keys_set_and_clear_the_filter_of_an_axis(trials: pd.DataFrame, show: Show) -> None:
    page = show("#/trials?pictures=parallel")
    strip = axis(page, "decay")
    strip.press("Enter")
    low, high = trials["decay"].min(), trials["decay"].max()
    at = [low + share * (high - low) for share in (0.25, 0.75, 0.27, 0.77)]
    until(page, lambda: limits(page, "decay") == pytest.approx(tuple(at[:2]), abs=1e-4))
    strip.press("ArrowUp")
    until(page, lambda: limits(page, "decay") == pytest.approx(tuple(at[2:]), abs=1e-4))
    strip.press("Delete")
    expect(strip).to_have_accessible_name(re.compile("all values"))


def test_a_box_in_the_scatter_filters_both_columns(trials: pd.DataFrame, show: Show) -> None:
    page = show("#/trials?pictures=scatter,parallel&x=h:lr&y=m:last:loss")
    surface = page.get_by_role("application", name=re.compile("^loss .* against lr"))
    drag(surface, (0.3, 0.3), (0.8, 0.97))
    inside = within(trials["lr"], *limits(page, "lr"))
    inside &= within(trials["loss"], *limits(page, "loss (last)"))
    assert 0 < inside.sum() < NUMBER
    for name in ("Scatter", "Parallel coordinates"):
        expect_inside(page, name, inside.sum())


def test_the_trend_has_numpys_correlation_in_the_scales_as_drawn(
    trials: pd.DataFrame, show: Show
) -> None:
    page = show("#/trials?pictures=scatter&x=h:lr&y=m:last:loss")
    r = np.corrcoef(np.log10(trials["lr"]), trials["loss"])[0, 1]
    note = picture(page, "Scatter").get_by_text(re.compile("^r = "))
    expect(note).to_contain_text(f"n = {NUMBER}")
    shown = float(str(note.inner_text()).split("=")[1].split(",")[0])
    assert shown == pytest.approx(r, abs=1e-3)


def test_a_bar_of_the_importance_shows_its_hyperparameter_in_the_scatter(
    trials: pd.DataFrame, show: Show
) -> None:
    page = show("#/trials?pictures=scatter,importance&x=h:decay")
    bars = page.get_by_role("table", name="Importance of hyperparameters")
    expect(bars.get_by_role("row")).to_have_count(4, timeout=60_000)
    first = bars.get_by_role("row").nth(1)
    expect(first.get_by_role("rowheader")).to_contain_text("lr")  # loss is made of it
    first.get_by_role("button").click()
    expect(page.get_by_role("application", name=re.compile("^loss .* against lr"))).to_be_visible()


def test_importance_stands_on_trials_that_were_trained_to_their_end(
    logdir: Path, show: Show
) -> None:
    """Also: what is the same in all of them is no axis until it is asked for."""
    others: list[Outcome] = ["pruned", "pruned", "failed"]
    whole: list[Outcome] = ["finished" for _ in range(13)]
    for i, outcome in enumerate([*whole, *others]):
        writer = LogWriter(logdir / f"run{i}")
        writer.add_hparams({"lr": 0.01 * i, "batch": 32}, ["loss"])
        writer.add_scalar("loss", math.nan if i == 0 else float(i), 0)
        writer.close(outcome=outcome)
    page = show("#/overview")
    with page.expect_request("**/api/importance") as asked:
        page.goto(page.url.partition("#")[0] + "#/trials?pictures=parallel,importance")
    question = json.loads(asked.value.post_data or "")
    assert len(question["trials"]) == 13
    importance = picture(page, "Importance")
    expect(importance.get_by_text("over 12 trials")).to_be_visible(timeout=60_000)
    expect(
        importance.get_by_text(
            "Left out: 3 pruned or failed, and 1 without a finite value of the metric."
        )
    ).to_be_visible()
    assert titles(page) == ["lr", "loss (last)"]


def test_the_scatter_matrix_has_a_cell_for_each_pair_and_opens_one_in_the_scatter(
    trials: pd.DataFrame, show: Show
) -> None:
    page = show("#/trials?pictures=matrix,scatter")
    grid = page.get_by_role("application", name=re.compile("^loss .* against lr, opt, decay"))
    grid.press("ArrowRight")
    grid.press("ArrowRight")
    grid.press("Enter")
    expect(
        page.get_by_role("application", name=re.compile("^loss .* against opt:"))
    ).to_be_visible()


def test_a_trial_that_diverged_lies_beyond_the_range_of_the_curves_until_it_is_asked_for(
    logdir: Path, show: Show
) -> None:
    for name in ("a", "b", "c"):
        write(logdir / name, {"loss": [2.0, 1.0, 0.5, 0.5]})
    write(logdir / "diverged", {"loss": [2.0, 60.0, 1e9, float("nan")]})
    page = show("#/trials?pictures=curves")
    curves = picture(page, "Curves")
    curves.get_by_role("button", name="1 run beyond the range: show").click()
    expect(page).to_have_url(re.compile("curveReach=whole"))
    page.reload()
    curves.get_by_role("button", name="All values: back to most runs").click()
    expect(curves.get_by_role("button", name="1 run beyond the range: show")).to_be_visible()
