"""Whether losses that were computed in two ways agree, and what is said where they do not."""

import math

from vdlite.landscape.telling import warn

_LEAST = 1e-2  # of a loss: below it rounding is no share of it any more
_OVERFLOWS = 1e30


def apart(found: float, truth: float) -> float:
    """How far a loss is off, as a share of the true one. Two that have left all bounds are equal."""
    if _has_left_all_bounds(found) and _has_left_all_bounds(truth):
        return 0.0
    off = abs(found - truth) / max(abs(truth), _LEAST)
    return off if math.isfinite(off) else math.inf


def warn_of_shortcuts(off: float) -> None:
    """Says that what is fast gave other losses, and what is done about it."""
    warn(
        f"a fresh copy of the model gives losses that differ by up to {off:.2g} of them: what it keeps from one forward "
        "to the next, or which samples come together, changes them. All points are computed once more, each by a fresh "
        "copy, in batches as they came"
    )


def _has_left_all_bounds(value: float) -> bool:
    return not abs(value) < _OVERFLOWS
