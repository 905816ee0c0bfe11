"""What is kept of other tools' databases, folders, and logs that name files: all that it was made of is as it was."""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cache import foreign_logs, logs
from tests.cache.foreign_logs import alter, as_before, exchange, flip
from tests.cache.logs import opened
from tests.foreign import neptune_files
from tests.foreign.event_files import event, log, scalar
from vdlite import LogReader
from vdlite.cache import column_cache, stamps
from vdlite.cache.column_cache import ColumnCache
from vdlite.cache.stamps import Stamp
from vdlite.reader import Store, log_reader
from vdlite.reader.files.tail import LogTail
from vdlite.reader.live import reading_passes
from vdlite.reader.run import store_tail
from vdlite.reader.run.store_tail import StoredTail
from vdlite.reader.series import scalar_series
from vdlite.reader.trials.table import Tables


@pytest.fixture
def cache(tmp_path: Path) -> ColumnCache:
    return ColumnCache(tmp_path / "cache", 10**9)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the logs of which something is read."""
    names: list[str] = []
    for tail in (LogTail, StoredTail):
        read = tail.read

        def counted(self: Any, buffer: bytearray, read: Callable[..., Any] = read) -> Any:
            names.append(self.path.name)
            return read(self, buffer)

        monkeypatch.setattr(tail, "read", counted)
    return names


def keep(logdir: Path, cache: ColumnCache) -> None:
    """Read all, and keep it as a server does."""
    logs.let_age(logdir)
    store = opened(logdir, cache)
    store.keep(60)
    Tables(store).keep(60)


def infos(store: Store) -> dict[str, Any]:
    return {info.name: info for info in store.runs()}


@pytest.mark.parametrize("kind", foreign_logs.KINDS)
def test_each_kind_is_kept_and_says_the_same(
    tmp_path: Path, cache: ColumnCache, reads: list[str], kind: str
) -> None:
    foreign_logs.write(kind, tmp_path / "logs")
    expected = opened(tmp_path / "logs", None)
    said, listed = logs.said(expected), infos(expected)
    assert len(said) > 3
    keep(tmp_path / "logs", cache)
    reads.clear()
    again = opened(tmp_path / "logs", cache)
    assert all(run.rests for run in again.all_runs())
    assert infos(again) == listed
    assert logs.said(again) == said
    beside = {"config.yaml"}  # is read with the log that it belongs to
    assert set(reads) <= beside
    # Also without what was kept of the runs as a whole, and once more by who has taken all of it from the cache.
    with closing(sqlite3.connect(_catalogue(cache))) as database, database:
        database.execute("DELETE FROM runs")
    taken = opened(tmp_path / "logs", cache)
    assert not any(run.rests for run in taken.all_runs())
    assert (infos(taken), logs.said(taken)) == (listed, said)
    Tables(taken).keep(60)
    assert logs.facts(tmp_path / "logs", cache) == said
    assert set(reads) <= beside


def series(store: Store) -> dict[Any, Any]:
    """What a store says, but for facts of runs: who has seen one grow knows when that was."""
    names = infos(store).keys()
    return {key: value for key, value in logs.said(store).items() if key not in names}


def _catalogue(cache: ColumnCache) -> Path:
    return cache.folder / f"catalogue-{column_cache.VERSION}.sqlite"


def _artifacts(logdir: Path) -> Path:
    return next((logdir / "mlruns" / "0").glob("*/artifacts"))


def _media(logdir: Path, ending: str) -> Path:
    return min((logdir / "media").rglob(f"*.{ending}"))


def _run_folder(logdir: Path) -> Path:
    """That of a run of MLflow's with metrics and parameters."""
    return min(path.parent for path in (logdir / "mlruns").glob("*/*/params"))


def _other_value(logdir: Path) -> None:
    alter(logdir / "mlflow.db", "UPDATE metrics SET value = value + 1")


def _other_status(logdir: Path) -> None:
    alter(logdir / "mlflow.db", "UPDATE runs SET status = 'KILLED' WHERE status = 'FINISHED'")


