"""All trials of all runs as one table."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from vdlite.cache.kept_runs import RestingRun
from vdlite.errors import DriveError, NotFoundError
from vdlite.kinds.fields import Hparam
from vdlite.kinds.hparams import NAME as HPARAMS
from vdlite.kinds.hparams import Goal
from vdlite.reader.live.store import Store
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_info import RunInfo, newest_first
from vdlite.reader.trials.column import Column
from vdlite.reader.trials.columns import columns
from vdlite.reader.trials.data_values import GRAPH, GROUP, data_values, with_absent
from vdlite.reader.trials.descriptions import DESCRIPTIONS, described_fields
from vdlite.reader.trials.kept_trials import KeptTrial, at_rest, kept_trial
from vdlite.reader.trials.metric_choice import Measure, MetricChoice, measure
from vdlite.reader.trials.trial_parts import TrialParts
from vdlite.reader.trials.trials import logged_trials, metrics_of

_MOST_PREPARED = 200  # metrics that are worked out before anybody asks
_KEEPING_SECONDS = 0.2
_KEPT = (-1,)
"""What `_logged` is of a run at rest, whose series are not open."""

_MOST_CHOICES = 400  # of a run whose numbers are remembered
_MOST_COLUMNS = 50  # of metrics that a table remembers


@dataclass(frozen=True, slots=True)
class MetricColumn:
    """One number of a scalar for every trial."""

    choice: MetricChoice
    values: NDArray[np.float64]  # [N]; NaN where there is none
    steps: NDArray[np.float64]  # [N]: where the value stands; NaN for a mean
    given: NDArray[np.uint8]  # [N]: 0 where there is no value


@dataclass(frozen=True, slots=True)
class Table:
    """One row for each trial; a run without trials is one row."""

    runs: tuple[str, ...]  # ids
    run: NDArray[np.int32]  # [N]: index into `runs`
    number: NDArray[np.int32]  # [N]: of the trial in its run, from 0
    walltime: NDArray[np.float64]  # [N], seconds since 1970
    columns: tuple[Column, ...]
    left_out: int  # further columns, which fewer trials have; there is no room for them
    metrics: tuple[MetricColumn, ...]  # in the order of the choices
    # Tags that any trial named as its metrics: what most trials are judged by first.
    declared: tuple[str, ...]
    # Which way a tag is better, where any trial reported it: what most of them did, of equally many the oldest run's.
    goals: Mapping[str, Goal]


@dataclass(frozen=True, slots=True)
class _Trials:
    """The facts known of one run's trials."""

    grown: tuple[object, ...]  # something else whenever the run grew, or its files changed
    logged: tuple[int, ...]  # something else whenever what its trials were given may be
    walltimes: list[float]
    fields: list[Mapping[tuple[str, str], Hparam]]  # by group and name; at least one
    metrics: tuple[str, ...]
    goals: Mapping[tuple[str, Goal], int]  # how many trials reported this tag and goal
    logarithmic: frozenset[str]  # hyperparameters that are searched by their magnitude
    parts: TrialParts
    measures: dict[MetricChoice, list[Measure | None]]  # those that were asked for before
    kept: KeptTrial | None = None  # of a run that rests


class _Grown(NamedTuple):
    """A run whose trials are to be looked at anew."""

    run: Run
    info: RunInfo

    @property
    def folder(self) -> Path | None:
        return self.run.folder


class _Known(NamedTuple):
    """The columns that the trials of all runs give together; the same as long as no run has other ones."""

    columns: tuple[Column, ...] = ()
    left_out: int = 0
    declared: tuple[str, ...] = ()
    goals: Mapping[str, Goal] = {}


