"""A drive that does not answer costs the runs that lie on it, as long as it does not, and nothing else."""

import os
import shutil
import sqlite3
from contextlib import closing
from contextvars import ContextVar
from pathlib import Path

import pytest

from tests.drives import EVERYTHING, DriveAt
from tests.reader.asked import (
    PATIENCE,
    SEARCHING,
    THREADS,
    hanging,
    infos,
    points,
    record_of,
    run_of,
    until,
)
from vdlite import LogWriter
from vdlite.errors import DriveError
from vdlite.reader import Record, Store
from vdlite.reader.files.files import LogFiles


@pytest.fixture
def far(tmp_path: Path, writers: dict[str, LogWriter]) -> DriveAt:
    return DriveAt(LogFiles([tmp_path]), tmp_path / "far")


@pytest.fixture
def store(tmp_path: Path, far: DriveAt) -> Store:
    return Store([tmp_path], files=far, patience=PATIENCE)


def test_a_folder_that_does_not_answer_from_the_start_hides_only_what_is_in_it(
    store: Store, far: DriveAt
) -> None:
    with far.hanging():
        until(store, lambda: store.done)
        assert set(infos(store)) == {"near"}
        (unreadable,) = store.unreadable()
        assert unreadable.path == "far"
        assert unreadable.reason.startswith("its drive does not answer since ")
        assert store.held_up
    until(store, lambda: len(infos(store)) == 3 and store.done)
    assert store.unreadable() == ()
    assert not store.held_up


