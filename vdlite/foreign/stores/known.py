"""The tools whose databases are read."""

from pathlib import Path

from vdlite.foreign.stores import mlflow_tables, optuna_tables, trackio_tables
from vdlite.foreign.stores.database import Database, Tables
from vdlite.foreign.stores.facts import StoreFiles

_LIKE = {
    "MLflow": {"experiments", "runs", "metrics", "params"},
    "Optuna": {"studies", "trials", "trial_params"},
}
"""Tables by which one knows whose database it is."""


def open_database(path: Path, files: StoreFiles) -> Database:
    """The store in that file, of whichever tool it is."""
    return Database(path, files, _tables, _tool_like)


def _tool_like(tables: dict[str, list[str]]) -> str:
    """Whose database it seems to be, which is not read; empty if nobody's who is known."""
    return next((tool for tool, names in _LIKE.items() if names <= tables.keys()), "")


def _tables(columns: dict[str, list[str]]) -> Tables | None:
    makers = (mlflow_tables.make, optuna_tables.make, trackio_tables.make)
    return next(filter(None, (make(columns) for make in makers)), None)