def _other_parameter(logdir: Path) -> None:
    alter(logdir / "mlflow.db", "UPDATE params SET value = '7'")


def _run_is_deleted(logdir: Path) -> None:
    with closing(sqlite3.connect(logdir / "mlflow.db")) as database, database:
        database.execute(
            "UPDATE runs SET lifecycle_stage = 'deleted' WHERE rowid = (SELECT min(rowid) FROM runs)"
        )


def _database_is_exchanged(logdir: Path) -> None:
    path = logdir / "mlflow.db"
    shutil.copy(path, logdir / "copy")
    alter(logdir / "copy", "UPDATE metrics SET value = value - 1")
    times = path.stat().st_mtime_ns
    (logdir / "copy").rename(path)
    os.utime(path, ns=(times, times))


def _database_is_damaged(logdir: Path) -> None:
    path = logdir / "mlflow.db"
    with as_before(path), open(path, "r+b") as file:
        file.seek(4096)
        file.write(bytes(3 * 4096))


def _database_is_gone(logdir: Path) -> None:
    (logdir / "mlflow.db").unlink()


def _a_log_appears(logdir: Path) -> None:
    _leave_a_log(logdir / "mlflow.db", "UPDATE metrics SET value = value * 2")


def _leave_a_log(path: Path, statement: str) -> None:
    """A write-ahead log beside a database, whose own bytes and times stay: its writer was killed."""
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA wal_autocheckpoint = 0")
        database.execute(statement)
        database.commit()
        with as_before(path):
            path.write_bytes(copy.read_bytes())
        shutil.copy(f"{copy}-wal", f"{path}-wal")
    copy.unlink()


def _metric_of_a_folder(logdir: Path) -> None:
    flip_digit(min((_run_folder(logdir) / "metrics").glob("*")))


def flip_digit(path: Path) -> None:
    """Another value in the first line of a metric."""
    first, value, rest = path.read_bytes().split(b" ", 2)
    other = bytes([value[0] % 9 + ord("1")]) + value[1:]
    with as_before(path):
        path.write_bytes(b" ".join([first, other, rest]))


def _parameter_of_a_folder(logdir: Path) -> None:
    path = min((_run_folder(logdir) / "params").iterdir())
    with as_before(path):
        path.write_bytes(b"9" * path.stat().st_size)


def _metric_comes(logdir: Path) -> None:
    (_run_folder(logdir) / "metrics" / "new").write_text("1700000000000 1.5 0\n")


def _metric_goes(logdir: Path) -> None:
    min(path for path in (_run_folder(logdir) / "metrics").rglob("*") if path.is_file()).unlink()


def _experiment_is_renamed(logdir: Path) -> None:
    path = _run_folder(logdir).parent / "meta.yaml"
    path.write_text(path.read_text().replace("name: ", "name: other "))


def _sibling_of_that_title(logdir: Path) -> None:
    """One that began earlier has the plain title."""
    run = _run_folder(logdir)
    sibling = run.with_name("0" * 31 + "a")
    shutil.copytree(run, sibling)
    meta = (sibling / "meta.yaml").read_text().replace(run.name, sibling.name)
    (sibling / "meta.yaml").write_text(meta.replace("start_time: 1", "start_time: 0"))


def _folder_is_gone(logdir: Path) -> None:
    shutil.rmtree(_run_folder(logdir))


def _artifact_comes(logdir: Path) -> None:
    (_artifacts(logdir) / "notes" / "third.txt").write_text("more")


def _first_artifact_comes(logdir: Path) -> None:
    """Of a run that had none, whose folder was not there."""
    with closing(sqlite3.connect(logdir / "mlflow.db")) as database:
        addresses = database.execute("SELECT artifact_uri FROM runs").fetchall()
    for (address,) in addresses:
        (logdir / address).mkdir(parents=True)
        (logdir / address / "words.txt").write_text("new")


