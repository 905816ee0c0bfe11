"""What rules find in the ranks of a run: whether one is silent while others go on, or slower than they are."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from vdlite.alerts.alert import Alert, EventName, Found
from vdlite.alerts.rule import Rule
from vdlite.reader.questions.ranks import RankLimits, RankRow, rank_rows, silent_text, slow_text
from vdlite.reader.run.run import Run

_SHARE = 0.005  # of the time at most that comparing the ranks of one run may take
_LEAST = 5.0  # seconds between two times


class RanksLook:
    """Finds ranks that stand out: a slow one once in a run, a silent one at each step that it stops at."""

    def __init__(self, rule: Rule, run: Run) -> None:
        self._rule = rule
        self._run = run
        self._limits = _limits_of(rule)
        self._next = -math.inf  # when to compare again
        self.due = math.inf

    def grown(self, now: float) -> Iterator[Found]:
        if now < self._next:
            self.due = self._next
        else:
            yield from self.late(now)

    def late(self, now: float) -> Iterator[Found]:
        begun = time.perf_counter()
        rows = rank_rows(self._run, limits=self._limits)
        self._next = now + max(_LEAST, (time.perf_counter() - begun) / _SHARE)
        self.due = math.inf
        for row in rows:
            if self._rule.what == "silent-rank" and row.is_silent:
                yield self._event(row, row.last_step, silent_text(row, self._run.name))
            if self._rule.what == "slow-rank" and row.is_slow:
                yield self._event(row, None, slow_text(row, self._run.name))

    def _event(self, row: RankRow, at: float | None, text: str) -> Found:
        rule, run = self._rule, self._run.name
        alert = Alert(
            rule.name, rule.level, run, None, row.last_step, row.updated, row.times_median, text
        )
        return Found(EventName(rule.name, run, f"rank {row.rank}", at), alert)


def _limits_of(rule: Rule) -> RankLimits:
    usual = RankLimits()
    if rule.what == "slow-rank":
        return RankLimits(slow=usual.slow if rule.times is None else rule.times)
    return RankLimits(
        silent_times=usual.silent_times if rule.times is None else rule.times,
        silent_seconds=usual.silent_seconds if rule.seconds is None else rule.seconds,
    )
