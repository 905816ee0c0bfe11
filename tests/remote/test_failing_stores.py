"""What goes wrong with a store is said in one sentence, without anything of the credentials, and passes when it does."""

import threading
import time
from pathlib import Path

import pytest

from tests.remote.bucket import KEY, SECRET, SESSION, Bucket, Server, put_all
from vdlite import LogReader, LogWriter
from vdlite.errors import LogdirError, MissingPackageError
from vdlite.reader import Store
from vdlite.reader.logdir.reached import connect
from vdlite.reader.remote.address import address_of
from vdlite.reader.remote.file_system import FileSystem
from vdlite.reader.remote.pace import Pace
from vdlite.reader.remote.remote_files import RemoteFiles

FAILURES = {
    "AccessDenied": (
        "403 Forbidden",
        "the credentials do not open {bucket}: listing and reading must be allowed (the store says 403 AccessDenied)",
    ),
    "ExpiredToken": (
        "400 Bad Request",
        "the credentials for {bucket} have expired: renew them (the store says 400 ExpiredToken)",
    ),
    "InvalidAccessKeyId": (
        "403 Forbidden",
        "the credentials do not open {bucket}: listing and reading must be allowed (the store says 403 InvalidAccessKeyId)",
    ),
    "InternalError": (
        "501 Not Implemented",
        "{bucket} does not answer as it should (the store says 501 InternalError)",
    ),
    "PermanentRedirect": ("301 Moved", "{bucket} lies in another region: set AWS_REGION"),
}


def write(folder: Path, steps: int) -> LogWriter:
    writer = LogWriter(folder)
    for step in range(steps):
        writer.add_scalar("loss", 1.0, step)
    return writer


def root_of(bucket: Bucket) -> str:
    return bucket.address.rpartition("/")[0]


@pytest.mark.parametrize("code", FAILURES)
def test_a_store_that_refuses_is_named_at_the_start(
    tmp_path: Path, bucket: Bucket, server: Server, code: str
) -> None:
    status, sentence = FAILURES[code]
    with server.failing(status, code), pytest.raises(LogdirError) as caught:
        LogReader(bucket.address)
    assert str(caught.value) == f"can't read logs: {sentence.format(bucket=root_of(bucket))}"


def test_nothing_of_the_credentials_is_in_any_error(bucket: Bucket, server: Server) -> None:
    for status in ("400 x", "401 x", "403 x", "404 x", "409 x", "412 x", "501 x"):
        with server.failing(status, "Some"), pytest.raises(LogdirError) as caught:
            LogReader(bucket.address)
        error: BaseException | None = caught.value
        while error is not None:
            for secret in (KEY, SECRET, SESSION, "Signature"):
                assert secret not in f"{error!r} {error}"
            error = error.__cause__


def test_a_bucket_that_is_not_there_and_an_empty_folder_are_named(
    server: Server, bucket: Bucket
) -> None:
    with pytest.raises(LogdirError, match="there is no bucket s3://nowhere: see its name, and the"):
        LogReader("s3://nowhere/runs")
    with pytest.raises(LogdirError, match=f"there is nothing below {bucket.address}"):
        LogReader(bucket.address)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("s3://", "an address without a place"),
        ("s3://b/../x", "no part of an address may be"),
        ("https://me:secret@host/x", "a password in an address would be shown"),
        ("https://host/x?sig=secret", "an address of a folder has no \\? or #"),
        ("https://host/x?sig=secret/y", "an address of a folder has no \\? or #"),
        ("file:///tmp/runs", "is given by its path: /tmp/runs"),
        ("nothing://x/y", "no address of a logdir: nothing://x/y"),
    ],
)
def test_what_is_no_address_is_refused(address: str, said: str) -> None:
    with pytest.raises(LogdirError, match=said) as caught:
        LogReader(address)
    assert "secret" not in str(caught.value)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(MissingPackageError, match="s3:// needs obstore: pip install obstore"):
        LogReader("s3://bucket/runs")


