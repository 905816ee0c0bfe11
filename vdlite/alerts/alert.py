"""An event: a rule was broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from vdlite.kinds.alert import Level


class EventName(NamedTuple):
    """A name that an event has however often it is found."""

    rule: str
    run: str
    tag: str | None
    at: float | None  # a step of a scalar, a time of a run; None: it is once in a run


@dataclass(frozen=True, slots=True)
class Alert:
    """An event: a rule was broken."""

    rule: str  # its name
    level: Level
    run: str
    tag: str | None  # of the scalar; None: it is about the run
    step: int | None  # at which it begins
    walltime: float | None  # seconds since 1970
    value: float | None  # that was logged there
    text: str  # all of it in one sentence


@dataclass(frozen=True, slots=True)
class Found:
    """An event with its name."""

    name: EventName
    alert: Alert
