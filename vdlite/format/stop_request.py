"""Requests to stop: a small file in the folder of a run, which a writer looks for, and which is never a log."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

STOP_FILE = "vdlite.stop"
_LONGEST = 1000  # characters of a reason
_MOST_BYTES = 1 << 14
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # a named pipe would hold up whoever opens it


class Stamp(NamedTuple):
    """A request by its file: another request has another."""

    inode: int
    modified: int  # nanoseconds


def request_stop(folder: str | Path, reason: str) -> None:
    """Ask the training that writes into a folder to stop. Raises OSError if the file can't be written."""
    import json  # which a training need not wait for

    content = json.dumps({"reason": reason[:_LONGEST], "walltime": time.time()}).encode()
    made = os.path.join(folder, f"{STOP_FILE}.{os.urandom(8).hex()}")
    file = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW, 0o644)
    try:
        try:
            os.write(file, content)
        finally:
            os.close(file)
        os.replace(made, os.path.join(folder, STOP_FILE))  # noqa: PTH105
    except BaseException:
        os.unlink(made)
        raise


def withdraw_stop(folder: str | Path) -> bool:
    """Take the request back; False if there was none. Raises OSError."""
    try:
        os.unlink(os.path.join(folder, STOP_FILE))
    except FileNotFoundError:
        return False
    return True


def stop_stamp(folder: str | Path) -> Stamp | None:
    """The request in a folder; None if there is none, or if nothing can be said."""
    try:
        status = os.lstat(os.path.join(folder, STOP_FILE))
    except (OSError, ValueError):
        return None
    return Stamp(status.st_ino, status.st_mtime_ns)


def stop_reason(folder: str | Path) -> str:
    """The reason of the request; empty if it gives none that can be read."""
    import json

    try:
        flags = os.O_RDONLY | _NO_FOLLOW | _NO_WAIT
        file = os.open(os.path.join(folder, STOP_FILE), flags)
        try:
            content = json.loads(os.read(file, _MOST_BYTES))
        finally:
            os.close(file)
    except (OSError, ValueError, RecursionError):
        return ""
    reason = content.get("reason") if isinstance(content, dict) else None
    return reason[:_LONGEST] if isinstance(reason, str) else ""
