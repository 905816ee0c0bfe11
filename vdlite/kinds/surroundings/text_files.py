"""The beginning of a file that somebody else wrote, or none: it may be missing, a pipe, or without an end."""

from __future__ import annotations

import os
import stat
from pathlib import Path

MOST = 256 << 10
"""Bytes of one file that are read."""


def beginning_of(path: Path, most: int = MOST) -> str:
    """The text at the beginning of a file; empty if it can't be read."""
    return kept_text(path, most) or ""


def kept_text(path: Path, most: int = MOST) -> str | None:
    """The text at the beginning of a file, of a longer one with a last line that says so; None if it can't be read."""
    try:
        # Opening a pipe would wait for somebody who writes into it.
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return None
    try:
        with open(number, "rb") as file:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                return None
            data = file.read(most + 1)
    except OSError:
        return None
    text = data[:most].decode(errors="replace")
    return text if len(data) <= most else f"{text}\n{CUT}\n"


CUT = "# ... the rest was left out"
"""The last line of a text whose file was longer."""
