"""A run in one row: how it stands, and the last value of each of its scalars."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from vdlite.format.outcome import Outcome
from vdlite.kinds.aside_tags import is_aside, training_first
from vdlite.kinds.fields import Hparam
from vdlite.reader.run.progress import Progress
from vdlite.reader.run.run import Run
from vdlite.reader.trials.kept_trials import kept_trial
from vdlite.reader.trials.trials import logged_trials


@dataclass(frozen=True, slots=True)
class RunSummary:
    """The facts of a run."""

    run: str  # its name: the folder relative to the logdir
    display_name: str | None  # what people call it in the page, or else its training
    labels: tuple[str, ...]  # that people gave it there, or else its training
    state: str  # "live", "ended" or "quiet"
    outcome: Outcome | None  # how it ended; None: it has not, or that is not known
    ended: (
        str | None
    )  # how its program ended, in one sentence; None: it has not, or nobody watched it
    started: float | None  # seconds since 1970
    updated: float | None  # when its last record was logged, in seconds since 1970
    duration: float | None  # seconds that the training took, without pauses
    last_step: int | None  # the largest of its scalars, but those beside the training
    progress: Progress | None  # how far it is, as its program says by `LogWriter.track`
    energy_kwh: float | None  # that its GPUs have taken; None: nothing says it
    gpu_hours: float | None  # of all GPUs together, while they were watched
    diverged: tuple[str, ...]  # tags whose last value is not finite
    metrics: Mapping[
        str, float
    ]  # last value of each scalar, by tag; those beside the training last
    hparams: Mapping[str, Hparam]  # of its last trial
    records: int
    damaged: int  # regions of its files that can't be read
    missing: int  # records that a writer could not write
    unreadable: Mapping[
        str, str
    ]  # why nothing can be read of a file of it, by the file's path in the logdir


def run_summary(run: Run) -> RunSummary:
    """The row of a run."""
    info = run.info
    ends = run.ends()
    metrics = {tag: ends[tag][1] for tag in training_first(ends)}
    kept = kept_trial(run)
    trials = logged_trials(run) if kept is None else ()
    hparams = kept.hparams if kept is not None else trials[-1][1].hparams if trials else {}
    return RunSummary(
        run=info.name,
        display_name=info.display_name,
        labels=info.labels,
        state=info.state,
        outcome=info.outcome,
        ended=info.ending,
        started=info.started,
        updated=info.updated,
        duration=info.duration,
        last_step=info.last_step,
        progress=info.progress,
        energy_kwh=info.energy_kwh,
        gpu_hours=info.gpu_hours,
        diverged=tuple(
            tag for tag, value in metrics.items() if not isfinite(value) and not is_aside(tag)
        ),
        metrics=metrics,
        hparams=hparams,
        records=info.records,
        damaged=info.damaged,
        missing=info.missing,
        unreadable=dict(run.losses().failures()),
    )
