"""Appending to a file beside the logs: one write at its end, so that whoever else writes there loses nothing."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from vdlite.annotations.file_lock import locked
from vdlite.format.opening import NOT_PLAIN

_FLAGS = (
    os.O_RDWR
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a named pipe would hold up whoever opens it
    | getattr(os, "O_BINARY", 0)
)
_NO_FSYNC = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP}  # file systems that have none


def append(path: Path, content: bytes, *, first: bytes = b"") -> int:
    """Append to a plain file, which is made where it is not there, and wait until the disk has it.

    first: what a file begins with that is empty until now.
    Returns the offset of `content` in the file, as far as nobody writes there who takes no lock.
    Raises OSError; then the beginning of `content` may be there.
    """
    file = os.open(path, _FLAGS, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(errno.EINVAL, NOT_PLAIN)
        with locked(file):
            size = os.lseek(file, 0, os.SEEK_END)
            before = first
            if size:
                # A torn line must not take this one with it.
                before = b"" if _byte_before(file, size) == b"\n" else b"\n"
            written = os.write(file, before + content)
        if written != len(before) + len(content):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        _sync(file)
    finally:
        os.close(file)
    return size + len(before)


def _byte_before(file: int, size: int) -> bytes:
    os.lseek(file, size - 1, os.SEEK_SET)
    return os.read(file, 1)


def _sync(file: int) -> None:
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in _NO_FSYNC:
            raise
