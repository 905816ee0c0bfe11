"""Processes of this machine that wrote logs, as the names of files tell them."""

import os
import re
import socket
from collections.abc import Iterable

_EVENTS = re.compile(r".*tfevents\.\d+\.(?P<host>.+)\.(?P<pid>\d{1,9})\.\d+(\D.*)?")
"""The names that PyTorch and TensorFlow give: time, host, process, number."""


def are_gone(file_names: Iterable[str]) -> bool:
    """True if all processes that write these logs of TensorBoard ran on this machine and have ended.

    False where no name gives a process, or another one was given the number. Other files are left aside.
    """
    named = [match for name in file_names if (match := _EVENTS.fullmatch(name)) is not None]
    host = socket.gethostname()
    return bool(named) and all(
        match["host"] == host and not _is_alive(int(match["pid"])) for match in named
    )


def _is_alive(pid: int) -> bool:
    if os.name != "posix" or not pid:
        return True  # nobody knows
    try:
        os.kill(pid, 0)  # only asks
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # somebody else's
    return True
