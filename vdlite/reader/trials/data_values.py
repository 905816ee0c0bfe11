"""What runs' data pipelines tell as columns of the table of trials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vdlite.errors import DriveError, FormatError
from vdlite.kinds.fields import Hparam
from vdlite.kinds.graph.pipeline import WHOLE, pipeline_values
from vdlite.kinds.graph.summary import VALUES
from vdlite.kinds.graph.types import NAME as GRAPH
from vdlite.reader.run.run import Run
from vdlite.reader.series.record_series import Record

GROUP = "data"
"""Of the columns."""

_FLAVOR = "data"  # of graphs
_MOST_RECORDS = 100  # of one series: the newest ones

Fields = Mapping[tuple[str, str], Hparam]

__all__ = ["GRAPH", "GROUP", "data_values", "with_absent"]


def data_values(run: Run) -> dict[str, Hparam]:
    """The values of all loaders of a run, each as it was logged last."""
    found: dict[str, Hparam] = {}
    for tag in run.tags(GRAPH):
        records = run.records(GRAPH, tag).records()
        first = max(0, len(records) - _MOST_RECORDS)
        for at in range(len(records) - 1, first - 1, -1):
            if records[at].summary.get("flavor") == _FLAVOR:
                values = _values(records[at])
                known = tuple(f"{loader}/" for loader in _loaders(found))
                found |= {
                    name: value for name, value in values.items() if not name.startswith(known)
                }
    return found


def has_data_graphs(run: Run) -> bool:
    """True if a run's data pipelines tell anything."""
    return any(
        record.summary.get("flavor") == _FLAVOR
        for series in run.records_of(GRAPH)
        for record in series.records()
    )


def with_absent(rows: Sequence[Fields]) -> list[Fields]:
    """The rows; a stage that a run's loader has not, but that of another run has, is False.

    A run whose loader is not known says nothing of it.
    """
    stages = {
        name
        for fields in rows
        for (group, name), value in fields.items()
        if group == GROUP and value is True and "." not in name.rpartition("/")[2]
    }
    if not stages:
        return list(rows)
    of_loader: dict[str, list[str]] = {}
    for name in sorted(stages):
        of_loader.setdefault(name.rpartition("/")[0], []).append(name)
    filled: list[Fields] = []
    for fields in rows:
        absent: dict[tuple[str, str], Hparam] = {
            (GROUP, name): False
            for loader, names in of_loader.items()
            if (GROUP, f"{loader}/{WHOLE}") in fields
            for name in names
        }
        filled.append({**fields, **{key: False for key in absent if key not in fields}})
    return filled


def _values(record: Record) -> Mapping[str, Hparam]:
    """The values of a summary, without reading the payload; where there was no room for them, those of the payload."""
    summarized = record.summary.get(VALUES)
    if isinstance(summarized, dict):
        return {name: value for name, value in summarized.items() if isinstance(name, str)}
    try:
        return pipeline_values(record.payload)
    except DriveError:
        raise
    except (FormatError, OSError):
        return {}


def _loaders(values: Mapping[str, Hparam]) -> list[str]:
    end = f"/{WHOLE}"
    return [name.removesuffix(end) for name in values if name.endswith(end)]
