"""Alerts that a training has logged, or that another tool's log has of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from vdlite.kinds.alert import KIND_OF_ALERTS, TAG, Level, alert_facts
from vdlite.reader.run.run import Run

_MOST = 10_000  # of a run: the newest


@dataclass(frozen=True, slots=True)
class LoggedAlert:
    """An alert in a log."""

    number: int  # among those of its run, from 0 on
    step: int | None  # where the training was; None: the log does not say it
    walltime: float  # seconds since 1970
    level: Level  # "info", "warn" or "error"
    text: str  # its title and the first of its text, in one line


def logged_alerts(run: Run, start: int = 0) -> Iterator[LoggedAlert]:
    """The alerts of a run, as they were logged, from a number on; those of a later writer at the same place count, too."""
    if TAG not in run.tags(KIND_OF_ALERTS):
        return
    records = run.records(KIND_OF_ALERTS, TAG).records(superseded=True)
    first = max(start, len(records) - _MOST)
    for number, record in enumerate(records[first:], first):
        facts = alert_facts(record.summary)
        yield LoggedAlert(number, facts.step, record.walltime, facts.level, facts.said)
