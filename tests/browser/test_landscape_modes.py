"""What holds for all modes that compare landscapes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Show
from tests.browser.landscapes import curved, line, log, surface
from tests.browser.test_accessibility import violations

pytestmark = pytest.mark.usefixtures("no_graphics_card")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("mode", ["comparison", "lines", "curvature"])
def test_the_modes_have_names_roles_and_contrast(
    mode: str, theme: Any, logdir: Path, show: Show
) -> None:
    log(logdir / "a", curved())
    log(logdir / "b", surface(2, directions={"kind": "pca"}))
    log(logdir / "a", line(4), tag="line")
    page = show(f"#/landscapes?mode={mode}", color_scheme=theme)
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
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
