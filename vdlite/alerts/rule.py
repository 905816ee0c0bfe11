"""A rule: what is looked for, in which scalars of which runs, and how much it matters."""

from dataclasses import dataclass
from typing import Literal

from vdlite.kinds.alert import Level
from vdlite.kinds.hparams import Goal

OfScalars = Literal["non-finite", "spike", "threshold", "plateau", "diverging", "best"]
OfRuns = Literal[
    "stalled", "slow", "ended", "failed", "damaged", "alert", "silent-rank", "slow-rank"
]
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
    # of what is best: so many come before it; None: 20
    goal: Goal | None = None  # of a plateau and what is best: which way it is better
    # None: min; of what is best, as it is known of its tag, and tags of which it is not are left out
    delta: float = 0.0  # of a plateau and what is best: by so much at least
    against: Literal["itself", "others"] = "itself"  # what diverges: from what it, or others, were
    rise: float = 0.1  # of what diverges: by this share of what is usual
    # of a stalled run and a silent rank: without a point for so long (None: 600 and 30), and ...
    # of what is best: at most once in so long; None: 600
    seconds: float | None = None
    times: float | None = None  # ... for so many times as long as usual; None: 10
    # of a slow run or rank: a step takes so many times as long as usual, or the others; None: 2 and 1.3


LOGGED = Rule("alert", "alert", level="info")
"""The rule for what trainings themselves log as alerts."""

USUAL = (
    Rule("non-finite", "non-finite", level="error"),
    Rule("spike", "spike"),
    Rule("stalled", "stalled", level="error"),
    Rule("silent-rank", "silent-rank", level="error"),
    Rule("slow-rank", "slow-rank"),
    LOGGED,
)
"""The rules that hold where no others are given."""
