"""What holds for all modes that compare landscapes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.landscapes import curved, line, log, surface
from tests.browser.test_accessibility import violations
from tests.browser.test_narrow import overflow

pytestmark = pytest.mark.usefixtures("no_graphics_card")


@pytest.mark.parametrize("mode", ["comparison", "lines", "curvature"])
def test_the_modes_have_names_roles_and_contrast(mode: str, logdir: Path, show: Show) -> None:
    log(logdir / "a", curved())
    log(logdir / "b", surface(2, directions={"kind": "pca"}))
    log(logdir / "a", line(4), tag="line")
    page = show(f"#/landscapes?mode={mode}")
    expect(page.get_by_role("table").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("mode", ["comparison", "lines", "curvature"])
def test_a_narrow_window_needs_no_scrolling_to_the_side(
    mode: str, logdir: Path, show: Show
) -> None:
    log(logdir / "a", curved())
    log(logdir / "a", line(4), tag="line")
    page = show(f"#/landscapes?mode={mode}", viewport={"width": 420, "height": 900})
    expect(page.get_by_role("application").first).to_be_visible()
    until(page, lambda: overflow(page) == 0)


SAID = """main => [main, ...main.querySelectorAll("*")].flatMap(each =>
    ["aria-label", "title", "placeholder"].map(name => each.getAttribute(name) ?? "")
).concat(main.innerText).join("\\n")"""

NAMES = {
    *("a", "b", "landscape", "line", "loss", "accuracy", "small", "batch", "large", "first"),
    *("LeNet", "SGD", "float32", "bfloat16", "NaN", "CSV", "Shift", "x", "y", "n"),
    *("Viridis", "Cividis", "Magma", "Turbo", "Jet", "RdBu", "Greys"),
}


@pytest.mark.parametrize("mode", ["process", "comparison", "lines", "curvature"])
def test_a_chinese_page_says_words_of_records_in_chinese(
    mode: str, logdir: Path, show: Show
) -> None:
    settings = {"mode": "result", "model": "LeNet", "optimizer": "SGD", "interval": [1, 5]}
    words = {"unit": "epoch", "batch_norm": "reestimated", "precision": "float32"}
    directions = {"kind": "pca", "norm": "layer", "ignore": ["bias"], "parameters": "weights"}
    log(logdir / "a", curved(directions=directions, settings={**settings, **words}))
    words = {"unit": "step", "batch_norm": "frozen", "precision": "bfloat16"}
    directions = {"kind": "towards", "norm": "filter", "ignore": ["norm"], "parameters": "states"}
    log(logdir / "b", curved(directions=directions, settings={**settings, **words}))
    log(logdir / "a", line(4), tag="line")
    page = show(f"#/landscapes?mode={mode}", locale="zh-CN")
    expect(page.get_by_role("application").first).to_be_visible()
    if mode == "process":
        page.get_by_role("button", name="区间、训练与显示").click()
    if mode in ("process", "comparison"):  # the others say none of them
        expect(page.locator("main")).to_contain_text("朝向其他模型")
        expect(page.locator("main")).to_contain_text("半精度（bfloat16）")
    said = page.locator("main").evaluate(SAID)
    assert set(re.findall(r"[A-Za-z][A-Za-z0-9_]*", said)) - NAMES == set()


def test_what_landscapes_show_is_explained_on_a_loss_that_can_be_seen_whole(
    logdir: Path, show: Show
) -> None:
    log(logdir / "a", surface(2))
    page = show("#/landscapes")
    page.get_by_role("button", name="What a loss landscape shows").click()
    dialog = page.get_by_role("dialog", name="What a loss landscape shows")
    expect(dialog.get_by_text(re.compile("after 40 steps: loss 0.00"))).to_be_visible()
    dialog.get_by_role("slider", name="Learning rate").fill("0.97")
    expect(dialog.get_by_text(re.compile("it has left the picture"))).to_be_visible()
    dialog.get_by_role("slider", name="Direction").fill("90")
    expect(dialog.get_by_role("img", name="The loss along the line at 90 degrees")).to_be_attached()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
