"""Names of the files in a run folder, and their order."""

import os
import re
import secrets
import socket
import time
from pathlib import Path

LOG_SUFFIX = ".vdl"
MEDIA_SUFFIX = ".vdm"


def new_stem() -> str:
    """A name that no other writer has: UTC time, host, process id and a random part.

    Names sort by time, so that the files of a run have an order without being opened.
    """
    now = time.time()
    stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime(now)) + f".{int(now % 1 * 1e6):06d}"
    host = re.sub(r"[^A-Za-z0-9_.]", "_", socket.gethostname())[:40]
    return f"{stamp}-{host}-{os.getpid()}-{secrets.token_hex(4)}"


def is_log_file(name: str) -> bool:
    return name.endswith(LOG_SUFFIX)


def media_path(log_path: Path) -> Path:
    """The media file that belongs to a log file."""
    return log_path.with_suffix(MEDIA_SUFFIX)
