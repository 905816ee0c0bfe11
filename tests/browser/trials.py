"""A sweep that the browser is shown, and the table of its trials: its heads, rows and menus."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import until
from tests.browser.conftest import Show
from tests.browser.logs import START
from vdlite import LogWriter

OPTIMISERS = ["sgd", "adam", "adamw"]


def sweep(logdir: Path, count: int = 24) -> pd.DataFrame:
    """Logs trials, and what the table must hold of them, by the names of the runs."""
    rng = np.random.default_rng(0)
    rows: list[dict[str, Any]] = []
    for i in range(count):
        hparams: dict[str, Any] = {
            "lr": float(10 ** rng.uniform(-4, -1)),
            "opt": OPTIMISERS[i % 3],
            "width": int(2 ** (4 + i % 4)),
        }
        if i % 6 == 0:
            del hparams["width"]
        losses = [float(value) for value in rng.uniform(0.1, 2, 5)]
        name = f"trial-{i}"
        with LogWriter(logdir / name) as writer:
            writer.add_hparams(hparams, ["loss/test"])
            for step, loss in enumerate(losses):
                writer.add_scalar("loss/test", loss, step, START + i * 100 + step)
                writer.add_scalar("loss/train", loss / 2, step, START + i * 100 + step)
        rows.append({"name": name, **hparams, "loss": losses[-1], "least": min(losses)})
    return pd.DataFrame(rows).set_index("name", drop=False)


def goals_of_trials(logdir: Path) -> None:
    """Three trials that say of a name which says nothing that more of it is better: the second is the best."""
    for number, value in enumerate([0.2, 0.9, 0.5]):
        with LogWriter(logdir / f"run{number}") as writer:
            writer.add_hparams({"x": number}, ["value"], goals={"value": "max"})
            writer.add_scalar("value", value, 0, START)


class Trials:
    """The view: its table is read, its heads and menus are used."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.view = page.locator("main")
        self.table = self.view.get_by_role("grid", name="Trials")
        self.rows = self.table.locator("[role=row][data-place]")
        self.query = self.view.get_by_role("combobox", name="Filter by a query")

    def head(self, name: str) -> Locator:
        return self.table.locator("[role=columnheader]").filter(
            has=self.page.get_by_text(name, exact=True)
        )

    def heads(self) -> list[str]:
        """Names of the columns in sight, from left to right; all at one moment."""
        heads = self.table.locator(".head .name").evaluate_all(
            "heads => heads.map(head => [head.getBoundingClientRect().x, head.innerText])"
        )
        return [name for _, name in sorted(heads)]

    def row(self, name: str) -> Locator:
        return self.rows.filter(has=self.page.get_by_role("gridcell", name=name, exact=True))

    def cell(self, row: Locator, name: str) -> Locator:
        place = self.head(name).get_attribute("aria-colindex")
        return row.locator(f"[role=gridcell][aria-colindex='{place}']")

    def column(self, name: str) -> list[str]:
        """Texts of a column's cells in sight, from top to bottom; all at one moment."""
        cells = self.table.evaluate(
            """(table, name) => {
                const head = [...table.querySelectorAll("[role=columnheader]")].find(
                    head => head.querySelector(".name")?.innerText === name);
                const place = head?.getAttribute("aria-colindex");
                return [...table.querySelectorAll("[role=row][data-place]")].map(row => [
                    Number(row.dataset.place),
                    row.querySelector(`[role=gridcell][aria-colindex="${place}"]`)?.innerText ?? "",
                ]);
            }""",
            name,
        )
        return [text for _, text in sorted(cells)]

    def expect_column(self, name: str, texts: list[str]) -> None:
        """The column comes to begin with these texts; as far as rows are in sight."""
        shown = len(texts[:8])
        until(self.page, lambda: self.column(name)[:shown] == texts[:shown])

    def expect_names(self, names: list[str]) -> None:
        self.expect_column("name", names)

    def expect_heads(self, names: list[str]) -> None:
        until(self.page, lambda: self.heads() == names)

    def expect_count(self, count: int, of: int) -> None:
        expect(self.view.get_by_text(f"{count} of {of} trials")).to_be_visible()

    def find(self, query: str) -> None:
        self.query.fill(query)
        self.query.press("Enter")

    def menu(self, name: str) -> Locator:
        self.head(name).locator(".title").click(button="right")
        return self.page.get_by_role("dialog", name=f"Column {name}")

    def choose(self, name: str, item: str) -> None:
        self.menu(name).get_by_role("button", name=item, exact=True).click()

    def export(self, form: str) -> Path:
        self.view.get_by_role("button", name="Export", exact=True).first.click()
        with self.page.expect_download() as download:
            self.page.get_by_role("menuitem", name=form, exact=True).click()
        return download.value.path()


ONLY_TABLE = "#/trials?pictures="


def open_sweep(logdir: Path, show: Show, address: str = ONLY_TABLE) -> tuple[Trials, pd.DataFrame]:
    frame = sweep(logdir)
    trials = Trials(show(address))
    trials.expect_count(len(frame), len(frame))
    return trials, frame
