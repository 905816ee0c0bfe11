"""What rules find in how fast a run goes on: whether it is silent, or slow."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from vdlite.alerts.alert import Found
from vdlite.alerts.detectors.of_rules import SLOW, pauses_of, silent_seconds, slowness_of
from vdlite.alerts.looks.busiest import Busiest
from vdlite.alerts.rule import Rule
from vdlite.alerts.sentences import event_of_run
from vdlite.reader.run.run import Run


class SlowLook:
    """Finds where a run became slow."""

    def __init__(self, rule: Rule, run: Run) -> None:
        self._rule = rule
        self._run = run
        self._busiest = Busiest(run, partial(slowness_of, rule))

    def grown(self, now: float) -> Iterator[Found]:
        for place in self._busiest.look():
            step = int(place.points.steps[place.at])
            usual = place.expected or 0.0
            if self._rule.below is None:
                than = (
                    f"{self._rule.times or SLOW:.6g} times as slow as usual, {usual:.3g} s a step"
                )
            else:
                than = f"slower than {usual:.6g} steps a second"
            text = f"{self._run.name} is {than} at step {step}"
            walltime = float(place.points.walltimes[place.at])
            yield event_of_run(self._rule, self._run.name, step, walltime, text)


class StalledLook:
    """Finds the times in which a run was silent for too long, and the one that it is in.

    That one is counted from when the run was seen to grow: the clocks of the machines may differ.
    """

    def __init__(self, rule: Rule, run: Run) -> None:
        self._rule = rule
        self._run = run
        self._busiest = Busiest(run, partial(pauses_of, rule))
        self._grew: float | None = None
        self._logged = -1  # records of the training, when it was seen to grow
        self.due = math.inf

    def grown(self, now: float) -> Iterator[Found]:
        for place in self._busiest.look():
            times = place.points.walltimes
            if place.at + 1 < len(times):
                wait = float(times[place.at + 1] - times[place.at])
                yield self._event(int(place.points.steps[place.at]), float(times[place.at]), wait)
        logged, before = self._run.records_of_training, self._logged
        self._logged = logged
        if self._grew is None:
            self._grew = now - self._age(now)
        elif logged != before:
            self._grew = now
        else:
            return  # its machine was looked at, and nothing else
        self.due = self._grew + silent_seconds(self._rule)

    def _age(self, now: float) -> float:
        """Seconds since the run grew last, as far as the clocks say it."""
        watched = self._busiest.watched
        if self._run.records_of_training == self._run.info.records or watched is None:
            last = max(self._run.info.updated or 0.0, self._run.modified)
        else:  # these say when its machine was looked at
            last = float(watched.series.snapshot().walltimes.max(initial=0.0))
        return max(0.0, now - last) if last else 0.0

    def late(self, now: float) -> Iterator[Found]:
        watched, grew = self._busiest.watched, self._grew
        self.due = math.inf  # until it grows
        if watched is None or grew is None or not len(watched.series):
            return
        limit = watched.detector.limit()
        if now - grew <= limit:
            self.due = grew + limit
        elif self._run.info.state != "ended":
            points = watched.series.snapshot()
            yield self._event(int(points.steps[-1]), float(points.walltimes[-1]), now - grew)

    def _event(self, step: int, walltime: float, wait: float) -> Found:
        text = f"{self._run.name} was silent for {wait:.0f} s behind step {step}"
        return event_of_run(self._rule, self._run.name, step, walltime, text)
