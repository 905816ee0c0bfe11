"""Surfaces where a browser has no graphics, or takes them away."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Show
from tests.browser.landscapes import log, surface
from tests.browser.test_landscape_comparison import picture, tile
from vdlite import LogWriter

pytestmark = pytest.mark.usefixtures("no_graphics_card")


def test_a_lost_context_is_reported_and_its_surface_comes_back(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    page = show()
    # The chart's context is on a canvas that is not in the page: it is caught where it is made.
    page.add_init_script(
        "const get = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {"
        "  const made = get.call(this, kind, ...rest);"
        "  if (kind === 'webgl2') window.lose = made.getExtension('WEBGL_lose_context');"
        "  return made; };"
    )
    page.reload()
    page.evaluate("location.hash = '#/landscapes?mode=comparison'")
    expect(picture(tile(page, "a"))).to_be_visible()
    page.evaluate("lose.loseContext()")
    expect(tile(page, "a").get_by_role("alert")).to_contain_text("taken the graphics away")
    page.evaluate("lose.restoreContext()")
    expect(tile(page, "a").get_by_role("alert")).to_have_count(0)


def test_a_browser_without_webgl_is_reported_so_in_one_sentence(logdir: Path, show: Show) -> None:
    log(logdir / "a", surface(2))
    with LogWriter(logdir / "a") as writer:
        writer.add_mesh("mesh", np.eye(3), [[0, 1, 2]])
        writer.add_embeddings("points", np.eye(4), ["a", "b", "c", "d"])
    sentence = "This browser has no WebGL 2, which this drawing needs."
    page = show()
    page.add_init_script(
        "const get = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {"
        "  return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest); };"
    )
    page.reload()
    page.evaluate("location.hash = '#/landscapes?mode=comparison'")
    expect(tile(page, "a").get_by_role("alert")).to_have_text(sentence)
    page.get_by_text("Filled", exact=True).click()
    expect(tile(page, "a").get_by_role("alert")).to_have_count(0)
    page.evaluate("location.hash = '#/landscapes?mode=process&drawing=surface'")
    expect(page.get_by_role("note")).to_contain_text("is drawn flat")
    expect(page.get_by_role("application", name=re.compile("a: loss"))).to_be_visible()
    for view in ("meshes", "embeddings"):
        page.evaluate("view => { location.hash = `#/${view}`; }", view)
        expect(page.get_by_role("alert")).to_have_text(sentence)
