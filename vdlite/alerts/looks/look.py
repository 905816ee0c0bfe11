"""What every look at a run offers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from vdlite.alerts.alert import Found


class Look(Protocol):
    """What a rule finds in a run."""

    def grown(self, now: float) -> Iterable[Found]:
        """The events that have come since the last call. now: seconds since 1970; the run has just grown."""
