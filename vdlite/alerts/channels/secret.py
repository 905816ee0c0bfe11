"""Secrets of channels: files of rules only say where they are."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from vdlite.alerts.channels.channel import ChannelError

_ENV, _FILE = "env:", "file:"
_MOST_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret, by where it is."""

    place: str = field(repr=False)  # "env:NAME" or "file:PATH"

    def read(self) -> str:
        """The secret as it is now. Raises ChannelError, which says where it was looked for."""
        if self.place.startswith(_ENV):
            name = self.place.removeprefix(_ENV)
            value = os.environ.get(name)
            if not value:
                raise ChannelError(f"the environment has no {name}")
            return value
        path = Path(self.place.removeprefix(_FILE)).expanduser()
        try:
            value = _of_file(path)
        except OSError as error:
            raise ChannelError(f"no secret is read: {error.strerror}: {path}") from error
        except ValueError as error:
            raise ChannelError(f"no secret is read: {error}: {path}") from error
        if not value:
            raise ChannelError(f"the file of the secret is empty: {path}")
        return value


def is_place(text: str) -> bool:
    """True if a text says where a secret is."""
    return any(text.startswith(each) and len(text) > len(each) for each in (_ENV, _FILE))


def _of_file(path: Path) -> str:
    """The first line of a file that only its owner can read. Raises OSError, and ValueError for any other file."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise ValueError("it is no plain file")
        if os.name == "posix" and about.st_mode & 0o077:
            raise ValueError("others can read it, want mode 0600")
        content = file.read(_MOST_BYTES)
    return content.decode(errors="replace").split("\n")[0].strip()
