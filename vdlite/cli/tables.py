"""Tables of text, as commands print them for people."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime

from vdlite.cli.terminal import printable

_WIDEST = 60  # signs of a cell on a terminal, where a long one would wrap all lines


def cut(text: str) -> str:
    """A text without its middle, where that is long."""
    half = _WIDEST // 2
    return text if len(text) <= _WIDEST else f"{text[: half - 1]}…{text[-half:]}"


def table(rows: Sequence[Sequence[str]], *, numbers: Sequence[int] = ()) -> str:
    """Rows of cells, each column as wide as its widest cell; nothing in a cell steers a terminal, on which it is cut.

    numbers: columns that are flush right.
    """
    shown = cut if sys.stdout.isatty() else str
    plain = [[shown(printable(cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*plain, strict=True)]
    right = set(numbers)
    lines = (
        "  ".join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in plain
    )
    return "\n".join(line.rstrip() for line in lines)


def age(seconds: float) -> str:
    """A time in its largest unit, such as `3 h`."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size:.0f} {unit}"
    return f"{max(seconds, 0):.0f} s"


def date_time(walltime: float | None) -> str:
    """A time of day here; what no clock can show, as bytes that somebody else wrote may have it, is a dash."""
    try:
        if walltime is not None:
            return datetime.fromtimestamp(walltime).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, ValueError, OSError):
        pass
    return "-"