def _artifact_is_exchanged(logdir: Path) -> None:
    path = _artifacts(logdir) / "notes" / "first.txt"
    with as_before(path):
        path.write_bytes(b"x" * path.stat().st_size)


def _artifact_goes(logdir: Path) -> None:
    (_artifacts(logdir) / "notes" / "first.txt").unlink()


def _picture_is_damaged(logdir: Path) -> None:
    path = _media(logdir, "png")
    with as_before(path):
        path.write_bytes(bytes(path.stat().st_size))


def _picture_goes(logdir: Path) -> None:
    _media(logdir, "png").unlink()


def _metric_of_trackio(logdir: Path) -> None:
    alter(logdir / "digits.db", "UPDATE metrics SET step = step + 1")


def _rows_of_trackio_go(logdir: Path) -> None:
    with closing(sqlite3.connect(logdir / "digits.db")) as database, database:
        database.execute("DELETE FROM metrics WHERE run_name = (SELECT min(run_name) FROM metrics)")


def _trial(logdir: Path) -> None:
    alter(logdir / "study.db", "UPDATE trial_values SET value = value + 1")


def _journal_grows(logdir: Path) -> None:
    lines = (logdir / "journal.log").read_bytes().splitlines(keepends=True)
    with open(logdir / "journal.log", "ab") as file:
        file.write(
            b'{"op_code": 4, "worker_id": "a", "study_id": 0, "datetime_start": "2026-01-01T00:00:00"}\n'
        )
    assert lines


def _journal_is_overwritten(logdir: Path) -> None:
    exchange(logdir / "journal.log", b'"intermediate_value":0.', b'"intermediate_value":7.')


def _wandb_picture(logdir: Path) -> None:
    path = min((logdir / "files/media/images").glob("one*"))
    other = max((logdir / "files/media/images").glob("many*"))
    times = path.stat().st_mtime_ns
    shutil.copy(other, path)
    os.utime(path, ns=(times, times))


def _wandb_console(logdir: Path) -> None:
    path = logdir / "files/output.log"
    with as_before(path):
        path.write_bytes(b"y" * path.stat().st_size)


def _wandb_console_goes(logdir: Path) -> None:
    (logdir / "files/output.log").unlink()


def _wandb_files_go(logdir: Path) -> None:
    shutil.rmtree(logdir / "files")


def _wandb_log(logdir: Path) -> None:
    flip(logdir / "run-golden.wandb")


def _metadata(logdir: Path) -> None:
    exchange(logdir / "files/swanlab-metadata.json", b"python", b"pythom")


def _config(logdir: Path) -> None:
    (logdir / "files/config.yaml").write_text("lr:\n  value: 0.25\n")


def _requirements(logdir: Path) -> None:
    path = logdir / "files/requirements.txt"
    with as_before(path):
        path.write_bytes(path.read_bytes().replace(b"=", b"=", 1)[::-1])


def _part_comes(logdir: Path) -> None:
    rows = [neptune_files.row("A-3", "metrics/loss", "float_series", 1.5, 0, 0)]
    neptune_files.export(logdir / "more", rows)
    (logdir / "more/part_0.parquet").rename(logdir / "data/team/r_part_2.parquet")


def _part_goes(logdir: Path) -> None:
    (logdir / "data/team/r_part_1.parquet").unlink()


def _file_of_neptune(logdir: Path) -> None:
    path = logdir / "files/team/a.txt"
    with as_before(path):
        path.write_text("other word")


def _labels(logdir: Path) -> None:
    path = logdir / "labels.tsv"
    with as_before(path):
        path.write_text("c\nd\n")


