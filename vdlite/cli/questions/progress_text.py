"""How far a run is, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdlite.cli.tables import age

if TYPE_CHECKING:
    from vdlite.reader.run.progress import Progress


def progress_text(found: Progress | None) -> str:
    """All of it in one line; empty where the program says nothing."""
    if found is None:
        return ""
    parts = [f"{found.done:,} of {found.total:,} {found.name} ({found.share:.0%})"]
    if found.seconds_left is not None and found.share < 1:
        parts.append(f"{age(found.seconds_left)} left")
        if found.seconds_low is not None and found.seconds_high is not None:
            low, high = age(found.seconds_low), age(found.seconds_high)
            parts[-1] += "" if low == high else f" ({low} to {high})"
    if found.samples_per_second is not None:
        parts.append(f"{found.samples_per_second:,.3g} samples/s")
    return ", ".join(parts)


def short_progress(found: Progress) -> str:
    """The share that is done, and the time that is left, if any is."""
    is_known = found.seconds_left is not None and found.share < 1
    left = f", {age(found.seconds_left or 0.0)} left" if is_known else ""
    return f"{found.share:.0%}{left}"
