"""Watching runs: which rules were broken where. Each event is reported once."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from vdlite.alerts.alert import Alert, EventName, Found
from vdlite.alerts.looks.facts import DamageLook, EndLook, LoggedLook
from vdlite.alerts.looks.look import LateLook, Look
from vdlite.alerts.looks.others import OthersLook
from vdlite.alerts.looks.pace import SlowLook, StalledLook
from vdlite.alerts.looks.ranks import RanksLook
from vdlite.alerts.looks.scalars import ScalarsLook
from vdlite.alerts.rule import USUAL, Rule
from vdlite.alerts.runs import WatchedRuns
from vdlite.errors import WhereError
from vdlite.reader.run.run import Run

_SHARE = 0.005  # of the time at most that asking a query again may take
_LEAST = 1.0  # seconds between two times


def steady_clock() -> Callable[[], float]:
    """A clock that nobody sets: seconds since 1970 as of now, and then those that pass."""
    offset = time.time() - time.monotonic()
    return lambda: time.monotonic() + offset


class Watch:
    """Rules over runs. A look costs what has grown since the last one."""

    def __init__(
        self,
        runs: WatchedRuns,
        rules: Sequence[Rule] = USUAL,
        *,
        since: float | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """since: in seconds since 1970; what is older is no news of runs that have not grown since then, which are looked at once
            they do. None: all are.
        clock: gives seconds since 1970; None: one that nobody sets.
        """
        self._runs = runs
        self._rules = tuple(rules)
        self._known: set[EventName] = set()  # that were reported
        self._since = since
        self._clock = steady_clock() if clock is None else clock
        self._watched: dict[str, _Watched] = {}
        self._is_set = True  # each run is looked at by all of its rules
        self._queries = {rule.where: _Query(rule.where) for rule in rules if rule.where is not None}

    def set_rules(self, rules: Sequence[Rule]) -> None:
        """Have other rules from the next look on; what is known of those that stay does."""
        kept = {rule.name for rule in rules if rule in self._rules}
        self._rules = tuple(rules)
        wheres = {rule.where for rule in rules if rule.where is not None}
        self._queries = {where: self._queries.get(where) or _Query(where) for where in wheres}
        self._is_set = False
        for watched in self._watched.values():
            watched.looks = {name: each for name, each in watched.looks.items() if name in kept}

    @property
    def problems(self) -> list[WhereError]:
        """Why queries find nothing."""
        return [each.problem for each in self._queries.values() if each.problem is not None]

    def look(self, *, now: float | None = None) -> list[Alert]:
        """The events that are not known, in the order of their times; from here on they are.

        now: seconds since 1970; None: as the clock has it.
        """
        return [each.alert for each in self.find(now=now)]

    def find(self, *, now: float | None = None) -> list[Found]:
        """The events of `look`, with their names."""
        moment = self._clock() if now is None else now
        self._take_in(moment)
        new = [
            found
            for watched in self._watched.values()
            if watched.is_due(moment)
            for found in watched.look(moment)
            if found.name not in self._known
        ]
        self._known.update(each.name for each in new)
        return sorted(new, key=_moment)

    def _take_in(self, now: float) -> None:
        """Have each run looked at by the rules that it is for."""
        before, self._watched = self._watched, {}
        for run in self._runs.all():
            watched = before.get(run.name)
            if watched is None or watched.run is not run:
                watched = _Watched(
                    run, rests=self._since is not None and run.modified < self._since
                )
            self._watched[run.name] = watched
        asked = [query for query in self._queries.values() if query.is_due(now)]
        for query in asked:
            query.ask(self._runs, now)
        for watched in self._watched.values():
            if asked or not watched.looks or not self._is_set:
                self._set_looks(watched)
        self._is_set = True

    def _set_looks(self, watched: _Watched) -> None:
        for rule in self._rules:
            if rule.where is not None and watched.run.name not in self._queries[rule.where].names:
                watched.looks.pop(rule.name, None)
            elif rule.name not in watched.looks:
                look = _new_look(rule, watched.run, self._runs, self._runs_of)
                watched.looks[rule.name] = look
                watched.new.append(look)

    def _runs_of(self, rule: Rule) -> list[Run]:
        """The runs that a rule looks at."""
        return [each.run for each in self._watched.values() if rule.name in each.looks]


class _Watched:
    """A run, and what looks at it."""

    def __init__(self, run: Run, *, rests: bool) -> None:
        """rests: it is not looked at before it grows."""
        self.run = run
        self.looks: dict[str, Look] = {}  # by the names of their rules
        self.new: list[Look] = []  # that have not looked
        self._rests = rests
        # What lies before is no news, by the clock of whoever logged it.
        self._old = self.run.info.updated if rests else None
        self._changes = run.changes if rests else -1  # of the run, at the last look
        self._due = math.inf  # when to look though it has not grown

    def is_due(self, now: float) -> bool:
        """True if there may be something new: most often there is nothing."""
        if self.run.changes != self._changes or self._due <= now:
            return True
        return bool(self.new) and not self._rests

    def look(self, now: float) -> Iterator[Found]:
        """The events that have come since the last look."""
        looks: Collection[Look] = self.new
        if self.run.changes != self._changes:
            self._changes = (
                self.run.changes
            )  # before what is read: at worst it is looked at once more
            self._rests = False
            looks = self.looks.values()
        self.new = []
        for look in looks:
            for found in look.grown(now):
                if self._old is None or (found.alert.walltime or 0.0) > self._old:
                    yield found
        late = [each for each in self.looks.values() if isinstance(each, LateLook)]
        if not self.run.loading:
            for waiting in late:
                if waiting.due <= now:
                    yield from waiting.late(now)
        self._due = min((each.due for each in late), default=math.inf)


class _Query:
    """A query of rules, which is asked again and again: names and labels change, too."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._next = -math.inf  # when to ask
        self.names: Collection[str] = ()  # of the runs that it finds
        self.problem: WhereError | None = None

    def is_due(self, now: float) -> bool:
        return now >= self._next

    def ask(self, runs: WatchedRuns, now: float) -> None:
        begun = time.perf_counter()
        try:
            self.names, self.problem = runs.found(self._where), None
        except WhereError as error:  # such as a name that no run has yet
            self.names, self.problem = (), error
        self._next = now + max(_LEAST, (time.perf_counter() - begun) / _SHARE)


def _moment(found: Found) -> tuple[float, str, str]:
    return (found.alert.walltime or 0.0, found.alert.run, found.alert.tag or "")


def _new_look(
    rule: Rule, run: Run, runs: WatchedRuns, runs_of: Callable[[Rule], Sequence[Run]]
) -> Look:
    if rule.what == "stalled":
        return StalledLook(rule, run)
    if rule.what == "slow":
        return SlowLook(rule, run)
    if rule.what in ("ended", "failed"):
        return EndLook(rule, run)
    if rule.what == "damaged":
        return DamageLook(rule, run)
    if rule.what == "alert":
        return LoggedLook(rule, run)
    if rule.what in ("silent-rank", "slow-rank"):
        return RanksLook(rule, run)
    if rule.what == "diverging" and rule.against == "others":
        return OthersLook(rule, run, partial(runs_of, rule))
    return ScalarsLook(rule, run, partial(runs.goal, run))
