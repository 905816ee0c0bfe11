"""How a run is run again, on its page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Show
from vdlite import LogReader, LogWriter
from vdlite.kinds import environment
from vdlite.kinds.environment import NAME

FIELDS = {
    "host": "gpu7",
    "python": "3.12.4",
    "command": "python train.py --lr 0.1",
    "git_commit": "a" * 40,
    "git_remote": "git@example.org:me/code.git",
    "seed_torch": 42,
}


def log(folder: Path) -> None:
    diff = "--- a/model.py\n+++ b/model.py\n" + "".join(
        f"+line {i} {'x' * 90}\n" for i in range(99)
    )
    content = {
        "fields": FIELDS,
        "packages": {},
        "diff": diff,
        "files": {".hydra/config.yaml": "lr: 0.1\n"},
    }
    with LogWriter(folder) as writer:
        writer.add_record(NAME, NAME, environment.pack(content))


def test_the_lines_are_there_to_copy(logdir: Path, show: Show) -> None:
    log(logdir / "a")
    with LogWriter(logdir / "b") as writer:
        writer.add_scalar("loss", 1.0, 0)
    page = show("#/run?run=a")
    panel = page.get_by_role("region", name="Run it again")
    lines = panel.get_by_role("figure", name="Lines for a shell")
    expect(lines).to_contain_text("git checkout --detach " + "a" * 40)
    assert lines.locator("code").text_content() == LogReader(logdir).again("a")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lines.get_by_role("button", name="Copy").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == LogReader(logdir).again("a")
    panel.get_by_text(".hydra/config.yaml").click()
    expect(panel.get_by_role("figure", name="File .hydra/config.yaml")).to_contain_text("lr: 0.1")
    box = lines.bounding_box()
    assert box is not None
    assert box["height"] < 320
