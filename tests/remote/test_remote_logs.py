"""Logs at an address say what the same files on a disk do."""

import threading
from pathlib import Path

import numpy as np
import pytest

from tests.remote.bucket import Bucket, InMemory, Server, put_all
from vdlite import LogReader, LogWriter
from vdlite.annotations import Logbook, new_entry
from vdlite.reader import Store

Place = Bucket | InMemory


def write(folder: Path, *, points: int = 100) -> None:
    with LogWriter(folder) as writer:
        for step in range(points):
            writer.add_scalar("loss", 1.0 / (step + 1), step)
        writer.add_image("picture", np.full((8, 8, 3), 0.5), 0)
        writer.add_text("words", "some", 3)
        writer.add_hparams({"lr": 0.1}, {"best": 0.5})


def assert_same(remote: LogReader, local: LogReader) -> None:
    assert remote.runs == local.runs
    for run in local.runs:
        assert remote.kinds(run) == local.kinds(run)
        for kind in local.kinds(run):
            assert remote.tags(run, kind) == local.tags(run, kind)
            for tag in local.tags(run, kind):
                if kind == "scalar":
                    ours, theirs = remote.scalars(run, tag), local.scalars(run, tag)
                    np.testing.assert_array_equal(ours.steps, theirs.steps)
                    np.testing.assert_array_equal(ours.values, theirs.values)
                    np.testing.assert_array_equal(ours.walltimes, theirs.walltimes)
                else:
                    raw = [each.raw() for each in remote.records(run, kind, tag)]
                    assert raw == [each.raw() for each in local.records(run, kind, tag)]
    assert remote.damage == local.damage == []
    assert remote.unreadable == local.unreadable == []


@pytest.mark.parametrize("name", ["a", "deep/er/run", "sp ace/ü%20+x", "it's (1)*!~", "q#&=;,@"])
def test_what_is_read_is_what_lies_on_a_disk(tmp_path: Path, place: Place, name: str) -> None:
    write(tmp_path / name)
    put_all(place, tmp_path)
    assert_same(LogReader(place.address), LogReader(tmp_path))
    assert LogReader(place.address).runs == [name]
    assert LogReader(Path(place.address)).runs == [name]  # which makes one slash of two
    assert place.address in repr(LogReader(place.address + "/"))


def test_a_logbook_is_read(tmp_path: Path, place: Place) -> None:
    write(tmp_path / "a")
    logbook = Logbook(tmp_path)
    for number in range(3):
        logbook.append(new_entry(f"{number} {'x' * 60_000}", runs=["a"]))
    put_all(place, tmp_path)
    assert LogReader(place.address).logbook("a") == LogReader(tmp_path).logbook("a")
    assert [entry.text[0] for entry in LogReader(place.address).logbook(limit=2)] == ["1", "2"]
    assert LogReader(f"{place.address}/a").logbook() == []


def test_a_single_log_is_read_alone(tmp_path: Path, place: Place) -> None:
    write(tmp_path / "a")
    write(tmp_path / "b")
    put_all(place, tmp_path)
    (log,) = (tmp_path / "a").glob("*.vdl")
    assert_same(LogReader(f"{place.address}/a/{log.name}"), LogReader(log))


def test_a_run_that_is_put_anew_grows(tmp_path: Path, place: Place) -> None:
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
        put_all(place, tmp_path)
        reader = LogReader(place.address)
        for step in range(1, 6):
            writer.add_scalar("loss", 1.0 / (step + 1), step)
            put_all(place, tmp_path)
            reader.refresh()
            assert reader.scalars("a", "loss").steps.tolist() == list(range(step + 1))
    put_all(place, tmp_path)
    reader.refresh()
    assert_same(reader, LogReader(tmp_path))


def test_a_new_run_comes_and_a_deleted_one_goes(tmp_path: Path, place: Place) -> None:
    write(tmp_path / "a")
    put_all(place, tmp_path)
    reader = LogReader(place.address)
    write(tmp_path / "b")
    put_all(place, tmp_path)
    reader.refresh()
    assert_same(reader, LogReader(tmp_path))
    for file in (tmp_path / "a").iterdir():
        place.delete(f"a/{file.name}")
    reader.refresh()
    assert reader.runs == ["b"]


@pytest.mark.parametrize("points", [3, 200, 5000])
def test_another_log_in_the_place_of_one_is_read_from_its_beginning(
    tmp_path: Path, place: Place, points: int
) -> None:
    """Shorter, longer, and of about the same size."""
    write(tmp_path / "one" / "a", points=200)
    write(tmp_path / "other" / "a", points=points)
    (one,) = (tmp_path / "one" / "a").glob("*.vdl")
    (other,) = (tmp_path / "other" / "a").glob("*.vdl")
    place.put("a/x.vdl", one.read_bytes())
    reader = LogReader(place.address)
    assert len(reader.scalars("a", "loss")) == 200
    place.put("a/x.vdl", other.read_bytes())
    reader.refresh()
    seen, local = reader.scalars("a", "loss"), LogReader(other).scalars(".", "loss")
    assert seen.steps.tolist() == local.steps.tolist()
    assert seen.walltimes.tolist() == local.walltimes.tolist()


