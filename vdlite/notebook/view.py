"""The runs of a logdir, shown in a notebook."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from vdlite.errors import VdliteError
from vdlite.notebook.frame import frame
from vdlite.notebook.process import ServerProcess

HEIGHT = 800  # pixels
_LOWEST = 200
_HIGHEST = 10_000


class View:
    """A page in the notebook, and the server of its own that it comes from, which ends with the kernel."""

    def __init__(self, server: ServerProcess, *, height: int, page: str) -> None:
        self._server = server
        self._height = checked_height(height)
        self._page = checked_page(page)

    @property
    def url(self) -> str:
        """The address of the page on the kernel's machine; it holds nothing that lets anybody in."""
        return self._server.url

    @property
    def logdirs(self) -> tuple[str, ...]:
        """The folders that are shown, absolute."""
        return self._server.logdirs

    @property
    def is_running(self) -> bool:
        """True if the server answers."""
        return self._server.runs

    def login_url(self) -> str:
        """An address for a tab of the browser: it lets one in, once and within two minutes.

        Raises VdliteError if the server has ended.
        """
        return f"{self.url}?login={self._code()}{self._page}"

    def stop(self) -> None:
        """End the server; harmless when it has ended already."""
        self._server.stop()

    def _code(self) -> str:
        if not self.is_running:
            raise VdliteError("the server of this view has ended; show it again")
        return self._server.code()

    def _repr_html_(self) -> str | None:
        if not self.is_running:
            return None
        return frame(
            self.url,
            self._server.port,
            self._code(),
            [_near(path) for path in self.logdirs],
            height=self._height,
            page=self._page,
        )

    def __repr__(self) -> str:
        shown = ", ".join(_near(path) for path in self.logdirs)
        state = f"at {self.url}, until this kernel ends" if self.is_running else "no longer"
        return f"<vdlite shows {shown} {state}>"


def checked_height(height: int) -> int:
    """Raises ValueError if it is no usual height of a frame."""
    if not (type(height) is int and _LOWEST <= height <= _HIGHEST):
        raise ValueError(f"height: got {height!r}, want pixels from {_LOWEST} to {_HIGHEST}")
    return height


def checked_page(page: str) -> str:
    """Raises ValueError if it is no part of an address that begins with #."""
    if page and (not page.startswith("#") or any(sign.isspace() for sign in page)):
        raise ValueError(
            f"page: got {page!r}, want what follows in the page's address, such as '#/scalars'"
        )
    return page


def logdir_options(logdir: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[str]:
    """The option that names one folder or several."""
    folders = [logdir] if isinstance(logdir, (str, os.PathLike)) else list(logdir)
    if not folders:
        raise ValueError("logdir: got no folder, want one or several")
    from vdlite.reader.remote.address import in_full  # loads NumPy, which not every notebook takes

    return ["--logdir", *map(in_full, folders)]


def _near(path: str) -> str:
    """A path as one would write it in the current folder."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path
