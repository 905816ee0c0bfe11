"""The runs that a query finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vdlite.reader.logdir.logdirs import Logdir
from vdlite.reader.questions.added import NOTHING, added_to, with_added
from vdlite.reader.questions.asked_table import AskedTable
from vdlite.reader.questions.matching import matching
from vdlite.reader.run.run import Run
from vdlite.reader.trials.run_summary import RunSummary, run_summary
from vdlite.reader.trials.table import RunTable


@dataclass(frozen=True, slots=True)
class FoundRuns:
    """The runs that a query finds, and how many it was asked of."""

    runs: tuple[RunSummary, ...]  # in their order, as many as were asked for
    found: int  # runs that the query finds, also those beyond the limit
    seen: int  # runs that were looked at
    archived: int  # runs that were left out, as they were archived in the page
    absent: (
        str | None
    )  # what is said of a value in the query that no run has; most often it is misspelt


def find_runs(
    names: Sequence[str],
    run_of: Callable[[str], Run],
    table_of: Callable[[], RunTable],
    place: Logdir,
    where: str | None,
    *,
    sort: str | None,
    descending: bool,
    tags: Sequence[str] | None,
    limit: int | None,
    archived: bool,
) -> FoundRuns:
    """See `LogReader.find_runs`. names: of all runs, sorted; table_of: gives their table; place: where they lie."""
    added = added_to(place)
    archived_names = {name for name, each in added.items() if each.archived}
    absent = None
    if where is None and sort is None:
        found = [name for name in names if archived or name not in archived_names]
        seen, left_out = len(found), len(names) - len(found)
    else:
        asked = AskedTable(table_of(), place, "runs", archived=archived)
        seen, left_out = len(asked.rows), asked.archived
        rows, absent = asked.found(where)
        name_of = {row: asked.run_name(row) for row in rows.tolist()}
        by_name = sorted(name_of, key=name_of.__getitem__)
        if sort is not None:
            by_name = asked.sorted(by_name, sort, descending=descending)
        found = [name_of[row] for row in by_name]
    shown = [
        with_added(_narrowed(run_summary(run_of(name)), tags), added.get(name, NOTHING))
        for name in found[:limit]
    ]
    return FoundRuns(tuple(shown), len(found), seen, left_out, absent)


def _narrowed(found: RunSummary, patterns: Sequence[str] | None) -> RunSummary:
    """The row with the last values of these scalars only."""
    if patterns is None:
        return found
    shown = matching(found.metrics, patterns)
    return replace(found, metrics={tag: found.metrics[tag] for tag in shown})
