"""Outputs on pages that stand in for what can't be had here: VS Code's, another site's, and Colab's."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from vdlite import notebook

Open = Callable[..., Page]


class _Handler(http.server.BaseHTTPRequestHandler):
    def __init__(self, page: str, *given: object) -> None:
        self._page = page.encode()
        super().__init__(*given)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        if self.path == "/":
            self.wfile.write(self._page)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(page: str, host: str) -> Iterator[str]:
    """A page on a port of its own; `host` is what a browser calls this machine."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, page)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://{host}:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en-US")
    context.set_default_timeout(60_000)
    yield context
    context.close()


def page_of(output: str, before: str = "") -> str:
    dark = 'data-jp-theme-light="false"'  # as JupyterLab and its kin say it
    return f"<!doctype html><title>x</title><script>{before}</script><body {dark}>{output}</body>"


def output_of(view: notebook.View) -> str:
    output = view._repr_html_()
    assert output is not None
    return output


def test_a_frame_of_another_site_shows_runs_with_a_partitioned_cookie_and_no_storage(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in VS Code, whose outputs are pages of a site of their own."""
    view = notebook.show("runs", page="#/scalars")
    monkeypatch.setenv("VDLITE_PROXY_URL", view.url.replace(str(view._server.port), "{port}"))
    with served(page_of(output_of(view)), "localhost") as address:
        page = context.new_page()
        page.goto(address)
        frame = page.frame_locator("iframe")
        expect(frame.get_by_text("at step 0")).to_be_visible()
        (cookie,) = context.cookies(view.url)
        assert (cookie["sameSite"], cookie["secure"], cookie["httpOnly"]) == ("None", True, True)
        storage = (
            "() => { try { return String(localStorage) } catch (error) { return error.name } }"
        )
        assert page.frames[-1].evaluate(storage) == "SecurityError"


def test_in_colab_the_way_is_asked_from_its_page(
    context: BrowserContext,
) -> None:
    """The proxy of Colab is stood in for by another name of this machine, below another site's page."""
    view = notebook.show("runs", page="#/scalars")
    colab = """
        globalThis.google = { colab: { kernel: { proxyPort: async (port, { cache }) =>
          `http://colab.localhost:${port}/${cache ? "" : "uncached"}` } } };
    """
    with (
        served(page_of(output_of(view), colab), "127.0.0.1") as output,
        served(f"<iframe src='{output}' width=800 height=700></iframe>", "localhost") as address,
    ):
        page = context.new_page()
        page.goto(address)
        frame = page.frame_locator("iframe").frame_locator("iframe")
        expect(frame.get_by_text("at step 0")).to_be_visible()
        assert page.frames[-1].url.startswith("http://colab.localhost:")


def test_the_page_takes_the_look_of_the_notebook(context: BrowserContext) -> None:
    view = notebook.show("runs")
    with served(page_of(output_of(view)), "127.0.0.1") as address:
        page = context.new_page()
        page.goto(address)
        root = page.frame_locator("iframe").locator("html")
        expect(root).to_have_attribute("data-theme", "dark")


def test_a_page_that_no_code_named_can_not_frame_the_page(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = notebook.show("runs", page="#/scalars")
    with (
        served(page_of(output_of(view)), "127.0.0.1") as address,
        served(f"<iframe src='{view.url}'></iframe>", "127.0.0.1") as elsewhere,
    ):
        page = context.new_page()
        page.goto(address)
        expect(page.frame_locator("iframe").get_by_text("at step 0")).to_be_visible()
        refused: list[str] = []
        page.on("console", lambda message: refused.append(message.text))
        page.goto(elsewhere)
        page.wait_for_function("() => document.querySelector('iframe')")
        expect(page.frame_locator("iframe").locator("#app")).to_have_count(0)
        assert any("frame-ancestors 'self'" in text for text in refused)


def test_where_no_server_is_reached_the_output_says_what_to_do(context: BrowserContext) -> None:
    view = notebook.show("runs")
    output = output_of(view)
    view.stop()
    with served(page_of(output), "127.0.0.1") as address:
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_text("Run this cell again to see it.")).to_be_visible()
        expect(page.get_by_text(f"ssh -L {view._server.port}:")).to_be_visible()
