"""A browser for the tests: the system's own, or one that is installed for them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Playwright

SHELL = "chromium-headless-shell"
"""Chromium without the parts of a desktop's browser: a page of it takes half of the time."""

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)

FLAGS = (
    "--no-sandbox",  # containers run as root, where Chromium's sandbox refuses to start
    "--disable-gpu",
    "--in-process-gpu",  # a process less that each frame goes through
    "--num-raster-threads=1",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

NO_BROWSER = """\
The tests of tests/browser drive a browser, none was found, and none could be installed (the words of
those who tried are above). Ways out:
  1. Install one, so that PATH has it under one of these names: {names}.
  2. `playwright install --with-deps chromium` in the environment that runs the tests.
  3. Run all other tests: `pytest --ignore=tests/browser`."""


def launch(playwright: Playwright, *, whole: bool = False) -> Browser:
    """A headless browser. Raises RuntimeError, with what to do, if there is none to be had.

    whole: one that keeps sites apart as a person's does, which the shell does not: what is stored by a page in a frame of
        another site.
    """
    own = playwright.chromium.executable_path
    names = NAMES if whole else (SHELL, *NAMES)
    path = (
        found(names)
        or _existing(own)
        or (None if whole else from_apt(SHELL, names))
        or from_apt("chromium", names)
        or _from_playwright(own)
    )
    if path is None:
        raise RuntimeError(NO_BROWSER.format(names=", ".join(names)))
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


def found(names: Sequence[str]) -> str | None:
    """The path of the first of these programs that there is."""
    paths = (shutil.which(name) for name in names)
    return next((path for path in paths if path is not None and _starts(path)), None)


def _starts(path: str) -> bool:
    """False for the stub of a package that would install the browser some other way."""
    if sys.platform == "win32":
        return True  # Windows has no stubs, and its browsers answer --version with a window
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0


def _existing(path: str) -> str | None:
    return path if Path(path).exists() else None


def from_apt(package: str, names: Sequence[str]) -> str | None:
    """The path of a program that is installed now, where the system has such packages and lets us."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return None
    import fcntl

    install = ["apt-get", "install", "--yes", "--no-install-recommends", package]
    with (Path(tempfile.gettempdir()) / "vdlite-tests-apt.lock").open("w") as lock:
        # Of processes that test side by side, one installs.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (path := found(names)) is not None:
            return path
        # The lists of packages may be missing, as in a fresh container, or old.
        if _run(install) != 0 and (_run(["apt-get", "update"]) != 0 or _run(install) != 0):
            return None
    return found(names)


def _from_playwright(own: str) -> str | None:
    _run([sys.executable, "-m", "playwright", "install", "chromium"])
    return _existing(own)


def _run(command: list[str]) -> int:
    print("$", *command, flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=env, check=False).returncode
