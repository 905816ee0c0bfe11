"""What rules find in what is known of a run besides its scalars: its end, damage, and the alerts that it logs."""

from __future__ import annotations

from collections.abc import Iterator

from vdlite.alerts.alert import Alert, EventName, Found
from vdlite.alerts.rule import Rule
from vdlite.alerts.sentences import event_of_run
from vdlite.kinds.alert import LEVELS
from vdlite.reader.questions.logged_alerts import logged_alerts
from vdlite.reader.run.run import Run


class EndLook:
    """Finds that a run has ended; of a rule for runs that failed, that it did so badly."""

    def __init__(self, rule: Rule, run: Run) -> None:
        self._rule = rule
        self._run = run

    def grown(self, now: float) -> Iterator[Found]:
        if not all(file.ended for file in self._run.files):  # which is quickly known
            return
        info = self._run.info
        bad = info.outcome in ("failed", "killed")
        if info.state == "ended" and (bad or self._rule.what == "ended"):
            how = f": {info.outcome}" if info.outcome else ""
            text = f"{self._run.name} has ended{how}"
            yield event_of_run(self._rule, self._run.name, info.last_step, info.updated, text)


class DamageLook:
    """Finds that logs of a run can't be read, or were not written."""

    def __init__(self, rule: Rule, run: Run) -> None:
        self._rule = rule
        self._run = run

    def grown(self, now: float) -> Iterator[Found]:
        info = self._run.info
        failures = list(self._run.losses().failures())
        if info.damaged or info.missing or failures:
            text = (
                f"{info.name} has {info.damaged} regions that can't be read, {info.missing} records that were not "
                f"written, and {len(failures)} files that can't be read"
            )
            alert = Alert(
                self._rule.name, self._rule.level, info.name, None, None, info.updated, None, text
            )
            yield Found(EventName(self._rule.name, info.name, None, None), alert)


class LoggedLook:
    """Finds the alerts that the training logs."""

    def __init__(self, rule: Rule, run: Run) -> None:
        self._rule = rule
        self._run = run
        self._seen = 0

    def grown(self, now: float) -> Iterator[Found]:
        for each in logged_alerts(self._run, self._seen):
            self._seen = each.number + 1
            if LEVELS.index(each.level) < LEVELS.index(self._rule.level):
                continue
            alert = Alert(
                self._rule.name,
                each.level,
                self._run.name,
                None,
                each.step,
                each.walltime,
                None,
                each.text,
            )
            yield Found(EventName(self._rule.name, self._run.name, None, each.walltime), alert)
