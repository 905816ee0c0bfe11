"""A real JupyterLab, with nothing of whoever runs the tests."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import httpx

TOKEN = "a-token-of-jupyter"
_SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "apputils-extension/themes": {"theme": "JupyterLab Light"},
}


class Lab:
    """JupyterLab over a folder, below a path such as that of a user on JupyterHub."""

    def __init__(self, folder: Path, *, base: str = "/", theme: str = "JupyterLab Light") -> None:
        self.folder = folder / "notebooks"
        self.folder.mkdir(parents=True)
        self.port = _free_port()
        self.base = base
        own = folder / "jupyter"
        for name, values in (_SETTINGS | {"apputils-extension/themes": {"theme": theme}}).items():
            file = own / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(values), "utf-8")
        environment = os.environ | {
            "HOME": str(own),
            "IPYTHONDIR": str(own / "ipython"),
            "JUPYTER_CONFIG_DIR": str(own / "config"),
            "JUPYTER_DATA_DIR": str(own / "data"),
            "JUPYTER_RUNTIME_DIR": str(own / "runtime"),
            "JUPYTERLAB_SETTINGS_DIR": str(own / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(own / "workspaces"),
        }
        self._log = (own / "log.txt").open("wb")
        self._process = subprocess.Popen(
            [
                sys.executable,
                *("-m", "jupyterlab", "--no-browser", "--allow-root"),
                f"--ServerApp.port={self.port}",
                "--ServerApp.port_retries=0",
                f"--ServerApp.base_url={base}",
                "--ServerApp.allow_remote_access=True",
                f"--IdentityProvider.token={TOKEN}",
                f"--ServerApp.root_dir={self.folder}",
            ],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self._wait(own / "log.txt")

    def _wait(self, log: Path) -> None:
        ends = time.monotonic() + 120
        while True:
            try:
                if httpx.get(f"{self.url()}api/status", headers=AUTHORIZATION).is_success:
                    return
            except httpx.TransportError:
                pass
            assert self._process.poll() is None and time.monotonic() < ends, log.read_text()
            time.sleep(0.1)

    def url(self, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{self.base}"

    def notebook(self, name: str, cells: Sequence[str]) -> Path:
        """A notebook of those cells, in the lab's folder."""
        path = self.folder / f"{name}.ipynb"
        content = {
            "cells": [
                {
                    "cell_type": "code",
                    "id": f"cell{at}",
                    "execution_count": None,
                    "metadata": {},
                    "outputs": [],
                    "source": source,
                }
                for at, source in enumerate(cells)
            ],
            "metadata": {
                "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
            },
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        path.write_text(json.dumps(content), "utf-8")
        return path

    def address(self, notebook: Path, host: str = "127.0.0.1") -> str:
        """Where a browser opens a notebook."""
        return f"{self.url(host)}lab/tree/{notebook.name}?token={TOKEN}&reset"

    def __enter__(self) -> Lab:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()


AUTHORIZATION = {"Authorization": f"token {TOKEN}"}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
