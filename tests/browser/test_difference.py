"""Two runs side by side: what they were given, how they went, what they ran in."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.logs import START
from tests.browser.test_accessibility import violations
from vdlite import LogWriter
from vdlite.kinds.environment import Environment
from vdlite.kinds.numbers.packing import pack

CODE = "diff --git a/train.py b/train.py\n-lr = 0.1\n+lr = {lr}\n"


def log_run(folder: Path, lr: float, opt: str, environment: Environment | None = None) -> None:
    with LogWriter(folder) as writer:
        writer.add_hparams({"lr": lr, "opt": opt, "epochs": 3}, ["loss"])
        writer.add_lineage(loss="mse")
        for step in range(3):
            writer.add_scalar("loss", lr * (3 - step), step, START + step)
        if environment is not None:
            fields = {name: getattr(environment, name) for name in environment.__slots__}
            writer.add_record("environment", "environment", pack(fields))


ENVIRONMENT = Environment(
    {"host": "one", "git_commit": "a" * 40, "python": "3.12"},
    {"numpy": "2.0", "torch": "2.1"},
    CODE.format(lr=0.2),
    False,
)


def lines(page: Page) -> dict[str, list[str]]:
    """Of each line that is shown its cells, by name; all at one moment."""
    rows = page.locator("tbody tr:not(.title)").evaluate_all(
        """rows => rows.map(row => [
            row.querySelector("th").innerText,
            [...row.querySelectorAll("td")].map(cell => cell.innerText),
        ])"""
    )
    return dict(rows)


def expect_lines(page: Page, expected: dict[str, list[str]]) -> None:
    until(page, lambda: lines(page) == expected)


def test_only_what_differs_is_shown_until_all_is_asked_for(logdir: Path, show: Show) -> None:
    log_run(logdir / "a", 0.1, "sgd")
    log_run(logdir / "b", 0.2, "sgd")
    page = show("#/difference")
    page.get_by_label("First run").select_option("a")
    expect(page.get_by_role("columnheader", name="b")).to_be_visible()
    both = ["0.1", "0.2", "+0.1 (+100 %)"]
    expect_lines(page, {"lr": both, "loss": both})
    expect(page.get_by_text("2 equal lines not shown")).to_be_visible()
    page.get_by_role("switch", name="Only what differs").click()
    until(page, lambda: lines(page).get("opt") == ["sgd", "sgd", ""])
    page.get_by_label("Search names").fill("epo")
    expect_lines(page, {"epochs": ["3", "3", ""]})
    page.get_by_role("button", name="Swap the runs").click()
    page.get_by_label("Search names").fill("lr")
    until(page, lambda: lines(page).get("lr") == ["0.2", "0.1", "−0.1 (−50 %)"])
    expect(page).to_have_url(re.compile("[?&]b="))
    page.reload()  # the link carries it
    expect(page.get_by_label("First run").locator("option:checked")).to_have_text("b")
    expect(page.get_by_text("Neither run recorded its environment.")).to_be_visible()


def test_packages_and_code_are_compared(logdir: Path, show: Show) -> None:
    other = replace(ENVIRONMENT, packages={"numpy": "2.1", "jax": "0.4"}, diff=CODE.format(lr=0.3))
    log_run(logdir / "a", 0.1, "sgd", ENVIRONMENT)
    log_run(logdir / "b", 0.1, "sgd", other)
    page = show("#/difference")
    page.get_by_label("First run").select_option("a")
    expect(page.get_by_role("row", name="numpy 2.0 2.1")).to_be_visible()
    packages = {"jax": ["–", "0.4", ""], "numpy": ["2.0", "2.1", ""], "torch": ["2.1", "–", ""]}
    expect_lines(page, packages)
    code = page.get_by_role("region", name="Code")
    expect(code.locator(".old")).to_have_text("−+lr = 0.2")
    expect(code.locator(".new")).to_have_text("++lr = 0.3")
    assert violations(page) == []


def test_of_different_commits_each_shows_its_own_changes(logdir: Path, show: Show) -> None:
    fields = {**ENVIRONMENT.fields, "git_commit": "b" * 40}
    log_run(logdir / "a", 0.1, "sgd", ENVIRONMENT)
    log_run(logdir / "b", 0.1, "sgd", replace(ENVIRONMENT, fields=fields, diff=""))
    page = show("#/difference")
    page.get_by_label("First run").select_option("a")
    expect(page.get_by_text("The commits differ.")).to_be_visible()
    code = page.get_by_role("region", name="Code")
    expect(code).to_have_count(2)
    expect(code.first.locator(".new")).to_have_text("+lr = 0.2")
    expect(code.last).to_have_text("No uncommitted changes.")


def test_two_trials_of_one_run_are_compared(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "sweep") as writer:
        for number in range(2):
            writer.add_hparams({"lr": number}, ["loss"], walltime=START + 10 * number)
            writer.add_scalar("loss", 5.0 + number, 0, START + 10 * number + 1)
    page = show("#/difference")
    expect(page.get_by_role("columnheader", name="sweep #2")).to_be_visible()
    expect_lines(page, {"lr": ["0", "1", "+1"], "loss": ["5", "6", "+1 (+20 %)"]})


def test_one_run_alone_says_what_is_missing(logdir: Path, show: Show) -> None:
    log_run(logdir / "a", 0.1, "sgd")
    page = show("#/difference")
    expect(page.get_by_text("Two runs are needed")).to_be_visible()


def test_a_recorded_environment_is_shown(logdir: Path, show: Show) -> None:
    for name in ("a", "b"):
        with LogWriter(logdir / name) as writer:
            writer.add_scalar("loss", 1.0)
            writer.add_environment()
    page = show("#/difference")
    page.get_by_role("switch", name="Only what differs").click()
    expect(page.get_by_role("rowheader", name="python", exact=True)).to_be_visible()
    expect(page.get_by_role("rowheader", name="numpy", exact=True).last).to_be_visible()


def test_the_best_runs_are_compared_first_and_more_can_be_added(logdir: Path, show: Show) -> None:
    """Of the newest the loss is NaN: it is the last one to be offered."""
    for name, last in {"c": 0.3, "b": 0.1, "a": 0.2, "nan": float("nan")}.items():
        with LogWriter(logdir / name) as writer:
            writer.add_scalar("loss", last, 0)
    page = show("#/difference")
    expect_lines(page, {"loss": ["0.1", "0.2", "+0.1 (+100 %)"]})
    page.get_by_role("button", name="Add a run").click()
    page.get_by_role("button", name="Add a run").click()
    expect(page.get_by_role("columnheader")).to_have_text(["Name", "b", "a", "c", "nan"])
    until(page, lambda: lines(page)["loss"][2].startswith("0.3"))
    expect(page.get_by_title("Not finite")).to_have_text("NaN")
    assert violations(page) == []
    page.get_by_role("button", name="Remove c").click()
    expect(page.get_by_role("columnheader")).to_have_text(["Name", "b", "a", "nan"])
