"""The trials of a run: what each was given, and how the scalars that judge it went."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vdlite.errors import FormatError, NotFoundError
from vdlite.kinds import hparams
from vdlite.kinds.hparams import Hparam
from vdlite.reader.run import Run


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


def trials(run: Run) -> list[Trial]:
    """All trials of a run, in the order they were logged; one whose bytes are damaged is left out.

    The metrics are those of the whole run: a scalar does not say which trial it belongs to.
    """
    found = []
    for tag in run.tags(hparams.NAME):
        # Two writers of a run may both have begun at step 0: a trial supersedes no other.
        found += run.records(hparams.NAME, tag).records(superseded=True)
    found.sort(key=lambda record: record.walltime)
    judged: dict[str, Metric | None] = {}
    all_trials: list[Trial] = []
    for record in found:
        try:
            payload: hparams.Hparams = record.payload
        except (FormatError, OSError):
            continue
        for tag in payload.metrics:
            if tag not in judged:
                judged[tag] = _judge(run, tag)
        metrics = {tag: judged[tag] for tag in payload.metrics}
        number = len(all_trials)
        all_trials.append(Trial(run.name, number, record.walltime, payload.hparams, metrics))
    return all_trials


def _judge(run: Run, tag: str) -> Metric | None:
    try:
        points = run.scalars(tag).snapshot()
    except NotFoundError:
        return None
    if not len(points.steps):
        return None
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
