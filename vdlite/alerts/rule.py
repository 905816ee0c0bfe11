"""A rule: what is looked for, in which scalars of which runs, and how much it matters."""

from dataclasses import dataclass
from typing import Literal

from vdlite.kinds.alert import Level

OfScalars = Literal["non-finite", "spike", "threshold", "plateau", "diverging"]
OfRuns = Literal["stalled", "slow", "ended", "failed", "damaged", "alert"]
What = OfScalars | OfRuns

RISING = ("*loss*", "*error*", "*perplexity*", "*nll*", "*grad*norm*")
"""Tags, in any case, whose rise is no good news: spikes and what diverges are looked for in these unless a rule names others."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule. What does not belong to its `what` is as it is by default."""

    name: str
    what: What
    tags: tuple[str, ...] | None = None  # patterns; None: all, of a spike those of RISING
    where: str | None = None  # a query that finds its runs; None: all
    level: Level = "warn"  # of its events; of alerts that a training logs: the least that counts
    stop: bool = False  # asks the training to stop
    channels: tuple[str, ...] | None = None  # names; None: all
    first_step: int | None = None  # points before this step do not count; None: all do
    above: float | None = None  # of a threshold, one of these or both
    below: float | None = None  # also of a slow run: steps a second
    resolve: float | None = None  # the threshold is left where a value is back behind this
    points: int | None = None  # so many in a row; None: 1, of what diverges 200
    goal: Literal["min", "max"] = "min"  # of a plateau: which way it is better
    delta: float = 0.0  # of a plateau: by so much at least
    against: Literal["itself", "others"] = "itself"  # what diverges: from what it, or others, were
    rise: float = 0.1  # of what diverges: by this share of what is usual
    seconds: float = 600.0  # of a stalled run: without a point for so long, and ...
    times: float | None = None  # ... for so many times as long as usual; None: 10
    # of a slow run: a step takes so many times as long as usual; None: 2


LOGGED = Rule("alert", "alert", level="info")
"""The rule for what trainings themselves log as alerts."""

USUAL = (
    Rule("non-finite", "non-finite", level="error"),
    Rule("spike", "spike"),
    Rule("stalled", "stalled", level="error"),
    LOGGED,
)
"""The rules that hold where no others are given."""