class Tables:
    """Makes tables of a store's trials. Threads may share it; what has not grown is not looked at again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: dict[Run, _Trials] = {}
        self._joint: tuple[tuple[object, ...], _Known] = ((), _Known())
        self._last: tuple[tuple[int, int], RunTable] | None = (
            None  # as of which versions of the store
        )
        self._answered = False  # whether the drives of all runs have, when it was made
        self._prepared = False
        self._kept: WeakKeyDictionary[Run, int] = WeakKeyDictionary()  # as of how many changes
        self._all_kept: tuple[int, int] | None = None  # as of which versions of the store

    def prepare(self) -> None:
        """Once the store has read everything: work out what is most likely to be asked for first."""
        if self._prepared or not self._store.done:
            return
        self._prepared = True
        with suppress(DriveError):
            self.table([MetricChoice(tag) for tag in self.table().declared[:_MOST_PREPARED]])

    def keep(self, seconds: float = _KEEPING_SECONDS) -> None:
        """Keep runs that rest for the next process, as many as that time allows."""
        now = self._store.runs_version, self._store.growth_version
        if self._store.cache is None or now == self._all_kept or not self._store.done:
            return
        until = time.monotonic() + seconds
        runs = [run for run in self._store.all_runs() if self._is_to_be_kept(run)]
        found: list[tuple[Path, RestingRun]] = []
        for run, kept in zip(runs, self._store.drives.each(runs, at_rest), strict=True):
            self._kept[run] = run.changes
            if kept is not None and (place := run.place_of_row) is not None:
                found.append((place, kept))
            if time.monotonic() > until:
                break
        else:
            self._all_kept = now
        self._store.cache.runs.put(found)

    def _is_to_be_kept(self, run: Run) -> bool:
        return not run.is_kept and self._kept.get(run) != run.changes and run.info.state != "live"

    def table(self, choices: Sequence[MetricChoice] = ()) -> Table:
        """The table as it is now, with a column for each of the choices."""
        with self._store.drives.holding(self._lock):
            return self._now().table(choices)

    def now(self) -> RunTable:
        """The table as it is now, for who asks several things of it."""
        with self._store.drives.holding(self._lock):
            return self._now()

    def _now(self) -> RunTable:
        now = self._store.runs_version, self._store.growth_version
        if self._last is not None and self._last[0] == now:
            return self._last[1]
        infos = self._store.runs()
        self._known = self._trials_of(infos)
        table = RunTable(infos, self._known, self._all_known(self._known))
        # Until the drives of all runs have answered, and as long as it may be of half a look, it is made anew.
        is_whole = self._store.done and not any(run.loading for run in self._known)
        self._last = (now, table) if is_whole and self._answered else None
        return table

    def _trials_of(self, infos: Sequence[RunInfo]) -> dict[Run, _Trials]:
        """The trials of each run that is still there, in that order, as far as they are known.

        Where the drive does not answer: what was known before, if anything.
        """
        runs: list[Run] = []
        grown: list[_Grown] = []
        for info in infos:
            with suppress(NotFoundError):  # it has gone since
                run = self._store.run(info.id)
                runs.append(run)
                before = self._known.get(run)
                if before is None or before.grown != _size(run, info):
                    grown.append(_Grown(run, info))
        found = list(self._store.drives.each(grown, self._trials))
        self._answered = None not in found
        read = {each.run: trials for each, trials in zip(grown, found, strict=True)}
        return {run: read.get(run) or self._known.get(run) or _nothing_known(run) for run in runs}

    def _trials(self, of: _Grown) -> _Trials:
        run, grown = of.run, _size(of.run, of.info)
        before = self._known.get(run)
        if before is not None and before.logged and before.logged == _logged(run):
            parts = TrialParts(run, before.walltimes, before.metrics)
            return replace(before, grown=grown, parts=parts, measures={})
        return _read(run, grown)

    def _all_known(self, known: Mapping[Run, _Trials]) -> _Known:
        state = tuple((run.id, each.logged) for run, each in known.items())
        if self._joint[0] != state or not state:
            self._joint = state, _jointly(known.values())
        return self._joint[1]


class RunTable:
    """The table of some runs' trials at one moment.

    What is logged about the trials is read once; columns of metrics are made when they are asked for.
    """

    def __init__(
        self, infos: Sequence[RunInfo], known: Mapping[Run, _Trials], joint: _Known
    ) -> None:
        """infos, known: of the runs, in one order."""
        self.infos = infos
        """The runs, in the order of the table's `runs`."""
        self._known = known
        self._joint = joint
        self._metrics: dict[MetricChoice, MetricColumn] = {}

    @classmethod
    def of(cls, runs: Sequence[Run]) -> RunTable:
        """The table of these runs, as they are now."""
        infos = sorted((run.info for run in runs), key=newest_first)
        by_id = {run.id: run for run in runs}
        ordered = [by_id[info.id] for info in infos]
        known = {run: _read(run, ()) for run in ordered}
        return cls(infos, known, _jointly(known.values()))

    @cached_property
    def scalars(self) -> frozenset[str]:
        """The tags of scalars that any of the runs has."""
        return frozenset(tag for run in self._known for tag in run.tags())

    @cached_property
    def whole(self) -> Table:
        """The table without metrics."""
        return _table(self.infos, self._known, self._joint)

    def table(self, choices: Sequence[MetricChoice] = ()) -> Table:
        """The table with a column for each of the choices."""
        return replace(self.whole, metrics=tuple(map(self._metric, choices)))

    def _metric(self, choice: MetricChoice) -> MetricColumn:
        """A column, which the next question may ask for again."""
        column = self._metrics.get(choice)
        if column is None:
            column = _metric_column(choice, self._known)
            if len(self._metrics) >= _MOST_COLUMNS:
                self._metrics.clear()
            self._metrics[choice] = column
        return column


