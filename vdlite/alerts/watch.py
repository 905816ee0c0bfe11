"""Watching runs: which rules were broken where. Each event is reported once."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import pairwise

import numpy as np

from vdlite.alerts.detecting import (
    Start,
    beyond,
    limit_of,
    not_finite,
    pauses,
    plateaus,
    spikes,
)
from vdlite.alerts.rule import RISING, USUAL, Rule
from vdlite.kinds.alert import LEVELS, Level
from vdlite.reader import LogReader, ScalarPoints
from vdlite.reader.questions.matching import matching
from vdlite.reader.questions.plain import said_number
from vdlite.reader.trials.run_summary import RunSummary


@dataclass(frozen=True, slots=True)
class Alert:
    """An event: a rule was broken."""

    rule: str  # its name
    level: Level
    run: str
    tag: str | None  # of the scalar; None: it is about the run
    step: int | None  # at which it begins
    walltime: float | None  # seconds since 1970
    value: float | None  # that was logged there
    text: str  # all of it in one sentence


class Watch:
    """Rules over the runs of a reader."""

    def __init__(self, reader: LogReader, rules: Sequence[Rule] = USUAL) -> None:
        self._reader = reader
        self._rules = rules
        self._reported: set[tuple[str, str, str | None, float | None]] = set()
        self._looked_at: dict[str, int] = {}  # records of each run, at the last look

    def look(self, *, now: float | None = None) -> list[Alert]:
        """The events that no look before has found, in the order of their times.

        now: seconds since 1970; None: the time of this machine.
        """
        moment = time.time() if now is None else now
        found = []
        runs = {run: self._reader.summary(run) for run in self._reader.runs}
        records = {run: summary.records for run, summary in runs.items()}
        grown = {run for run, number in records.items() if self._looked_at.get(run) != number}
        self._looked_at = records
        for rule in self._rules:
            for alert in self._of_rule(rule, runs, grown, moment):
                at = alert.walltime if rule.what == "alert" else alert.step
                name = (alert.rule, alert.run, alert.tag, at)
                if name not in self._reported:
                    self._reported.add(name)
                    found.append(alert)
        return sorted(found, key=lambda each: (each.walltime or 0.0, each.run, each.tag or ""))

    def _of_rule(
        self, rule: Rule, runs: Mapping[str, RunSummary], grown: set[str], now: float
    ) -> Iterator[Alert]:
        """The events of a rule. grown: runs that have other records than at the last look."""
        reader = self._reader
        names = list(runs)
        if rule.where is not None:
            names = [each.run for each in reader.find_runs(rule.where).runs]
        for run in names:
            if rule.what in ("stalled", "failed", "damaged", "alert"):
                yield from _of_run(rule, reader, runs[run], now)
                continue
            if run not in grown:
                continue
            for tag in _chosen(rule, reader.tags(run)):
                points = reader.scalars(run, tag)
                for part in _attempts(points, reader.series(run, tag, buckets=1).resumed, rule):
                    for start in _starts(rule, points, part):
                        yield _alert(rule, run, tag, points, part.start + start.at, start)


def _chosen(rule: Rule, tags: Sequence[str]) -> list[str]:
    if rule.tags is not None:
        return matching(tags, rule.tags)
    if rule.what == "spike":
        return [tag for tag in tags if any(fnmatchcase(tag.lower(), each) for each in RISING)]
    return list(tags)


def _attempts(points: ScalarPoints, resumed: Iterable[int], rule: Rule) -> list[slice]:
    """The parts of a series that one writer wrote: where a later one went on, what was usual begins anew."""
    begin = 0 if rule.first_step is None else int(points.steps.searchsorted(rule.first_step))
    later = points.steps.searchsorted(sorted(resumed)).tolist()
    edges = [begin, *(each for each in later if each > begin), len(points)]
    return [slice(first, end) for first, end in pairwise(edges) if first < end]


def _starts(rule: Rule, points: ScalarPoints, part: slice) -> list[Start]:
    values = points.values[part]
    if rule.what == "non-finite":
        return not_finite(values)
    if rule.what == "spike":
        return spikes(values)
    if rule.what == "plateau":
        return plateaus(values, goal=rule.goal, delta=rule.delta, points=rule.points)
    return beyond(
        values, above=rule.above, below=rule.below, points=rule.points, resolve=rule.resolve
    )


def _alert(rule: Rule, run: str, tag: str, points: ScalarPoints, at: int, start: Start) -> Alert:
    step, value = int(points.steps[at]), float(points.values[at])
    number = said_number(value)
    if rule.what == "non-finite":
        said = f"{tag} is {number} at step {step}"
    elif rule.what == "spike":
        said = f"{tag} rose to {number} at step {step}, usual were {said_number(start.expected or 0.0)}"
    elif rule.what == "plateau":
        said = f"{tag} has not got better for {rule.points} points at step {step}"
    else:
        said = f"{tag} is {number} at step {step}, {_beyond(rule, value)}"
    return Alert(rule.name, rule.level, run, tag, step, float(points.walltimes[at]), value, said)


def _beyond(rule: Rule, value: float) -> str:
    is_above = rule.above is not None and value > rule.above
    limit = rule.above if is_above else rule.below
    return f"{'above' if is_above else 'below'} {limit:.6g}"


def _of_run(rule: Rule, reader: LogReader, summary: RunSummary, now: float) -> Iterator[Alert]:
    run = summary.run
    if rule.what == "failed":
        if summary.outcome in ("failed", "killed"):
            text = f"{run} has ended: {summary.outcome}"
            yield Alert(
                rule.name, rule.level, run, None, summary.last_step, summary.updated, None, text
            )
    elif rule.what == "alert":
        yield from _logged(rule, reader, run)
    elif rule.what == "damaged":
        if summary.damaged or summary.missing or summary.unreadable:
            text = (
                f"{run} has {summary.damaged} regions that can't be read, {summary.missing} records that were not "
                f"written, and {len(summary.unreadable)} files that can't be read"
            )
            yield Alert(rule.name, rule.level, run, None, None, summary.updated, None, text)
    else:
        yield from _silent(rule, reader, summary, now)


def _logged(rule: Rule, reader: LogReader, run: str) -> Iterator[Alert]:
    for each in reader.alerts(run):
        if LEVELS.index(each.level) >= LEVELS.index(rule.level):
            yield Alert(rule.name, each.level, run, None, each.step, each.walltime, None, each.text)


def _silent(rule: Rule, reader: LogReader, summary: RunSummary, now: float) -> Iterator[Alert]:
    """The times without a point in the scalar that has most of them, and the time since the last one of all."""
    series = [reader.scalars(summary.run, tag) for tag in reader.tags(summary.run)]
    busiest = max(series, key=len, default=None)
    if busiest is None or not len(busiest):
        return
    order = np.argsort(busiest.walltimes, kind="stable")  # clocks may go back
    times = busiest.walltimes[order]
    for start in pauses(times, seconds=rule.seconds, times=rule.times):
        wait = float(times[start.at + 1] - times[start.at])
        step = int(busiest.steps[order[start.at]])
        yield _stalled(rule, summary.run, step, float(times[start.at]), wait)
    if summary.state == "ended" or summary.updated is None:
        return
    wait = now - summary.updated
    if wait > limit_of(np.diff(times), rule.seconds, rule.times):
        yield _stalled(rule, summary.run, int(busiest.steps[order[-1]]), float(times[-1]), wait)


def _stalled(rule: Rule, run: str, step: int, walltime: float, wait: float) -> Alert:
    text = f"{run} was silent for {wait:.0f} s behind step {step}"
    return Alert(rule.name, rule.level, run, None, step, walltime, None, text)
