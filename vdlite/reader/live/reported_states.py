"""The state last reported of each run, to find out what to report next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vdlite.reader.run.run import Run


@dataclass(frozen=True, slots=True)
class _Noted:
    changes: int  # of the run, at that time
    names: tuple[str | None, tuple[str, ...]]  # and its labels
    series_version: int
    state: tuple[str, str | None]  # and how it ended
    extent: tuple[int | None, ...]  # how much there is of it: less once one of its files is gone
    loading: bool
    hangs: bool


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences from what was reported."""

    names: bool  # a name or label in the run list, or whether its drive hangs
    tags: bool
    # The runs whose state or extent is another one, or that are read to their end now.
    states: tuple[Run, ...]


class ReportedStates:
    """For one thread."""

    def __init__(self) -> None:
        self._noted: dict[Run, _Noted] = {}
        self._live: set[Run] = set()

    @property
    def live(self) -> tuple[Run, ...]:
        """The runs that were live when they were noted; such a run becomes quiet without growing."""
        return tuple(self._live)

    def begin(self, run: Run) -> None:
        self._noted[run] = _Noted(-1, (None, ()), 0, ("quiet", None), (), loading=True, hangs=False)

    def forget(self, run: Run) -> None:
        """Forget a run that has gone."""
        del self._noted[run]
        self._live.discard(run)

    def compare(self, runs: Iterable[Run]) -> Differences:
        """The differences of these runs, which are noted."""
        names = tags = False
        states = []
        for run in runs:
            before = self._noted[run]
            hangs = run.hangs_since is not None
            same = before.changes == run.changes and before.hangs == hangs
            if same and before.state[0] != "live":
                continue
            if before.changes < 0 and run.loading and not run.series_version and not hangs:
                continue  # there is nothing to tell of it before it is read
            changes, info = run.changes, run.info
            noted = _Noted(
                changes,
                (info.display_name, info.labels),
                run.series_version,
                (info.state, info.outcome),
                (info.records, info.bytes, info.files, info.damaged, info.diverged, info.last_step),
                info.loading,
                hangs,
            )
            names = names or (noted.names, hangs) != (before.names, before.hangs)
            tags = tags or noted.series_version != before.series_version
            before_now = (before.state, before.extent, before.loading)
            if (noted.state, noted.extent, noted.loading) != before_now:
                states.append(run)
            self._live.discard(run)
            if noted.state[0] == "live":
                self._live.add(run)
            self._noted[run] = noted
        return Differences(names, tags, tuple(states))