def test_logs_of_tensorboard_are_read(tmp_path: Path, place: Place) -> None:
    from tensorboardX import SummaryWriter

    with SummaryWriter(str(tmp_path / "tb")) as writer:
        for step in range(20):
            writer.add_scalar("loss", step / 2, step)
            writer.add_scalars("parts", {"x": 1.0, "y": 2.0}, step)
    put_all(place, tmp_path)
    assert_same(LogReader(place.address), LogReader(tmp_path))


def test_a_database_is_named_as_not_read(place: Place) -> None:
    place.put("study.db", b"SQLite format 3\0" + bytes(4000))
    place.put("a/events.txt", b"nothing")
    (item,) = LogReader(place.address).unreadable
    assert (item.path, item.reason) == (
        "study.db",
        "a database can't be read where it lies: copy it to a disk",
    )


# -- requests


def test_one_look_is_one_list_and_growth_one_read(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    writers = [LogWriter(tmp_path / f"run {number}") for number in range(5)]
    for writer in writers:
        writer.add_scalar("loss", 1.0, 0)
    put_all(bucket, tmp_path)
    with server.counting() as asked:
        reader = LogReader(bucket.address)
        for run in reader.runs:
            reader.scalars(run, "loss")
    assert [each.lists for each in asked] == [True] + 5 * [False]

    with server.counting() as asked:
        reader.refresh()
    assert [each.lists for each in asked] == [True]

    for step in range(1, 4):
        writers[0].add_scalar("loss", 0.5, step)
        writers[3].add_scalar("loss", 0.5, step)
        put_all(bucket, tmp_path)
        with server.counting() as asked:
            reader.refresh()
        assert [each.lists for each in asked] == [True, False, False]
        assert {each.method for each in asked} == {"GET"}
        assert len(reader.scalars("run 3", "loss")) == step + 1
    for writer in writers:
        writer.close()


def test_only_what_is_new_is_fetched(tmp_path: Path, bucket: Bucket, server: Server) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(2000):
            writer.add_scalar("loss", 1.0, step)
        put_all(bucket, tmp_path)
        reader = LogReader(bucket.address)
        assert len(reader.scalars("a", "loss")) == 2000
        (log,) = (tmp_path / "a").glob("*.vdl")
        before = log.stat().st_size
        writer.add_scalar("loss", 1.0, 2000)
        put_all(bucket, tmp_path)
        after = log.stat().st_size
        with server.counting() as asked:
            reader.refresh()
    assert [each.range for each in asked] == [None, f"bytes={before - 1024}-{after - 1}"]
    assert len(reader.scalars("a", "loss")) == 2001


def test_payloads_in_a_small_log_come_with_it(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for number in range(100):
            writer.add_scalar("before", 1.0, number)
        writer.add_text("words", "some", 0)
        for number in range(100):
            writer.add_scalar("loss", 1.0, number)
    put_all(bucket, tmp_path)
    reader = LogReader(bucket.address)
    with server.counting() as asked:
        assert len(reader.scalars("a", "loss")) == 100
        (words,) = reader.records("a", "text", "words")
        assert words.raw() == b"some"
    assert len(asked) == 1


def test_a_picture_that_is_looked_at_twice_is_fetched_once(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(20):
            writer.add_image("picture", np.random.default_rng(step).random((40, 40, 3)), step)
    put_all(bucket, tmp_path)
    reader = LogReader(bucket.address)
    records = reader.records("a", "image", "picture")
    with server.counting() as asked:
        first = [record.raw() for record in records]
    assert len(asked) == 1  # what lies behind comes along
    with server.counting() as asked:
        assert [record.raw() for record in records] == first
    assert asked == []


def test_2500_objects_are_listed_with_three_requests(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    write(tmp_path / "a")
    put_all(bucket, tmp_path)
    bucket.put_empty(f"other/{number:05}.txt" for number in range(2500 - 2))
    with server.counting() as asked:
        reader = LogReader(bucket.address)
    assert [each.lists for each in asked] == 3 * [True]
    with server.counting() as asked:
        reader.refresh()
    assert [each.lists for each in asked] == 3 * [True]
    assert reader.runs == ["a"]


def test_a_server_fetches_logs_side_by_side_and_each_once(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    for number in range(40):
        write(tmp_path / f"run {number}", points=5)
    put_all(bucket, tmp_path)
    with server.counting() as asked:
        store = Store([bucket.address])
        store.remote[0].look()
        reading = threading.Thread(target=settle, args=[store])
        with server.hanging():
            reading.start()
            server.wait_for(16)
        reading.join()
    assert [each.lists for each in asked] == [True] + 40 * [False]
    assert len({each.path for each in asked[1:]}) == 40
    assert {run.records for run in store.runs()} == {9}
    assert store.unreadable() == ()


def settle(store: Store) -> None:
    store.refresh()
    while not store.done:
        store.refresh(discover=False)
