"""The agreement of losses that were computed in two ways, and what is said where there is none."""

import math

from vdlite.errors import LandscapeError
from vdlite.landscape.notices import warn

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


def not_the_same_twice(off: float, *, allowed: bool) -> None:
    """Says that a loss is not the same twice at one point. Raises LandscapeError unless that is allowed."""
    found = (
        f"the loss is not the same twice at one point: it differs by {off:.2g} of it, also between fresh copies of the model. "
        "Something outside of the model changes with each call, such as a counter, a cache or a generator of the loss"
    )
    if not allowed:
        raise LandscapeError(
            f"{found}; want a loss of the model and the samples alone, or allow_nondeterministic=True"
        )
    warn(found)


def _has_left_all_bounds(value: float) -> bool:
    return not abs(value) < _OVERFLOWS
