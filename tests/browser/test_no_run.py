"""Every view says so where no run is selected, or the search finds none."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser import landscapes
from tests.browser.conftest import Show
from tests.browser.profiles import rank, write_training
from tests.browser.test_graphs import network
from vdlite import LogWriter

REGISTRY = Path(__file__).parents[2] / "webapp/src/views/registry.ts"
# What these show is chosen in them, or is of all runs.
OF_ALL = {"overview", "run", "difference", "logbook"}
# Beside these the list of runs stands where it is asked for.
IN_A_CORNER = frozenset(
    ["trials", "embeddings", "graphs", "landscapes", "layers", "profiles", "system", "console"]
)
VIEWS = sorted(set(re.findall(r'^  id: "(\w+)"', REGISTRY.read_text(), re.MULTILINE)) - OF_ALL)


def write_all(logdir: Path) -> None:
    rng = np.random.default_rng(0)
    with LogWriter(logdir / "a") as writer:
        writer.add_hparams({"lr": 0.1}, ["loss"])
        writer.add_scalar("loss", 1.0, 0)
        writer.add_scalar_row([f"norm/{layer}" for layer in range(100)], np.zeros(100), 0)
        writer.add_scalar("system/cpu/percent", 50.0, 0)
        with writer.capture_output():
            print("a line")
        writer.add_histogram("weights", rng.random(99), 0)
        writer.add_image("image", np.zeros((4, 4, 3), np.uint8), 0)
        writer.add_text("text", "words", 0)
        writer.add_audio("sound", np.zeros(800, np.float32), 0, sample_rate=8000)
        writer.add_video("clip", np.zeros((3, 8, 8, 3), np.uint8), 0)
        writer.add_mesh("mesh", rng.random((9, 3)), step=0)
        writer.add_embeddings("points", rng.random((9, 4)), step=0)
        writer.add_tensor("tensor", rng.random((3, 3)), 0)
        writer.add_pr_curve("curve", rng.random(99) < 0.5, rng.random(99), 0)
        writer.add_confusion_matrix("matrix", np.arange(3), np.arange(3), step=0)
        writer.add_graph(network())
    landscapes.log(logdir / "b", landscapes.surface(1.0))
    write_training(logdir / "c", rank(0))


@pytest.mark.usefixtures("no_graphics_card")
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_says_that_no_run_is_selected(logdir: Path, show: Show, view: str) -> None:
    write_all(logdir)
    page = show(f"#/{view}")
    if view in IN_A_CORNER:
        page.get_by_role("button", name="Show the runs").click()
    page.get_by_role("searchbox", name="Search runs").fill("zzz")
    expect(page.locator("main").get_by_text("No run is selected").first).to_be_visible()


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ("graphs", "No selected run has a graph"),
        ("profiles", "No selected run has a profile"),
        ("landscapes", "No selected run has a loss landscape"),
        ("embeddings", "No selected run has embeddings"),
    ],
)
def test_a_view_says_that_no_found_run_has_anything_for_it(
    logdir: Path, show: Show, view: str, words: str
) -> None:
    write_all(logdir)
    with LogWriter(logdir / "plain") as writer:
        writer.add_scalar("loss", 1.0, 0)
    page = show(f"#/{view}?run-search=plain")
    expect(page.locator("main").get_by_text(words).first).to_be_visible(timeout=10_000)
