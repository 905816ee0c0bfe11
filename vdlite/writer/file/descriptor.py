"""Files of a writer's own, by their descriptors, which other code may close and whose numbers it may use again."""

import contextlib
import os

from vdlite.format.layout import LOG_SUFFIX

NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0)


def file_mode(*, private: bool) -> int:
    """What `os.open` makes files with; the umask may take from it."""
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
