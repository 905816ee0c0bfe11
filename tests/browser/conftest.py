"""A real browser before a real server over logs of the real writer.

Every test has a server and a browser context of its own, and fails on whatever a page complains
about without the test expecting it. Animations are off; language and time zone are fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.browser.chrome import launch
from tests.browser.watch import Watch
from tests.server.conftest import TOKEN, client_of, page_is_read_once, wait_until_loaded
from vdlite import Server, serve

__all__ = ["page_is_read_once"]

PATIENCE = 30_000  # milliseconds; only a failing test waits that long

Start = Callable[..., Server]
Show = Callable[..., Page]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright, request: pytest.FixtureRequest) -> Iterator[Browser]:
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():  # an installation says what it does
        browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    """Where the test's logs go. It does not exist yet."""
    return tmp_path / "logs"


@pytest.fixture
def start(logdir: Path) -> Iterator[Start]:
    """How to start a server over `logdir`; it takes the options of `vdlite.serve`.

    It has read all logs that are there when this returns.
    """
    servers: list[Server] = []

    def start(**options: Any) -> Server:
        defaults: dict[str, Any] = {"port": 0, "token": TOKEN}
        server = serve(logdir, **defaults | options)
        servers.append(server)
        with client_of(server) as client:
            wait_until_loaded(client)
        return server

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def server(start: Start) -> Server:
    return start()


@pytest.fixture
def watch() -> Watch:
    """Tell it which problems are part of the test."""
    return Watch()


@pytest.fixture
def no_graphics_card(watch: Watch) -> None:
    """Without one the browser itself says that it has to read the picture back."""
    watch.expect("GPU stall due to ReadPixels")
    watch.expect("Automatic fallback to software WebGL")


@pytest.fixture
def show(
    browser: Browser, start: Start, watch: Watch, request: pytest.FixtureRequest
) -> Iterator[Show]:
    """How to open the page, in a context of its own: `show("#/trials")`, `show("")` for what it opens with.

    A server that nobody has asked for is started by the first page, and so has read what a test wrote until then.
    """
    contexts = []

    def show(address: str = "#/scalars", **options: Any) -> Page:
        server: Server = request.getfixturevalue("server")
        context = browser.new_context(
            **{
                "locale": "en-US",
                "timezone_id": "UTC",
                "color_scheme": "light",
                "reduced_motion": "reduce",
                "viewport": {"width": 1400, "height": 900},
            }
            | options
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        watch.follow(context)
        page = context.new_page()
        page.goto(address if address.startswith("http") else server.url + address)
        # What a test does at once would else fall on a page on which nothing stands yet.
        page.wait_for_function("() => document.querySelector('#app')?.childElementCount !== 0")
        return page

    yield show
    for context in contexts:
        context.close()
    assert watch.problems == []