CHANGES: list[tuple[str, Callable[[Path], None]]] = [
    *(
        ("mlflow", change)
        for change in (
            _other_value, _other_status, _other_parameter, _run_is_deleted, _database_is_exchanged,
            _database_is_damaged, _database_is_gone, _a_log_appears, _metric_of_a_folder,
            _parameter_of_a_folder, _metric_comes, _metric_goes, _experiment_is_renamed,
            _sibling_of_that_title, _folder_is_gone, _first_artifact_comes,
        )
    ),
    *(
        ("mlflow-artifacts", change)
        for change in (_artifact_comes, _artifact_is_exchanged, _artifact_goes)
    ),
    ("trackio", _metric_of_trackio),
    ("trackio", _rows_of_trackio_go),
    ("trackio-media", _picture_is_damaged),
    ("trackio-media", _picture_goes),
    ("optuna", _trial),
    ("optuna", _journal_grows),
    ("optuna", _journal_is_overwritten),
    ("wandb", _wandb_log),
    *(
        ("wandb-media", change)
        for change in (_wandb_picture, _wandb_console, _wandb_console_goes, _wandb_files_go)
    ),
    ("wandb-environment", _requirements),
    ("swanlab-media", _metadata),
    ("swanlab-media", _config),
    ("neptune", _part_comes),
    ("neptune", _part_goes),
    ("neptune", _file_of_neptune),
    ("projector", _labels),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "change"), CHANGES)
def test_what_was_changed_between_two_processes_is_read(
    tmp_path: Path, cache: ColumnCache, kind: str, change: Callable[[Path], None]
) -> None:
    logdir = tmp_path / "logs"
    foreign_logs.write(kind, logdir)
    keep(logdir, cache)
    before = logs.facts(logdir, None)
    change(logdir)
    expected = opened(logdir, None)
    assert (said := logs.said(expected)) != before
    found = opened(logdir, cache)
    assert infos(found) == infos(expected)
    assert logs.said(found) == said
    assert found.unreadable() == expected.unreadable()
    # And what was read then is kept in place of it.
    keep(logdir, cache)
    assert logs.facts(logdir, cache) == said


# Who follows a database keeps what was known of one that can't be read any more, and looks at files beside it when it grows.
NOT_FOLLOWED = {
    _database_is_damaged,
    _first_artifact_comes,
    _artifact_comes,
    _artifact_goes,
    _picture_is_damaged,
    _picture_goes,
}


@pytest.mark.parametrize(
    ("kind", "change"), [each for each in CHANGES if each[1] not in NOT_FOLLOWED]
)
def test_what_is_changed_while_it_rests_is_noticed(
    tmp_path: Path, cache: ColumnCache, kind: str, change: Callable[[Path], None]
) -> None:
    logdir = tmp_path / "logs"
    foreign_logs.write(kind, logdir)
    keep(logdir, cache)
    store = opened(logdir, cache)
    resting = set(store.all_runs())
    assert all(run.rests for run in resting)
    change(logdir)
    store.refresh(discover=False)
    for _ in range(2):
        logs.read_all(store)
    expected = opened(logdir, None)
    assert infos(store).keys() == infos(expected).keys()
    assert {name: info.records for name, info in infos(store).items()} == {
        name: info.records for name, info in infos(expected).items()
    }


