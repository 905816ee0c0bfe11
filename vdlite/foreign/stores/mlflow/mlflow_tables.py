"""MLflow's database: tables `runs`, `metrics`, `params`, `tags`, `experiments`; artifacts lie beside it."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from vdlite.errors import FormatError
from vdlite.foreign.stores.facts import (
    Encode,
    Given,
    Piece,
    RunFacts,
    points_of,
    safe_name,
    with_own_names,
)
from vdlite.foreign.stores.mlflow.mlflow_artifacts import NOTHING, ArtifactFiles, Artifacts, Taken
from vdlite.foreign.stores.mlflow.mlflow_words import STATUSES, given_of, seconds
from vdlite.foreign.stores.sqlite.database import Growing, Tables
from vdlite.foreign.stores.sqlite.queries import Ask

_NEEDED = {
    "runs": {"run_uuid", "status", "start_time", "end_time", "lifecycle_stage", "experiment_id"},
    "metrics": {"key", "value", "timestamp", "run_uuid", "step", "is_nan"},
    "params": {"key", "value", "run_uuid"},
    "tags": {"key", "value", "run_uuid"},
    "experiments": {"experiment_id", "name", "lifecycle_stage"},
}
_PIECE = 50_000  # points
_MOST_GIVEN = 10_000
_MOST_ADDRESS = 10_000  # characters


class MlflowTables:
    """See `database.Tables`."""

    tool = "MLflow"
    reports_end = True
    growing = (
        Growing("metrics", "rowid", "run_uuid", ("run_uuid", "key", "timestamp", "value")),
        Growing("params", "rowid", "run_uuid"),
        Growing("tags", "rowid", "run_uuid"),
    )

    def __init__(self, columns: Mapping[str, list[str]], artifacts: ArtifactFiles) -> None:
        self._artifact_files = artifacts
        self._artifacts: dict[str, Artifacts | None] = {}  # of each run that was read
        self._runs: dict[str, RunFacts] = {}
        self._has_address = "artifact_uri" in columns["runs"]
        self._has_name = "name" in columns["runs"]

    def runs(self, ask: Ask) -> dict[str, RunFacts]:
        """The runs that were not deleted."""
        name = "runs.name" if self._has_name else "NULL"
        rows = ask(
            f"""SELECT run_uuid, {name}, experiments.name, status, start_time, end_time
            FROM runs LEFT JOIN experiments USING (experiment_id)
            WHERE runs.lifecycle_stage = 'active' AND experiments.lifecycle_stage = 'active'"""
        )
        self._runs = with_own_names(
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
        return self._runs

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
        """mark: the number of the last row, and which artifacts were taken."""
        last, taken = mark or (0, NOTHING)
        rows, is_all = ask.piece(
            """SELECT rowid, key, step, timestamp / 1e3, value, is_nan FROM metrics
            WHERE run_uuid = ? AND rowid > ? ORDER BY rowid LIMIT ?""",
            key,
            last,
            rows=_PIECE,
        )
        if not rows:
            return self._next_artifacts(ask, key, last, taken)
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
        if not is_all:
            return Piece([points], (numbers[-1], taken), is_all, left_out)
        piece = self._next_artifacts(ask, key, numbers[-1], taken)
        return replace(piece, points=[points], left_out=piece.left_out | left_out)

    def record(self, ask: Ask, key: str, kind: str, tag: str, offset: int) -> Encode:
        """See `database.RecordTables`."""
        artifacts = self._artifacts_of(ask, key)
        if artifacts is None:
            raise FormatError(f"there is no {kind} {tag!r:.60} (any more)")
        return artifacts.encoder(kind, tag, offset)

    def _next_artifacts(self, ask: Ask, key: str, last: int, taken: Taken) -> Piece:
        piece = Piece([], (last, taken), is_all=True)
        artifacts = self._artifacts_of(ask, key)
        if artifacts is not None and key in self._runs:
            artifacts.look()
            piece.mark = (last, artifacts.next(taken, self._runs[key], piece))
        return piece

    def _artifacts_of(self, ask: Ask, key: str) -> Artifacts | None:
        if self._artifacts.get(key) is None and self._has_address:
            rows = ask("SELECT artifact_uri FROM runs WHERE run_uuid = ? LIMIT 1", key)
            address = rows[0][0] if rows else None
            known = isinstance(address, str) and len(address) <= _MOST_ADDRESS
            self._artifacts[key] = self._artifact_files.of(str(address), key) if known else None
        return self._artifacts.get(key)


def make(columns: Mapping[str, list[str]], artifacts: ArtifactFiles) -> Tables | None:
    """The tables, if they are MLflow's."""
    if all(names <= set(columns.get(table, ())) for table, names in _NEEDED.items()):
        return MlflowTables(columns, artifacts)
    return None
