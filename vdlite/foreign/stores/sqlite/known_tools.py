"""The tools whose databases are read."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from vdlite.foreign.stores.facts import StoreFiles
from vdlite.foreign.stores.mlflow import mlflow_tables
from vdlite.foreign.stores.mlflow.mlflow_artifacts import ArtifactFiles
from vdlite.foreign.stores.named_files import read_beside
from vdlite.foreign.stores.optuna import optuna_tables
from vdlite.foreign.stores.sqlite.database import Database, Tables
from vdlite.foreign.stores.trackio import trackio_tables, trackio_values

_LIKE = {
    "MLflow": {"experiments", "runs", "metrics", "params"},
    "Optuna": {"studies", "trials", "trial_params"},
}
"""Tables by which one knows whose database it is."""


def open_database(path: Path, files: StoreFiles) -> Database:
    """The store in that file, of whichever tool it is."""
    media = partial(read_beside, files, path.parent / trackio_values.FOLDER)
    artifacts = ArtifactFiles(path.parent, files)
    makers: tuple[Callable[[dict[str, list[str]]], Tables | None], ...] = (
        partial(mlflow_tables.make, artifacts=artifacts),
        optuna_tables.make,
        partial(trackio_tables.make, read=media),
    )

    def make_tables(columns: dict[str, list[str]]) -> Tables | None:
        return next(filter(None, (make(columns) for make in makers)), None)

    return Database(path, files, make_tables, _tool_like)


def _tool_like(tables: dict[str, list[str]]) -> str:
    """The tool whose database it seems to be, which is not read; empty if it is nobody's who is known."""
    return next((tool for tool, names in _LIKE.items() if names <= tables.keys()), "")
