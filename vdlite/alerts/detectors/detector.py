"""What detectors are given, and what they give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Points(Protocol):
    """Points of a scalar, in step order; all columns are of one length [N]."""

    @property
    def steps(self) -> NDArray[np.int64]: ...
    @property
    def walltimes(self) -> Floats:
        """Seconds since 1970."""

    @property
    def values(self) -> Floats: ...


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of an event."""

    at: int  # index of its first point among all that the detector was fed
    expected: float | None = None  # the value that would have been usual; None: nothing says it


class Detector(Protocol):
    """Looks for the beginnings of one kind of event in one series."""

    def feed(self, points: Points) -> list[Start]:
        """The events that begin in the next points [N]."""


def starts(flags: Flags, *, is_on: bool) -> list[int]:
    """The indexes at which flags [N] begin to be true. is_on: the one before them was."""
    before = np.empty_like(flags)
    before[:1] = is_on
    before[1:] = flags[:-1]
    found: list[int] = np.flatnonzero(flags & ~before).tolist()
    return found
