"""A real JupyterLab in a real browser: below a path as on JupyterHub, with jupyter-server-proxy."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

from tests.notebook.lab import AUTHORIZATION, Lab
from tests.notebook.processes import until
from vdlite.server.access.token import config_folder

PATIENCE = 60_000  # milliseconds; only a failing test waits that long

LOAD = "%load_ext vdlite\n%vdlite --logdir {logdir} --page #/scalars --height 600"
LOG = """\
import os
from vdlite import LogWriter, notebook
writer = LogWriter("{logdir}/first")
for step in range(200):
    writer.add_scalar("loss/train", 1 / (1 + step), step)
print("server", notebook.running()[0]._server.pid, notebook.running()[0].url, os.getpid())
"""
LOG_MORE = 'writer.add_scalar("loss/train", 0.5, 200)'


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with Lab(tmp_path_factory.mktemp("lab"), base="/user/me/") as lab:
        yield lab


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that complains about nothing."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000}, locale="en-US")
    context.set_default_timeout(PATIENCE)
    problems: list[str] = []
    context.on(
        "console",
        lambda message: problems.append(message.text) if message.type == "error" else None,
    )
    context.on("weberror", lambda error: problems.append(str(error.error)))
    yield context
    context.close()
    assert problems == []


def opened(context: BrowserContext, lab: Lab, notebook: Path, host: str = "127.0.0.1") -> Page:
    """The notebook in JupyterLab, with a kernel that waits."""
    page = context.new_page()
    page.goto(lab.address(notebook, host))
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    return page


def run_next(page: Page, number: int) -> None:
    """Run a cell, the first being 1, and wait until it has run."""
    editor = page.locator(".jp-Notebook .jp-CodeCell .cm-content").nth(number - 1)
    editor.click()
    editor.focus()  # what a cell above shows may have moved it away from under the pointer
    expect(editor).to_be_focused()
    page.keyboard.press("Control+Enter")
    prompt = page.locator(".jp-Notebook .jp-InputPrompt").nth(number - 1)
    expect(prompt).to_have_text(f"[{number}]:")


def shown(page: Page) -> FrameLocator:
    return page.frame_locator(".jp-OutputArea iframe")


def named_server(page: Page) -> tuple[int, str, int]:
    """The process of the server, its address, and the process of the kernel."""
    said = page.get_by_text(re.compile(r"^server \d+")).inner_text().split()
    return int(said[1]), said[2], int(said[3])


def is_gone(url: str) -> bool:
    try:
        httpx.get(url)
    except httpx.TransportError:
        return True
    return False


@pytest.mark.parametrize("host", ["127.0.0.1", "hub.localhost"])
def test_a_cell_shows_runs_and_follows_what_the_next_cell_logs(
    context: BrowserContext, lab: Lab, host: str
) -> None:
    """By the name of this machine alone the browser asks the server itself; by another one, it asks the proxy of Jupyter."""
    logdir = f"runs of {host}"
    cells = [LOAD.format(logdir=f'"{logdir}"'), LOG.format(logdir=logdir), LOG_MORE]
    page = opened(context, lab, lab.notebook(host, cells), host)
    run_next(page, 1)
    run_next(page, 2)
    address = page.locator(".jp-OutputArea iframe").get_attribute("src")
    assert address is not None
    by_proxy = f"http://{host}:{lab.port}/user/me/proxy/" in address
    assert by_proxy == (host == "hub.localhost")
    expect(shown(page).get_by_text("at step 199")).to_be_visible()
    run_next(page, 3)
    expect(shown(page).get_by_text("at step 200")).to_be_visible()
    assert shown(page).locator("canvas").first.is_visible()


def test_the_notebook_keeps_no_token_and_says_how_to_see_the_runs_again(
    context: BrowserContext, browser: Browser, lab: Lab
) -> None:
    cells = [LOAD.format(logdir="kept"), LOG.format(logdir="kept")]
    notebook = lab.notebook("kept", cells)
    page = opened(context, lab, notebook)
    run_next(page, 1)
    run_next(page, 2)
    expect(shown(page).get_by_text("at step 199")).to_be_visible()
    _, url, kernel = named_server(page)
    page.keyboard.press("Control+s")
    until(lambda: "data-vdlite" in notebook.read_text())
    token = (config_folder() / "token").read_text().strip()
    assert token not in notebook.read_text()
    (code,) = set(re.findall(r'\\"code\\": \\"([\w.-]+)\\"', notebook.read_text()))
    spent = httpx.get(f"{url}?login={code}")
    assert spent.status_code == 401

    # This browser has a session: the frame comes again by itself.
    page.goto(lab.address(notebook))
    expect(shown(page).get_by_text("at step 199")).to_be_visible()
    # Another one has none: the frame says what to do.
    other = browser.new_context()
    stranger = opened(other, lab, notebook)
    expect(shown(stranger).get_by_text("Run the cell of the notebook again")).to_be_visible()
    other.close()

    page.close()
    os.kill(kernel, signal.SIGKILL)  # Jupyter starts another one
    until(lambda: is_gone(url))
    later = browser.new_context()  # which may complain of what is gone
    again = opened(later, lab, notebook)
    expect(again.get_by_text("Run this cell again to see it.")).to_be_visible()
    assert again.locator(".jp-OutputArea iframe").count() == 0
    later.close()


def test_a_kernel_that_is_restarted_takes_its_server_along(
    context: BrowserContext, lab: Lab
) -> None:
    cells = [LOAD.format(logdir="restarted"), LOG.format(logdir="restarted")]
    page = opened(context, lab, lab.notebook("restarted", cells))
    run_next(page, 1)
    run_next(page, 2)
    _, url, _ = named_server(page)
    assert not is_gone(url)
    with httpx.Client(base_url=lab.url(), headers=AUTHORIZATION) as jupyter:
        (kernel,) = [
            each["kernel"]["id"]
            for each in jupyter.get("api/sessions").json()
            if each["path"] == "restarted.ipynb"
        ]
        page.close()
        assert jupyter.post(f"api/kernels/{kernel}/restart", timeout=60).is_success
    until(lambda: is_gone(url))


def test_the_launcher_has_a_tile_that_opens_the_page(context: BrowserContext, lab: Lab) -> None:
    page = context.new_page()
    page.goto(f"{lab.url('hub.localhost')}lab?token=a-token-of-jupyter&reset")
    tile = page.locator(".jp-LauncherCard", has_text="vdlite")
    expect(tile.locator("img")).to_be_visible()
    expect(tile.locator("img")).to_be_visible()
    tile.click()
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("link", name="Workspace").first).to_be_visible()
