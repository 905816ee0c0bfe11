"""One chart of the scalars view, as a user has it: seen, pointed at, dragged over, exported."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import pointer
from tests.browser.pointer import Place


class Chart:
    """The chart of a tag. Its drawing says of itself what it shows, in `data-` attributes."""

    def __init__(self, page: Page, tag: str, *, full: bool = False) -> None:
        self.page = page
        within = page.get_by_role("dialog", name=tag, exact=True) if full else page.locator("main")
        self.card = within.get_by_role("article", name=tag, exact=True)
        self.plot = self.card.get_by_role("application")
        self.drawing = self.card.locator("[data-x-min]")

    def wait_for_step(self, step: int) -> None:
        """Return when the newest step that is drawn is this one."""
        expect(self.drawing).to_have_attribute("data-last-step", str(step))

    # -- what is seen

    @property
    def x_range(self) -> tuple[float, float]:
        return self._drawn("data-x-min"), self._drawn("data-x-max")

    @property
    def y_range(self) -> tuple[float, float]:
        return self._drawn("data-y-min"), self._drawn("data-y-max")

    def _drawn(self, attribute: str) -> float:
        return float(self.drawing.get_attribute(attribute) or "nan")

    def leave_range(self, before: tuple[float, float]) -> tuple[float, float]:
        """The range of x once it is another than `before`."""
        expect(self.drawing).not_to_have_attribute("data-x-min", text_of(before[0]))
        return self.x_range

    def wait_for_range(self, x: tuple[float, float]) -> None:
        """Return when exactly this range of x is drawn."""
        expect(self.drawing).to_have_attribute("data-x-min", text_of(x[0]))
        expect(self.drawing).to_have_attribute("data-x-max", text_of(x[1]))

    @property
    def tooltip(self) -> Locator:
        return self.page.get_by_role("status").filter(has=self.page.get_by_role("table"))

    def tooltip_rows(self) -> list[dict[str, str]]:
        """The table at the cursor: each row by the heads of its columns, with the step of all; numbers in full."""
        expect(self.tooltip).to_be_visible()
        heads, step, rows = self.tooltip.evaluate(
            """tip => [
                [...tip.querySelectorAll("th")].map(cell => cell.innerText),
                tip.querySelector("caption b")?.innerText ?? null,
                [...tip.querySelectorAll("tbody tr")].map(row =>
                    [...row.cells].map(cell => cell.title || cell.innerText.trim())),
            ]"""
        )
        at_step = {} if step is None else {"Step": step}
        return [at_step | dict(zip(heads, row, strict=True)) for row in rows]

    # -- what is done

    def point_at(self, place: Place) -> None:
        pointer.point_at(self.plot, place)

    def point_at_x(self, x: float, height: float = 0.5) -> None:
        """Point at a value of the x axis, which is not logarithmic."""
        low, high = self.x_range
        self.point_at(((x - low) / (high - low), height))

    def drag(self, start: Place, end: Place, *, key: str | None = None) -> None:
        pointer.drag(self.plot, start, end, key=key)

    def turn_wheel(self, pixels: float, *, key: str | None = None) -> None:
        if key is not None:
            self.page.keyboard.down(key)
        self.page.mouse.wheel(0, pixels)
        if key is not None:
            self.page.keyboard.up(key)

    def tool(self, name: str) -> Locator:
        return self.card.get_by_role("button", name=name)

    def export(self, what: str) -> Path:
        """The file that this entry of the export menu gives; its name is the suggested one."""
        self.card.hover()
        self.tool("Export").click()
        with self.page.expect_download() as download:
            self.card.get_by_role("menuitem", name=what, exact=True).click()
        target = Path(str(download.value.path())).with_name(download.value.suggested_filename)
        download.value.save_as(target)
        return target


def text_of(number: float) -> re.Pattern[str]:
    """A number as a pattern for how JavaScript writes it."""
    text = repr(number).removesuffix(".0").replace("e-0", "e-")
    return re.compile(f"^{re.escape(text)}$")


def until(page: Page, is_so: Callable[[], bool], patience: float = 30) -> None:
    """Return when it is so; for what no assertion of Playwright can wait for. `patience` in seconds."""
    deadline = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < deadline, "it did not come about"
        page.wait_for_timeout(20)  # lets the page go on


def names(rows: Sequence[dict[str, Any]]) -> list[str]:
    return [row["Run"] for row in rows]


def settings(page: Page) -> Locator:
    """The column beside the charts that says how they are drawn."""
    return opened(page, "Chart settings")


def opened(page: Page, name: str) -> Locator:
    """The panel of settings of this name; it is closed at first, and opened by a click."""
    button = page.get_by_role("button", name=name, exact=True)
    if button.get_attribute("aria-pressed") == "false":
        button.click()
    return page.get_by_role("complementary", name=name, exact=True)


def x_axis(page: Page) -> Locator:
    """What all charts go along."""
    return page.get_by_role("combobox", name="X axis")


def choose(page: Page, setting: str) -> None:
    """Click one of the settings: a switch, or one choice of several."""
    settings(page).get_by_text(setting, exact=True).click()
