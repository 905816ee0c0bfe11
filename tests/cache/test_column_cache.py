"""What is kept of logs: it is never trusted over a log."""

import contextlib
import gc
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vdlite
from tests.cache import logs
from tests.foreign.event_files import NAME, event, message, single
from vdlite import LogReader, LogWriter
from vdlite.cache import column_cache, columns_file, descriptors, syncing
from vdlite.cache.column_cache import ColumnCache, default_cache
from vdlite.cache.place import most_bytes
from vdlite.reader import Store
from vdlite.reader.files.files import LogFiles
from vdlite.reader.run import keeping
from vdlite.reader.series import scalar_series

LIMIT = 10**9
LEAST_BYTES = keeping.LEAST_BYTES
CATALOGUE = f"catalogue-{column_cache.VERSION}.sqlite"


@pytest.fixture(autouse=True)
def _many_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that small logs have mapped columns as well."""
    monkeypatch.setattr(scalar_series, "MAPPED_FROM", 500)


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    for run in range(2):
        logs.write_run(tmp_path / "logs" / f"run{run}", seed=run)
    return tmp_path / "logs"


@pytest.fixture
def cache(tmp_path: Path) -> ColumnCache:
    return ColumnCache(tmp_path / "cache", LIMIT)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the logs of which pieces are read."""
    names: list[str] = []
    read = LogFiles.read_into

    def counted(self: LogFiles, path: Path, offset: int, buffer: bytearray) -> int:
        names.append(path.name)
        return read(self, path, offset, buffer)

    monkeypatch.setattr(LogFiles, "read_into", counted)
    return names


def test_a_log_that_was_overwritten_while_it_was_followed_is_not_kept(
    tmp_path: Path, cache: ColumnCache
) -> None:
    with LogWriter(tmp_path / "logs" / "run") as writer:
        for step in range(3000):
            writer.add_scalar("loss", step / 7, step)
        store = Store([tmp_path / "logs"], cache=cache)
        logs.read_all(store)
        logs.overwrite(logs.log_of(tmp_path / "logs" / "run"))
        logs.read_all(store)
        store.keep(60)
        damage = logs.facts(tmp_path / "logs", None)["damage"]
        assert len(damage) == 1
        assert logs.facts(tmp_path / "logs", cache)["damage"] == damage


def test_what_is_kept_says_the_same_and_no_log_is_read(
    logdir: Path, cache: ColumnCache, reads: list[str]
) -> None:
    expected = logs.facts(logdir, None)
    assert logs.said(logs.read_and_keep(logdir, cache)) == expected
    reads.clear()
    assert logs.facts(logdir, cache) == expected
    assert reads == []


