"""How much each hyperparameter matters for a metric: in the page, the commands and `LogReader` the same."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.comparison.features import Hyperparameter
from vdlite.comparison.importance import Importance, Importances, Pair, importances
from vdlite.reader.questions.asked_table import AskedTable
from vdlite.reader.questions.importance_columns import asked_columns
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.trials.table import Table


@dataclass(frozen=True, slots=True)
class ImportanceAnswer:
    """The importance of hyperparameters for a metric, the most important first."""

    metric: str
    seen: int  # trials that were looked at
    found: int  # of these, trials that the query finds
    used: int  # of these, trials that count: at most 1500, with a finite value of the metric
    without_metric: int  # trials without a finite value
    score: (
        float | None
    )  # share of the variance of unseen trials that is explained; None: too few trials
    advice: tuple[str, ...]  # why the numbers may say little, such as "few" or "no_skill"
    hparams: tuple[Importance, ...]
    pairs: tuple[Pair, ...]  # acting together, the strongest first
    archived: int  # runs that were left out, as they were archived in the page
    absent: str | None  # what is said of a value in the query that no trial has
    left_out: tuple[LeftOut, ...]


def importances_of(
    table: Table,
    values: NDArray[np.float64],
    rows: NDArray[np.intp],
    names: Collection[str] | None,
    *,
    with_data: bool,
    seed: int,
) -> tuple[Importances, dict[str, str]]:
    """The importances for the metric's values [N] in some rows of a table, and the group of each column by its name.

    names: of hyperparameters; None for all. with_data: also what differs between data pipelines.
    """
    usable = rows[np.isfinite(values[rows])]
    chosen = asked_columns(table.columns, usable, names, with_data=with_data)
    given = [
        Hyperparameter(column.name, column.numbers[usable], column.codes[usable].astype(np.int64))
        for column in chosen
    ]
    # Of trials that were not asked for there may be further hyperparameters.
    known = [each for each in given if each.missing < len(usable)]
    found = importances(values[usable], known, seed=seed)
    return found, {column.name: column.group for column in chosen}


def importance(
    asked: AskedTable, metric: str, where: str | None, *, seed: int, limit: int
) -> ImportanceAnswer:
    """See `LogReader.importance`."""
    rows, absent = asked.found(where)
    values = asked.numbers(metric)
    found, _ = importances_of(asked.whole, values, rows, None, with_data=False, seed=seed)
    return ImportanceAnswer(
        metric,
        len(asked.rows),
        len(rows),
        found.used,
        int((~np.isfinite(values[rows])).sum()),
        found.score,
        found.advice,
        found.hparams[:limit],
        found.pairs[:limit],
        asked.archived,
        absent,
        left_out(
            "hyperparameters",
            len(found.hparams[:limit]),
            len(found.hparams),
            "a larger limit",
        ),
    )
