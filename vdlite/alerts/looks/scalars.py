"""What rules of scalars find in a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial

from vdlite.alerts.alert import Found
from vdlite.alerts.detectors.detector import Detector
from vdlite.alerts.detectors.of_rules import detector_of
from vdlite.alerts.rule import RISING, Rule
from vdlite.alerts.sentences import event_of_scalar
from vdlite.alerts.watched_series import WatchedSeries
from vdlite.reader.questions.matching import matching
from vdlite.reader.run.run import Run


def chosen_tags(rule: Rule, tags: Sequence[str]) -> list[str]:
    """The tags that a rule looks at."""
    if rule.tags is not None:
        return matching(tags, rule.tags)
    if rule.what in ("spike", "diverging"):
        return [tag for tag in tags if any(fnmatchcase(tag.lower(), each) for each in RISING)]
    return list(tags)


class ScalarsLook:
    """Feeds the detectors of a rule with a run's scalars."""

    def __init__(self, rule: Rule, run: Run) -> None:
        self._rule = rule
        self._run = run
        self._version = -1  # of the run's series
        self._watched: dict[str, WatchedSeries[Detector]] = {}

    def grown(self, now: float) -> Iterator[Found]:
        if self._version != self._run.series_version:
            self._version = self._run.series_version
            self._choose()
        for tag, watched in self._watched.items():
            for place in watched.look():
                yield event_of_scalar(self._rule, self._run.name, tag, place)

    def _choose(self) -> None:
        """Bring the watched series up to date."""
        before, self._watched = self._watched, {}
        for tag in chosen_tags(self._rule, self._run.tags()):
            series = self._run.scalars(tag)
            known = before.get(tag)
            if known is None or known.series is not series:
                known = WatchedSeries(
                    series, partial(detector_of, self._rule), self._rule.first_step
                )
            self._watched[tag] = known
