"""Everything of one run is on one page."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.logs import START, write
from vdlite import LogWriter
from vdlite.console.keeper import Keeper
from vdlite.writer.life.console_records import ConsoleRecords
from vdlite.writer.life.run_writer import recorder_of


def open_run(show: Show, name: str) -> Page:
    page = show("")
    page.get_by_role("rowheader").get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("region", name=f"Run {name}")).to_be_visible()
    return page


def test_an_address_may_name_a_run_as_commands_do(logdir: Path, show: Show) -> None:
    names = ("lr=0.1/a", "lr=0.1/b")
    for name in names:
        with LogWriter(logdir / name) as writer:
            writer.add_scalar("loss", 1.0, 0)
            writer.add_scalar("system/cpu/percent", 50.0, 0)
            keeper = Keeper(ConsoleRecords(recorder_of(writer)))
            keeper.feed(1, b"printed\n", START)
            keeper.finish(START)
    for name in names:
        page = show(f"#/run?run={name}")
        expect(page.get_by_role("region", name=f"Run {name}")).to_be_visible()
        page = show(f"#/console?run={name}")
        expect(page.get_by_role("list", name=f"Console of {name}")).to_be_visible()
        page = show(f"#/system?run={name}")
        short = name.rpartition("/")[2]
        expect(page.get_by_role("main").get_by_role("link", name=short, exact=True)).to_be_visible()


def test_a_run_with_much_is_reported_on_one_page(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "run") as writer:
        writer.add_hparams({"lr": 0.125, "opt": "adam"}, ["loss"])
        for step, loss in enumerate([3.0, 1.5, float("nan")]):
            writer.add_scalar("loss", loss, step)
        writer.add_image("sample", np.zeros((8, 8), np.uint8), 7)
        writer.add_text("notes", "hello from step 7", 7)
        writer.add_histogram("weights", np.arange(10.0), 7)
    page = open_run(show, "run")
    loss = page.get_by_role("region", name="Metrics").get_by_role("row", name="loss")
    expect(loss.get_by_role("cell")).to_contain_text(["NaN", "", "1.5", "3", "3", "1"])
    expect(page.get_by_role("region", name="Hyperparameters")).to_contain_text("0.125")
    newest = page.get_by_role("region", name="Newest of each kind")
    expect(newest.get_by_role("img", name="sample, run, step 7")).to_be_visible()
    expect(newest).to_contain_text("hello from step 7")
    expect(page.get_by_role("region", name="Files").get_by_role("rowheader")).to_have_text(
        Path(writer.file_name).name
    )
    newest.get_by_role("link", name="weights").click()
    expect(page).to_have_url(re.compile("#/histograms"))


def test_the_tables_have_room_beside_the_list_of_runs(logdir: Path, show: Show) -> None:
    tags = ["loss/train", "a_group_of_scalars/with_a_rather_long_name_of_its_own/accuracy"]
    write(logdir / "run", {tag: [-1.23456e-6, 2.34567e-6, 1.23456e-6] for tag in tags})
    page = show("#/run?run=run", viewport={"width": 1300, "height": 900})
    expect(page.get_by_role("complementary", name="Runs")).to_be_visible()
    for name, last in (("Metrics", "Points"), ("Files", "State")):
        table = page.get_by_role("region", name=name).get_by_role("group", name=name)
        expect(table.get_by_role("columnheader", name=last)).to_be_visible()
        until(page, lambda table=table: table.evaluate("box => box.scrollWidth <= box.clientWidth"))


def test_neighbors_notes_and_the_way_to_its_curves(logdir: Path, show: Show) -> None:
    for i, name in enumerate(("first", "second")):
        write(logdir / name, {"loss": [2.0, 1.0]}, start=START + 100 * i)
    page = open_run(show, "first")
    page.get_by_role("link", name="Previous run: second").click()
    second = page.get_by_role("region", name="Run second")
    expect(second).to_contain_text("1 of 2")
    page.get_by_role("button", name="Labels and note…").click()
    page.get_by_role("textbox", name="Note").fill("the one to publish")
    page.get_by_role("button", name="Save").click()
    expect(second).to_contain_text("the one to publish")
    page.get_by_role("button", name="Only this run in Scalars").click()
    expect(page).to_have_url(re.compile("#/scalars"))
    expect(page.get_by_role("checkbox", name="Select first")).not_to_be_checked()
    page.go_back()
    expect(second).to_be_visible()
    page.go_back()
    expect(page.get_by_role("region", name="Run first")).to_be_visible()


def test_a_run_that_is_gone_is_reported(logdir: Path, show: Show) -> None:
    write(logdir / "run", {"loss": [1.0]})
    page = show("#/run?run=000000000000")
    expect(page.get_by_text("This run is not there (any more)")).to_be_visible()
    page.get_by_role("button", name="All runs").click()
    expect(page).to_have_url(re.compile("#/overview"))


def test_a_run_of_several_processes_shows_its_ranks(
    logdir: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rank in range(4):
        monkeypatch.setenv("RANK", str(rank))
        monkeypatch.setenv("WORLD_SIZE", "5")
        with LogWriter(logdir / "ddp") as writer:
            for step in range(30):
                writer.add_scalar("loss", rank, step, 1.79e9 + step * (2 if rank == 1 else 1))
                writer.add_scalar("time/step", 7 if (rank, step) == (3, 11) else 0.1, step)
    page = open_run(show, "ddp")
    ranks = page.get_by_role("region", name="5 ranks on 1 host")
    expect(ranks).to_contain_text("loss: 0 steps apart. Nothing logged by rank 4.")
    rows = ranks.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("2.00 ×")
    ranks.get_by_label("Scalar that ranks are compared by").select_option("time/step")
    picture = ranks.get_by_label("time/step, ranks by steps")
    expect(picture).to_be_visible()


def test_an_alert_among_the_newest_has_the_step_of_its_training(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "run") as writer:
        for step in (10, 70):
            writer.add_scalar("loss", 1.0, step)
            writer.alert("too large", "the gradient")
    newest = open_run(show, "run").get_by_role("region", name="Newest of each kind")
    expect(newest.get_by_role("link", name="alerts")).to_contain_text("step 70")
