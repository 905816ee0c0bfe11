"""The trials as a table: what each was given, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vdlite.reader.questions.asked_table import AskedTable
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.questions.matching import asked_tags
from vdlite.reader.questions.where.expressions import Value
from vdlite.reader.trials.column import MISSING, NUMBER, Column
from vdlite.reader.trials.metric_choice import MetricChoice

_FEW = 4  # metrics, where trials name none


@dataclass(frozen=True, slots=True)
class TrialRow:
    """One trial."""

    run: str  # name of the run
    number: int  # of the trial in its run, from 0
    hparams: Mapping[str, Value]
    metrics: Mapping[str, float]  # last value by tag, of those that it has


@dataclass(frozen=True, slots=True)
class HparamsAnswer:
    """The trials that a query finds; a run without trials is one row."""

    trials: tuple[TrialRow, ...]  # the newest run first, unless they are sorted
    found: int  # trials that the query finds, also those beyond the limit
    seen: int  # trials that were looked at
    archived: int  # runs that were left out, as they were archived in the page
    absent: str | None  # what is said of a value in the query that no trial has
    left_out: tuple[LeftOut, ...]


def hparam_rows(
    asked: AskedTable,
    where: str | None,
    tags: Sequence[str] | None,
    *,
    sort: str | None,
    descending: bool,
    limit: int,
) -> HparamsAnswer:
    """See `LogReader.hparams`. tags: of the metrics; None for those that trials name as theirs."""
    found, absent = asked.found(where)
    rows = found.tolist()
    if sort is not None:
        rows = asked.sorted(rows, sort, descending=descending)
    shown = rows[:limit]
    # Where no trial names any, some are better than none.
    usual = asked.whole.declared or asked_tags(sorted(asked.scalars), None)[:_FEW]
    choices = [MetricChoice(tag) for tag in (usual if tags is None else tags)]
    metrics = asked.table(choices).metrics
    hparams = [column for column in asked.whole.columns if column.group == "hparams"]
    trials = tuple(
        TrialRow(
            asked.run_name(row),
            int(asked.whole.number[row]),
            {
                column.name: value_at(column, row)
                for column in hparams
                if column.codes[row] != MISSING
            },
            {each.choice.tag: float(each.values[row]) for each in metrics if each.given[row]},
        )
        for row in shown
    )
    return HparamsAnswer(
        trials,
        len(rows),
        len(asked.rows),
        asked.archived,
        absent,
        left_out("trials", len(shown), len(rows), "a larger limit, or a narrower query"),
    )


def value_at(column: Column, row: int) -> Value:
    """The value of a cell that is not missing: whole numbers as such."""
    code = int(column.codes[row])
    if code != NUMBER:
        return column.values[code]
    number = float(column.numbers[row])
    return int(number) if number.is_integer() and abs(number) < 1e15 else number
