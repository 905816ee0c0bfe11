"""An event, and what is said of it."""

from dataclasses import dataclass
from typing import Literal

What = Literal[
    "started",  # a writer began the run
    "resumed",  # a later writer went on
    "ended",  # how, if that is known
    "quiet",  # no writer has closed, and none writes
    "alert",  # that the training logged
    "not finite",  # NaN or infinity, for the first time in a scalar
    "spike",
    "vanished",  # what was other than 0 is 0, or nearly so, to the end
    "missing steps",  # of a scalar that has every other one
    "silent rank",  # of several processes, one logs no more while the others go on
    "slow rank",  # it takes 1.3 times as long for a step as the median of the ranks, or longer
    "pause",  # nothing was logged for long
    "not written",  # records that a writer could not write
    "damaged",  # bytes of a file that can't be read
]


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, where and when. What does not apply is None."""

    what: What
    run: str
    text: str  # all of it in one sentence
    step: int | None
    walltime: float | None  # seconds since 1970
    tag: str | None = None  # of the scalar; of several, the one where it is largest
    tags: int = 0  # number of scalars in which it was at this step
    value: float | None = None  # that was logged there
    count: int = (
        1  # how often this is in this scalar: only the largest ones are events of their own
    )
    size: float = 0.0  # by which events of one kind are ranked; of a spike, in standard deviations
    is_bad: bool = False  # of an end: it failed, or was killed; of an alert: its level is error