def _table(
    infos: Sequence[RunInfo],
    known: Mapping[Run, _Trials],
    joint: _Known,
) -> Table:
    places = {info.id: place for place, info in enumerate(infos)}
    rows: list[tuple[int, int, float]] = []
    for run, trials in known.items():
        place = places[run.id]
        for number in range(len(trials.fields)):
            logged = trials.walltimes[number : number + 1] or [infos[place].started or 0.0]
            rows.append((place, number, logged[0]))
    return Table(
        runs=tuple(info.id for info in infos),
        run=np.array([row[0] for row in rows], np.int32),
        number=np.array([row[1] for row in rows], np.int32),
        walltime=np.array([row[2] for row in rows], np.float64),
        columns=joint.columns,
        left_out=joint.left_out,
        metrics=(),
        declared=joint.declared,
        goals=joint.goals,
    )


def _logged(run: Run) -> tuple[int, ...]:
    """Something else whenever what a run's trials were given may be."""
    return tuple(
        number
        for kind in (HPARAMS, *DESCRIPTIONS, GRAPH)
        for tag in run.tags(kind)
        for number in (len(run.records(kind, tag)), run.records(kind, tag).snapshot()[1])
    )


def _read(run: Run, grown: tuple[object, ...]) -> _Trials:
    kept = kept_trial(run)
    if kept is not None:
        return _Trials(
            grown,
            _KEPT,
            kept.walltimes,
            [kept.fields],
            kept.metrics,
            kept.goals,
            kept.logarithmic,
            parts=TrialParts(run, kept.walltimes, kept.metrics),
            measures={},
            kept=kept,
        )
    logged = _logged(run)
    trials = logged_trials(run)
    described, judges = described_fields(run)
    described |= {(GROUP, name): value for name, value in data_values(run).items()}
    fields: list[Mapping[tuple[str, str], Hparam]] = [
        {("hparams", name): value for name, value in given.hparams.items()} | described
        for _, given in trials
    ]
    walltimes = [walltime for walltime, _ in trials]
    metrics = tuple(dict.fromkeys((*metrics_of(trials), *judges)))
    goals = Counter(pair for _, given in trials for pair in given.goals.items())
    return _Trials(
        grown,
        logged,
        walltimes,
        fields or [described],
        metrics,
        goals,
        logarithmic=frozenset(name for _, given in trials for name in given.logarithmic),
        parts=TrialParts(run, walltimes, metrics),
        measures={},
    )


def _jointly(all_trials: Collection[_Trials]) -> _Known:
    rows = [fields for each in all_trials for fields in each.fields]
    logarithmic = frozenset[str]().union(*(each.logarithmic for each in all_trials))
    shown, left_out = columns(with_absent(rows), logarithmic)
    return _Known(shown, left_out, _declared(all_trials), _goals(all_trials))


def _nothing_known(run: Run) -> _Trials:
    return _Trials((), (), [], [{}], (), {}, frozenset(), TrialParts(run, [], ()), {})


def _declared(known: Collection[_Trials]) -> tuple[str, ...]:
    """The metrics of most trials first; of as many, those of the oldest run: a new run changes the first only as one of most."""
    counts: Counter[str] = Counter()
    for each in reversed(list(known)):
        for tag in each.metrics:
            counts[tag] += len(each.fields)
    return tuple(tag for tag, _ in counts.most_common())


def _size(run: Run, info: RunInfo) -> tuple[object, ...]:
    # The version: a log in the place of another may be just as long, of just that time. The changes: the facts may be
    # those of a piece that is only half taken in. What only opens a run that was kept changes nothing of it.
    changes = None if run.is_kept else run.changes
    return (info.records, info.bytes, info.files, info.updated, run.series_version, changes)


def _goals(known: Collection[_Trials]) -> dict[str, Goal]:
    """The goals by tag that most trials reported; of as many, what the oldest run did."""
    counts: Counter[tuple[str, Goal]] = Counter()
    for each in reversed(list(known)):
        counts.update(each.goals)
    goals: dict[str, Goal] = {}
    for (tag, goal), _ in counts.most_common():  # of equally many, what was counted first
        goals.setdefault(tag, goal)
    return goals


def _metric_column(choice: MetricChoice, known: Mapping[Run, _Trials]) -> MetricColumn:
    found = [each for trials in known.values() for each in _measures(trials, choice)]
    nothing = Measure(math.nan, math.nan)
    return MetricColumn(
        choice,
        values=np.array([(each or nothing).value for each in found], np.float64),
        steps=np.array([(each or nothing).step for each in found], np.float64),
        given=np.array([each is not None for each in found], np.uint8),
    )


def _measures(trials: _Trials, choice: MetricChoice) -> list[Measure | None]:
    """The number of each of a run's trials."""
    if trials.kept is not None and trials.kept.knows(choice):
        return [trials.kept.measure(choice)]
    found = trials.measures.get(choice)
    if found is None:
        points = trials.parts.points(choice.tag)
        judges = points if choice.by is None else trials.parts.points(choice.by)
        found = [measure(choice, *pair) for pair in zip(points, judges, strict=True)]
        if len(trials.measures) >= _MOST_CHOICES:
            trials.measures.clear()
        trials.measures[choice] = found
    return found
