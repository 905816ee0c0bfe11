"""Reading stores of other tools: how fast the rows of a database, or the lines of many files, become points."""

import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from decimal import Decimal
from pathlib import Path

from benchmarks.table import Row
from vdlite.foreign.stores.places import open_store
from vdlite.reader.files.files import LogFiles

_RUN = "0123456789abcdef0123456789abcdef"
_START = 1_700_000_000_000  # milliseconds since 1970


def measure(steps: int, values: Callable[[int], list[float]], tags: Sequence[str]) -> list[Row]:
    """The same loop as for files, in a store with one run."""
    rows = []
    made = {
        "MLflow's folders": _folder,
        "MLflow's database": _mlflow,
        "trackio": _trackio,
        "Neptune's Parquet": _neptune,
    }
    for who, make in made.items():
        with tempfile.TemporaryDirectory() as folder:
            path = make(Path(folder), [values(step) for step in range(steps)], tags)
            time.sleep(0.1)  # a database that was just written to is taken for a live one
            taken, points = zip(*(_read(path, Path(folder)) for _ in range(3)), strict=True)
            size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        assert set(points) == {steps * len(tags)}, (who, points)
        seconds = statistics.median(taken)
        note = f"{points[0] / seconds / 1e6:.2g} million points a second, {size / points[0]:.0f} B a point"
        what = "logs of other tools into points, one core"
        rows.append(Row(what, who, size / seconds / 1e6, "MB/s", note))
    return rows


def _read(path: Path, logdir: Path) -> tuple[float, int]:
    """Seconds of CPU, and points."""
    begin = time.process_time()
    store = open_store(path, LogFiles([logdir]))
    store.refresh()
    (key,) = store.runs()
    points, mark, is_all = 0, None, False
    while not is_all:
        piece = store.next_points(key, mark)
        mark, is_all = piece.mark, piece.is_all
        points += sum(len(some.values) for some in piece.points)
    return time.process_time() - begin, points


def _folder(root: Path, rows: list[list[float]], tags: Sequence[str]) -> Path:
    folder = root / "0" / _RUN
    for at, tag in enumerate(tags):
        file = folder / "metrics" / tag
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = (f"{_START + step} {row[at]} {step}\n" for step, row in enumerate(rows))
        file.write_text("".join(lines))
    meta = folder / "meta.yaml"
    meta.write_text(f"lifecycle_stage: active\nrun_id: {folder.name}\nrun_name: one\nstatus: 1\n")
    return meta


def _mlflow(root: Path, rows: list[list[float]], tags: Sequence[str]) -> Path:
    path = root / "mlflow.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(
            """CREATE TABLE experiments (experiment_id INTEGER PRIMARY KEY, name TEXT, lifecycle_stage TEXT);
            CREATE TABLE runs (run_uuid TEXT PRIMARY KEY, name TEXT, status TEXT, start_time BIGINT,
                end_time BIGINT, lifecycle_stage TEXT, experiment_id INTEGER);
            CREATE TABLE metrics (key TEXT, value FLOAT, timestamp BIGINT, run_uuid TEXT, step BIGINT,
                is_nan BOOLEAN, PRIMARY KEY (key, timestamp, step, run_uuid, value, is_nan));
            CREATE INDEX index_metrics_run_uuid ON metrics (run_uuid);
            CREATE TABLE params (key TEXT, value TEXT, run_uuid TEXT);
            CREATE TABLE tags (key TEXT, value TEXT, run_uuid TEXT);
            INSERT INTO experiments VALUES (0, 'Default', 'active')"""
        )
        run = (_RUN, "one", "RUNNING", _START, None, "active", 0)
        database.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?)", run)
        database.executemany(
            "INSERT INTO metrics VALUES (?, ?, ?, ?, ?, 0)",
            (
                (tag, value, _START + step, _RUN, step)
                for step, row in enumerate(rows)
                for tag, value in zip(tags, row, strict=True)
            ),
        )
    return path


def _trackio(root: Path, rows: list[list[float]], tags: Sequence[str]) -> Path:
    path = root / "project.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(
            """CREATE TABLE metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT, timestamp TEXT,
                run_name TEXT, step INTEGER, metrics TEXT);
            CREATE INDEX idx_metrics_run_step ON metrics (run_id, step)"""
        )
        logged_at = "2026-01-01T00:00:00+00:00"
        database.executemany(
            "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES (?, ?, ?, ?, ?)",
            (
                (_RUN, logged_at, "one", step, json.dumps(dict(zip(tags, row, strict=True))))
                for step, row in enumerate(rows)
            ),
        )
    return path


def _neptune(root: Path, rows: list[list[float]], tags: Sequence[str]) -> Path:
    """As its exporter writes a run: all points of a series, then those of the next one."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    count = len(rows)
    steps = pa.array(map(Decimal, range(count)), pa.decimal128(18, 6))
    times = pa.array(range(_START, _START + count)).cast(pa.timestamp("ms", tz="UTC"))
    path = root / "part_0.parquet"
    writer = None
    for at, tag in enumerate(tags):
        stated = {
            "project_id": "a/b",
            "run_id": "R-1",
            "attribute_path": tag,
            "attribute_type": "float_series",
        }
        columns = {name: pa.array([text] * count) for name, text in stated.items()}
        columns |= {"step": steps, "timestamp": times}
        columns["float_value"] = pa.array([row[at] for row in rows])
        table = pa.table(columns)
        writer = writer or pq.ParquetWriter(path, table.schema, compression="snappy")
        writer.write_table(table)
    assert writer is not None
    writer.close()
    return path
