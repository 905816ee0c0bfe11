"""Databases that are written to, locked, damaged or made to do harm."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from vdlite import LogReader
from vdlite.reader import Store
from vdlite.reader.check import check

GOLDEN = Path(__file__).parent / "golden"
ROW = "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES (?, ?, ?, ?, ?)"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project's database of trackio, which has a write-ahead log."""
    path = tmp_path / "logs" / "mine.db"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute(
            "CREATE TABLE metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT, timestamp TEXT,"
            " run_name TEXT, step INTEGER, metrics TEXT)"
        )
        add(database, 0)
    return path


def add(
    database: sqlite3.Connection, step: int, metrics: str | None = None, run: str = "a"
) -> None:
    row = metrics or f'{{"loss": {step / 4}}}'
    database.execute(ROW, [run * 8, "2026-01-01T00:00:00+00:00", run, step, row])
    database.commit()


def steps(reader: LogReader, run: str = "mine.db/a") -> list[int]:
    reader.refresh()
    return reader.scalars(run, "loss").steps.tolist()


def files_of(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_nothing_is_left_beside_a_database_that_rests(project: Path) -> None:
    before = project.read_bytes()
    assert steps(LogReader(project.parent)) == [0]
    assert files_of(project.parent) == {"mine.db"}
    assert project.read_bytes() == before


def test_what_a_writer_with_a_write_ahead_log_commits_is_read_at_once(project: Path) -> None:
    with closing(sqlite3.connect(project)) as writer:
        add(writer, 1)
        reader = LogReader(project.parent)
        assert steps(reader) == [0, 1]
        add(writer, 2)
        assert steps(reader) == [0, 1, 2]
        writer.execute(ROW, ["a" * 8, "2026-01-01T00:00:00+00:00", "a", 3, '{"loss": 1}'])
        assert steps(reader) == [0, 1, 2]  # not committed
        writer.commit()
        assert steps(reader) == [0, 1, 2, 3]
    assert files_of(project.parent) == {"mine.db"}  # the writer could take its log away
    assert steps(reader) == [0, 1, 2, 3]


def test_a_reader_never_makes_a_writer_wait(project: Path) -> None:
    with closing(sqlite3.connect(project, timeout=0)) as writer:
        reader = LogReader(project.parent)
        for step in range(1, 30):
            add(writer, step)
            steps(reader)
    with closing(sqlite3.connect(project, timeout=0)) as writer:
        writer.execute("PRAGMA journal_mode = DELETE")
        for step in range(30, 60):
            add(writer, step)
            steps(reader)
    assert steps(reader) == list(range(60))


def test_a_log_without_its_index_is_read_in_a_copy(project: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copied"
    copy.mkdir()
    with closing(sqlite3.connect(project)) as writer:
        add(writer, 1)
        for name in ("mine.db", "mine.db-wal"):
            shutil.copy(project.parent / name, copy)
    assert steps(LogReader(copy)) == [0, 1]
    assert files_of(copy) == {"mine.db", "mine.db-wal"}


def kill_within_a_transaction(path: Path, mode: str) -> None:
    """Let a process write into a database, and die before it commits."""
    script = (
        "import os, signal, sqlite3, sys\n"
        "database = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        f"database.execute('PRAGMA journal_mode = {mode}')\n"
        "database.execute('PRAGMA cache_size = 1')\n"
        "database.execute('BEGIN')\n"
        "for step in range(1, 3000):\n"
        "    database.execute('INSERT INTO metrics (run_id, timestamp, run_name, step, metrics)'\n"
        "        ' VALUES (?, ?, ?, ?, ?)', ['aaaaaaaa', '2026-01-01', 'a', step, '{\"loss\": 9}'])\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_what_a_killed_writer_did_not_commit_is_not_read(project: Path, mode: str) -> None:
    kill_within_a_transaction(project, mode)
    before = files_of(project.parent)
    assert len(before) > 1
    assert steps(LogReader(project.parent)) == [0]
    assert files_of(project.parent) == before
    with closing(sqlite3.connect(project)) as writer:  # the tool itself goes on
        add(writer, 1)
    assert steps(LogReader(project.parent)) == [0, 1]


def test_a_database_that_is_locked_is_read_when_it_is_not(project: Path) -> None:
    with closing(sqlite3.connect(project, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = DELETE")
        reader = LogReader(project.parent)
        assert steps(reader) == [0]
        writer.execute("BEGIN EXCLUSIVE")
        writer.execute(ROW, ["a" * 8, "2026-01-01T00:00:00+00:00", "a", 1, '{"loss": 1}'])
        assert steps(reader) == [0]
        store = Store([project.parent])
        store.refresh()
        assert store.unreadable() == ()  # that is how writers are
        writer.execute("COMMIT")
        store.refresh()
        assert [info.name for info in store.runs()] == ["mine.db/a"]
        assert steps(reader) == [0, 1]


def test_files_that_are_no_database_of_a_known_tool_are_not_reported(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("no database\n" * 1000)
    (tmp_path / "empty.db").write_bytes(b"")
    (tmp_path / "folder.db").mkdir()
    with closing(sqlite3.connect(tmp_path / "app.sqlite")) as database:
        database.execute("CREATE TABLE metrics (a, b)")
    os.mkfifo(tmp_path / "pipe.db")
    store = Store([tmp_path])
    store.refresh()
    assert (store.runs(), store.unreadable(), store.foreign_logs) == ((), (), ())
    report = check([tmp_path])
    assert report.intact
    assert report.runs == 0


def test_views_are_not_taken_for_tables(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "evil.db")) as database, database:
        database.execute(
            "CREATE VIEW metrics AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
            " SELECT i AS id, 'a' AS timestamp, 'a' AS run_name, i AS step, '{}' AS metrics FROM n"
        )
    assert LogReader(tmp_path).runs == []


def test_functions_that_a_column_is_computed_by_are_not_run(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "evil.db")) as database, database:
        database.execute(
            "CREATE TABLE metrics (id INTEGER PRIMARY KEY, timestamp TEXT, step INTEGER, run_id TEXT,"
            " metrics TEXT, run_name TEXT AS (replace(hex(zeroblob(9000000)), '00', 'a')))"
        )
        database.execute("INSERT INTO metrics (run_id, step) VALUES ('a', 1)")
    assert LogReader(tmp_path).runs == []


def test_a_link_to_a_database_elsewhere_is_not_followed(project: Path, tmp_path: Path) -> None:
    logs = tmp_path / "links"
    logs.mkdir()
    (logs / "mine.db").symlink_to(project)
    assert LogReader(logs).runs == []
    assert LogReader(logs, follow_links=True).runs == ["mine.db/a"]


def test_rows_of_any_type_cost_only_themselves(project: Path) -> None:
    with closing(sqlite3.connect(project)) as writer:
        for metrics in (
            "no JSON",
            "[1]",
            '{"loss": "text"}',
            '{"loss": 1e999}',
            '{"loss": {"a": 7}}',
        ):
            add(writer, 1, metrics)
        for row in (
            [None, None, None, None, None],
            [b"\xff\xfe", b"\xff", b"\xfe", b"\xff", b"\xff"],
            ["aaaaaaaa", "no time", "a", "no step", '{"loss": 1}'],
            ["aaaaaaaa", 1e300, "a", 1 << 62, '{"loss": 1}'],
            ["../../x", "2026-01-01T00:00:00+00:00", "../../x", 1, '{"loss": 1}'],
        ):
            writer.execute(ROW, row)
        writer.commit()
        add(writer, 2)
    reader = LogReader(project.parent)
    assert steps(reader)[:1] + steps(reader)[-1:] == [0, 2]
    assert "mine.db/x" in reader.runs
    for run in reader.runs:
        assert ".." not in run.split("/")
        for tag in reader.tags(run):
            reader.scalars(run, tag)


@pytest.mark.parametrize("name", ["mlflow/mlflow.db", "optuna/study.db", "trackio/digits.db"])
def test_flipped_bytes_are_never_more_than_an_error_of_that_file(name: str, tmp_path: Path) -> None:
    data = (GOLDEN / name).read_bytes()
    chance = random.Random(name)
    for round_ in range(16):
        folder = tmp_path / str(round_)
        shutil.copytree(GOLDEN / "wandb", folder)
        broken = bytearray(data)
        for _ in range(1 << chance.randrange(8)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        if round_ % 8 == 0:
            del broken[chance.randrange(len(broken)) :]
        (folder / Path(name).name).write_bytes(broken)
        store = Store([folder])
        store.refresh()
        while not store.done or store.held_up:
            store.refresh(discover=False)
        assert "." in {info.name for info in store.runs()}
        check([folder])


@pytest.mark.parametrize("ending", ["deleted", "replaced", "truncated"])
def test_a_database_that_goes_while_it_is_read_takes_only_its_runs(
    project: Path, ending: str
) -> None:
    store = Store([project.parent])
    store.refresh()
    assert [info.name for info in store.runs()] == ["mine.db/a"]
    if ending == "deleted":
        project.unlink()
    elif ending == "replaced":
        shutil.copy(GOLDEN / "optuna" / "study.db", project.with_name("new"))
        project.with_name("new").replace(project)
    else:
        os.truncate(project, 100)
    store.refresh(discover=False)
    store.refresh()
    while not store.done or store.held_up:
        store.refresh()
    names = {info.name for info in store.runs()}
    if ending == "replaced":
        assert "mine.db/digits/0" in names
    assert ("mine.db/a" in names) == (ending == "truncated")  # what was read stays, and is reported
    assert bool(store.unreadable()) == (ending == "truncated")


def test_a_database_that_is_cut_off_is_reported_whosever_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE studies (name TEXT)")
        connection.executemany("INSERT INTO studies VALUES (?)", [("x" * 3000,)] * 20)
        connection.commit()
    assert check([tmp_path]).intact  # sound, and nobody's that is known
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    (damage,) = LogReader(tmp_path).damage
    assert (damage.file, "malformed" in damage.reason) == ("other.db", True)
    assert not check([tmp_path]).intact


def test_a_file_that_is_called_as_a_study_and_is_none_is_reported(tmp_path: Path) -> None:
    (tmp_path / "study.db").write_text("notes about studies\n" * 100)
    (damage,) = LogReader(tmp_path).damage
    assert "not a database" in damage.reason
