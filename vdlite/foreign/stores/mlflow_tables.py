"""MLflow's database: tables `runs`, `metrics`, `params`, `tags`, `experiments`."""

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.foreign.stores.database import Growing, Tables
from vdlite.foreign.stores.facts import Given, Piece, RunFacts, points_of, safe_name, told_apart
from vdlite.foreign.stores.mlflow_words import STATUSES, given_of, seconds
from vdlite.foreign.stores.opening import Ask

_NEEDED = {
    "runs": {"run_uuid", "status", "start_time", "end_time", "lifecycle_stage", "experiment_id"},
    "metrics": {"key", "value", "timestamp", "run_uuid", "step", "is_nan"},
    "params": {"key", "value", "run_uuid"},
    "tags": {"key", "value", "run_uuid"},
    "experiments": {"experiment_id", "name", "lifecycle_stage"},
}
_PIECE = 50_000  # points
_MOST_GIVEN = 10_000


class MlflowTables:
    """See `database.Tables`."""

    tool = "MLflow"
    tells_end = True
    growing = (
        Growing("metrics", "rowid", "run_uuid"),
        Growing("params", "rowid", "run_uuid"),
        Growing("tags", "rowid", "run_uuid"),
    )

    def __init__(self, columns: Mapping[str, list[str]]) -> None:
        self._has_name = "name" in columns["runs"]

    def runs(self, ask: Ask) -> dict[str, RunFacts]:
        """Those that were not deleted."""
        name = "runs.name" if self._has_name else "NULL"
        rows = ask(
            f"""SELECT run_uuid, {name}, experiments.name, status, start_time, end_time
            FROM runs LEFT JOIN experiments USING (experiment_id)
            WHERE runs.lifecycle_stage = 'active' AND experiments.lifecycle_stage = 'active'"""
        )
        return told_apart(
            {
                str(key): RunFacts(
                    name=safe_name(str(key)),
                    title=f"{experiment}/{title or key}",
                    started=seconds(started) or 0.0,
                    ended=seconds(ended) if status in STATUSES else None,
                    status=str(status) if status in STATUSES else "",
                    outcome=STATUSES.get(status),
                )
                for key, title, experiment, status, started, ended in rows
            }
        )

    def given(self, ask: Ask, key: str) -> Given:
        """See `database.Tables`."""
        query = "SELECT key, value FROM {} WHERE run_uuid = ? ORDER BY rowid LIMIT ?"
        params = ask(query.format("params"), key, _MOST_GIVEN)
        tags = ask(query.format("tags"), key, _MOST_GIVEN)
        return given_of(
            {str(name): str(value) for name, value in params},
            {str(name): str(value) for name, value in tags},
        )

    def next_points(self, ask: Ask, key: str, mark: Any) -> Piece:
        """mark: the number of the last row."""
        rows = ask(
            """SELECT rowid, key, step, timestamp / 1e3, value, is_nan FROM metrics
            WHERE run_uuid = ? AND rowid > ? ORDER BY rowid LIMIT ?""",
            key,
            mark or 0,
            _PIECE,
        )
        if not rows:
            return Piece([], mark, is_all=True)
        numbers, tags, steps, walltimes, values, is_nan = zip(*rows, strict=True)
        if any(is_nan):
            values = tuple(
                np.nan if nan else value for value, nan in zip(values, is_nan, strict=True)
            )
        points, left = points_of(tags, steps, walltimes, values)
        # Infinities are stored as the largest numbers.
        largest = np.abs(points.values) == sys.float_info.max
        points.values[largest] = np.copysign(np.inf, points.values[largest])
        left_out = {"metrics that are no numbers": left} if left else {}
        return Piece([points], numbers[-1], len(rows) < _PIECE, left_out)


def make(columns: Mapping[str, list[str]]) -> Tables | None:
    """The tables, if they are MLflow's."""
    if all(names <= set(columns.get(table, ())) for table, names in _NEEDED.items()):
        return MlflowTables(columns)
    return None
