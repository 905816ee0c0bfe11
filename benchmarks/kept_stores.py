"""How long it takes until the runs of other tools' stores are there that were read before: 1,000 runs of five tags.

`python -m benchmarks kept_stores`: in a process of its own each time, without a cache, with an empty one, and with what
that kept.
"""

import json
import os
import sqlite3
import statistics
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np

from benchmarks import foreign, logs
from benchmarks.process import run_json
from benchmarks.table import Row

ROUNDS = 3
_START = 1_700_000_000_000  # milliseconds since 1970
_POINTS = 100  # of each tag

_READ = """
    import json, sys, time
    import psutil
    from vdlite.cache.column_cache import default_cache
    from vdlite.reader import Store
    from vdlite.reader.trials.table import Tables
    store = Store([sys.argv[1]], cache=default_cache())
    begun, busy = time.perf_counter(), time.process_time()
    store.refresh()
    while not store.done or store.held_up:
        store.refresh(discover=store.held_up)
    taken = [time.perf_counter() - begun, time.process_time() - busy]
    runs = store.all_runs()
    begun = time.perf_counter()
    for run in runs[:100]:
        assert len(run.scalars("train/loss").snapshot()) == int(sys.argv[3]), run.name
    taken.append(time.perf_counter() - begun)
    assert len(runs) == int(sys.argv[2]), (len(runs), store.unreadable())
    taken.append(psutil.Process().memory_info().rss / 1e6)
    store.keep(600)
    Tables(store).keep(600)
    print(json.dumps(taken))
"""


def measure(*, quick: bool) -> list[Row]:
    """Until everything is read, then the curves of a tag of 100 runs; memory."""
    runs = 100 if quick else 1000
    rows = []
    for who, write in _STORES.items():
        with logs.folder() as folder:
            write(folder / "logs", runs)
            _let_be_over(folder / "logs")
            for state, seconds, busy, curves, memory in _look(folder, runs):
                what = f"{who}: {runs:,} runs x 5 tags x {_POINTS} points until all is read"
                note = f"{busy:.2f} s of processor time, curves of 100 runs {curves:.2f} s, {memory:.0f} MB"
                rows.append(Row(what, state, seconds, "s", note))
    return rows


def _look(folder: Path, runs: int) -> list[tuple[str, float, float, float, float]]:
    taken: dict[str, list[list[float]]] = {}
    for turn in range(ROUNDS):
        cache = str(folder / f"cache{turn}")
        for state, place in (("without a cache", ""), ("the first time", cache), ("again", cache)):
            os.environ["VDLITE_CACHE"] = place
            taken.setdefault(state, []).append(run_json(_READ, folder / "logs", runs, _POINTS))
    found = []
    for state, each in taken.items():
        seconds, busy, curves, memory = map(statistics.median, zip(*each, strict=True))
        found.append((state, seconds, busy, curves, memory))
    return found


def _let_be_over(folder: Path) -> None:
    """Logs that were written long ago."""
    for path in folder.rglob("*"):
        if path.is_file():
            os.utime(path, (_START / 1000, _START / 1000))
    time.sleep(0.1)  # what was written to just now may still change, and is not kept


def _values(run: int) -> list[list[float]]:
    """Of each step."""
    rng = np.random.default_rng(run)
    values: list[list[float]] = rng.normal(size=(_POINTS, len(foreign.TAGS))).tolist()
    return values


def _key(run: int) -> str:
    return f"a{run:031x}"


def _mlflow(folder: Path, runs: int) -> None:
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / "mlflow.db")) as database, database:
        database.executescript(
            """CREATE TABLE experiments (experiment_id INTEGER PRIMARY KEY, name TEXT, lifecycle_stage TEXT);
            CREATE TABLE runs (run_uuid TEXT PRIMARY KEY, name TEXT, status TEXT, start_time BIGINT, end_time BIGINT,
                lifecycle_stage TEXT, experiment_id INTEGER, artifact_uri TEXT);
            CREATE TABLE metrics (key TEXT, value FLOAT, timestamp BIGINT, run_uuid TEXT, step BIGINT, is_nan BOOLEAN,
                PRIMARY KEY (key, timestamp, step, run_uuid, value, is_nan));
            CREATE INDEX index_metrics_run_uuid ON metrics (run_uuid);
            CREATE TABLE params (key TEXT, value TEXT, run_uuid TEXT, PRIMARY KEY (key, run_uuid));
            CREATE TABLE tags (key TEXT, value TEXT, run_uuid TEXT, PRIMARY KEY (key, run_uuid));
            INSERT INTO experiments VALUES (0, 'Default', 'active')"""
        )
        for run in range(runs):
            key, began = _key(run), _START + run
            place = f"./mlruns/0/{key}/artifacts"
            about = (key, f"run {run}", "FINISHED", began, began + _POINTS, "active", 0, place)
            database.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", about)
            database.execute("INSERT INTO params VALUES ('lr', ?, ?)", (str(run / 1e4), key))
            database.executemany(
                "INSERT INTO metrics VALUES (?, ?, ?, ?, ?, 0)",
                (
                    (tag, value, began + step, key, step)
                    for step, row in enumerate(_values(run))
                    for tag, value in zip(foreign.TAGS, row, strict=True)
                ),
            )


def _mlruns(folder: Path, runs: int) -> None:
    for run in range(runs):
        place = folder / "0" / _key(run)
        values, began = _values(run), _START + run
        for at, tag in enumerate(foreign.TAGS):
            file = place / "metrics" / tag
            file.parent.mkdir(parents=True, exist_ok=True)
            lines = (f"{began + step} {row[at]} {step}\n" for step, row in enumerate(values))
            file.write_text("".join(lines))
        (place / "params").mkdir()
        (place / "params" / "lr").write_text(str(run / 1e4))
        (place / "meta.yaml").write_text(
            f"lifecycle_stage: active\nrun_id: {place.name}\nrun_name: run {run}\nstatus: 3\n"
            f"start_time: {began}\nend_time: {began + _POINTS}\n"
        )


def _trackio(folder: Path, runs: int) -> None:
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / "project.db")) as database, database:
        database.executescript(
            """CREATE TABLE metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT, timestamp TEXT, run_name TEXT,
                step INTEGER, metrics TEXT);
            CREATE INDEX idx_metrics_run_step ON metrics (run_id, step);
            CREATE TABLE configs (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT, run_name TEXT, config TEXT,
                created_at TEXT)"""
        )
        logged_at = "2026-01-01T00:00:00+00:00"
        for run in range(runs):
            key, name = _key(run), f"run {run}"
            given = (key, name, json.dumps({"lr": run / 1e4}), logged_at)
            database.execute(
                "INSERT INTO configs (run_id, run_name, config, created_at) VALUES (?, ?, ?, ?)",
                given,
            )
            database.executemany(
                "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES (?, ?, ?, ?, ?)",
                (
                    (
                        key,
                        logged_at,
                        name,
                        step,
                        json.dumps(dict(zip(foreign.TAGS, row, strict=True))),
                    )
                    for step, row in enumerate(_values(run))
                ),
            )


def _wandb(folder: Path, runs: int) -> None:
    data = foreign.wandb_run(_POINTS)
    for run in range(runs):
        place = folder / f"offline-run-20260101_000000-{run:08}"
        place.mkdir(parents=True)
        (place / f"run-{run:08}.wandb").write_bytes(data)


_STORES: dict[str, Callable[[Path, int], None]] = {
    "MLflow's database": _mlflow,
    "MLflow's folders": _mlruns,
    "trackio": _trackio,
    "W&B": _wandb,
}