def test_a_log_that_has_grown_is_read_from_where_it_was_left(
    logdir: Path, cache: ColumnCache, reads: list[str]
) -> None:
    with LogWriter(logdir / "live") as writer:
        for step in range(1000):
            writer.add_scalar("loss", step, step)
            writer.add_scalar("rare", step, step // 100)
        logs.read_and_keep(logdir, cache)
        for step in range(1000, 1500):
            writer.add_scalar("loss", -step, step)
            writer.add_scalar(f"new/{step % 3}", step, step)
        expected = logs.facts(logdir, None)
        reads.clear()
        store = Store([logdir], cache=cache)
        logs.read_all(store)
        assert set(reads) == {logs.log_of(logdir / "live").name}
        assert logs.said(store) == expected
        # And on, while it is open.
        writer.add_scalar("loss", 7, 1500)
        writer.add_scalar("rare", 7, 1500)
        store.refresh()
        assert logs.said(store) == logs.facts(logdir, None)


def test_rows_go_on_behind_what_is_kept(logdir: Path, cache: ColumnCache) -> None:
    tags = tuple(f"layer {at}" for at in range(20))
    with LogWriter(logdir / "live") as writer:
        for turn in range(4):
            for step in range(turn * 300, turn * 300 + 300):
                writer.add_scalar_row(tags, np.arange(20.0) * step, step)
                writer.add_scalar("layer 3", -step, step)
            assert logs.said(logs.read_and_keep(logdir, cache)) == logs.facts(logdir, None)


def test_kept_many_times_while_it_grows(logdir: Path, cache: ColumnCache) -> None:
    with LogWriter(logdir / "live") as writer:
        store = Store([logdir], cache=cache)
        for turn in range(8):
            for step in range(turn * 200, turn * 200 + 200):
                writer.add_scalar("loss", step, step)
                writer.add_scalar("back", step, 1000 - step)
            logs.read_all(store)
            store.keep(60)
            assert logs.facts(logdir, cache) == logs.facts(logdir, None)


def _small_run(folder: Path, seed: int = 0) -> None:
    values = np.random.default_rng(seed).normal(size=600)
    with LogWriter(folder) as writer:
        writer.add_scalar_series("loss", values, np.arange(600))
        writer.add_scalar("lr", 0.1, 0)
        writer.add_text("words", "a text", 3)


def _mutate(folder: Path, rng: random.Random) -> None:
    files = [path for path in folder.rglob("*") if path.is_file()]
    columns = [path for path in files if path.suffix == ".columns"]
    newest = max(columns, key=lambda path: path.stat().st_ino, default=files[0])
    path = rng.choice([newest, folder / f"catalogue-{column_cache.VERSION}.sqlite"])
    size = path.stat().st_size
    # Most of a file of columns is a hole.
    at = rng.randrange(min(size, rng.choice((64, 1 << 12, 1 << 15))))
    with open(path, "r+b") as file:
        if rng.random() < 0.1:
            file.truncate(at)
        else:
            file.seek(at)
            file.write(rng.randbytes(rng.choice((1, 1, 8, 500))))
    if rng.random() < 0.5:
        os.utime(path, ns=(1, 1))


def test_whatever_bytes_the_cache_has_the_answer_is_that_of_the_log(
    tmp_path: Path, cache: ColumnCache, reads: list[str]
) -> None:
    logdir = tmp_path / "logs"
    _small_run(logdir / "run")
    expected = logs.facts(logdir, None)
    rng = random.Random(0)
    doubted = 0
    reads.append("nothing is kept yet")
    for _ in range(1000):
        if reads:
            shutil.rmtree(cache.folder)
            logs.read_and_keep(logdir, ColumnCache(cache.folder, LIMIT))
        _mutate(cache.folder, rng)
        reads.clear()
        assert logs.facts(logdir, ColumnCache(cache.folder, LIMIT)) == expected
        doubted += bool(reads)
    assert 400 < doubted < 1000  # else the mutations hit nothing, or there was never anything


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 2 // 3)


def _other_log(path: Path) -> None:
    """As large and as old as the one before, under its name."""
    status = path.stat()
    path.unlink()
    _small_run(path.parent / "other", seed=5)
    data = logs.log_of(path.parent / "other").read_bytes()
    shutil.rmtree(path.parent / "other")
    path.write_bytes(data[: status.st_size].ljust(status.st_size, b"\0"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _restored(path: Path) -> None:
    """From a backup of an earlier time, into the same file."""
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    os.utime(path, ns=(1, 1))


def _longer_but_another(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(bytes(100) + data + data)


@pytest.mark.parametrize(
    "change", [_cut, logs.overwrite, _other_log, _restored, _longer_but_another]
)
def test_a_log_that_was_changed_is_read_anew(
    tmp_path: Path, cache: ColumnCache, change: Callable[[Path], None]
) -> None:
    logdir = tmp_path / "logs"
    _small_run(logdir / "run")
    logs.read_and_keep(logdir, cache)
    change(logs.log_of(logdir / "run"))
    assert logs.facts(logdir, cache) == logs.facts(logdir, None)


def test_a_log_of_another_tool_that_has_grown_is_read_anew(
    tmp_path: Path, cache: ColumnCache, reads: list[str]
) -> None:
    path = tmp_path / "logs" / "run" / NAME
    path.parent.mkdir(parents=True)
    data = event(walltime=1e9, more=message(3, "brain.Event:2"))
    for step in range(3):
        data += event(message(1, "loss") + single(2, step), step=step, walltime=1e9 + step)
    path.write_bytes(data[:-40])
    store = logs.read_and_keep(tmp_path / "logs", cache)  # not whole: it is not kept
    path.write_bytes(data)
    logs.read_and_keep(tmp_path / "logs", cache)
    reads.clear()
    store = Store([tmp_path / "logs"], cache=cache)
    logs.read_all(store)
    assert not reads
    with open(path, "ab") as file:
        file.write(event(message(1, "loss") + single(2, 7), step=9, walltime=1e9 + 9))
    logs.read_all(store)
    expected = logs.facts(tmp_path / "logs", None)
    assert logs.said(store).keys() == expected.keys()
    (info,) = store.runs()
    assert store.run(info.id).scalars("loss").snapshot().values.tolist() == [0, 1, 2, 7]


def test_a_columns_file_that_is_cut_short_under_its_reader_costs_a_second_reading(
    logdir: Path, cache: ColumnCache
) -> None:
    expected = logs.facts(logdir, None)
    logs.read_and_keep(logdir, cache)
    store = Store([logdir], cache=cache)
    logs.read_all(store)
    for path in cache.folder.rglob("*.columns"):
        os.truncate(path, 0)
    logs.read_all(store)
    assert logs.said(store).keys() == expected.keys()
    (info,) = (each for each in store.runs() if each.name == "run0")
    points = store.run(info.id).scalars("loss").all_points()[0]
    assert points.values.tobytes() == expected["run0", "scalar", "loss"][2]


def test_a_full_disk_costs_the_cache_and_nothing_else(
    logdir: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = logs.facts(logdir, None)
    written = 0
    pwrite = os.pwrite

    def full(descriptor: int, data: Any, offset: int) -> int:
        nonlocal written
        written += len(data)
        if written > 20_000:
            raise OSError(28, "No space left on device")
        return pwrite(descriptor, data, offset)

    monkeypatch.setattr(os, "pwrite", full)
    assert logs.said(logs.read_and_keep(logdir, cache)) == expected
    assert written > 20_000
    assert logs.facts(logdir, cache) == expected


def test_a_disk_that_is_nearly_full_is_left_alone(
    logdir: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(column_cache, "_LEAST_FREE", 1 << 62)
    expected = logs.facts(logdir, None)
    assert logs.said(logs.read_and_keep(logdir, cache)) == expected
    assert not [path for path in cache.folder.rglob("*") if path.suffix in (".columns", ".arrays")]


def test_a_folder_that_cannot_be_written_is_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("VDLITE_CACHE", str(tmp_path / "file" / "cache"))
    assert default_cache() is None
    _small_run(tmp_path / "logs" / "run")
    assert len(LogReader(tmp_path / "logs").scalars("run", "loss")) == 600


@pytest.mark.parametrize("place", ["cache", ".cache/vdlite", ""])
def test_nothing_is_written_into_a_logdir(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setenv("VDLITE_CACHE", str(tmp_path / place))
    _small_run(tmp_path / "run")
    before = sorted(tmp_path.rglob("*"))
    assert len(LogReader(tmp_path).scalars("run", "loss")) == 600
    with vdlite.serve(tmp_path, port=0) as server:
        assert any("would lie in the logdir" in note for note in server.notes)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_server_says_that_it_has_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("VDLITE_CACHE", str(tmp_path / "file" / "cache"))
    _small_run(tmp_path / "logs" / "run")
    with vdlite.serve(tmp_path / "logs", port=0) as server:
        assert any("Not a directory" in note for note in server.notes)


def test_a_workspace_holds_its_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VDLITE_CACHE")
    _small_run(tmp_path / "logs" / "run")
    with vdlite.serve(tmp_path / "logs", port=0, workspace=tmp_path / "own"):
        pass
    assert (tmp_path / "own" / "cache" / f"columns-{column_cache.VERSION}").is_dir()


def test_the_cache_leaves_most_files_that_a_process_may_open_to_others(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(column_cache, "_INLINE_BYTES", 0)
    for run in range(20):
        _small_run(tmp_path / "logs" / f"run{run}", seed=run)
    expected = logs.facts(tmp_path / "logs", None)
    gc.collect()
    before = len(list(Path("/proc/self/fd").iterdir()))
    # Of which half are left to the cache.
    room = 4 * (len(descriptors._held) + 5)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (room, room))
    for _ in range(2):  # the first writes, and the second reads what it wrote
        store = logs.read_and_keep(tmp_path / "logs", cache)
        assert logs.said(store) == expected
        assert len(list(Path("/proc/self/fd").iterdir())) <= before + 2 * 5 + 5
        del store
        gc.collect()


def test_nobody_else_may_read_what_is_kept(
    logdir: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(column_cache, "_INLINE_BYTES", 0)
    logs.read_and_keep(logdir, cache)
    files = [path for path in cache.folder.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} >= {".sqlite", ".columns", ".arrays"}
    assert [path.name for path in files if path.stat().st_mode & 0o077] == []


@pytest.mark.parametrize(
    ("given", "limit", "said"),
    [
        ("5e6", 5_000_000, 0),
        ("123", 123, 0),
        ("", 10**10, 0),
        ("10GB", 10**10, 1),
        ("nan", 10**10, 1),
    ],
)
def test_the_limit_is_a_number_of_bytes(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    given: str,
    limit: int,
    said: int,
) -> None:
    monkeypatch.setenv("VDLITE_CACHE_BYTES", given)
    assert most_bytes() == limit
    assert caplog.text.count("want a number of bytes") == said


def test_an_empty_variable_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VDLITE_CACHE", "")
    assert default_cache() is None


def test_a_catalogue_of_nonsense_is_begun_anew(logdir: Path, cache: ColumnCache) -> None:
    expected = logs.facts(logdir, None)
    (cache.folder / f"catalogue-{column_cache.VERSION}.sqlite").write_bytes(b"nonsense" * 1000)
    assert logs.said(logs.read_and_keep(logdir, cache)) == expected
    assert logs.facts(logdir, cache) == expected


def test_a_catalogue_that_another_process_has_locked_is_passed_by(
    logdir: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = logs.facts(logdir, None)
    logs.read_and_keep(logdir, cache)
    path = cache.folder / f"catalogue-{column_cache.VERSION}.sqlite"
    other = sqlite3.connect(path)
    other.execute("BEGIN EXCLUSIVE")
    try:
        monkeypatch.setattr("vdlite.cache.catalogue._PATIENCE", 0.0)
        assert logs.facts(logdir, ColumnCache(cache.folder, LIMIT)) == expected
    finally:
        other.close()


def test_two_readers_of_a_growing_log_share_a_cache(logdir: Path, cache: ColumnCache) -> None:
    with LogWriter(logdir / "live") as writer:
        stores = []
        for turn in range(5):
            for step in range(turn * 300, turn * 300 + 300):
                writer.add_scalar("loss", step, step)
            stores.append(Store([logdir], cache=ColumnCache(cache.folder, LIMIT)))
            expected = logs.facts(logdir, None)
            for store in stores:
                logs.read_all(store)
                got = logs.said(store)
                assert got["live", "scalar", "loss"] == expected["live", "scalar", "loss"]
                store.keep(60)


_KILLED = """
import os, signal, sys, threading, time
from vdlite.cache.column_cache import default_cache
from vdlite.reader import Store
from vdlite.reader.series import scalar_series
scalar_series.MAPPED_FROM = 500
threading.Timer(float(sys.argv[2]), os.kill, (os.getpid(), signal.SIGKILL)).start()
while True:
    store = Store([sys.argv[1]], cache=default_cache())
    store.refresh()
    while not store.done:
        store.refresh(discover=False)
    store.keep(60)
    for path in __import__("pathlib").Path(sys.argv[1]).rglob("*.vdl"):
        path.touch()
"""


def test_a_cache_of_a_killed_process_says_what_the_logs_say(logdir: Path, tmp_path: Path) -> None:
    expected = logs.facts(logdir, None)
    for turn in range(5):
        killed = subprocess.run(
            [sys.executable, "-c", _KILLED, logdir, str(0.05 * turn)],
            env=os.environ | {"VDLITE_CACHE": str(tmp_path / "cache")},
            check=False,
        )
        assert killed.returncode == -signal.SIGKILL
        got = logs.facts(logdir, ColumnCache(tmp_path / "cache", LIMIT))
        assert got.keys() == expected.keys()
        assert all(got[key] == expected[key] for key in got if isinstance(key, tuple))


def test_what_was_not_on_the_disk_is_not_trusted_after_a_restart_of_the_machine(
    logdir: Path, cache: ColumnCache, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syncing.Syncing, "sync", lambda *_: None)  # it was too late
    monkeypatch.setattr(column_cache, "_INLINE_BYTES", 0)
    logs.read_and_keep(logdir, cache)
    reads.clear()
    logs.facts(logdir, cache)
    assert not reads
    monkeypatch.setattr(column_cache, "boot", lambda: "another")
    logs.facts(logdir, cache)
    assert reads


def test_what_is_on_the_disk_is_trusted_after_a_restart_of_the_machine(
    logdir: Path, cache: ColumnCache, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    is_there = threading.Event()
    exchange = cache._catalogue.exchange

    def exchanged(*rows: Any) -> None:
        exchange(*rows)
        is_there.set()

    monkeypatch.setattr(cache._catalogue, "exchange", exchanged)
    monkeypatch.setattr(column_cache, "_INLINE_BYTES", 0)
    shutil.rmtree(logdir / "run1")
    for path in sorted((logdir / "run0").glob("*.vdl"))[1:]:
        path.unlink()
    logs.read_and_keep(logdir, cache)
    assert is_there.wait(60)
    monkeypatch.setattr(column_cache, "boot", lambda: "another")
    reads.clear()
    logs.facts(logdir, cache)
    assert not reads


def test_a_clock_that_goes_back_changes_nothing(
    logdir: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = logs.facts(logdir, None)
    logs.read_and_keep(logdir, cache)
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() - 1e8)
    got = logs.facts(logdir, cache)
    assert all(got[key] == expected[key] for key in expected if isinstance(key, tuple))


def test_the_cache_takes_no_more_than_its_limit(tmp_path: Path) -> None:
    cache = ColumnCache(tmp_path / "cache", 200_000)
    for run in range(30):
        _small_run(tmp_path / "logs" / f"run{run:02}", seed=run)
        logs.read_and_keep(tmp_path / "logs", cache)
        held = sum(512 * path.stat().st_blocks for path in cache.folder.rglob("*.columns"))
        assert held < 200_000 + 20_000 + 60_000
    assert logs.facts(tmp_path / "logs", cache) == logs.facts(tmp_path / "logs", None)


@pytest.mark.parametrize("is_near", [True, False])
def test_small_logs_are_kept_where_a_read_takes_long(
    tmp_path: Path, cache: ColumnCache, monkeypatch: pytest.MonkeyPatch, is_near: bool
) -> None:
    monkeypatch.setattr(keeping, "LEAST_BYTES", LEAST_BYTES)
    monkeypatch.setattr(LogFiles, "is_near", lambda *_: is_near)
    for name, points in (("small", LEAST_BYTES // 100), ("large", LEAST_BYTES)):
        with LogWriter(tmp_path / "logs" / name) as writer:
            writer.add_scalar_series("loss", np.arange(points, dtype=float), np.arange(points))
    logs.read_and_keep(tmp_path / "logs", cache)
    with contextlib.closing(sqlite3.connect(cache.folder / CATALOGUE)) as catalogue:
        (kept,) = catalogue.execute("SELECT count(*) FROM logs").fetchone()
    assert kept == (1 if is_near else 2)
    assert logs.facts(tmp_path / "logs", cache) == logs.facts(tmp_path / "logs", None)


def test_files_that_no_row_knows_go_after_a_while(tmp_path: Path, cache: ColumnCache) -> None:
    orphan = cache.folder / f"columns-{column_cache.VERSION}" / "1-2-abc.columns"
    orphan.write_bytes(b"left behind")
    os.utime(orphan, (1, 1))
    held = columns_file.ColumnsFile.create(orphan.with_name("1-3-abc.columns"))
    os.utime(held.path, (1, 1))
    _small_run(tmp_path / "logs" / "run")
    logs.read_and_keep(tmp_path / "logs", cache)
    assert not orphan.exists()
    assert held.path.exists()  # somebody still writes to it


def test_a_forked_process_does_not_write_where_its_parent_does(
    tmp_path: Path, cache: ColumnCache
) -> None:
    logdir = tmp_path / "logs"
    with LogWriter(logdir / "run") as writer:
        for step in range(1000):
            writer.add_scalar("loss", step, step)
        store = Store([logdir], cache=cache)
        logs.read_all(store)
        file = store.run(store.runs()[0].id).files[0].keeping.open_columns()
        assert file is not None
        child = os.fork()
        if child == 0:
            try:
                file.reserve(10)
            except OSError:
                os._exit(3)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
        assert file.reserve(10).capacity == 10


def test_a_fork_waits_for_no_lock_of_its_parents_threads(
    tmp_path: Path, cache: ColumnCache
) -> None:
    _small_run(tmp_path / "logs" / "run")
    logs.read_and_keep(tmp_path / "logs", cache)
    locks = [
        *(cache._lock, cache._catalogue._lock, cache._syncing._lock, descriptors._lock),
        *(columns_file._lock_of_all, column_cache._opening),
    ]
    with contextlib.ExitStack() as held:
        for lock in locks:
            held.enter_context(lock)
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            store = Store([tmp_path / "logs"], cache=cache)
            logs.read_all(store)
            store.keep(60)
            os._exit(0 if len(store.run(store.runs()[0].id).scalars("loss")) == 600 else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_log_under_a_name_of_another_format_is_read_as_that(
    tmp_path: Path, cache: ColumnCache
) -> None:
    logdir = tmp_path / "logs"
    golden = next((Path(__file__).parents[1] / "foreign" / "golden").rglob("vdlrecords*"))
    (logdir / "a").mkdir(parents=True)
    path = shutil.copy(golden, logdir / "a")
    logs.read_and_keep(logdir, cache)
    for name in ("20270101T000000.000000-host-1-abc.vdl", NAME):
        (logdir / name[:4]).mkdir()
        os.link(path, logdir / name[:4] / name)
    store = Store([logdir], cache=cache)
    logs.read_all(store)
    expected = logs.facts(logdir, None)
    assert logs.said(store).keys() == expected.keys()


def test_a_log_that_was_overwritten_since_it_was_read_is_not_kept(
    tmp_path: Path, cache: ColumnCache
) -> None:
    logdir = tmp_path / "logs"
    _small_run(logdir / "run")
    _small_run(tmp_path / "other" / "run", seed=3)
    with LogWriter(tmp_path / "other" / "run", file_name="more.vdl") as writer:
        writer.add_scalar("more", 1, 1)
    store = Store([logdir], cache=cache)
    logs.read_all(store)
    path = logs.log_of(logdir / "run")
    path.write_bytes(
        logs.log_of(tmp_path / "other" / "run").read_bytes()
        + (tmp_path / "other" / "run" / "more.vdl").read_bytes()
    )
    store.keep(60)
    assert logs.facts(logdir, cache) == logs.facts(logdir, None)


def test_a_damaged_log_that_was_mended_is_read_anew(tmp_path: Path, cache: ColumnCache) -> None:
    logdir = tmp_path / "logs"
    _small_run(logdir / "run")
    path = logs.log_of(logdir / "run")
    whole = path.read_bytes()
    half = bytearray(whole[: len(whole) * 3 // 4])
    half[len(half) // 2] ^= 1
    path.write_bytes(half)
    assert logs.read_and_keep(logdir, cache).damage()
    path.write_bytes(whole)
    assert logs.facts(logdir, cache) == logs.facts(logdir, None)


def test_readers_of_middling_logs_leave_no_files_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VDLITE_CACHE", str(tmp_path / "cache"))
    logs.write_run(tmp_path / "logs" / "run")  # of much less than a megabyte
    shutil.rmtree(tmp_path / "cache", ignore_errors=True)
    for path in sorted((tmp_path / "logs" / "run").glob("*.vdl"))[1:]:
        path.unlink()
    for _ in range(3):
        assert len(LogReader(tmp_path / "logs").scalars("run", "loss")) == logs.STEPS
        gc.collect()
    assert len(list((tmp_path / "cache").rglob("*.columns"))) == 1


def test_a_log_reader_finds_what_another_process_kept(
    tmp_path: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = np.arange(60_000)
    with LogWriter(tmp_path / "logs" / "run") as writer:
        writer.add_scalar_series("loss", np.sin(steps), steps)
    code = "import sys; from vdlite import LogReader; print(len(LogReader(sys.argv[1]).scalars('run', 'loss')))"
    assert logs.in_new_process(code, tmp_path / "logs", cache=tmp_path / "cache") == "60000\n"
    monkeypatch.setenv("VDLITE_CACHE", str(tmp_path / "cache"))
    points = LogReader(tmp_path / "logs").scalars("run", "loss")
    assert not reads
    assert np.array_equal(points.values, np.sin(steps))
    with pytest.raises(ValueError, match="read-only"):
        points.values[0] = 1


def test_the_layout_of_what_is_kept_has_a_version(tmp_path: Path, cache: ColumnCache) -> None:
    """What this test says of version 1 never changes: another layout needs another version."""
    with LogWriter(tmp_path / "logs" / "run") as writer:
        writer.add_scalar("loss", 0.5, 0)
        writer.add_scalar_row(tuple(map(str, range(300))), np.zeros(300), 0)
    logs.read_and_keep(tmp_path / "logs", cache)
    path = logs.log_of(tmp_path / "logs" / "run")
    kept = cache.find(path.stat(), lambda *_: b"")
    assert kept is not None
    assert column_cache.VERSION == 3
    said = (Path(__file__).parents[2] / "docs" / "cache.md").read_text()
    assert f"`catalogue-{column_cache.VERSION}.sqlite`" in said
    assert f"`columns-{column_cache.VERSION}`" in said
    assert list(kept.facts) == [
        "header", "flags", "times", "outcome", "damage", "gaps", "restart", "counts", "names",
        "tags", "numbers", "newest", "scalars", "rows", "has_columns", "records", "tail",
    ]  # fmt: skip
    assert list(kept.facts["rows"].get()) == [
        "lists", "series", "widths", "counts", "steps", "walltimes", "places", "held", "alone",
        "not_finite", "taken",
    ]  # fmt: skip
    assert list(kept.facts["tail"]) == ["format", "decoder", "read_before", "left_out"]
    assert list(kept.facts["scalars"].get()) == [
        "few", "bounds", "steps", "walltimes", "points", "many", "extents", "flags", "lasts",
        "series", "highest", "values",
    ]  # fmt: skip
