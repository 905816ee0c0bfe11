"""The ranks of a run on its page: the band of a scalar over them, and those that leave it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Show
from vdlite import LogWriter

BEGIN = 1_760_000_000.0


def log_ranks(folder: Path, ranks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ranks of which the fifth leaves the band; those of an odd number are on another machine."""
    random = np.random.default_rng(0)
    steps = np.arange(300)
    monkeypatch.setenv("WORLD_SIZE", str(ranks))
    for rank in range(ranks):
        monkeypatch.setenv("RANK", str(rank))
        values = 1 / (1 + steps / 50) + random.normal(0, 0.02, 300)
        if rank == 5:
            values[100:180] += 0.6
        with LogWriter(folder) as writer:
            writer.add_scalar_series("loss", values, steps, BEGIN + steps * 1.0)


def test_a_rank_that_leaves_the_band_is_named(
    logdir: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_ranks(logdir / "ddp", 16, monkeypatch)
    page = show("#/run?run=ddp")
    names = page.get_by_role("list", name="loss over the ranks")
    expect(names.get_by_role("listitem")).to_contain_text(
        ["Median of the ranks", "Rank 5", "10 to 90 %"]
    )
    chart = page.get_by_label("loss over the ranks").first
    chart.scroll_into_view_if_needed()
    chart.hover(position={"x": 200, "y": 60})
    expect(page.get_by_text("10 to 90 %: ")).to_be_visible()
    expect(page.get_by_text("All: ")).to_be_visible()


def test_of_two_ranks_none_stands_out(
    logdir: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_ranks(logdir / "two", 2, monkeypatch)
    page = show("#/run?run=two")
    names = page.get_by_role("list", name="loss over the ranks")
    expect(names.get_by_role("listitem")).to_have_count(2)
