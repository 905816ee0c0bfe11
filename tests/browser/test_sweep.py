"""What a new user does with a real sweep: what matters, which is best, how it went, is it better."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Locator, Page, expect
from scipy import stats

from demos.sweep_digits import sweep
from tests.browser.chart import Chart
from tests.browser.conftest import Show
from tests.browser.navigate import open_view
from tests.browser.pointer import box_of, drag, point_at
from vdlite import LogReader

TRIALS = 24
METRIC = "accuracy/test"


@pytest.fixture(scope="session")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The logs of a sweep of real trainings: made once, and only read."""
    folder = tmp_path_factory.mktemp("sweep")
    sweep(str(folder), TRIALS)
    return folder


@pytest.fixture
def logdir(swept: Path) -> Path:
    return swept


@pytest.fixture
def frame(swept: Path) -> pd.DataFrame:
    """Of each run what it was given, and the last value of the metric, as LogReader reads them."""
    reader = LogReader(swept)
    rows = {
        trial.run: {**trial.hparams, METRIC: reader.scalars(trial.run, METRIC).values[-1]}
        for trial in reader.trials()
    }
    return pd.DataFrame.from_dict(rows, orient="index")


def picture(page: Page, name: str) -> Locator:
    return page.get_by_role("article", name=name, exact=True)


def starred(page: Page) -> Locator:
    return page.locator("[data-place]").filter(has=page.get_by_role("img", name=f"Best {METRIC}"))


def test_three_clicks_tell_what_matters_which_is_best_and_how_it_went(
    frame: pd.DataFrame, show: Show
) -> None:
    page = show()
    open_view(page, "Compare", "Trials")

    answer = page.evaluate(
        """async (metric) => {
          const answer = await fetch("api/importance", {
            method: "POST",
            headers: { "Content-Type": "application/json", Accept: "application/json" },
            body: JSON.stringify({ metric }),
          });
          return answer.json();
        }""",
        {"tag": METRIC, "take": "last"},
    )
    most = max(answer["hparams"], key=lambda hparam: hparam["importance"] or 0)
    first = picture(page, "Importance").get_by_role("row").nth(1)
    expect(first.get_by_role("button")).to_have_text(most["name"], timeout=60_000)

    best = frame[METRIC].idxmax()
    expect(starred(page)).to_contain_text(str(best))

    starred(page).get_by_role("button").first.click()
    detail = page.get_by_role("region", name=re.compile(re.escape(str(best))))
    expect(detail.get_by_role("application", name=METRIC)).to_be_visible()
    page.get_by_role("button", name="Curves").click()
    curves = picture(page, "Curves").get_by_role("application")
    expect(curves).to_have_accessible_name(f"Curves of {METRIC}, {TRIALS} runs")


def test_a_hyperparameter_of_the_importance_opens_the_scatter(show: Show) -> None:
    page = show("#/trials")
    expect(picture(page, "Scatter")).to_have_count(0)
    picture(page, "Importance").get_by_role("button", name=re.compile("^lr")).click(timeout=60_000)
    scatter = picture(page, "Scatter")
    expect(scatter.get_by_role("application")).to_have_accessible_name(
        re.compile(rf"^{METRIC} \(last\) against lr: {TRIALS} trials")
    )
    expect(scatter).to_be_in_viewport()


def test_brushed_trials_are_those_that_the_scalars_show(frame: pd.DataFrame, show: Show) -> None:
    page = show("#/trials?pictures=parallel")
    strip = page.get_by_role("application", name=re.compile(r"^Filter of lr:"))
    before = point_at(strip, (0.5, 0.2))
    drag(strip, (0.5, 0.2), (0.5, 0.7))
    assert box_of(strip) == before  # nothing moved under the pointer
    expect(strip).to_have_accessible_name(re.compile(r": \S+ to \S+\. "))
    found = re.search(r": (\S+) to (\S+)\. ", strip.get_attribute("aria-label") or "")
    assert found is not None
    low, high = float(found[1]) * (1 - 1e-5), float(found[2]) * (1 + 1e-5)
    inside = frame[frame["lr"].between(low, high)]
    assert 0 < len(inside) < TRIALS
    expect(page.get_by_text(f"{len(inside)} of {TRIALS} trials").first).to_be_visible()

    page.get_by_role("button", name="Select only these runs").click()
    open_view(page, "Charts", "Scalars")
    chart = Chart(page, METRIC)
    chart.wait_for_step(11)
    exported = pd.read_csv(chart.export("CSV of all points"))
    last = exported.sort_values("step").groupby("run")["value"].last()
    pd.testing.assert_series_equal(last, inside[METRIC].sort_index(), check_names=False)


def test_a_group_is_the_mean_and_the_t_interval_of_its_runs(swept: Path, show: Show) -> None:
    page = show("#/groups?by=h:optimizer&band=t")
    chart = Chart(page, METRIC)
    chart.wait_for_step(11)
    reader = LogReader(swept)
    optimizers = {trial.run: trial.hparams["optimizer"] for trial in reader.trials()}
    points = reader.dataframe(tag=METRIC)
    points["optimizer"] = points["run"].map(optimizers)
    chart.point_at((0.6, 0.5))
    table = page.get_by_role("table").filter(has=page.get_by_text("Confidence interval (t)"))
    expect(table).to_be_visible()
    step = int((re.search(r"Step (\d+)", table.inner_text()) or [0, "0"])[1])
    values = points[points["step"] == step].groupby("optimizer")["value"]
    shown = {}
    for row in table.locator("tbody tr").all():
        label, mean, interval, count = (
            cell.inner_text().strip() for cell in row.get_by_role("cell").all()
        )
        shown[label.removeprefix("optimizer = ")] = (mean, interval, int(count))
    assert set(shown) == set(values.groups)
    for optimizer, (mean, interval, count) in shown.items():
        group = values.get_group(optimizer)
        assert count == len(group)
        assert float(mean) == pytest.approx(group.mean(), rel=1e-3)
        low, high = (float(end) for end in interval.split(" to "))
        wanted = stats.t.interval(0.95, len(group) - 1, group.mean(), stats.sem(group))
        assert (low, high) == pytest.approx(wanted, rel=1e-3)


def test_a_paired_comparison_is_that_of_scipy(frame: pd.DataFrame, show: Show) -> None:
    means = frame.groupby(["optimizer", "seed"])[METRIC].mean().unstack()
    a, b = means.index[:2]
    page = show("#/groups?by=h:optimizer")
    Chart(page, METRIC).wait_for_step(11)
    page.get_by_role("button", name="Compare groups", exact=True).click()
    dialog = page.get_by_role("dialog", name="Compare two groups")
    dialog.get_by_label("Group 1").select_option(label=f"optimizer = {a}")
    dialog.get_by_label("Group 2").select_option(label=f"optimizer = {b}")
    dialog.get_by_label("Metric").select_option(label=METRIC)
    dialog.get_by_label("Pairs").select_option(label="Equal in seed")
    wanted = stats.ttest_rel(means.loc[b], means.loc[a])
    expect(dialog.get_by_text("3 pairs").first).to_be_visible()
    shown = dialog.locator("[data-test=difference] strong")
    difference = float(np.mean(means.loc[b] - means.loc[a]))
    expect(shown).to_have_text(re.compile(r"^[-−]?[\d.e-]+$"))
    assert float(shown.inner_text().replace("−", "-")) == pytest.approx(difference, rel=2e-3)
    p = dialog.locator("dt", has_text="p (t test)").locator("+ dd").inner_text()
    assert float(p.split()[0]) == pytest.approx(wanted.pvalue, rel=2e-3)
