"""The runs that rules are asked about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from vdlite.errors import WhereError
from vdlite.reader import Store
from vdlite.reader.questions.asked_table import AskedTable
from vdlite.reader.run.run import Run


class WatchedRuns(Protocol):
    """Runs, and which of them a query finds."""

    def all(self) -> Sequence[Run]:
        """All runs."""

    def found(self, where: str) -> Collection[str]:
        """The names of the runs that a query finds. Raises WhereError."""


class RunsOfStore:
    """The runs of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

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
                asked = AskedTable(some, place, "runs")
                names.update(asked.run_name(row) for row in asked.found(where)[0].tolist())
            except WhereError as error:
                errors.append(error)
        if errors and len(errors) == len(self._store.places):
            raise errors[0]
        return names
