"""A shell as a kernel has it, and a real browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell
from playwright.sync_api import Browser, expect, sync_playwright
from traitlets.config import Config

from tests.browser.chrome import launch
from vdlite import LogWriter, notebook


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a run in `runs`."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("VDLITE_")]:
        monkeypatch.delenv(name)
    with LogWriter("runs/first") as writer:
        writer.add_scalar("loss", 0.5, 0)
    return tmp_path


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    notebook.stop()


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InteractiveShell]:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    config = Config()
    config.HistoryManager.enabled = False
    shell = InteractiveShell.instance(config=config)
    yield shell
    InteractiveShell.clear_instance()


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with sync_playwright() as playwright:
        expect.set_options(timeout=60_000)
        with capture.global_and_fixture_disabled():  # an installation says what it does
            browser = launch(playwright, whole=True)
        yield browser
        browser.close()
