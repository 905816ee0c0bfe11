"""Pictures of the page: a view of some logs as PNG, drawn by a browser without a window."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from vdlite.errors import PictureError
from vdlite.packages import needed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
"""Programs that can draw the page, as PATH has them."""

_NO_BROWSER = f"a picture needs a browser: want one of {', '.join(NAMES)} on PATH, or run: playwright install chromium"
_SMALLEST, _LARGEST = 200, 4000  # pixels
_LONGEST_MOVING = 3.0  # seconds: curves of a run that is live move without end

# True once no card in sight waits for its data.
_LOADED = """() => document.querySelector('#app')?.childElementCount > 0
    && ![...document.querySelectorAll('.skeleton, [aria-busy=true]')].some(
        card => card.getBoundingClientRect().top < innerHeight)"""


def picture(
    logdir: str | Path,
    view: str = "",
    *,
    width: int = 1280,
    height: int = 800,
    theme: Literal["light", "dark"] = "light",
    follow_links: bool = False,
    timeout: float = 60.0,
) -> bytes:
    """A picture of a view of the logs below a folder, as PNG.

    view: the view's address, of which only what stands behind `#` counts: `#/scalars?search=loss`, or a whole link;
        empty for what the page opens with.
    width, height: of the page, in pixels, 200 to 4000 each. timeout: seconds for all of it.
    Raises PictureError if it can't be drawn, MissingPackageError without playwright, ValueError for a size that is none.
    """
    for name, pixels in (("width", width), ("height", height)):
        if not _SMALLEST <= pixels <= _LARGEST:
            raise ValueError(f"{name}: got {pixels}, want {_SMALLEST} to {_LARGEST} pixels")
    with needed("a picture"):
        import playwright.sync_api  # noqa: F401
    # In a thread of its own: playwright refuses to wait where an event loop runs, as in a notebook.
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(
            _picture, logdir, view, width, height, theme, follow_links, time.monotonic() + timeout
        ).result()


def _picture(
    logdir: str | Path,
    view: str,
    width: int,
    height: int,
    theme: Literal["light", "dark"],
    follow_links: bool,
    until: float,
) -> bytes:
    from playwright.sync_api import Error, sync_playwright

    from vdlite.server import serve

    with (
        serve(logdir, port=0, follow_links=follow_links) as server,
        sync_playwright() as playwright,
    ):
        try:
            with _browser(playwright) as browser:
                page = browser.new_page(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    reduced_motion="reduce",
                )
                page.goto(server.login_url())
                place = view.partition("#")[2] or view.lstrip("#")
                if place:
                    page.goto(f"{server.url.partition('?')[0]}#{place}")
                return _drawn(page, until)
        except Error as error:
            raise PictureError(f"the view could not be drawn: {error.message}") from error


def _drawn(page: Page, until: float) -> bytes:
    """The picture, once nothing waits and two in a row are the same; of a run that is live, soon after."""
    page.wait_for_function(_LOADED, timeout=max(1.0, until - time.monotonic()) * 1000)
    enough = min(until, time.monotonic() + _LONGEST_MOVING)
    before = b""
    while True:
        page.wait_for_timeout(300)
        now = page.screenshot()
        if not page.evaluate(_LOADED):
            enough = min(until, time.monotonic() + _LONGEST_MOVING)
        elif now == before:
            return now
        if time.monotonic() > enough:
            return now
        before = now


@contextmanager
def _browser(playwright: Playwright) -> Iterator[Browser]:
    own = playwright.chromium.executable_path
    path = found(NAMES) or (own if Path(own).exists() else None)
    if path is None:
        raise PictureError(_NO_BROWSER)
    # As root, as in containers, Chromium refuses to start in its sandbox.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    browser = playwright.chromium.launch(
        executable_path=path, args=["--no-sandbox"] if is_root else []
    )
    try:
        yield browser
    finally:
        browser.close()


def found(names: Sequence[str]) -> str | None:
    """The path of the first of these programs that there is."""
    paths = (shutil.which(name) for name in names)
    return next((path for path in paths if path is not None and _starts(path)), None)


def _starts(path: str) -> bool:
    """False for the stub of a package that would install the browser some other way."""
    if sys.platform == "win32":
        return True  # Windows has no stubs, and its browsers answer --version with a window
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0
