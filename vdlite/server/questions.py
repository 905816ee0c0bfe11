"""The questions of `LogReader`, answered from what a server has read already."""

from __future__ import annotations

from collections.abc import Mapping

from vdlite.annotations.entry import LogbookEntry
from vdlite.errors import NotFoundError
from vdlite.kinds.hparams import Goal
from vdlite.reader import Run, Store
from vdlite.reader.logdir.logdirs import Logdir
from vdlite.reader.questions.added import NOTHING, Added, added_to, baseline_of, directions_of
from vdlite.reader.questions.asking_where import WhereQuestions
from vdlite.reader.questions.logbook import logbook
from vdlite.reader.questions.near_runs import runs_instead
from vdlite.reader.trials.table import RunTable, Tables


class StoreQuestions(WhereQuestions):
    """The questions about the runs of a store that has one logdir, as they are now."""

    def __init__(self, store: Store, tables: Tables) -> None:
        (self._logdir,) = store.places
        self._store = store
        self._tables = tables
        self._by_name = {info.name: info.id for info in store.runs()}
        self._people_added: Mapping[str, Added] = added_to(self._logdir)

    @property
    def runs(self) -> list[str]:
        return sorted(self._by_name)

    @property
    def directions(self) -> Mapping[str, Goal]:
        return directions_of(self._logdir)

    @property
    def baseline(self) -> list[str]:
        return sorted(baseline_of(self._logdir) & self._by_name.keys())

    def logbook(self, run: str | None = None) -> list[LogbookEntry]:
        return logbook(self._logdir, self._store.drives, run)

    def _place(self) -> Logdir:
        return self._logdir

    def _run_table(self) -> RunTable:
        return self._tables.now()

    def _added(self, name: str) -> Added:
        return self._people_added.get(name, NOTHING)

    def _run(self, name: str, *_others: str) -> Run:
        if name not in self._by_name:
            raise NotFoundError(f"no run {name!r}, {runs_instead(name, self.runs)}")
        return self._store.run(self._by_name[name])
