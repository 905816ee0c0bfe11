"""The trials of a run: what each was given, and how the scalars that judge it went."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary

import numpy as np

from vdlite.errors import DriveError, FormatError
from vdlite.format.layout import LOG_SUFFIX, MEDIA_SUFFIX
from vdlite.kinds import hparams
from vdlite.kinds.fields import Hparam
from vdlite.kinds.hparams import Goal
from vdlite.reader.run.run import Run
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.record_series import Record, RecordSeries
from vdlite.reader.trials.trial_parts import TrialParts

_Logged = Sequence[tuple[float, hparams.Hparams]]

_KNOWN: WeakKeyDictionary[Run, tuple[tuple[int, ...], _Logged]] = WeakKeyDictionary()
"""What was read of runs, with the lengths and versions of its series: payloads are read once, however many questions are asked."""


@dataclass(frozen=True, slots=True)
class Metric:
    """How a scalar went. Steps are those of the first such value; infinities count, NaN only as the last value."""

    count: int  # points
    last: float  # at the highest step
    last_step: int
    min: float | None  # None where every value is NaN
    min_step: int | None
    max: float | None
    max_step: int | None


@dataclass(frozen=True, slots=True)
class Trial:
    """One call of `add_hparams`."""

    run: str  # name of the run
    number: int  # of the trial in its run, from 0
    walltime: float  # seconds since 1970
    hparams: Mapping[str, Hparam]
    metrics: Mapping[str, Metric | None]  # by tag; None where the run has no such scalar (yet)
    goals: Mapping[str, Goal]  # by tag, "min" or "max": which is better, where that was reported
    logarithmic: tuple[str, ...]  # the hyperparameters that are searched by their magnitude


@dataclass(slots=True)
class _Given:
    """A trial as it was given so far."""

    walltime: float  # when it was given first
    trial: hparams.Hparams
    logs: set[Path]  # those that it is in
    texts: set[str]  # the hyperparameters, as they were given at any time

    def take(self, log: Path, given: hparams.Hparams) -> None:
        """The trial is given once more, by a log."""
        self.logs.add(log)
        if given.extends:
            given = _joined(self.trial, given)
        text = _text(given)
        # A resumed script begins with what it had before it replaced that: then what it replaced it by counts.
        if given.replaces or given.extends or text == _text(self.trial):
            self.trial = given
        self.texts.add(text)


def trials(run: Run) -> list[Trial]:
    """All trials of a run, in the order they were logged; one whose bytes are damaged is left out.

    Of a run with several trials, each is judged by its own part of the scalars; see `TrialParts`.
    """
    logged = logged_trials(run)
    tags = metrics_of(logged)
    parts = TrialParts(run, [walltime for walltime, _ in logged], tags)
    judged = {tag: parts.points(tag) for tag in tags}
    measured: dict[int, Metric] = {}  # many trials may share their points
    all_trials = []
    for number, (walltime, given) in enumerate(logged):
        metrics: dict[str, Metric | None] = {}
        for tag in given.metrics:
            points = judged[tag][number]
            if points is not None and id(points) not in measured:
                measured[id(points)] = _judge(points)
            metrics[tag] = None if points is None else measured[id(points)]
        all_trials.append(
            Trial(
                run.name,
                number,
                walltime,
                given.hparams,
                metrics,
                given.goals,
                given.logarithmic,
            )
        )
    return all_trials


def logged_trials(run: Run) -> _Logged:
    """The time when each readable trial of a run was logged (seconds since 1970), and the trial; in that order.

    A script that is resumed gives its hyperparameters again: what a later writer repeats of the trial before, as it was
    given at any time, is that trial, with the metrics that were named last. One that is given again, as it is known then,
    replaces the last of its writer, and one that extends adds to the last of all.
    """
    series = [run.records(hparams.NAME, tag) for tag in run.tags(hparams.NAME)]
    state = tuple(number for each in series for number in (len(each), each.snapshot()[1]))
    before = _KNOWN.get(run)
    if before is not None and before[0] == state:
        return before[1]
    readable, is_all = _read(series)
    if is_all:
        _KNOWN[run] = state, readable
    return readable


def _read(
    series: Sequence[RecordSeries],
) -> tuple[_Logged, bool]:
    """The trials of these series, and whether a later look would find the same."""
    found: list[Record] = []
    for each in series:
        # Two writers of a run may both have begun at step 0: a trial supersedes no other.
        found += each.records(superseded=True)
    found.sort(key=lambda record: record.walltime)
    given_trials: list[_Given] = []
    is_all = True
    for record in found:
        try:
            given: hparams.Hparams = record.payload
        except DriveError:
            raise
        except (FormatError, OSError) as error:
            is_all &= isinstance(error, FormatError)
            continue
        log = record.path
        if log.suffix == MEDIA_SUFFIX:  # where what is large lies
            log = log.with_suffix(LOG_SUFFIX)
        same = _same(log, given, given_trials)
        if same is None:
            given_trials.append(_Given(record.walltime, given, {log}, {_text(given)}))
        else:
            same.take(log, given)
    return [(each.walltime, each.trial) for each in given_trials], is_all


def _same(log: Path, given: hparams.Hparams, before: Sequence[_Given]) -> _Given | None:
    """The trial that a log gives again; None if it gives another one."""
    if given.extends:
        return before[-1] if before else None
    if given.replaces:
        own = [each for each in before if log in each.logs]
        # Another process may go on with the only trial, as one that was forked.
        return own[-1] if own else before[0] if len(before) == 1 else None
    if not before or log in before[-1].logs:
        return None
    return before[-1] if _text(given) in before[-1].texts else None


def _joined(before: hparams.Hparams, more: hparams.Hparams) -> hparams.Hparams:
    """A trial with what was added to it."""
    return hparams.Hparams(
        {**before.hparams, **more.hparams},
        more.metrics or before.metrics,
        {**before.goals, **more.goals},
        tuple(dict.fromkeys((*before.logarithmic, *more.logarithmic))),
        extends=True,
    )


def _text(given: hparams.Hparams) -> str:
    """The hyperparameters as text, since NaN is no equal of itself."""
    return repr(given.hparams)


def metrics_of(logged: _Logged) -> tuple[str, ...]:
    """The tags that any of the trials named as its metrics, each once."""
    return tuple(dict.fromkeys(tag for _, given in logged for tag in given.metrics))


def _judge(points: Columns) -> Metric:
    values = points.values
    least = greatest = None
    if not np.isnan(values).all():
        least, greatest = int(np.nanargmin(values)), int(np.nanargmax(values))
    return Metric(
        count=len(points.steps),
        last=float(points.values[-1]),
        last_step=int(points.steps[-1]),
        min=None if least is None else float(points.values[least]),
        min_step=None if least is None else int(points.steps[least]),
        max=None if greatest is None else float(points.values[greatest]),
        max_step=None if greatest is None else int(points.steps[greatest]),
    )
