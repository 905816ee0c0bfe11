"""Landscapes that the browser is shown, and where they stand in its page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Locator, Page

from tests.browser.pointer import resting
from vdlite import LogWriter
from vdlite.kinds.landscape import Landscape, Mark


def surface(steep: float, **fields: Any) -> Landscape:
    """A bowl with the value 0.25 at its center, `steep` times as high as wide."""
    x, y = np.linspace(-1, 1, 21), np.linspace(-1, 1, 21)
    grid = 0.25 + steep * (x**2 + y[:, None] ** 2)
    given: dict[str, Any] = {
        "x": x,
        "y": y,
        "values": {"loss": grid, "accuracy": np.exp(-grid)},
        "done": np.ones(grid.shape, np.bool_),
        "center": {"loss": 0.25, "accuracy": 0.875},
        "directions": {"kind": "random", "seed": 1, "norm": "filter"},
        "settings": {"mode": "result", "model": "LeNet", "samples": 2048},
    }
    return Landscape(**given | fields)


def log(folder: Path, *landscapes: Landscape, tag: str = "landscape") -> None:
    with LogWriter(folder) as writer:
        for landscape in landscapes:
            writer.add_landscape(tag, landscape, 0)


def line(sharp: float, **fields: Any) -> Landscape:
    x = np.linspace(-0.5, 1.5, 41)
    loss = 0.125 + sharp * np.minimum(x**2, (x - 1) ** 2)
    given: dict[str, Any] = {
        "x": x,
        "y": None,
        "values": {"loss": loss, "accuracy": np.exp(-loss)},
        "done": np.ones(41, np.bool_),
        "center": {"loss": 0.125},
        "marks": (Mark("small batch", 0.0), Mark("large batch", 1.0)),
        "directions": {"kind": "towards"},
        "settings": {"mode": "line"},
    }
    return Landscape(**given | fields)


def curved(**fields: Any) -> Landscape:
    x = np.linspace(-2, 10, 200)
    curvature = {
        "eigenvalues": np.array([8.0, 3.0, -1.0]),
        "errors": np.array([0.5, 0.1, 0.1]),
        "trace": 42.0,
        "trace_error": 1.5,
        "density": {"x": x, "y": np.exp(-(x**2))},
        "samples": 256,
    }
    return surface(2, curvature=curvature, **fields)


def middle(page: Page, chart: Locator) -> tuple[float, float]:
    box = resting(chart)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def beside(page: Page) -> Locator:
    """The column of settings and numbers beside the drawing, opened."""
    name = "Interval, training and display"
    page.get_by_role("button", name=name).click()
    return page.get_by_role("complementary", name=name)


def row(page: Page, run: str) -> Locator:
    return page.get_by_role("row", name=re.compile(f"^{run} "))
