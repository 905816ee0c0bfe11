"""The place of the cache."""

import logging
import os
import sys
from pathlib import Path

logger = logging.getLogger("vdlite")

VARIABLE = "VDLITE_CACHE"
"""Names the folder; empty: there is to be no cache."""

LIMIT_VARIABLE = "VDLITE_CACHE_BYTES"
_LIMIT = 10 * 10**9


def cache_folder(workspace: Path | None = None) -> Path | None:
    """The folder of the cache, of this user or in a workspace; None if there is to be none."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given).expanduser().absolute() if given else None
    if workspace is not None:
        return workspace / "cache"
    if sys.platform == "darwin":
        base = Path("~/Library/Caches")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
    try:
        return base.expanduser() / "vdlite"
    except RuntimeError:  # there is no home
        return None


def is_below(folder: Path, logdir: Path) -> bool:
    """True if the folder lies in a logdir, into which nothing is written."""
    return folder.resolve().is_relative_to(logdir.resolve())


def most_bytes() -> int:
    """How much the cache may take on disk, in bytes."""
    given = os.environ.get(LIMIT_VARIABLE)
    if not given:
        return _LIMIT
    try:
        return max(0, int(float(given)))
    except (ValueError, OverflowError):
        logger.warning(
            "vdlite: %s: got %r, want a number of bytes, such as 10e9", LIMIT_VARIABLE, given
        )
        return _LIMIT
