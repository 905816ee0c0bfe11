"""Tensors that the browser is shown, and the cards that show them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.logs import START
from vdlite import LogWriter


def log_tensors(folder: Path, tag: str, tensors: dict[int, Any]) -> None:
    with LogWriter(folder) as writer:
        for step, tensor in tensors.items():
            writer.add_tensor(tag, tensor, step, START + step)


def noise(*shape: int) -> NDArray[np.float32]:
    return np.random.default_rng(0).normal(0, 3, shape).astype(np.float32)


class Card:
    """The card of a tag: its slice is written, its cells are read."""

    def __init__(self, page: Page, tag: str = "x") -> None:
        self.page = page
        self.card = page.locator("main").get_by_role("article", name=tag, exact=True)
        self.slice = self.card.get_by_role("form", name=f"Slice of {tag}")
        self.boxes = self.slice.get_by_role("textbox")
        self.table = self.card.get_by_role("table", name=f"Values of {tag}")

    def write(self, *parts: str) -> None:
        """Into the boxes, without choosing it yet."""
        expect(self.boxes).to_have_count(len(parts))
        for i, part in enumerate(parts):
            self.boxes.nth(i).fill(part)

    def choose(self, *parts: str) -> None:
        self.write(*parts)
        self.boxes.last.press("Enter")
        for i, part in enumerate(parts):
            expect(self.boxes.nth(i)).to_have_value(part)

    def cell(self, *place: int) -> Locator:
        """The cell of a value of the tensor, if it is in sight."""
        where = ", ".join(str(number) for number in place)
        return self.table.locator(f'[role=cell][title^="[{where}]: "]')

    def expect_value(self, value: float, *place: int) -> None:
        """The whole number is its title; the text has some of its decimals."""

        def shown() -> float:
            title = self.cell(*place).get_attribute("title") or ""
            return float(title.split(": ")[1])

        until(self.page, lambda: shown() == value)

    def heads(self, role: str) -> list[int]:
        heads = self.table.locator(f"[role={role}]").all_inner_texts()
        return [int(text) for text in heads]

    def scroll(self, left: float, top: float) -> None:
        """To these shares of the table's whole width and height."""
        self.table.evaluate(
            """(table, [left, top]) => table.scrollTo(
                left * (table.scrollWidth - table.clientWidth),
                top * (table.scrollHeight - table.clientHeight))""",
            [left, top],
        )