def test_credentials_that_expire_cost_nothing_that_was_read(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    with write(tmp_path / "a", 10) as writer:
        put_all(bucket, tmp_path)
        reader = LogReader(bucket.address)
        assert len(reader.scalars("a", "loss")) == 10
        writer.add_scalar("loss", 1.0, 10)
        put_all(bucket, tmp_path)
        with server.failing("400 Bad Request", "ExpiredToken"):
            reader.refresh()
            ((path, reason),) = ((each.path, each.reason) for each in reader.unreadable)
        assert path == "."
        assert reason.startswith(f"the credentials for {root_of(bucket)} have expired: renew them")
        assert len(reader.scalars("a", "loss")) == 10
        reader.refresh()
    assert reader.unreadable == []
    assert len(reader.scalars("a", "loss")) == 11


def test_what_could_not_be_read_for_a_while_is_read_later(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    write(tmp_path / "a", 10).close()
    put_all(bucket, tmp_path)
    reader = LogReader(bucket.address)
    server.answer = lambda asked: None if asked.lists else ("400 x", "ExpiredToken")
    assert reader.tags("a") == []
    (file,) = reader.damage
    assert "have expired" in file.reason
    server.answer = lambda _: None
    reader.refresh()
    assert len(reader.scalars("a", "loss")) == 10
    assert reader.damage == []


def test_an_object_that_goes_between_list_and_read_is_named(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    write(tmp_path / "a", 10).close()
    put_all(bucket, tmp_path)
    reader = LogReader(bucket.address)
    (log,) = (tmp_path / "a").glob("*.vdl")
    bucket.delete(f"a/{log.name}")
    assert reader.tags("a") == []
    assert "the object is gone" in reader.damage[0].reason
    reader.refresh()
    assert (reader.runs, reader.damage) == ([], [])


def test_the_last_run_of_a_store_goes_with_its_objects(tmp_path: Path, bucket: Bucket) -> None:
    write(tmp_path / "a", 10).close()
    put_all(bucket, tmp_path)
    store = Store([bucket.address], pace=Pace(0.0, lambda: True))
    store.refresh()
    assert [run.name for run in store.runs()] == ["a"]
    (log,) = (tmp_path / "a").glob("*.vdl")
    bucket.delete(f"a/{log.name}")
    store.refresh()
    assert store.runs() == ()


def test_a_shorter_object_that_comes_between_list_and_read_is_read_next(
    tmp_path: Path, bucket: Bucket
) -> None:
    (tmp_path / "short").mkdir()
    with write(tmp_path / "a", 2000) as writer:
        put_all(bucket, tmp_path)
        reader = LogReader(bucket.address)
        assert len(reader.scalars("a", "loss")) == 2000
        (log,) = (tmp_path / "a").glob("*.vdl")
        writer.add_scalar("loss", 1.0, 2000)
        put_all(bucket, tmp_path)
        reader._files.look()
    write(tmp_path / "short", 5).close()
    (short,) = (tmp_path / "short").glob("*.vdl")
    bucket.put(f"a/{log.name}", short.read_bytes())
    reader._take_in()
    reader.refresh()
    assert len(reader.scalars("a", "loss")) == 5
    assert reader.damage == []


# -- the store of a server


def settled(store: Store) -> None:
    store.refresh()
    while not store.done:
        store.refresh(discover=False)


def test_looks_come_as_often_as_the_pace_says(
    tmp_path: Path, bucket: Bucket, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    write(tmp_path / "a", 10).close()
    put_all(bucket, tmp_path)
    watched = threading.Event()
    address = address_of(bucket.address)
    assert address is not None
    pace = Pace(5.0, watched.is_set)
    files = RemoteFiles(address, connect, pace=pace, clock=lambda: now[0])

    def lists(seconds: float) -> int:
        with server.counting() as asked:
            for _ in range(round(seconds / 0.5)):
                now[0] += 0.5
                files.stat(files.address.path)
        return len(asked)

    assert lists(0.5) == 1
    assert lists(120) == 2
    watched.set()
    assert lists(60) == 12
    monkeypatch.setattr(time, "time", lambda: time.time_ns() / 1e9 + 1000)
    assert lists(120) == 2  # nothing was written for long: it has ended


def test_a_store_that_is_down_keeps_its_runs_and_is_named(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    write(tmp_path / "a", 10).close()
    put_all(bucket, tmp_path)
    store = Store([bucket.address], pace=Pace(0.0, lambda: True))
    settled(store)
    (run,) = store.runs()
    assert (run.name, run.records) == ("a", 10)
    with server.failing("501 x", "Down"):
        settled(store)
        ((path, reason),) = ((each.path, each.reason) for each in store.unreadable())
    assert (path, reason) == (
        ".",
        f"{root_of(bucket)} does not answer as it should (the store says 501 Down)",
    )
    assert [each.name for each in store.runs()] == ["a"]
    settled(store)
    assert store.unreadable() == ()


def test_a_store_that_hangs_is_a_drive_that_hangs(
    tmp_path: Path, bucket: Bucket, server: Server
) -> None:
    write(tmp_path / "far" / "a", 10).close()
    put_all(bucket, tmp_path / "far")
    near = write(tmp_path / "near" / "b", 10)
    store = Store([bucket.address, tmp_path / "near"], patience=0.5, pace=Pace(0.0, lambda: True))
    settled(store)
    assert {each.name for each in store.runs()} == {"runs/a", "near/b"}
    with server.hanging():
        near.add_scalar("loss", 1.0, 10)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            store.refresh()
            if (
                any("does not answer" in each.reason for each in store.unreadable())
                and next(each for each in store.runs() if each.name == "near/b").records == 11
            ):
                break
        else:
            pytest.fail("what does not hang was not read, or the other was not named")
        server.wait_for(1)
    near.close()
    until = time.monotonic() + 20
    while store.unreadable() and time.monotonic() < until:
        store.refresh()
    assert store.unreadable() == ()
    assert {each.name for each in store.runs()} == {"runs/a", "near/b"}


def test_errors_of_a_package_for_a_scheme_are_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    import fsspec

    class OwnError(Exception):
        """As clients of HTTP have them."""

    def fail(*_: object, **__: object) -> None:
        raise OwnError("no such host\nand a hundred lines more")

    system = FileSystem(address_of("memory://somewhere/runs") or pytest.fail())
    monkeypatch.setattr(type(system._system), "find", fail)
    with pytest.raises(OSError, match="can't be read: OwnError"):
        list(system.list())
    monkeypatch.setattr(fsspec.core, "url_to_fs", fail)
    with pytest.raises(LogdirError, match="can't be reached: OwnError: no such host") as raised:
        FileSystem(address_of("memory://somewhere/runs") or pytest.fail())
    assert "\n" not in str(raised.value)
