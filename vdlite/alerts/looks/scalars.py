"""What rules of scalars find in a run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from vdlite.alerts.alert import Found
from vdlite.alerts.detectors.bests import Bests
from vdlite.alerts.detectors.of_rules import bests_of, detector_of
from vdlite.alerts.rule import RISING, Rule
from vdlite.alerts.sentences import event_of_scalar
from vdlite.alerts.watched_series import WatchedSeries
from vdlite.kinds.aside_tags import is_aside
from vdlite.kinds.hparams import Goal
from vdlite.reader.questions.matching import matching
from vdlite.reader.run.run import Run
from vdlite.reader.series.scalar_series import ScalarSeries

logger = logging.getLogger("vdlite")

MOST_SCALARS = 50_000
"""Of a run that one rule looks at: each of them is held in memory for it."""
_MOST_ASKED = (
    100  # scalars of which it is asked at each look whether somebody has said which way is better
)


def chosen_tags(rule: Rule, tags: Sequence[str]) -> list[str]:
    """The tags that a rule looks at."""
    if rule.tags is not None:
        return matching(tags, rule.tags)
    if rule.what in ("spike", "diverging"):
        return [tag for tag in tags if any(fnmatchcase(tag.lower(), each) for each in RISING)]
    if rule.what == "best":
        return [tag for tag in tags if not is_aside(tag)]
    return list(tags)


def first_of(tags: list[str], rule: Rule, run: Run) -> list[str]:
    """The tags, as far as a rule can look at so many; what it does not look at is said."""
    if len(tags) > MOST_SCALARS:
        logger.warning(
            "vdlite: %s: the rule %r looks at %s of %s scalars; say which ones in its tags",
            *(run.name, rule.name, f"{MOST_SCALARS:,}", f"{len(tags):,}"),
        )
    return tags[:MOST_SCALARS]


class ScalarsLook:
    """Feeds the detectors of a rule with a run's scalars."""

    def __init__(self, rule: Rule, run: Run, goal_of: Callable[[str], Goal | None]) -> None:
        """goal_of: says of a tag whether less or more is better."""
        self._rule = rule
        self._run = run
        self._goal_of = goal_of
        self._version: tuple[int, ...] = ()  # of the run's series
        self._watched: dict[str, WatchedSeries[Any]] = {}
        self._waiting: list[str] = []  # tags of which nobody has said yet which way is better

    def grown(self, now: float) -> Iterator[Found]:
        # A layer that breaks is found among a million whose rows stay in the log.
        any_value = self._rule.what != "non-finite"
        version = (self._run.series_version,) if any_value else self._run.unsure_version
        if self._version != version or any(map(self._goal, self._waiting[:_MOST_ASKED])):
            self._version = version
            self._choose(self._run.tags() if any_value else self._run.unsure_tags())
        for tag, watched in self._watched.items():
            for place in watched.look():
                yield event_of_scalar(self._rule, self._run.name, tag, place)

    def _choose(self, tags: Sequence[str]) -> None:
        """Bring the watched series up to date: those of these tags that the rule looks at."""
        before, self._watched = self._watched, {}
        self._waiting = []
        for tag in first_of(chosen_tags(self._rule, tags), self._rule, self._run):
            goal = self._goal(tag)
            if self._rule.what == "best" and goal is None:
                self._waiting.append(tag)
                continue
            series = self._run.scalars(tag)
            known = before.get(tag)
            if known is None or known.series is not series:
                known = self._new(series, goal)
            self._watched[tag] = known

    def _goal(self, tag: str) -> Goal | None:
        """The way in which a scalar is better, where that has to be known."""
        if self._rule.what != "best":
            return None
        return self._rule.goal or self._goal_of(tag)

    def _new(self, series: ScalarSeries, goal: Goal | None) -> WatchedSeries[Any]:
        """The series with a new detector."""
        first_step = self._rule.first_step
        if goal is None:
            return WatchedSeries(series, partial(detector_of, self._rule), first_step)
        goes_on = partial(bests_of, self._rule, goal)
        return WatchedSeries[Bests](series, goes_on, first_step, goes_on=goes_on)
