"""One run at length: its facts, how each of its scalars went, and what else it has."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from vdlite.kinds.aside_tags import training_first
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.names.order import in_order
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.questions.plain import cut_text
from vdlite.reader.questions.views import run_view
from vdlite.reader.run.run import Run
from vdlite.reader.series.series_summary import SeriesSummary, series_summary
from vdlite.reader.trials.run_summary import RunSummary

_LARGE = 100  # tags of a group; a table of more is not read from end to end


@dataclass(frozen=True, slots=True)
class RunReport:
    """The facts of a run, and how its scalars went."""

    facts: RunSummary
    kinds: Mapping[str, tuple[str, ...]]  # tags of everything but scalars, by kind
    scalars: tuple[SeriesSummary, ...]  # each in one bucket
    left_out: tuple[LeftOut, ...]
    view: str  # address of the page that shows it, from # on


def run_report(
    run: Run, summary: RunSummary, *, fits: Callable[[str], bool] | None, limit: int
) -> RunReport:
    """The report of a run. fits: which scalars; None: all. limit: of scalars, and of tags of each other kind."""
    facts, missing = _bounded(summary, limit)
    tags = _few_first(in_order(tag for tag in run.tags() if fits is None or fits(tag)))
    others = {kind: run.tags(kind) for kind in run.kinds() if kind != SCALAR}
    shown = tags[:limit]
    return RunReport(
        facts,
        {kind: found[:limit] for kind, found in others.items()},
        tuple(
            series_summary(facts.run, tag, run.scalars(tag, hold=False), buckets=1) for tag in shown
        ),
        (
            *missing,
            *left_out("scalars", len(shown), len(tags), "some of the tags, or a larger limit"),
            *(
                each
                for kind, found in others.items()
                for each in left_out(
                    f"tags of {kind}", len(found[:limit]), len(found), "a larger limit"
                )
            ),
        ),
        run_view(facts.run),
    )


def _few_first(tags: Sequence[str]) -> list[str]:
    """The tags, in their order, those of large groups behind the others, and those beside the training last.

    Of a run with thousands of layers, that has its loss among the first.
    """
    sizes = Counter(tag.partition("/")[0] for tag in tags)
    return training_first(sorted(tags, key=lambda tag: sizes[tag.partition("/")[0]] > _LARGE))


def _bounded(facts: RunSummary, limit: int) -> tuple[RunSummary, tuple[LeftOut, ...]]:
    """The facts with what their lists have room for."""
    hparams = dict(list(facts.hparams.items())[:limit])
    shown = replace(
        facts,
        diverged=facts.diverged[:limit],
        hparams={name: cut_text(value) for name, value in hparams.items()},
        unreadable=dict(list(facts.unreadable.items())[:limit]),
    )
    return shown, tuple(
        each
        for what, some, every in (
            ("scalars that diverged", shown.diverged, facts.diverged),
            ("hyperparameters", shown.hparams, facts.hparams),
            ("files that can't be read", shown.unreadable, facts.unreadable),
        )
        for each in left_out(what, len(some), len(every), "a larger limit")
    )
