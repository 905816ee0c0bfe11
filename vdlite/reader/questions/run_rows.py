"""Many runs in a row each, in bounded size."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vdlite.kinds.fields import Hparam
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.questions.matching import asked_tags, fitting
from vdlite.reader.questions.plain import cut_text
from vdlite.reader.trials.run_summary import RunSummary

_FEW = 8  # scalars and hyperparameters of each run, unless some scalars are asked for


@dataclass(frozen=True, slots=True)
class RunRow:
    """How one run stands."""

    run: str
    display_name: str | None
    labels: tuple[str, ...]
    state: str
    outcome: str | None
    started: float | None  # seconds since 1970
    duration: float | None  # seconds, without pauses
    last_step: int | None
    diverged: tuple[str, ...]  # tags whose last value is not finite
    metrics: Mapping[str, float]  # the last value of the scalars that most runs have
    hparams: Mapping[str, Hparam]  # those that differ between the runs come first
    damaged: int  # regions of its files that can't be read


@dataclass(frozen=True, slots=True)
class RunRows:
    """The rows of runs, in the order in which they were asked for."""

    runs: tuple[RunRow, ...]
    of: int  # runs that there are
    left_out: tuple[LeftOut, ...]


def run_rows(
    found: Sequence[RunSummary], of: int, *, tags: Sequence[str] | None, limit: int
) -> RunRows:
    """The rows of runs. of: how many there are. tags: only these scalars; None: the eight of the training that most runs have.

    limit: of scalars that are asked for.
    """
    fits = fitting(tags)
    counts = Counter(tag for each in found for tag in asked_tags(each.metrics, fits))
    shown = [tag for tag, _ in counts.most_common(limit if tags else _FEW)]
    settings = _differing_first(found)
    return RunRows(
        tuple(_row(each, shown, settings[:_FEW]) for each in found),
        of,
        (
            *left_out("runs", len(found), of, "a larger limit, or a condition"),
            *left_out("scalars", len(shown), len(counts), "some of the tags, or one run"),
            *left_out("hyperparameters", len(settings[:_FEW]), len(settings), "one run"),
        ),
    )


def _differing_first(found: Sequence[RunSummary]) -> list[str]:
    values: dict[str, set[str]] = {}
    for each in found:
        for name, value in each.hparams.items():
            values.setdefault(name, set()).add(repr(value))
    return sorted(values, key=lambda name: len(values[name]) == 1)


def _row(found: RunSummary, tags: Sequence[str], settings: Sequence[str]) -> RunRow:
    return RunRow(
        found.run,
        found.display_name,
        found.labels,
        found.state,
        found.outcome,
        found.started,
        found.duration,
        found.last_step,
        found.diverged[:_FEW],
        {tag: found.metrics[tag] for tag in tags if tag in found.metrics},
        {name: cut_text(found.hparams[name]) for name in settings if name in found.hparams},
        found.damaged,
    )
