"""A folder or file that does not answer costs its own runs, and no other on its drive."""

import os
from itertools import permutations
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
from vdlite.reader import Run, Store
from vdlite.reader.files.files import LogFiles


@pytest.fixture
def shared(tmp_path: Path, writers: dict[str, LogWriter]) -> DriveAt:
    """One that all of the runs lie on."""
    return DriveAt(LogFiles([tmp_path]), tmp_path)


@pytest.fixture
def store(tmp_path: Path, shared: DriveAt) -> Store:
    return Store([tmp_path], files=shared, patience=PATIENCE)


@pytest.mark.parametrize("what", [{"stat"}, {"read_into"}, {"stat", "list"}, EVERYTHING])
def test_a_folder_that_does_not_answer_costs_no_run_beside_it_on_its_drive(
    store: Store,
    shared: DriveAt,
    tmp_path: Path,
    writers: dict[str, LogWriter],
    what: set[str],
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    with shared.hanging(frozenset(what), only=tmp_path / "far"):
        for writer in writers.values():
            writer.add_scalar("x", 1.5, 1)
        until(store, lambda: hanging(store) == {"far/a", "far/b"})
        until(store, lambda: points(store, "near") == 2)
        for step in range(2, 5):
            writers["near"].add_scalar("x", 1.5, step)
            until(store, lambda: points(store, "near") == step + 1)  # noqa: B023  # asked at once
        assert (points(store, "far/a"), points(store, "far/b")) == (1, 1)
        until(store, lambda: hanging(store) == {"far/a", "far/b"})
        assert store.done
        assert store.held_up
        assert record_of(store, "near").raw() == b"payload"
    until(store, lambda: not hanging(store) and not store.held_up)
    until(store, lambda: points(store, "far/a") == points(store, "far/b") == 2)
    for name in ("far/a", "far/b"):
        assert run_of(store, name).scalars("x").snapshot().steps.tolist() == [0, 1]
        assert record_of(store, name).raw() == b"payload"
    until(store, lambda: store.unreadable() == ())
    assert store.damage() == ()


def test_a_payload_in_a_folder_that_does_not_answer_is_refused_without_the_loss_of_a_thread(
    store: Store, shared: DriveAt, tmp_path: Path
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    with shared.hanging(only=tmp_path / "far"):
        until(store, lambda: hanging(store) == {"far/a", "far/b"})
        waiting = shared.waiting
        for _ in range(20):
            for name in ("far/a", "far/b"):
                with pytest.raises(DriveError, match=r"its drive does not answer since .*far"):
                    record_of(store, name).raw()
        assert shared.waiting == waiting
        assert record_of(store, "near").raw() == b"payload"
    until(store, lambda: not hanging(store))
    assert record_of(store, "far/a").raw() == b"payload"


def test_a_run_whose_file_does_not_answer_is_in_the_hands_of_one_thread(
    store: Store, shared: DriveAt, writers: dict[str, LogWriter]
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    only = Path(writers["far/a"].file_name)
    with shared.hanging(frozenset({"read_into"}), only=only):
        for step in range(1, 6):
            for writer in writers.values():
                writer.add_scalar("x", 0.5, step)
            until(store, lambda: points(store, "near") == points(store, "far/b") == step + 1)  # noqa: B023  # asked at once
            assert shared.waiting <= 1
        until(store, lambda: hanging(store) == {"far/a"})
        assert shared.waiting == 1
    until(store, lambda: points(store, "far/a") == 6)
    for name in writers:
        assert run_of(store, name).scalars("x").snapshot().steps.tolist() == [0, 1, 2, 3, 4, 5]


def test_what_was_read_before_a_folder_did_not_answer_is_reported_at_once(
    store: Store, shared: DriveAt, writers: dict[str, LogWriter]
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)
    with shared.hanging(frozenset({"read_into"}), only=Path(writers["far/a"].file_name)):
        for name, writer in writers.items():
            writer.add_scalar("x", 0.5, 1)
            writer.flush()
            if name == "far/a":
                os.utime(writer.file_name, (1e9, 1e9))  # so that it is read behind the others
        reported: set[str] = set()
        while not reported >= {"near", "far/b"}:
            reported |= {growth.run.name for growth in store.refresh().growth if growth.series}
        assert "far/a" not in reported


def test_folders_that_do_not_answer_on_the_drive_of_others_hold_up_few_threads(
    tmp_path: Path,
) -> None:
    device = os.stat(tmp_path).st_dev
    files: DriveAt | LogFiles = LogFiles([tmp_path])
    names = [*(f"dead{number}/{run}" for number in range(4) for run in "abcdef"), "near"]
    writers = {name: LogWriter(tmp_path / name) for name in names}
    for writer in writers.values():
        writer.add_scalar("x", 0.5, 0)
    drives = []
    for number in range(4):
        files = DriveAt(files, tmp_path / f"dead{number}", device=device)
        drives.append(files)
    store = Store([tmp_path], files=files, patience=PATIENCE)
    until(store, lambda: len(infos(store)) == len(names) and store.done)
    for drive in drives:
        drive._set(EVERYTHING)
    for writer in writers.values():
        writer.add_scalar("x", 0.5, 1)
    until(store, lambda: hanging(store) == set(names) - {"near"})
    until(store, lambda: points(store, "near") == 2)
    assert sum(drive.waiting for drive in drives) <= 4 + SEARCHING
    assert store.threads <= THREADS + SEARCHING
    for drive in drives:
        drive._set(frozenset())
    until(store, lambda: all(points(store, name) == 2 for name in names))
    until(store, lambda: not hanging(store) and store.unreadable() == ())
    for writer in writers.values():
        writer.close()
    until(store, lambda: all(info.state == "ended" for info in store.runs()))


def test_of_many_runs_that_are_worked_with_together_only_those_that_do_not_answer_are_left_out(
    store: Store, shared: DriveAt, tmp_path: Path
) -> None:
    until(store, lambda: len(infos(store)) == 3 and store.done)

    def payload(run: Run) -> bytes:
        (record,) = run.records("own", "y").records()
        return record.raw()

    runs = [run_of(store, name) for name in ("near", "far/a", "far/b")]
    for order in permutations(runs):
        assert list(store.drives.each(order, payload)) == [b"payload"] * 3
        with shared.hanging(frozenset({"read"}), only=tmp_path / "far" / "a"):
            made = store.drives.each(order, payload)
            assert {run.name: of for run, of in zip(order, made, strict=True)} == {
                "near": b"payload",
                "far/a": None,
                "far/b": b"payload",
            }
        until(store, lambda: not hanging(store))
