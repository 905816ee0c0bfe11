"""The columns that a query is asked of, and how it finds them by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vdlite.reader.questions.where.expressions import Take
from vdlite.reader.trials.column import Column

RUN, METRICS = "run", "metrics"
_BY_USE = ("hparams", METRICS, "lineage", "data", "environment", RUN)
"""Groups of columns: where several have a name, the first of these is meant."""


@dataclass(slots=True)
class Lookup:
    """Columns by the names that a query has for them."""

    columns: tuple[Column, ...]
    metrics: Mapping[tuple[str, Take], Column]  # by tag: one number of a scalar
    rows: int
    others: tuple[str, ...] = ()  # names of metrics that have no column, as nobody asked for them
    _by_name: dict[str, Column] = field(default_factory=dict)

    def __post_init__(self) -> None:
        of_metrics = [column for (_, take), column in self.metrics.items() if take == "last"]
        for group in _BY_USE:
            of_group = of_metrics if group == METRICS else self.columns
            for column in of_group:
                if column.group == group:
                    self._by_name.setdefault(column.name, column)
                    self._by_name.setdefault(f"{group}:{column.name}", column)

    @property
    def searched(self) -> Iterable[Column]:
        """The columns that a word alone is searched in."""
        return (*self.columns, *self.metrics.values())

    @property
    def names(self) -> list[str]:
        """The names of all columns that there are, each once."""
        named = [column.name for column in (*self.metrics.values(), *self.columns)]
        return list(dict.fromkeys((*named, *self.others)))

    def column_of(self, name: str, take: Take | None) -> Column | None:
        """A column such as `lr`, `run:name` for a name that several groups have, or `min(loss)`; None if there is none."""
        if take is not None:
            return self.metrics.get((name, take))
        return self._by_name.get(name)
