"""The servers that this user runs: a small file for each, which its server keeps locked for as long as it lives.

A file whose lock can be had is of a server that was killed, and goes.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from vdlite.format.layout import host_name
from vdlite.format.opening import check_plain
from vdlite.server.access.token import config_folder

_LARGEST_FILE = 1 << 20  # bytes
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # a named pipe would hold up whoever opens it

Program = Literal["vdlite", "python"]


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server of this user on this machine."""

    pid: int
    port: int
    url: str  # without the token
    logdirs: Sequence[str]  # absolute
    workspace: str | None  # absolute
    started: float  # seconds since 1970
    program: Program  # "python": it is part of another program, by vdlite.serve
    host: str = field(default_factory=host_name)  # the machine
    options: Mapping[str, str] = field(
        default_factory=dict
    )  # where those that were given come from


class Announcement:
    """The file of a server that runs here; nothing where the user has no folder for it."""

    def __init__(self, about: RunningServer, folder: Path | None = None) -> None:
        self._about = about
        self._file: int | None = None
        self._path: Path | None = None
        with contextlib.suppress(
            OSError, RuntimeError
        ):  # RuntimeError: the user has no home folder
            self._open(folder or servers_folder())

    def _open(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{self._about.port}-{secrets.token_hex(8)}.json"
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_FOLLOW, 0o600)
        _try_lock(file)
        self._file, self._path = file, path
        self.update(self._about)

    def update(self, about: RunningServer) -> None:
        """Tell something else of the same server."""
        self._about = about
        if self._file is None:
            return
        with contextlib.suppress(OSError):
            os.lseek(self._file, 0, os.SEEK_SET)
            os.ftruncate(self._file, 0)
            os.write(self._file, json.dumps(asdict(about)).encode())

    @property
    def about(self) -> RunningServer:
        return self._about

    def withdraw(self) -> None:
        """The server has ended."""
        if self._file is None or self._path is None:
            return
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(self._file)
        self._file = None


def servers_folder() -> Path:
    """The folder in which this user's servers say where they are."""
    return config_folder() / "servers"


def running_servers(folder: Path | None = None) -> list[RunningServer]:
    """This user's servers on this machine, by port."""
    found = []
    for path in _files(folder or servers_folder()):
        with contextlib.suppress(OSError):
            about = _living(path)
            if about is not None:
                found.append(about)
    return sorted(found, key=lambda about: (about.port, about.pid))


def _files(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(folder.glob("*.json"))
    except (OSError, RuntimeError):
        return


def _living(path: Path) -> RunningServer | None:
    """The server of a file, if it lives on this machine; the file goes if it does not."""
    file = os.open(path, os.O_RDWR | _NO_FOLLOW | _NO_WAIT)
    try:
        check_plain(os.fstat(file))
        about = _about(os.read(file, _LARGEST_FILE))
        if about is None or about.host != host_name():
            return None
        if _try_lock(file):
            path.unlink(missing_ok=True)
            return None
        return about
    finally:
        os.close(file)


def _about(content: bytes) -> RunningServer | None:
    """The facts in the bytes; None if they are no such thing, as of a server that is just writing them."""
    try:
        fields: Any = json.loads(content)
        about = RunningServer(**fields)
    except (ValueError, TypeError, RecursionError):
        return None
    return about if _is_sound(about) else None


def _is_sound(about: Any) -> bool:
    """True for what a server can have written: a damaged file must not have other processes stopped."""
    if not (isinstance(about.logdirs, list) and isinstance(about.options, dict)):
        return False
    texts = (about.url, about.host, about.workspace or "", *about.logdirs, *about.options.values())
    return (
        all(type(number) is int for number in (about.pid, about.port))
        and about.pid > 1
        and type(about.started) in {int, float}
        and all(isinstance(text, str) for text in texts)
        and about.program in get_args(Program)
    )


if sys.platform == "win32":
    import msvcrt

    _BEYOND = 1 << 30  # what is locked can't be read: so it is a byte that is not there

    def _try_lock(file: int) -> bool:
        os.lseek(file, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        """True if nobody had it; it is ours now, until the file is closed."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
