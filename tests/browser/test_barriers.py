"""The page of barriers between models."""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Show
from tests.browser.test_accessibility import violations
from tests.browser.test_narrow import overflow
from vdlite import LogWriter

pytestmark = pytest.mark.usefixtures("no_graphics_card")


def log_barriers(run: Path, models: list[str]) -> None:
    """Parabolas between all pairs, each a half higher than the one before; the last one is not computed yet."""
    pairs = len(models) * (len(models) - 1) // 2
    t = np.linspace(0, 1, 5)
    heights = 0.5 * np.arange(1, pairs + 1)
    loss = heights[:, None] * 4 * t * (1 - t)
    done = np.ones_like(loss, dtype=bool)
    done[-1] = False
    settings = {"mode": "barriers", "models": models, "align": "none"}
    with LogWriter(run) as writer:
        writer.add_landscape(
            "landscape/barriers",
            {"x": t, "y": np.arange(pairs), "z": loss, "done": done, "settings": settings},
        )


def test_a_cell_of_the_matrix_shows_the_lines_of_its_pair(logdir: Path, show: Show) -> None:
    log_barriers(logdir / "a", ["first", "second", "third"])
    page = show("#/landscapes")
    expect(page.get_by_role("heading", name="loss between first and third")).to_be_visible()
    table = page.get_by_role("table", name="Matrix of barriers between 3 models")
    expect(table.get_by_role("row", name="first 0.5 1")).to_have_count(1)
    expect(page.get_by_text("2 of 3 lines computed")).to_be_visible()
    matrix = page.get_by_role("application", name="Matrix of barriers")
    matrix.press("ArrowRight")
    matrix.press("ArrowRight")
    matrix.press("Enter")
    expect(page.get_by_role("heading", name="loss between first and second")).to_be_visible()
    assert violations(page) == []


def test_barriers_fit_into_a_narrow_window(logdir: Path, show: Show) -> None:
    log_barriers(logdir / "a", [f"{'a long name ' * 9}{place}" for place in range(12)])
    page = show("#/landscapes", viewport={"width": 420, "height": 900})
    expect(page.get_by_role("application", name="Matrix of barriers")).to_be_visible()
    assert overflow(page) == 0
