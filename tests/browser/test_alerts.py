"""Alerts in the page: the bell, the list, marks on curves, the page of a run, notices, and rules from charts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show, Start
from tests.browser.test_accessibility import violations
from tests.server.conftest import client_of, run_ids
from vdlite import LogWriter, Server
from vdlite.alerts.rule import USUAL
from vdlite.alerts.rule_file import RuleFile

NAN = float("nan")
NOTICES = """
window.notices = [];
window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (Notification.permission = "granted"); }
    constructor(title, {body}) { window.notices.push(`${title}: ${body}`); }
};
"""


@pytest.fixture
def writer(logdir: Path) -> Iterator[LogWriter]:
    with LogWriter(logdir / "a") as writer:
        for step in range(50):
            writer.add_scalar("loss", 1.0, step)
        yield writer


@pytest.fixture
def server(start: Start, writer: LogWriter) -> Server:
    """One whose rules have looked at what was there."""
    server = start(allow_edit=True, rules=RuleFile(USUAL))
    with client_of(server) as client:
        while client.get("api/alerts").json()["looked"] is None:
            pass
    return server


def bell(page: Page, count: int) -> None:
    name = f"Alerts: {count} not acknowledged" if count else "Alerts"
    expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def test_what_is_found_is_counted_listed_marked_and_acknowledged(
    show: Show, writer: LogWriter, server: Server
) -> None:
    page = show("#/scalars?smoothing=0")
    Chart(page, "loss").wait_for_step(49)
    bell(page, 0)
    writer.add_scalar("loss", NAN, 50)
    writer.alert("hot", "80 degrees", step=20)
    bell(page, 2)
    marks = page.get_by_role("list", name="Alerts").get_by_role("img")
    expect(marks).to_have_count(2)
    expect(marks.nth(1)).to_have_accessible_name("a: error at step 50: loss is NaN at step 50")

    page.get_by_role("button", name="Alerts: 2 not acknowledged").click()
    dialog = page.get_by_role("dialog", name="Alerts")
    items = dialog.get_by_role("list", name="Alerts", exact=True).get_by_role("listitem")
    expect(dialog.get_by_text("loss is NaN at step 50")).to_be_visible()
    expect(dialog.get_by_text("hot: 80 degrees")).to_be_visible()
    assert violations(page) == []
    dialog.get_by_role("button", name="Acknowledge", exact=True).first.click()
    expect(dialog.get_by_text("acknowledged", exact=True)).to_have_count(1)
    items.filter(has_text="NaN").get_by_role("button", name="Silence").click()
    page.get_by_role("menuitem", name="Send nothing of this rule in this run").click()
    silenced = dialog.get_by_role("list", name="Silenced")
    expect(silenced).to_contain_text("non-finite in a")
    silenced.get_by_role("button", name="Send again: non-finite in a").click()
    expect(silenced).to_have_count(0)
    dialog.get_by_role("button", name="Acknowledge all").click()
    expect(dialog.get_by_text("acknowledged", exact=True)).to_have_count(2)
    dialog.get_by_role("button", name="Close").click()
    bell(page, 0)
    with client_of(server) as client:
        run = run_ids(client)["a"]
    page.evaluate(f"location.hash = '#/run?run={run}'")
    expect(page.get_by_role("region", name="Alerts")).to_contain_text("loss is NaN at step 50")


def test_what_is_found_is_shown_on_the_desktop(show: Show, writer: LogWriter) -> None:
    page = show("#/scalars")
    page.add_init_script(NOTICES)
    page.reload()
    page.get_by_role("button", name="Alerts", exact=True).click()
    page.get_by_text("Notices on this desktop").click()
    expect(page.get_by_role("switch", name="Notices on this desktop")).to_be_checked()
    writer.add_scalar("loss", NAN, 50)
    page.wait_for_function("() => window.notices.length > 0")
    assert page.evaluate("window.notices") == ["non-finite: a: loss is NaN at step 50"]


def test_a_threshold_of_a_chart_is_a_rule(show: Show, writer: LogWriter, server: Server) -> None:
    page = show("#/scalars?smoothing=0")
    chart = Chart(page, "loss")
    chart.wait_for_step(49)
    chart.card.hover()
    chart.card.get_by_role("button", name="Set threshold").click()
    dialog = page.get_by_role("dialog", name="loss")
    dialog.get_by_label("Condition").select_option("Greater than")
    dialog.get_by_role("textbox", name="Value", exact=True).fill("5")
    dialog.get_by_label("Tell me when a value is in it").select_option("As an error")
    expect(dialog.get_by_text("whether a page is open or not")).to_be_visible()
    dialog.get_by_role("button", name="OK").click()
    expect(dialog).to_have_count(0)
    with client_of(server) as client:
        while "loss > 5" not in str(client.get("api/alerts").json()["rules"]):
            pass
    writer.add_scalar("loss", 9.0, 51)
    bell(page, 1)
    page.get_by_role("button", name="Alerts: 1 not acknowledged").click()
    expect(page.get_by_role("dialog", name="Alerts")).to_contain_text(
        "loss is 9 at step 51, above 5"
    )


def test_a_new_best_value_is_reported_where_somebody_asks_for_it(
    show: Show, writer: LogWriter, server: Server
) -> None:
    page = show("#/scalars?smoothing=0")
    chart = Chart(page, "loss")
    chart.wait_for_step(49)
    chart.card.hover()
    chart.card.get_by_role("button", name="Set threshold").click()
    dialog = page.get_by_role("dialog", name="loss")
    dialog.get_by_label("Tell me of a new best value").select_option("As information")
    dialog.get_by_role("button", name="OK").click()
    expect(dialog).to_have_count(0)
    with client_of(server) as client:
        while "loss best so far" not in str(client.get("api/alerts").json()["rules"]):
            pass
    writer.add_scalar("loss", 0.25, 51)
    bell(page, 1)
    chart.card.get_by_role("button", name="Set threshold").click()
    expect(dialog.get_by_label("Tell me of a new best value")).to_have_value("info")
    expect(dialog.get_by_text("can't be read")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(chart.card).not_to_contain_text("can't")
    page.get_by_role("button", name="Alerts: 1 not acknowledged").click()
    expect(page.get_by_role("dialog", name="Alerts")).to_contain_text(
        "loss is best so far at step 51: 0.25, before it was"
    )


def test_a_live_run_is_asked_to_stop_on_its_page(
    show: Show, writer: LogWriter, server: Server
) -> None:
    with client_of(server) as client:
        run = run_ids(client)["a"]
    page = show(f"#/run?run={run}")
    writer.add_scalar("loss", 1.0, 60)
    menu = page.get_by_role("main").get_by_role("button", name="Actions on a")
    menu.click()
    page.get_by_role("menuitem", name="Ask to stop").click()
    expect(page.get_by_text("asked to stop", exact=True)).to_be_visible()
    while not writer.should_stop():
        pass
    menu.click()
    page.get_by_role("menuitem", name="Ask no longer to stop").click()
    expect(page.get_by_text("asked to stop", exact=True)).to_have_count(0)
