"""What tests of drives ask a store, and how long they let one hang."""

from collections.abc import Callable

from vdlite.reader import Record, Run, RunInfo, Store
from vdlite.reader.run.run_id import run_id

PATIENCE = 0.5  # seconds
THREADS = 2 * (1 + 2 + 4)  # of two drives: one leads two readers, and four read for requests
SEARCHING = 9


def until(store: Store, so: Callable[[], bool]) -> None:
    while not so():
        store.refresh()


def infos(store: Store) -> dict[str, RunInfo]:
    return {info.name: info for info in store.runs()}


def run_of(store: Store, name: str) -> Run:
    return store.run(run_id(name))


def record_of(store: Store, name: str) -> Record:
    (record,) = run_of(store, name).records("own", "y").records()
    return record


def points(store: Store, name: str) -> int:
    return len(run_of(store, name).scalars("x"))


def hanging(store: Store) -> set[str]:
    return {info.name for info in store.runs() if info.hangs_since is not None}
