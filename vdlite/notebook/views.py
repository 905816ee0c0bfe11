"""The views of this kernel: one server for one set of options."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from vdlite.notebook.process import ServerProcess
from vdlite.notebook.view import HEIGHT, View, checked_height, checked_page, logdir_options

_servers: dict[tuple[str, ...], ServerProcess] = {}


def show(
    logdir: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = ".",
    *,
    height: int = HEIGHT,
    page: str = "",
    options: Sequence[str] = (),
) -> View:
    """A view of the runs below `logdir`, which a notebook draws when it is the last value of a cell.

    logdir: one folder or several; a missing one is waited for.
    height: pixels of the frame.
    page: what the page opens with, as its address says it from # on, such as "#/trials".
    options: of the server, as the command line takes them, such as ["--allow-edit", "--theme", "dark"].
    The server is a process of its own, which is used again for the same logdir and options, and ends with this one.
    Raises ValueError if the height or the page can't be used, VdliteError if an option can't be, or no server starts.
    """
    checked_height(height)
    checked_page(page)
    return View(_server([*logdir_options(logdir), *options]), height=height, page=page)


def running() -> list[View]:
    """Views of all servers of this kernel, the oldest first."""
    return [View(server, height=HEIGHT, page="") for server in _servers.values() if server.runs]


def stop(logdir: str | os.PathLike[str] | None = None) -> int:
    """End the servers of this kernel that show `logdir`; None: all of them. Returns how many."""
    from vdlite.reader.remote.address import in_full  # loads NumPy

    wanted = None if logdir is None else in_full(logdir)
    chosen = [view for view in running() if wanted is None or wanted in view.logdirs]
    for view in chosen:
        view.stop()
    return len(chosen)


def _server(options: Sequence[str]) -> ServerProcess:
    for key in [key for key, server in _servers.items() if not server.runs]:
        _servers.pop(key).stop()
    # A free port: those that people know are left to the servers that they start themselves.
    options = options if "--port" in options or "-p" in options else [*options, "--port", "0"]
    key = (str(Path.cwd()), *options)
    if key not in _servers:
        _servers[key] = ServerProcess(options)
    return _servers[key]
