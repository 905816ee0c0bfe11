"""The dialog that tests the difference of two groups."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Show
from vdlite import LogWriter


def test_two_groups_are_compared_by_what_both_have(logdir: Path, show: Show) -> None:
    for number in range(4):
        with LogWriter(logdir / f"study/trial-{number}") as writer:
            writer.add_hparams({"opt": "adam"}, ["value"])
            writer.add_scalar("value", number, 0)
    for number in range(8):
        with LogWriter(logdir / f"sweep/{number}") as writer:
            writer.add_hparams({"opt": ["adam", "sgd"][number % 2], "seed": number // 2}, ["loss"])
            writer.add_scalar("loss", number % 2 + number / 10, 0)
            writer.add_scalar("long/" + "x" * 300, 0.0, 0)
    page = show("#/groups?by=h:opt&run-search=sweep")
    page.get_by_role("button", name="Compare groups", exact=True).click()
    dialog = page.get_by_role("dialog", name="Compare two groups")
    metric = dialog.get_by_label("Metric")
    expect(metric).to_have_value("loss")
    # 1.1 + 1.3 + 1.5 + 1.7 less 0 + 0.2 + 0.4 + 0.6, of four.
    expect(dialog.locator("[data-test=difference] strong")).to_have_text("1.1")
    expect(dialog.get_by_text("4 pairs").first).to_be_visible()
    ends = "box => box.getBoundingClientRect().right"
    assert metric.evaluate(ends) <= dialog.evaluate(ends)