def test_a_write_ahead_log_that_is_taken_into_its_database_leaves_what_was_read(
    tmp_path: Path, cache: ColumnCache
) -> None:
    logdir = tmp_path / "logs"
    foreign_logs.write("mlflow", logdir)
    _a_log_appears(logdir)
    keep(logdir, cache)
    expected = logs.facts(logdir, None)
    assert logs.facts(logdir, cache) == expected
    with closing(sqlite3.connect(logdir / "mlflow.db")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert logs.facts(logdir, cache) == expected
    keep(logdir, cache)
    alter(logdir / "mlflow.db", "UPDATE metrics SET value = 3")
    assert logs.facts(logdir, cache) == logs.facts(logdir, None) != expected


def test_a_database_that_grows_after_it_was_taken_is_read(
    tmp_path: Path, cache: ColumnCache
) -> None:
    logdir = tmp_path / "logs"
    foreign_logs.write("trackio", logdir)
    keep(logdir, cache)
    with closing(sqlite3.connect(_catalogue(cache))) as database, database:
        database.execute("DELETE FROM runs")
    store = opened(logdir, cache)
    with closing(sqlite3.connect(logdir / "digits.db")) as database:
        database.execute("PRAGMA journal_mode = WAL")
        for step in range(1000, 1003):
            database.execute(
                "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics)"
                " SELECT run_id, timestamp, run_name, ?, '{\"loss\": 5}' FROM metrics GROUP BY run_id",
                [step],
            )
            database.commit()
            logs.read_all(store)
            assert series(store) == series(opened(logdir, None))
        keep(logdir, cache)
        assert logs.facts(logdir, cache) == logs.facts(logdir, None)


def test_a_database_that_was_written_to_just_now_is_not_kept(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    logdir = tmp_path / "logs"
    foreign_logs.write("trackio", logdir)
    with monkeypatch.context() as patched:
        # As if the clock had not gone on since: a change of the same size would leave size and times.
        patched.setattr(stamps, "_TICK", 10**18)
        store = opened(logdir, cache)
        store.keep(60)
        Tables(store).keep(60)
    with closing(sqlite3.connect(_catalogue(cache))) as database:
        for table in ("logs", "runs"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_a_stamp_is_young_as_long_as_a_change_may_leave_it() -> None:
    fine, coarse = (Stamp(1, 2, 3, 0, changed) for changed in (10**18 + 1, 10**18))
    assert fine.is_young(10**18 + 10**7)
    assert not fine.is_young(10**18 + 10**8)
    assert fine.is_young(10**18 - 10**7)
    assert coarse.is_young(10**18 + 2 * 10**9)
    assert not coarse.is_young(10**18 + 3 * 10**9)


def test_a_file_that_is_rewritten_is_not_kept_right_after_that(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "logs").mkdir()
    path = tmp_path / "logs" / "metrics.jsonl"
    path.write_text('{"step": 1, "loss": 2}\n')
    with monkeypatch.context() as patched:
        patched.setattr(stamps, "_TICK", 10**18)
        opened(path.parent, cache).keep(60)
    logs.let_age(path.parent)
    with closing(sqlite3.connect(_catalogue(cache))) as database:
        assert database.execute("SELECT count(*) FROM logs").fetchone() == (0,)
        opened(path.parent, cache).keep(60)
        assert database.execute("SELECT count(*) FROM logs").fetchone() == (1,)


def test_a_file_that_was_rewritten_unseen_while_it_was_followed_is_not_kept(
    tmp_path: Path, cache: ColumnCache
) -> None:
    logdir = tmp_path / "logs"
    logdir.mkdir()
    path = logdir / "metrics.jsonl"
    path.write_text('{"step": 1, "loss": 2}\n{"step": 2, "loss": 3}\n{"step": 3, "loss": 4}\n')
    logs.let_age(logdir)
    store = opened(logdir, cache)
    with as_before(path):
        path.write_text(path.read_text().replace('"loss": 3', '"loss": 9'))
    logs.let_age(logdir)
    logs.read_all(store)
    store.keep(60)
    assert logs.facts(logdir, cache) == logs.facts(logdir, None)


def test_a_second_name_of_a_log_elsewhere_has_its_own_files(
    tmp_path: Path, cache: ColumnCache
) -> None:
    foreign_logs.write("wandb-media", tmp_path / "logs" / "one")
    keep(tmp_path / "logs", cache)
    (tmp_path / "logs" / "two").mkdir()
    os.link(tmp_path / "logs/one/run-golden.wandb", tmp_path / "logs/two/run-golden.wandb")
    keep(tmp_path / "logs", cache)
    keep(tmp_path / "logs", cache)
    assert logs.facts(tmp_path / "logs", cache) == logs.facts(tmp_path / "logs", None)


@pytest.mark.parametrize("kind", ["mlflow-artifacts", "wandb-media"])
def test_what_is_moved_stays_kept(
    tmp_path: Path, cache: ColumnCache, reads: list[str], kind: str
) -> None:
    foreign_logs.write(kind, tmp_path / "logs" / "a")
    (tmp_path / "logs" / "b").mkdir()
    before = Stamp.of((tmp_path / "logs" / "a").stat())
    keep(tmp_path / "logs", cache)
    (tmp_path / "logs" / "a").rename(tmp_path / "logs" / "b" / "c")
    assert before.inode == (tmp_path / "logs" / "b" / "c").stat().st_ino
    reads.clear()
    found = logs.facts(tmp_path / "logs", cache)
    assert reads == []
    assert found == logs.facts(tmp_path / "logs", None)


def test_the_parts_of_a_run_are_kept_with_the_tags_that_they_have_in_it(
    tmp_path: Path, cache: ColumnCache, reads: list[str]
) -> None:
    logdir = tmp_path / "logs"
    name = "events.out.tfevents.1700000000.host.17.{}"
    for at, folder in enumerate(["run", "run/loss_train", "run/loss_val"]):
        points = (event(scalar("loss", step / 4 + at), step=step) for step in range(5))
        log(logdir / folder, *points, name=name.format(at))
    keep(logdir, cache)
    reads.clear()
    folded = opened(logdir, cache)
    (run,) = folded.all_runs()
    assert run.tags() == ("loss", "loss/train", "loss/val")
    assert logs.said(folded) == logs.said(opened(logdir, None))
    assert len(reads) == 3  # of the second
    # Who does not fold them has other tags, of the same files.
    apart, expected = (Store([logdir], cache=each, fold=False) for each in (cache, None))
    for store in (apart, expected):
        logs.read_all(store)
    assert {run.tags() for run in apart.all_runs()} == {("loss",)}
    assert logs.said(apart) == logs.said(expected)
    apart.keep(60)
    assert logs.facts(logdir, cache) == logs.facts(logdir, None)


def test_one_broken_store_hides_no_other(tmp_path: Path, cache: ColumnCache) -> None:
    logdir = tmp_path / "logs"
    for kind in ("mlflow", "trackio", "optuna", "wandb-media"):
        foreign_logs.write(kind, logdir / kind)
    keep(logdir, cache)
    names = infos(opened(logdir, None)).keys()
    (logdir / "trackio/digits.db").write_bytes(b"SQLite format 3\0" + bytes(5000))
    flip(logdir / "wandb-media/run-golden.wandb")
    found, expected = opened(logdir, cache), opened(logdir, None)
    assert logs.said(found) == logs.said(expected)
    assert found.unreadable() == expected.unreadable()
    assert len(names) > len(infos(found)) > 5


def test_a_database_in_which_many_points_lie_has_mapped_columns(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scalar_series, "MAPPED_FROM", 100)
    logdir = tmp_path / "logs"
    foreign_logs.write("trackio", logdir)
    with closing(sqlite3.connect(logdir / "digits.db")) as database, database:
        run = database.execute("SELECT run_id, timestamp, run_name FROM metrics").fetchone()
        rows = ((*run, step, f'{{"many": {step / 8}}}') for step in range(5000, 8000))
        database.executemany(
            "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES (?, ?, ?, ?, ?)",
            rows,
        )
    keep(logdir, cache)
    assert list((cache.folder / f"columns-{column_cache.VERSION}").glob("*.columns"))
    assert logs.facts(logdir, cache) == logs.facts(logdir, None)


def test_a_row_with_other_bytes_is_no_row(tmp_path: Path, cache: ColumnCache) -> None:
    logdir = tmp_path / "logs"
    for kind in ("trackio", "wandb-media"):
        foreign_logs.write(kind, logdir / kind)
    expected = logs.facts(logdir, None)
    keep(logdir, cache)
    shutil.copy(_catalogue(cache), tmp_path / "whole")
    rng = random.Random(0)
    for _ in range(20):
        data = bytearray((tmp_path / "whole").read_bytes())
        for _ in range(rng.choice([1, 3, 30])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        _catalogue(cache).write_bytes(data)
        assert logs.facts(logdir, ColumnCache(cache.folder, 10**9)) == expected


def test_what_another_version_kept_is_not_taken(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch, reads: list[str]
) -> None:
    for kind in ("trackio", "wandb"):
        foreign_logs.write(kind, tmp_path / "logs" / kind)
    keep(tmp_path / "logs", cache)
    for module in (
        "vdlite.reader.run.store_cache",
        "vdlite.reader.files.tail",
        "vdlite.cache.kept_runs",
    ):
        monkeypatch.setattr(f"{module}.__version__", "99.0")
    reads.clear()
    names = infos(opened(tmp_path / "logs", cache))
    assert len(set(reads)) == len(names)


def test_a_reader_of_many_runs_of_a_database_keeps_them_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: list[str]
) -> None:
    monkeypatch.setenv("VDLITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(log_reader, "_MANY_RUNS", 3)
    foreign_logs.write("mlflow", tmp_path / "logs")
    logs.let_age(tmp_path / "logs")

    def found() -> list[Any]:
        reader = LogReader(tmp_path / "logs")
        return [reader.summary(run) for run in reader.runs]

    before = found()
    reads.clear()
    assert found() == before
    assert reads == []


def test_of_a_database_that_grows_only_the_run_that_grew_is_opened(
    tmp_path: Path, cache: ColumnCache
) -> None:
    logdir = tmp_path / "logs"
    foreign_logs.write("mlflow", logdir)
    keep(logdir, cache)
    store = opened(logdir, cache)
    with closing(sqlite3.connect(logdir / "mlflow.db")) as database, database:
        (run,) = database.execute("SELECT max(run_uuid) FROM metrics").fetchone()
        row = ("new", 0.5, 1_700_000_000_000, run, 7, 0)
        names = "(key, value, timestamp, run_uuid, step, is_nan)"
        database.execute(f"INSERT INTO metrics {names} VALUES (?, ?, ?, ?, ?, ?)", row)
    logs.read_all(store)
    assert {each.name for each in store.all_runs() if not each.rests} == {f"mlflow.db/{run}"}
    assert series(store) == series(opened(logdir, None))


def test_runs_of_a_database_that_rise_at_once_hold_up_no_pass(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    logdir = tmp_path / "logs"
    foreign_logs.write("mlflow", logdir)
    keep(logdir, cache)
    store = opened(logdir, cache)
    listed = infos(store)
    with closing(sqlite3.connect(logdir / "mlflow.db")) as database, database:
        database.execute("UPDATE metrics SET value = value + 1")
    of_database = [run for run in store.all_runs() if run.name.startswith("mlflow.db")]
    monkeypatch.setattr(reading_passes, "PASS_SECONDS", 0.0)
    counts = list[int]()
    while counts[-1:] != [0]:
        store.refresh(discover=False)
        counts.append(sum(run.rests for run in of_database))
        records = {name: info.records for name, info in infos(store).items()}
        assert records == {name: info.records for name, info in listed.items()}
    assert counts == list(range(len(of_database) - 1, -1, -1))
    monkeypatch.undo()
    logs.read_all(store)
    assert series(store) == series(opened(logdir, None))


def test_a_store_that_is_busy_keeps_what_was_taken(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_tail, "_BUSY_SECONDS", 0.0)
    logdir = tmp_path / "logs"
    foreign_logs.write("trackio", logdir)
    keep(logdir, cache)
    with closing(sqlite3.connect(_catalogue(cache))) as database, database:
        database.execute("DELETE FROM runs")
    store = opened(logdir, cache)
    said = logs.said(store)
    with closing(sqlite3.connect(logdir / "digits.db", isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        database.execute("UPDATE metrics SET step = step")
        for _ in range(2):
            logs.read_all(store)
        assert logs.said(store) == said
        database.execute("ROLLBACK")
    logs.read_all(store)
    assert logs.said(store) == said
