"""While answers are on their way no view says that there is nothing, and nothing moves when they come."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Show
from vdlite import LogWriter

# Answers about runs, tags and the server itself come at once: views wait for the rest.
HELD = re.compile(
    r"/api/(scalars|groups|table|importance|records|payloads?|media|histograms|embeddings|projections|environment)"
)
EMPTY = re.compile(r"\b0 of 0\b|No steps|None of the|No points|All 0\b|\b0 (steps|points|trials)")
CARDS = ("scalars", "groups", "images", "histograms", "confusion", "texts", "tensors")

WATCH_SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
    }).observe({type: "layout-shift"});
}"""


@pytest.fixture
def all_kinds(logdir: Path) -> None:
    random = np.random.default_rng(0)
    for name, lr in {"a": 0.1, "b": 0.2, "c": 0.1}.items():
        with LogWriter(logdir / name) as writer:
            writer.add_hparams({"lr": lr, "seed": ord(name)}, ["loss/test"])
            for step in range(3):
                for tag in ("loss/test", "loss/train"):
                    writer.add_scalar(tag, 3.0 - step, step)
                writer.add_histogram("weights/first", random.normal(size=100), step)
                writer.add_image("samples", random.integers(0, 255, (8, 8), np.uint8), step)
                writer.add_confusion_matrix("confusion", [0, 1, 1], [0, 1, 0], step=step)
                writer.add_text("notes", f"step {step}", step)
                writer.add_tensor("logits", random.normal(size=(3, 4)), step)
                writer.add_embeddings("features", random.normal(size=(9, 5)), step=step)


def held_back(page: Page) -> Callable[[], None]:
    """Hold back the answers that fill views. Returns how to let them through."""
    waiting: list[Route] = []
    is_open = False

    def hold(route: Route) -> None:
        if not is_open and HELD.search(route.request.url):
            waiting.append(route)
        else:
            route.continue_()

    page.route("**/api/**", hold)

    def release() -> None:
        nonlocal is_open
        is_open = True
        for route in waiting:
            route.continue_()

    return release


@pytest.mark.usefixtures("all_kinds", "no_graphics_card")
@pytest.mark.parametrize("view", [*CARDS, "trials", "difference", "composition", "embeddings"])
def test_what_is_loading_is_not_shown_as_empty_and_nothing_moves_when_it_comes(
    view: str, show: Show
) -> None:
    page = show("#/videos")  # no run has any
    expect(page.get_by_role("checkbox", name="Select a", exact=True)).to_be_visible()
    release = held_back(page)
    page.evaluate("view => { location.hash = `#/${view}`; }", view)
    waiting = page.locator("main").get_by_role("img", name=re.compile("^Loading"))
    if view not in CARDS and view != "composition":
        waiting = (
            page.locator("main")
            .get_by_text("Loading")
            .or_(page.locator("main").get_by_label(re.compile("^Loading")))
        )
    expect(waiting.first).to_be_visible()
    assert not EMPTY.search(page.locator("main").inner_text())
    if view in CARDS:
        assert waiting.count() == page.locator("main article").count()
    expect(page.locator("main [data-x-min]").locator("visible=true")).to_have_count(0)
    page.evaluate(WATCH_SHIFTS)
    release()
    expect(waiting).to_have_count(0)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("shifted") < 0.01
