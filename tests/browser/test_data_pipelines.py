"""Data pipelines of runs, where runs are compared."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Show
from tests.graphs import pipelines as like
from vdlite import LogWriter


def log(logdir: Path) -> None:
    for name, size in (("small", 24), ("large", 32)):
        files = [(f"{at}.png", at % 2) for at in range(10)]
        source = like.ImageFolder("pets", files, like.Compose([like.RandomCrop(size)]))
        with LogWriter(str(logdir / name)) as writer:
            writer.add_scalar("loss", 1 / size, 0)
            writer.add_data_graph(
                {
                    "train": like.DataLoader(like.Subset(source, range(8)), 4, shuffle=True),
                    "val": like.DataLoader(like.Subset(source, range(7, 10))),
                }
            )


def test_parameters_of_pipelines_are_axes_and_leaks_are_reported(logdir: Path, show: Show) -> None:
    log(logdir)

    page = show("#/trials?pictures=parallel&axes=d:train/RandomCrop.size%5B0%5D,m:last:loss")
    axes = page.locator("button", has_text="Axes (")
    expect(axes).to_contain_text("(2)")
    axes.click()
    expect(page.get_by_label("train/loader.batch_size", exact=True)).not_to_be_checked()
    expect(page.get_by_label("train/RandomCrop.size[0]", exact=True)).to_be_checked()

    page = show("#/difference")
    expect(page.get_by_role("row", name="train/RandomCrop.size[0]")).to_contain_text("32")

    page = show("#/graphs")
    leak = "leak: 1 of 3 (33.33%) samples of val are in train, too"
    expect(page.get_by_text(leak).first).to_be_visible()
