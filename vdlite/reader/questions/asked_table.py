"""The rows that a query finds: of runs, or of trials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.logdir.logdirs import Logdir
from vdlite.reader.questions.added import NOTHING, added_to
from vdlite.reader.questions.run_columns import (
    columns_of_runs,
    columns_of_trials,
    names_of,
    rows_of,
)
from vdlite.reader.questions.where.absent import absent_value
from vdlite.reader.questions.where.columns import METRICS, Lookup
from vdlite.reader.questions.where.evaluate import evaluate
from vdlite.reader.questions.where.expressions import Name, names_in
from vdlite.reader.questions.where.parse import parse_name, parse_query
from vdlite.reader.questions.where.problems import fail_unknown
from vdlite.reader.questions.where.sorting import sorted_rows
from vdlite.reader.trials.column import MISSING, NUMBER, Column
from vdlite.reader.trials.metric_choice import MetricChoice
from vdlite.reader.trials.table import MetricColumn, RunTable, Table

Rows = NDArray[np.intp]


class AskedTable:
    """A row for each run, which is that of its last trial, or for each trial; with what a query can name."""

    def __init__(
        self,
        source: RunTable,
        place: Logdir,
        of: Literal["runs", "trials"],
        *,
        archived: bool = False,
    ) -> None:
        """source: of all runs; place: where they lie. archived: True takes in those that were archived in the page, too."""
        added = added_to(place)
        self._source = source
        self._scalars = source.scalars
        self.infos = source.infos
        self.whole = source.whole
        self.names = names_of(self.infos, added, place)
        hidden = [not archived and added.get(info.name, NOTHING).archived for info in self.infos]
        is_shown = ~np.array(hidden, np.bool_)[self.whole.run]
        if of == "runs":
            is_shown &= np.append(self.whole.run[1:] != self.whole.run[:-1], True)[: len(is_shown)]
        self.archived = sum(hidden)  # runs that are left out
        self.rows: Rows = np.flatnonzero(is_shown)
        """The rows of `whole` that are asked about, the newest run first."""
        of_runs = columns_of_runs(self.infos, added, self.names)
        if of == "runs":
            own = tuple(rows_of(column, self.whole.run) for column in of_runs)
        else:
            own = columns_of_trials(of_runs, self.infos, self.whole)
        self._lookup = Lookup((*own, *self.whole.columns), {}, len(self.whole.run))

    def found(self, where: str | None) -> tuple[Rows, str | None]:
        """The rows that a query finds, and what is said of a value in it that no row has.

        where: None finds all. Raises WhereError.
        """
        query = where or ""
        expression = parse_query(query, self._is_name)
        if expression is None:
            return self.rows, None
        lookup = self._with_metrics(list(names_in(expression)))
        mask = evaluate(expression, lookup, query)
        return self.rows[mask[self.rows]], absent_value(expression, lookup)

    def sorted(self, rows: Sequence[int], by: str, *, descending: bool) -> list[int]:
        """The rows by a column, such as `lr` or `min(loss)`; what has nothing to compare is last. Raises WhereError."""
        return sorted_rows(rows, self.column(by), descending=descending)

    def column(self, written: str) -> Column:
        """The column of a name, such as `lr` or `min(loss)`. Raises WhereError."""
        name = parse_name(written)
        lookup = self._with_metrics([name])
        column = lookup.column_of(name.name, name.take)
        if column is None:
            fail_unknown(written, name.start, name.end, name.written, lookup.names)
        return column

    def numbers(self, metric: str) -> NDArray[np.float64]:
        """The numbers of a metric such as `loss` or `min(loss)` in all rows [N]; NaN where there is none.

        Raises WhereError for what is no scalar.
        """
        name = parse_name(metric)
        tag = name.name if name.name in self._scalars else _tag_of(name.name)
        if tag not in self._scalars:
            fail_unknown(metric, name.start, name.end, name.written, sorted(self._scalars))
        return self._source.table([MetricChoice(tag, name.take or "last")]).metrics[0].values

    def tag_of(self, metric: str) -> str:
        """The scalar of a metric such as `min(loss)`."""
        name = parse_name(metric).name
        return name if name in self._scalars else _tag_of(name)

    def run_name(self, row: int) -> str:
        """The name of a row's run."""
        name: str = self.infos[self.whole.run[row]].name
        return name

    def table(self, choices: Sequence[MetricChoice]) -> Table:
        """The whole table with columns of metrics."""
        return self._source.table(choices)

    @property
    def scalars(self) -> frozenset[str]:
        """The tags of scalars that any run has."""
        return self._scalars

    def _is_name(self, name: str) -> bool:
        return self._lookup.column_of(name, None) is not None or _tag_of(name) in self._scalars

    def _with_metrics(self, names: Sequence[Name]) -> Lookup:
        """The columns with those of the metrics that are named: they are computed for these only."""
        wanted = dict.fromkeys(
            (tag, name.take or "last") for name in names if (tag := self._tag(name)) is not None
        )
        choices = [MetricChoice(tag, take) for tag, take in wanted]
        columns = self._source.table(choices).metrics if choices else ()
        metrics = {key: _column(column) for key, column in zip(wanted, columns, strict=True)}
        known = [tag for tag in self._scalars if (tag, "last") not in metrics]
        return Lookup(self._lookup.columns, metrics, self._lookup.rows, tuple(sorted(known)))

    def _tag(self, name: Name) -> str | None:
        """The scalar that a name means; None if it means another column, or nothing."""
        if name.take is None and name.name not in self._scalars:
            tag = _tag_of(name.name)
            return tag if tag in self._scalars else None
        column = self._lookup.column_of(name.name, None)
        is_hparam = name.take is None and column is not None and column.group == "hparams"
        return None if is_hparam or name.name not in self._scalars else name.name


def _tag_of(name: str) -> str:
    return name.removeprefix(f"{METRICS}:")


def _column(metric: MetricColumn) -> Column:
    codes = np.where(metric.given != 0, NUMBER, MISSING).astype(np.int32)
    return Column(METRICS, metric.choice.tag, metric.values, codes, ())
