"""Damaged logs, and such that are gone: the page says so, and shows all the rest."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show
from tests.browser.logs import write


def test_damage_is_listed_with_file_and_place_and_the_rest_is_drawn(
    logdir: Path, show: Show, tmp_path: Path
) -> None:
    write(logdir / "whole", {"loss": [1.0] * 3000})
    write(tmp_path / "broken", {"loss": [2.0] * 3000})
    [file] = (tmp_path / "broken").iterdir()
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 50] = bytes(50)
    file.write_bytes(content)
    # Only now: the server reads what it finds at once.
    (tmp_path / "broken").rename(logdir / "broken")

    page = show()

    Chart(page, "loss").wait_for_step(2999)
    broken = page.get_by_role("treeitem").filter(has_text="1 damaged place in its files")
    expect(broken.get_by_role("checkbox")).to_have_accessible_name("Select broken")
    page.get_by_role("button", name="Problems in the logs: 1").click()
    dialog = page.get_by_role("dialog", name="Problems in the logs")
    expect(dialog.get_by_role("listitem")).to_contain_text(f"broken/{file.name}")
    expect(dialog.get_by_role("listitem")).to_contain_text("bytes")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_logdir_that_is_gone_is_said_and_what_was_there_stays(
    logdir: Path, tmp_path: Path, show: Show
) -> None:
    write(logdir / "a", {"loss": [1.0, 2.0, 3.0]})
    page = show()
    chart = Chart(page, "loss")
    chart.wait_for_step(2)
    banner = page.get_by_role("alert")
    logdir.rename(tmp_path / "away")
    expect(banner).to_have_text(f"{logdir} is gone. What you see of it is what was last read.")
    expect(chart.plot).to_have_accessible_name("Chart of loss, 1 run")
    page.reload()
    expect(banner).to_be_visible()
    chart.wait_for_step(2)
    write(tmp_path / "away" / "b", {"loss": [1.0, 2.0, 3.0]})
    (tmp_path / "away").rename(logdir)
    expect(banner).to_have_count(0)
    expect(chart.plot).to_have_accessible_name("Chart of loss, 2 runs")
