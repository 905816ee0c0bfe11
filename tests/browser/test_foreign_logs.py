"""Logs of other tools are shown as our own, live."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show
from tests.browser.logs import write
from tests.foreign.event_files import event, log, message, plugin, scalar

GOLDEN = Path(__file__).parents[1] / "foreign" / "golden"


def test_runs_of_every_tool_are_compared_and_grow(logdir: Path, show: Show) -> None:
    write(logdir / "ours", {"train/loss": [4.0, 3.0]})
    shutil.copytree(GOLDEN / "visualdl", logdir / "visualdl")
    shutil.copytree(GOLDEN / "wandb", logdir / "wandb")
    odd = message(1, "x") + message(8, b"\x08\x07" + message(8, "?")) + plugin("odd")
    frames = [event(scalar("train/loss", 2.0 - step), step=step) for step in range(2)]
    path = log(logdir / "tensorboard", *frames, event(odd))
    page = show("#/scalars")
    page.get_by_placeholder("Search tags, or /regex/").fill("train/loss")
    expect(Chart(page, "train/loss").card).to_contain_text("4 runs")
    page.get_by_role("link", name="tensorboard").first.click()
    about = page.get_by_role("region", name="About")
    expect(about).to_contain_text("Written by")
    expect(about).to_contain_text("TensorBoard")
    expect(about).to_contain_text("odd (1)")
    loss = page.get_by_role("region", name="Metrics").get_by_role("row", name="train/loss")
    expect(loss).to_contain_text("2")
    with open(path, "ab") as file:
        file.write(event(scalar("train/loss", -7.25), step=2))
    expect(loss).to_contain_text("-7.25")
