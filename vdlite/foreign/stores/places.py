"""The stores there are, and how a run of one is called: a path below the file that holds it, where nothing can lie."""

import logging
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

from vdlite.errors import FormatError
from vdlite.foreign.names import RUN_META, is_journal, is_parquet, is_run_folder, is_store
from vdlite.foreign.stores.facts import RecordStore, Store, StoreFiles
from vdlite.foreign.stores.unread import UnreadStore

logger = logging.getLogger("vdlite")

_BEGIN = "run="


class Place(NamedTuple):
    """A run of a store."""

    store: Path
    key: str


def path_of(place: Place) -> Path:
    """The path by which a run goes."""
    if not place.key:
        return place.store
    return place.store / (_BEGIN + quote(place.key, safe="").replace(".", "%2E"))


def place_of(path: Path) -> Place | None:
    """The run that goes by such a path; None for what is a file of its own."""
    name, folder = path.name, path.parent
    if name == RUN_META:
        return Place(path, "") if is_run_folder(folder.name) else None
    if name.startswith(_BEGIN) and is_store(folder.name):
        return Place(folder, unquote(name[len(_BEGIN) :]))
    return None


def open_store(path: Path, files: StoreFiles) -> Store:
    """The store to be looked at first, by `refresh`. What reads it is loaded when there is such a file."""
    try:
        return _open(path, files)
    except Exception as error:
        # Of whatever kind: what a Python or a library lacks costs such stores, and no other log.
        logger.exception("vdlite: a store can't be read: %s", path)
        return UnreadStore(f"its reader can't be loaded: {type(error).__name__}: {error}")


def _open(path: Path, files: StoreFiles) -> Store:
    if path.name == RUN_META:
        from vdlite.foreign.stores.mlflow.mlflow_folder import MlflowFolder

        return MlflowFolder(path, files)
    if is_journal(path.name):
        from vdlite.foreign.stores.optuna.optuna_journal import OptunaJournal

        return OptunaJournal(path, files)
    if is_parquet(path.name):
        from vdlite.foreign.stores.neptune.neptune_export import NeptuneExport

        return NeptuneExport(path, files)
    from vdlite.foreign.stores.sqlite.known_tools import open_database

    return open_database(path, files)


def open_records(path: Path, files: StoreFiles) -> RecordStore:
    """Open what gives records besides points. Raises FormatError if none are known of it."""
    store = open_store(path, files)
    if not isinstance(store, RecordStore):
        raise FormatError(f"no store with records: {path}")
    return store
