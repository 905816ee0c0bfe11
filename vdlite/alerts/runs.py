"""The runs that rules are asked about."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from vdlite.errors import WhereError
from vdlite.kinds.hparams import Goal
from vdlite.reader import Store
from vdlite.reader.questions.added import directions_of
from vdlite.reader.questions.asked_table import AskedTable
from vdlite.reader.run.run import Run
from vdlite.reader.trials.metric_names import goal_by_name
from vdlite.reader.trials.table import RunTable
from vdlite.reader.trials.trials import logged_trials

_REST = 5.0  # seconds between two looks at what people have said


class WatchedRuns(Protocol):
    """Runs, and which of them a query finds."""

    def all(self) -> Sequence[Run]:
        """All runs."""

    def found(self, where: str) -> Collection[str]:
        """The names of the runs that a query finds. Raises WhereError."""

    def goal(self, run: Run, tag: str) -> Goal | None:
        """Whether less or more of a run's scalar is better; None: that is not known."""


class RunsOfStore:
    """The runs of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._directions: Mapping[str, Goal] = {}  # that people have said
        self._asked = -math.inf  # when they were asked for

    def all(self) -> Sequence[Run]:
        return self._store.all_runs()

    def found(self, where: str) -> Collection[str]:
        """Runs that were archived in the page are left out. A name that only runs of another logdir know finds none."""
        runs = self.all()
        names: set[str] = set()
        errors = []
        for place in self._store.places:
            some = [run for run in runs if place.relative_name(run.name) is not None]
            try:
                asked = AskedTable(RunTable.of(some), place, "runs")
                names.update(asked.run_name(row) for row in asked.found(where)[0].tolist())
            except WhereError as error:
                errors.append(error)
        if errors and len(errors) == len(self._store.places):
            raise errors[0]
        return names

    def goal(self, run: Run, tag: str) -> Goal | None:
        """The way in which a scalar is better, as its trials say it, else as people do in the page, else by its name."""
        for _, trial in logged_trials(run):
            if tag in trial.goals:
                return trial.goals[tag]
        if time.monotonic() - self._asked > _REST:
            self._asked = time.monotonic()
            self._directions = {
                each: goal
                for place in self._store.places
                for each, goal in directions_of(place).items()
            }
        return self._directions.get(tag) or goal_by_name(tag)
