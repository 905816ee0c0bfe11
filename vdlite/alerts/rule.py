"""A rule: what is looked for, in which scalars of which runs, and how much it matters."""

from dataclasses import dataclass
from typing import Literal

from vdlite.kinds.alert import Level

What = Literal[
    "non-finite", "spike", "threshold", "plateau", "stalled", "failed", "damaged", "alert"
]
RISING = ("*loss*", "*error*", "*perplexity*", "*nll*", "*grad*norm*")
"""Tags, in any case, whose rise is no good news: a spike is looked for in these unless a rule names others."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule. What does not belong to its `what` is as it is by default."""

    name: str
    what: What
    tags: tuple[str, ...] | None = None  # patterns; None: all, of a spike those of RISING
    where: str | None = None  # a query that finds its runs; None: all
    level: Level = "warn"  # of its events; of alerts that a training logs: the least that counts
    first_step: int | None = None  # points before this step do not count; None: all do
    above: float | None = None  # of a threshold, one of these or both
    below: float | None = None
    resolve: float | None = None  # the threshold is left where a value is back behind this
    points: int = 1  # so many in a row beyond the threshold, or without getting better
    goal: Literal["min", "max"] = "min"  # of a plateau: which way it is better
    delta: float = 0.0  # of a plateau: by so much at least
    seconds: float = 600.0  # of a stalled run: without a point for so long, and ...
    times: float = 10.0  # ... for so many times as long as usual


USUAL = (
    Rule("non-finite", "non-finite", level="error"),
    Rule("spike", "spike"),
    Rule("stalled", "stalled", level="error"),
    Rule("alert", "alert", level="info"),
)
"""The rules that hold where no others are given."""
