"""What the table of trials says of a run that rests: kept with the run, so that no payload of it has to be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from vdlite.cache.kept_runs import RestingRun
from vdlite.errors import DriveError
from vdlite.kinds.aside_tags import training_first
from vdlite.kinds.fields import Hparam
from vdlite.kinds.hparams import NAME as HPARAMS
from vdlite.kinds.hparams import Goal
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_at_rest import resting
from vdlite.reader.trials.data_values import has_data_graphs
from vdlite.reader.trials.descriptions import DESCRIPTIONS, described_fields
from vdlite.reader.trials.metric_choice import Measure, MetricChoice, Take, measure
from vdlite.reader.trials.trials import logged_trials, metrics_of

_PART = "trial"
_KEPT_TAKES: tuple[Take, ...] = ("last", "min", "max")
_MOST_METRICS = 64  # of a run, of which these numbers are kept
_MOST_RECORDS = 1_000_000  # of a run; there are never many runs of more, and to pass over their points takes long


@dataclass(frozen=True, slots=True)
class KeptTrial:
    """The only trial of a run, or the run itself where it has none."""

    walltimes: list[float]  # of the trial, if there is one
    fields: Mapping[tuple[str, str], Hparam]  # by group and name
    metrics: tuple[str, ...]
    goals: Mapping[tuple[str, Goal], int]
    logarithmic: frozenset[str]
    numbers: Mapping[str, Sequence[tuple[float, float] | None]]  # by tag, as `_KEPT_TAKES`

    def knows(self, choice: MetricChoice) -> bool:
        """True if the number of a choice is kept."""
        return choice.tag in self.numbers and choice.take in _KEPT_TAKES

    def measure(self, choice: MetricChoice) -> Measure | None:
        """The number of a choice that it knows; None where there is none."""
        found = self.numbers[choice.tag][_KEPT_TAKES.index(choice.take)]
        return None if found is None else Measure(*found)

    @property
    def hparams(self) -> dict[str, Hparam]:
        return {name: value for (group, name), value in self.fields.items() if group == HPARAMS}


def kept_trial(run: Run) -> KeptTrial | None:
    """What is kept of a run that rests; None where it has to be read."""
    part = run.part(_PART)
    if part is None:
        return None
    return KeptTrial(
        walltimes=part["walltimes"],
        fields={(group, name): value for group, name, value in part["fields"]},
        metrics=tuple(part["metrics"]),
        goals={(tag, goal): count for tag, goal, count in part["goals"]},
        logarithmic=frozenset(part["logarithmic"]),
        numbers=part["numbers"],
    )


def at_rest(run: Run) -> RestingRun | None:
    """The run as it is to be kept for the next process; None if it does not rest, or can't be kept. Raises DriveError."""
    if run.loading or run.info.state == "live":
        return None
    changes = run.changes
    try:
        found = resting(run, partial(_parts, run))
    except DriveError:
        raise
    except (OSError, UnicodeError):  # a payload that can't be read, a tag that is no Unicode
        return None
    # What came meanwhile is in some of this, and not in the rest.
    return found if run.changes == changes else None


def _parts(run: Run) -> dict[str, Any]:
    trials = logged_trials(run)
    # Of several trials each has a part of the points; and what lies in a media file may change without the log.
    if len(trials) > 1 or run.info.records > _MOST_RECORDS:
        return {}
    if has_data_graphs(run) or _reads_media(run):
        return {}
    described, judges = described_fields(run)
    fields = {
        (HPARAMS, name): value for _, given in trials for name, value in given.hparams.items()
    }
    metrics = tuple(dict.fromkeys((*metrics_of(trials), *judges)))
    goals = Counter(pair for _, given in trials for pair in given.goals.items())
    part = {
        "walltimes": [walltime for walltime, _ in trials],
        "fields": [[*key, value] for key, value in {**fields, **described}.items()],
        "metrics": metrics,
        "goals": [[*key, count] for key, count in goals.items()],
        "logarithmic": [name for _, given in trials for name in given.logarithmic],
        "numbers": _numbers(run, metrics),
    }
    return {_PART: part}


def _reads_media(run: Run) -> bool:
    logs = {file.path for file in run.files}
    return any(
        not series.paths <= logs
        for kind in (HPARAMS, *DESCRIPTIONS)
        for series in run.records_of(kind)
    )


def _numbers(run: Run, metrics: Sequence[str]) -> dict[str, list[Measure | None]]:
    """The numbers of the scalars that are asked for most: of metrics, then of those that are not deep in a tree."""
    ends = run.ends()
    first = [tag for tag in metrics if tag in ends]
    others = sorted(training_first(ends), key=lambda tag: tag.count("/"))
    tags = list(dict.fromkeys([*first, *others]))[:_MOST_METRICS]
    found = {}
    for tag in tags:
        points = run.points_once(tag)
        found[tag] = [measure(MetricChoice(tag, take), points, None) for take in _KEPT_TAKES]
    return found
