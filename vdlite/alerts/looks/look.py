"""What every look at a run offers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from vdlite.alerts.alert import Found


class Look(Protocol):
    """What a rule finds in a run."""

    def grown(self, now: float) -> Iterable[Found]:
        """The events that have come since the last call. now: seconds since 1970; the run has just grown."""


@runtime_checkable
class LateLook(Look, Protocol):
    """What a rule finds in a run that does not grow, too."""

    due: float
    """Seconds since 1970 from which on it wants to look though the run has not grown; infinite: it does not."""

    def late(self, now: float) -> Iterable[Found]:
        """The events that have come by then."""
