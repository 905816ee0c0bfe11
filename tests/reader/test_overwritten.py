"""Logs that are overwritten in their place: the same file holds something else from one look to the next."""

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.foreign.event_files import NAME, event, message, single
from vdlite import LogWriter
from vdlite.reader import Store

GOLDEN = Path(__file__).parents[1] / "foreign" / "golden"
Points = dict[tuple[str, str], tuple[list[int], list[float]]]


def points(store: Store) -> Points:
    """Of all runs and tags."""
    store.refresh()
    while not store.done:
        store.refresh(discover=False)
    runs = [store.run(info.id) for info in store.runs()]
    found = {(run.name, tag): run.scalars(tag).snapshot() for run in runs for tag in run.tags()}
    return {key: (each.steps.tolist(), each.values.tolist()) for key, each in found.items()}


def overwrite(path: Path, data: bytes) -> None:
    """As `rsync --inplace` does."""
    before = path.stat()
    with path.open("r+b") as file:
        file.write(data)
        file.truncate()
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 10**9))
    assert path.stat().st_ino == before.st_ino


def ours(folder: Path, value: float, count: int) -> bytes:
    with LogWriter(folder / f"{value}-{count}") as writer:
        for step in range(count):
            writer.add_scalar("loss", value + step, step)
    return Path(writer.file_name).read_bytes()


def event_log(folder: Path, value: float, count: int) -> bytes:
    values = [message(1, "loss") + single(2, value + step) for step in range(count)]
    made = [event(each, step=step, walltime=value + 1e9) for step, each in enumerate(values)]
    return event(walltime=value + 1e9, more=message(3, "brain.Event:2")) + b"".join(made)


MAKERS: dict[str, tuple[str, Callable[[Path, float, int], bytes]]] = {
    "ours": ("a.vdl", ours),
    "an event file": (NAME, event_log),
}


@pytest.mark.parametrize("count", [100, 101, 300, 40], ids=["same", "one more", "longer", "short"])
@pytest.mark.parametrize("log", MAKERS)
def test_a_log_that_is_overwritten_never_mixes_old_points_with_new_ones(
    tmp_path: Path, log: str, count: int
) -> None:
    name, make = MAKERS[log]
    path = tmp_path / "logs" / "run" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(make(tmp_path, 1000.0, 100))
    store = Store([tmp_path / "logs"])
    ((_, values),) = points(store).values()
    assert values == [1000.0 + step for step in range(100)]
    overwrite(path, make(tmp_path, 5000.0, count))
    assert points(store) == {
        ("run", "loss"): (list(range(count)), [5000.0 + step for step in range(count)])
    }


@pytest.mark.parametrize("log", ["wandb/*.wandb", "swanlab/*.swanlab", "visualdl/vdlrecords*"])
@pytest.mark.parametrize("share", [0.5, 1.0, 2.0])
def test_a_log_of_zeroes_shows_nothing_of_what_it_held(
    tmp_path: Path, log: str, share: float
) -> None:
    original = next(GOLDEN.rglob(log.partition("/")[2]))
    path = tmp_path / "logs" / "run" / original.name
    path.parent.mkdir(parents=True)
    path.write_bytes(original.read_bytes())
    store = Store([tmp_path / "logs"])
    assert points(store)
    overwrite(path, bytes(int(share * path.stat().st_size)))
    assert points(store) == {}


def project(folder: Path, value: float, count: int) -> bytes:
    """A database as trackio writes it; versions before run ids tell runs apart by their names alone."""
    path = folder / f"{value}-{count}.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE TABLE metrics (id INTEGER PRIMARY KEY, timestamp, run_name, step, metrics)"
        )
        database.executemany(
            "INSERT INTO metrics VALUES (NULL, '2026-01-01', 'run', ?, ?)",
            [(step, json.dumps({"loss": value + step})) for step in range(count)],
        )
        database.commit()
    return path.read_bytes()


def journal(folder: Path, value: float, count: int) -> bytes:
    """A study of Optuna's with one trial."""
    begin = [
        {"op_code": 0, "study_name": "s", "directions": [1]},
        {"op_code": 4, "study_id": 0, "datetime_start": "2026-01-01T00:00:00"},
    ]
    reported = [
        {"op_code": 7, "trial_id": 0, "step": step, "intermediate_value": value + step}
        for step in range(count)
    ]
    lines = [json.dumps({"worker_id": "w", **each}) + "\n" for each in begin + reported]
    return "".join(lines).encode()


STORES = {"a database": ("a.db", project), "a journal": ("journal.log", journal)}


@pytest.mark.parametrize("count", [100, 101, 300, 40], ids=["same", "one more", "longer", "short"])
@pytest.mark.parametrize("store", STORES)
def test_a_store_that_is_overwritten_never_mixes_old_points_with_new_ones(
    tmp_path: Path, store: str, count: int
) -> None:
    name, make = STORES[store]
    path = tmp_path / "logs" / name
    path.parent.mkdir()
    path.write_bytes(make(tmp_path, 1000.0, 100))
    live = Store([path.parent])
    ((_, values),) = points(live).values()
    assert values == [1000.0 + step for step in range(100)]
    overwrite(path, make(tmp_path, 5000.0, count))
    live.refresh()  # the run is found to be another one, and read at the next look
    ((steps, values),) = points(live).values()
    assert (steps, values) == (list(range(count)), [5000.0 + step for step in range(count)])


def test_a_log_whose_end_was_replaced_is_read_anew(tmp_path: Path) -> None:
    data = ours(tmp_path, 0.0, 1000)
    path = tmp_path / "logs" / "run" / "a.vdl"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    store = Store([tmp_path / "logs"])
    before = points(store)
    damaged = data[:-200] + bytes(100) + data[-100:]
    overwrite(path, damaged)
    after = points(store)
    assert after == points(Store([tmp_path / "logs"]))
    assert after != before


def test_a_log_that_only_grows_is_not_read_again(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 0.0, 0)
        store = Store([tmp_path])
        points(store)
        (run,) = store.runs()
        (file,) = store.run(run.id).files
        for step in range(1, 100):
            writer.add_scalar("loss", float(step), step)
            points(store)
        assert store.run(run.id).files == (file,)
