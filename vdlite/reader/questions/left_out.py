"""The parts of an answer that its size had no room for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is not in an answer, and how it is had."""

    what: str  # such as "runs", "events"
    shown: int
    of: int  # so many there are
    how: str  # what to ask instead


def left_out(what: str, shown: int, of: int, how: str) -> tuple[LeftOut, ...]:
    """One entry if something is left out; none if not."""
    return (LeftOut(what, shown, of, how),) if shown < of else ()
