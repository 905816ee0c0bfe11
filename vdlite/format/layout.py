"""Names of the files in a run folder, and their order."""

import calendar
import os
import re
import time

LOG_SUFFIX = ".vdl"
MEDIA_SUFFIX = ".vdm"
SPOOL_SUFFIX = ".vds"
OWN_FOLDER = ".vdlite"
"""A folder of the logdir that holds no runs: what people added to them, and what they deleted."""
LOGBOOK = "logbook.md"
"""A file of the logdir, of what people and programs concluded from its runs; never a log."""


def new_stem() -> str:
    """A name that no other writer has: UTC time, host, process id and a random part.

    Names sort by time, as the headers of the files do.
    """
    now = time.time()
    stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime(now)) + f".{int(now % 1 * 1e6):06d}"
    host = re.sub(r"[^A-Za-z0-9_.]", "_", host_name())[:40]
    return f"{stamp}-{host}-{os.getpid()}-{os.urandom(4).hex()}"


def made_at(name: str) -> float | None:
    """The time in a log file's name, in seconds since 1970; None of one that was named otherwise."""
    stamp = re.match(r"(\d{8}T\d{6})(\.\d{6})-", name) if is_log_file(name) else None
    if stamp is None:
        return None
    try:
        return calendar.timegm(time.strptime(stamp[1], "%Y%m%dT%H%M%S")) + float(stamp[2])
    except ValueError:  # a day that there is not
        return None


def is_log_file(name: str) -> bool:
    return name.endswith(LOG_SUFFIX)


def is_spool(name: str) -> bool:
    return name.endswith(SPOOL_SUFFIX)


def is_run_file(name: str) -> bool:
    """True for every file that a writer makes in a run folder."""
    return name.endswith((LOG_SUFFIX, MEDIA_SUFFIX, SPOOL_SUFFIX))


def media_path(log_path: str) -> str:
    """The media file that belongs to a log file."""
    return log_path.removesuffix(LOG_SUFFIX) + MEDIA_SUFFIX


def spool_path(log_path: str, number: int = 1) -> str:
    """The spool that belongs to a log file; a further one, if `number` is above 1."""
    stem = log_path.removesuffix(LOG_SUFFIX)
    return (stem if number == 1 else f"{stem}~{number}") + SPOOL_SUFFIX


def host_name() -> str:
    """This machine's name."""
    return os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "host")
