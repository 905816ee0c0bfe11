"""How a training ended, in the words that the last record of a log has for it."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

Outcome: TypeAlias = Literal["finished", "failed", "pruned", "killed"]

OUTCOMES: tuple[Outcome, ...] = ("failed", "killed", "pruned", "finished")
"""Those of processes of one training: the first that any of them had is that of the training."""


def known_outcome(word: object) -> Outcome | None:
    """The outcome of that name; None of any other, such as one of a later version."""
    return next((each for each in OUTCOMES if isinstance(word, str) and each == word), None)


def joint_outcome(outcomes: Iterable[Outcome | None]) -> Outcome | None:
    """The outcome of a training whose processes reported these; None if none reported any."""
    return min(filter(None, outcomes), key=OUTCOMES.index, default=None)
