"""What a rule finds in a run beside the other runs that it looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from vdlite.alerts.alert import Found
from vdlite.alerts.detectors.of_rules import above_others_of
from vdlite.alerts.detectors.others import BLOCK, AboveOthers
from vdlite.alerts.looks.scalars import chosen_tags, first_of
from vdlite.alerts.rule import Rule
from vdlite.alerts.sentences import event_of_scalar
from vdlite.alerts.watched_series import Place
from vdlite.reader.run.run import Run

_MOST_OTHERS = 64  # that make a band


@dataclass(slots=True)
class _State:
    detector: AboveOthers
    version: int  # of the series
    begin: int  # points from this one on were used ...
    used: int  # ... up to that one
    length: int  # of the series, at the last look


class OthersLook:
    """Compares a run's scalars with those of others."""

    def __init__(self, rule: Rule, run: Run, others: Callable[[], Sequence[Run]]) -> None:
        """others: the runs that the rule looks at; this one may be among them."""
        self._rule = rule
        self._run = run
        self._others = others
        self._states: dict[str, _State] = {}
        self._version = -1  # of the run's series
        self._tags: list[str] = []

    def grown(self, now: float) -> Iterator[Found]:
        if self._version != self._run.series_version:
            self._version = self._run.series_version
            chosen = chosen_tags(self._rule, self._run.tags())
            self._tags = first_of(chosen, self._rule, self._run)
        for tag in self._tags:
            state = self._states.get(tag)
            series = self._run.scalars(tag)
            if state is not None and state.length == len(series):
                continue
            length = len(series)
            snapshot = series.at_once()
            points = snapshot.columns
            if state is None or state.version != snapshot.version:
                first = self._rule.first_step
                begin = 0 if first is None else int(points.steps.searchsorted(first))
                detector = above_others_of(self._rule)
                state = self._states[tag] = _State(detector, snapshot.version, begin, begin, 0)
            state.length = length
            if len(points) - state.used < BLOCK:
                continue
            theirs = [run.scalars(tag).snapshot() for run in self._with(tag)]
            starts, used = state.detector.feed(points.take(slice(state.used, None)), theirs)
            state.used += used
            for start in starts:
                place = Place(points, state.begin + start.at, start.expected)
                yield event_of_scalar(self._rule, self._run.name, tag, place)

    def _with(self, tag: str) -> list[Run]:
        """Other runs that have a tag."""
        others = [run for run in self._others() if run is not self._run and tag in run.tags()]
        return others[:_MOST_OTHERS]