@pytest.mark.parametrize("what", [{"stat"}, {"read_into"}, {"stat", "list"}, EVERYTHING])
def test_logs_on_a_drive_that_hangs_are_followed_again_when_it_answers(
    store: Store, far: DriveAt, writers: dict[str, LogWriter], what: set[str]
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    with far.hanging(frozenset(what)):
        for writer in writers.values():
            writer.add_scalar("x", 1.5, 1)
        until(store, lambda: hanging(store) == {"far/a", "far/b"})
        until(store, lambda: points(store, "near") == 2)
        assert store.done
        assert (points(store, "far/a"), points(store, "far/b")) == (1, 1)
        writers["near"].add_scalar("x", 2.5, 2)
        until(store, lambda: points(store, "near") == 3)
        version = store.runs_version
    until(store, lambda: points(store, "far/a") == points(store, "far/b") == 2)
    until(store, lambda: not hanging(store))
    assert store.runs_version > version
    until(store, lambda: store.unreadable() == ())
    assert store.damage() == ()


def test_runs_stay_listed_while_the_folder_above_them_does_not_answer(
    store: Store, far: DriveAt, tmp_path: Path
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    with far.hanging(frozenset({"list"})):
        until(store, lambda: store.unreadable() != ())
        LogWriter(tmp_path / "new").close()
        until(store, lambda: "new" in infos(store))
        assert set(infos(store)) == {"near", "far/a", "far/b", "new"}
    until(store, lambda: store.unreadable() == ())
    assert len(infos(store)) == 4


def test_a_run_that_was_deleted_while_its_drive_hung_goes_when_it_answers(
    store: Store, far: DriveAt, tmp_path: Path, writers: dict[str, LogWriter]
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    with far.hanging():
        until(store, lambda: bool(hanging(store)))
        (tmp_path / "far" / "a").rename(tmp_path / "far" / "c")
    until(store, lambda: set(infos(store)) == {"near", "far/b", "far/c"} and store.done)
    assert points(store, "far/c") == 1


def test_a_payload_on_a_drive_that_hangs_is_refused_after_a_while_and_then_at_once(
    store: Store, far: DriveAt
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    with far.hanging():
        for name in ("far/a", "far/b", "far/a"):
            with pytest.raises(DriveError, match=r"its drive does not answer since .*far"):
                record_of(store, name).raw()
        assert record_of(store, "near").raw() == b"payload"
        until(store, lambda: hanging(store) == {"far/a", "far/b"})
    until(store, lambda: not hanging(store))
    assert record_of(store, "far/a").raw() == b"payload"


def test_a_drive_that_answers_again_is_noticed_without_reading_logs(
    store: Store, far: DriveAt
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    with far.hanging(frozenset({"read"})):
        with pytest.raises(DriveError):
            record_of(store, "far/a").raw()
        far.wait_until_somebody_waits()
    answers = None
    while answers is None:
        try:
            answers = record_of(store, "far/a").raw()
        except DriveError:
            continue
    assert answers == b"payload"


def test_one_file_that_does_not_answer_costs_no_other_of_its_drive(
    store: Store, far: DriveAt, writers: dict[str, LogWriter]
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    only = Path(writers["far/a"].file_name)
    with far.hanging(frozenset({"read"}), only=only):
        with pytest.raises(DriveError):
            record_of(store, "far/a").raw()
        store.refresh()  # its drive answers
        assert record_of(store, "far/b").raw() == b"payload"
        assert not hanging(store)


def test_threads_that_wait_for_a_drive_are_few_however_often_it_is_asked(
    store: Store, far: DriveAt
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    with far.hanging():
        until(store, lambda: bool(hanging(store)))
        for _ in range(50):
            store.refresh()
            with pytest.raises(DriveError):
                record_of(store, "far/a").raw()
        assert store.drives.threads <= THREADS
    until(store, lambda: not hanging(store))


@pytest.mark.parametrize("what", [{"stat"}, {"list"}, EVERYTHING])
def test_whether_a_search_is_worth_while_is_reported_while_a_drive_hangs(
    store: Store, far: DriveAt, tmp_path: Path, what: set[str]
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    for folder in [tmp_path, *(path for path in tmp_path.rglob("*") if path.is_dir())]:
        os.utime(folder, (1e9, 1e9))
    until(store, lambda: not store.may_have_changed())
    with far.hanging(frozenset(what)):
        until(store, store.may_have_changed)
        assert store.threads <= THREADS + SEARCHING
    until(store, lambda: not store.may_have_changed())


def test_work_for_a_request_has_the_context_of_the_request(store: Store, far: DriveAt) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    asked_by: ContextVar[str] = ContextVar("asked_by")
    asked_by.set("me")
    records = [record_of(store, name) for name in ("near", "far/a")]
    assert list(store.drives.each(records, lambda _: asked_by.get(""))) == ["me", "me"]


def test_many_folders_that_do_not_answer_hold_up_few_threads(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "zz" / "near") as writer:
        writer.add_scalar("x", 0.5, 0)
    files: DriveAt | LogFiles = LogFiles([tmp_path])
    drives = []
    for number in range(20):
        (tmp_path / f"dead{number}").mkdir()
        files = DriveAt(files, tmp_path / f"dead{number}", device=5000 + number)
        drives.append(files)
    store = Store([tmp_path], files=files, patience=PATIENCE)
    until(store, lambda: len(infos(store)) == 1 and store.done)
    for drive in drives:
        drive._set(EVERYTHING)
    for _ in range(3):
        store.refresh()
    assert points(store, "zz/near") == 1
    assert store.threads <= THREADS + SEARCHING
    for drive in drives:
        drive._set(frozenset())
    until(store, lambda: store.unreadable() == ())


def test_records_are_read_several_at_a_time_and_in_their_order(
    store: Store, far: DriveAt, writers: dict[str, LogWriter]
) -> None:
    for step in range(1, 100):
        for writer in writers.values():
            writer.add_record("own", "y", b"%d" % step, step)
    until(
        store,
        lambda: (
            len(infos(store)) == 3
            and store.done
            and all(len(run_of(store, name).records("own", "y")) == 100 for name in writers)
        ),
    )
    records = [record for name in writers for record in run_of(store, name).records("own", "y")]
    wanted = [record.raw() for record in records]
    assert list(store.drives.each(records, Record.raw)) == wanted
    with far.hanging():
        got = list(store.drives.each(records, Record.raw))
    assert got == wanted[:100] + [None] * 200


def test_a_database_on_a_drive_that_hangs_costs_only_its_runs(
    store: Store, far: DriveAt, tmp_path: Path, writers: dict[str, LogWriter]
) -> None:
    golden = Path(__file__).parents[1] / "foreign" / "golden"
    shutil.copy(golden / "optuna" / "study.db", tmp_path / "far")
    folder = tmp_path / "far" / "mlruns"
    shutil.copytree(golden / "mlflow" / "mlruns", folder)
    until(store, lambda: len(infos(store)) == 3 + 8 + 3 and store.done)
    with far.hanging():
        until(store, lambda: "far/study.db/digits/0" in hanging(store))
        writers["near"].add_scalar("x", 1.5, 1)
        until(store, lambda: points(store, "near") == 2)
        LogWriter(tmp_path / "new").close()
        until(store, lambda: "new" in infos(store))
        assert len(infos(store)) == 4 + 8 + 3
    until(store, lambda: not hanging(store) and store.unreadable() == ())
    with closing(sqlite3.connect(tmp_path / "far" / "study.db")) as database, database:
        database.execute("UPDATE trials SET state = 'RUNNING' WHERE state = 'WAITING'")
    until(store, lambda: len(infos(store)) == 4 + 9 + 3)


def test_a_single_file_on_a_drive_that_hangs_costs_no_other_and_is_there_again(
    tmp_path: Path, far: DriveAt, writers: dict[str, LogWriter]
) -> None:
    (log,) = (tmp_path / "far" / "a").glob("*.vdl")
    store = Store([tmp_path / "near", log], files=far, patience=PATIENCE)
    until(store, lambda: store.done)
    assert set(infos(store)) == {"near", log.name}
    with far.hanging():
        until(store, lambda: hanging(store) == {log.name})
        writers["near"].add_scalar("x", 0.5, 1)
        until(store, lambda: points(store, "near") == 2)
        assert set(infos(store)) == {"near", log.name}
    until(store, lambda: not hanging(store))
    writers["far/a"].add_scalar("x", 0.5, 1)
    until(store, lambda: points(store, log.name) == 2)
