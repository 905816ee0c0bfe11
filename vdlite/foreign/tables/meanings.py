"""What the names in tables and rows of numbers mean: which of them are steps, and which are times."""

import math
from collections.abc import Iterable
from datetime import datetime

_STEPS = (
    "step",
    "global_step",
    "_step",
    "trainer/global_step",
    "iteration",
    "iter",
    "time/total_timesteps",
    "total_timesteps",
    "timesteps_total",
    "training_iteration",
    "epoch",
)
"""Names of steps: the first that is there counts."""

_TIMES = ("timestamp", "_timestamp", "walltime", "wall_time", "datetime", "date", "time")
"""Names of points in time, where their values can be such."""

_ELAPSED = ("time/time_elapsed", "time_elapsed", "time_total_s", "elapsed")
"""Names of seconds since the beginning."""

_MOST_STEP = 1 << 62


def step_name(names: Iterable[str]) -> str | None:
    """The name of the column that holds steps; None if there is none."""
    return _first(_STEPS, names)


def time_name(names: Iterable[str]) -> str | None:
    """The name of the column that holds times, if its values are times; None if there is none."""
    return _first(_TIMES, names)


def elapsed_name(names: Iterable[str]) -> str | None:
    """The name of the column that holds seconds since the beginning; None if there is none."""
    return _first(_ELAPSED, names)


def step_of(value: float) -> int | None:
    """A whole number as a step; None of any other."""
    if not math.isfinite(value) or value != math.floor(value) or abs(value) > _MOST_STEP:
        return None
    return int(value)


def walltime_of(value: object) -> float | None:
    """Seconds since 1970 of a point in time: such seconds, milliseconds, or a date in the manner of ISO 8601.

    A date without a time zone is taken as one of this machine. None of anything else.
    """
    if isinstance(value, str):
        try:
            return walltime_of(float(value))
        except ValueError:
            return _date(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if 1e9 <= value < 1e10:  # the years from 2001 to 2286
        return float(value)
    if 1e12 <= value < 1e13:
        return float(value) / 1e3
    return None


def _date(text: str) -> float | None:
    text = text.strip()
    if len(text) < len("2026-01-01T00:00"):  # a day alone is no point in time
        return None
    try:
        return datetime.fromisoformat(
            text[:-1] + "+00:00" if text[-1:] == "Z" else text
        ).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def _first(wanted: Iterable[str], names: Iterable[str]) -> str | None:
    known = {name.strip().casefold(): name for name in reversed(list(names))}
    return next((known[name] for name in wanted if name in known), None)
