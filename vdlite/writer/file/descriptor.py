"""Files of a writer's own, by their descriptors, which other code may close and whose numbers it may use again."""

import contextlib
import os

from vdlite.format.layout import LOG_SUFFIX

NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0)


def file_mode(*, private: bool) -> int:
    """The mode that `os.open` makes files with; the umask may take from it."""
    return 0o600 if private else 0o666


def create_new(folder: str | None, stem: str, *, private: bool) -> tuple[int, str]:
    """Make the folder, and in it a log file that did not exist before; returns its descriptor and its path.

    private: nobody but this user may read what is made.

    Without a folder, what is written goes nowhere. Raises OSError.
    """
    if folder is None:
        return os.open(os.devnull, os.O_WRONLY), os.devnull
    os.makedirs(folder, 0o700 if private else 0o777, exist_ok=True)
    number = 1
    while True:
        name = stem if number == 1 else f"{stem}_{number:04d}"
        path = os.path.join(folder, name + LOG_SUFFIX)
        try:
            return os.open(path, NEW_FILE, file_mode(private=private)), path
        except FileExistsError:
            number += 1


def leads_to(fd: int, identity: os.stat_result | None) -> bool:
    """True if the descriptor is open, and the file behind it is still the one that it was made for."""
    try:
        return identity is not None and os.path.samestat(os.fstat(fd), identity)
    except OSError:
        return False


def lies_at(fd: int, path: str) -> bool:
    """True if the file behind the descriptor has that path, or a failing disk does not say."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(fd))
    except FileNotFoundError:
        return False
    except OSError:
        return True  # writing will tell


def close_own(fd: int, identity: os.stat_result | None) -> None:
    """Close the descriptor, unless it is no longer ours."""
    if leads_to(fd, identity):
        with contextlib.suppress(OSError):
            os.close(fd)


class OwnDescriptor:
    """A descriptor, and the file that it was made for; none at first."""

    __slots__ = ("_identity", "fd")

    def __init__(self) -> None:
        self.fd = -1
        self._identity: os.stat_result | None = None

    @property
    def is_open(self) -> bool:
        """True if there is a descriptor, which other code may have closed."""
        return self.fd >= 0

    @property
    def is_ours(self) -> bool:
        """True if the descriptor still leads to the file that it was made for."""
        return leads_to(self.fd, self._identity)

    def lies_at(self, path: str) -> bool:
        """True if what is written there comes into the file of that path, which is the one that it was made for."""
        return self.is_ours and lies_at(self.fd, path)

    def leads_as(self, fd: int) -> bool:
        """True if another descriptor leads to the same file."""
        return leads_to(fd, self._identity)

    def identify(self) -> None:
        """Know the file again, when `fd` was just opened; what interrupts before leaves one that is not ours."""
        self._identity = os.fstat(self.fd)

    def size(self) -> int:
        """Bytes of the file. Raises OSError."""
        return os.fstat(self.fd).st_size

    def close(self) -> None:
        """Close it, unless it is no longer ours."""
        if self.fd >= 0:
            close_own(self.fd, self._identity)
        self.fd = -1
