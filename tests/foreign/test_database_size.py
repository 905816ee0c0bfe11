"""Databases that hold more than their size allows, by rows that share pages, and others that are only large."""

import json
import sqlite3
import struct
import tracemalloc
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from vdlite.foreign.stores.facts import DatabaseError
from vdlite.foreign.stores.sqlite.queries import Ask, Rows
from vdlite.reader import Store
from vdlite.reader.check import check

PAGE = 4096
MB = 1_000_000
TRACKIO = (
    "CREATE TABLE metrics (id INTEGER PRIMARY KEY, run_id, timestamp, run_name, step, metrics)",
    "CREATE TABLE configs (id INTEGER PRIMARY KEY, run_id, run_name, config, created_at)",
)
MLFLOW = (
    "CREATE TABLE runs (run_uuid, status, start_time, end_time, lifecycle_stage, experiment_id)",
    "CREATE TABLE metrics (key, value, timestamp, run_uuid, step, is_nan)",
    "CREATE TABLE params (key, value, run_uuid)",
    "CREATE TABLE tags (key, value, run_uuid)",
    "CREATE TABLE experiments (experiment_id, name, lifecycle_stage)",
    "INSERT INTO experiments VALUES (0, 'e', 'active')",
    "INSERT INTO runs VALUES ('a', 'FINISHED', 0, 0, 'active', 0)",
)
OPTUNA = (
    "CREATE TABLE studies (study_id, study_name)",
    "CREATE TABLE study_directions (study_id, objective, direction)",
    "CREATE TABLE trials (trial_id, number, study_id, state, datetime_start, datetime_complete)",
    "CREATE TABLE trial_params (param_id, trial_id, param_name, param_value, distribution_json)",
    "CREATE TABLE trial_values (trial_value_id, trial_id, objective, value)",
    "CREATE TABLE trial_intermediate_values (trial_intermediate_value_id, trial_id, step, intermediate_value)",
    "CREATE TABLE trial_user_attributes (trial_user_attribute_id, trial_id, key, value_json)",
    "INSERT INTO studies VALUES (0, 's')",
    "INSERT INTO trials VALUES (1, 0, 0, 'COMPLETE', '2026-01-01 00:00:00', '2026-01-01 00:00:01')",
)
LONG = json.dumps({"loss": 1.0, "text": "x" * 3 * MB})
SHORTER = json.dumps({"loss": 1.0, "text": "x" * (3 * MB // 2)})


def content_of(path: Path, table: str) -> tuple[int, bytes, bytes]:
    """Of a table with one row: its page, how long the row is, and what of it does not lie in other pages."""
    with closing(sqlite3.connect(path)) as database:
        ((root,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table])
    page = path.read_bytes()[(root - 1) * PAGE : root * PAGE]
    kind, rows, cell = struct.unpack_from(">B2xH3xH", page)
    assert (kind, rows) == (13, 1)  # a leaf
    length = cell + 1 + next(at for at, byte in enumerate(page[cell:]) if byte < 128)
    return root, page[cell:length], page[length + 1 :]  # between them stands the row's number


def make(path: Path, statements: Sequence[str], insert: str, text: str) -> None:
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA page_size = {PAGE}")
        for statement in statements:
            database.execute(statement)
        database.execute(insert, [text])
        database.commit()


def share_pages(
    path: Path,
    table: str,
    statements: Sequence[str],
    insert: str,
    leaves: int,
    text: str = LONG,
) -> int:
    """Make a database whose table has 7 rows of that text on each of so many pages; returns the number of rows.

    What does not fit on such a page lies in a chain of other pages, and all rows point at the same one. See "B-tree
    Pages" in SQLite's file format.
    """
    path.parent.mkdir(exist_ok=True)
    make(path, statements, insert, text)
    _, _, local = content_of(path, table)
    make(path, statements, insert, text + " " * ((PAGE - 4 + 500 - len(local)) % (PAGE - 4)))
    root, length, local = content_of(path, table)
    data = bytearray(path.read_bytes())
    children = []
    for leaf in range(leaves):
        page = bytearray(PAGE)
        end = PAGE
        for at in range(7):
            content = length + number(7 * leaf + at + 1) + local
            end -= len(content)
            page[end : end + len(content)] = content
            struct.pack_into(">H", page, 8 + 2 * at, end)
        struct.pack_into(">BHHHB", page, 0, 13, 0, 7, end, 0)
        data += page
        children.append((len(data) // PAGE, 7 * leaf + 7))
    inner = bytearray(PAGE)
    struct.pack_into(">BHHHBI", inner, 0, 5, 0, leaves - 1, PAGE - 6 * leaves, 0, children[-1][0])
    for at, (child, row) in enumerate(children[:-1]):
        place = PAGE - 6 * (at + 1)
        struct.pack_into(">I2s", inner, place, child, number(row))
        struct.pack_into(">H", inner, 12 + 2 * at, place)
    data[(root - 1) * PAGE : root * PAGE] = inner
    struct.pack_into(">I", data, 28, len(data) // PAGE)
    path.write_bytes(data)
    return 7 * leaves


def number(row: int) -> bytes:
    """A row's number, in two bytes."""
    return bytes([128 | row >> 7, row & 127])


SHARED = {
    "trackio's rows": (
        "metrics", TRACKIO, "INSERT INTO metrics VALUES (1, 'a', '2026-01-01', 'a', 0, ?)",
    ),
    "trackio's names": (
        "metrics", TRACKIO, "INSERT INTO metrics VALUES (1, 'a', '2026-01-01', ?, 0, '{}')",
    ),
    "trackio's configs": (
        "configs", TRACKIO, "INSERT INTO configs VALUES (1, 'a', ?, '{}', '2026-01-01')",
    ),
    "MLflow's metrics": (
        "metrics", MLFLOW, "INSERT INTO metrics VALUES (?, 1.0, 0, 'a', 0, 0)",
    ),
    "MLflow's parameters": ("params", MLFLOW, "INSERT INTO params VALUES ('p', ?, 'a')" ),
    "Optuna's attributes": (
        "trial_user_attributes", OPTUNA,
        "INSERT INTO trial_user_attributes VALUES (1, 1, 'k', ?)",
    ),
    "Optuna's studies": ("studies", (*OPTUNA[:-2], OPTUNA[-1]), "INSERT INTO studies VALUES (0, ?)" ),
}  # fmt: skip


@pytest.mark.parametrize("what", SHARED)
def test_rows_that_share_pages_take_no_more_memory_than_the_file_allows(
    tmp_path: Path, what: str
) -> None:
    path = tmp_path / "logs" / "optuna.db"
    table = SHARED[what][0]
    rows = share_pages(path, *SHARED[what], leaves=40, text=SHORTER)
    size = path.stat().st_size
    with closing(sqlite3.connect(path)) as database:
        assert database.execute(f"SELECT count(*) FROM {table}").fetchall() == [(rows,)]
    assert rows * len(SHORTER) > 200 * size
    store = Store([path.parent])
    tracemalloc.start()
    for _ in range(50):
        store.refresh()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 12 * size


def test_rows_that_share_pages_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "mine.db"
    share_pages(path, *SHARED["trackio's rows"], leaves=2)
    store = Store([path.parent])
    for _ in range(20):
        store.refresh()
    (problem,) = store.unreadable()
    assert problem.path.startswith("mine.db")
    assert "MB and more, the file has 3.0 MB" in problem.reason
    assert not check([path.parent]).intact


def test_what_is_fetched_of_rows_that_share_pages_is_bounded_by_bytes(tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    share_pages(path, *SHARED["trackio's rows"], leaves=2)
    with closing(sqlite3.connect(path)) as database:
        ask = Ask(database, size=path.stat().st_size)
        rows, is_all = ask.piece("SELECT metrics FROM metrics LIMIT ?", rows=10, most=4 * MB)
        assert (len(rows), is_all) == (2, False)
        piece = ask.taken
        assert 6 * MB < piece < 6.1 * MB
        with pytest.raises(DatabaseError):
            ask("SELECT metrics FROM metrics")
        assert ask.taken - piece < 5 * path.stat().st_size


def test_what_could_not_be_read_is_not_read_again_at_each_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "logs" / "mine.db"
    share_pages(path, *SHARED["trackio's rows"], leaves=2)
    taken = 0
    piece = Ask.piece

    def counting(self: Ask, *parameters: Any, rows: int) -> Rows:
        nonlocal taken
        taken += 1
        return piece(self, *parameters, rows=rows)

    monkeypatch.setattr(Ask, "piece", counting)
    store = Store([path.parent])
    while not store.unreadable():
        store.refresh()
    before = taken
    for _ in range(20):
        store.refresh()
    assert taken == before


def test_a_row_that_is_too_large_is_left_out_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "mine.db"
    path.parent.mkdir()
    large = json.dumps({"loss": 9.0, "text": "x" * (1 << 24)})
    rows = [('{"loss": 1.0}', 0), (large, 1), ('{"loss": 3.0}', 2)]
    with closing(sqlite3.connect(path)) as database:
        for statement in TRACKIO:
            database.execute(statement)
        for row in rows:
            database.execute(
                "INSERT INTO metrics (run_id, timestamp, run_name, metrics, step)"
                " VALUES ('a', '2026-01-01', 'a', ?, ?)",
                row,
            )
        database.commit()
    store = Store([path.parent])
    store.refresh()
    (run,) = store.runs()
    assert store.run(run.id).scalars("loss").snapshot().steps.tolist() == [0, 2]
    assert run.left_out == {"rows that are too large": 1}


def test_all_rows_of_a_large_database_are_read_piece_by_piece(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "mine.db"
    path.parent.mkdir()
    text = "x" * 500_000
    with closing(sqlite3.connect(path)) as database:
        for statement in TRACKIO:
            database.execute(statement)
        database.executemany(
            "INSERT INTO metrics (run_id, timestamp, run_name, metrics, step)"
            " VALUES ('a', '2026-01-01', 'a', ?, ?)",
            [(json.dumps({"loss": step / 4, "text": text}), step) for step in range(50)],
        )
        database.commit()
    store = Store([path.parent])
    while not store.done:
        store.refresh()
    (run,) = store.runs()
    points = store.run(run.id).scalars("loss").snapshot()
    assert points.values.tolist() == [step / 4 for step in range(50)]
    assert store.unreadable() == ()
