"""File systems that fsspec reaches by one connection, as FTP and SFTP servers are."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import fsspec
import numpy as np
import pytest

from tests.remote.test_remote_logs import settle
from vdlite import LogReader, LogWriter
from vdlite.errors import LogdirError
from vdlite.reader import Store
from vdlite.reader.remote.pace import Pace


class Dialed(fsspec.AbstractFileSystem):  # type: ignore[misc]
    """A folder of this machine behind a connection, which one thread at a time may use, and which the server may close."""

    protocol = "dialed"
    root: ClassVar[Path]
    is_down: ClassVar[bool] = False
    closed: ClassVar[str] = (
        ""  # the folder for which it closes the connection, if it is asked for it
    )
    facts: ClassVar[tuple[str, ...]] = ("mtime",)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._connection = threading.Lock()
        self._is_open = not Dialed.is_down
        if not self._is_open:
            raise ConnectionRefusedError("nobody is there")

    def _asked(self, path: str) -> Path:
        assert self._connection.acquire(blocking=False), "two threads at once"
        try:
            if not self._is_open or Dialed.is_down:
                raise FileNotFoundError(path)  # what fsspec makes of it for FTP
            if Dialed.closed and path.endswith(Dialed.closed):
                Dialed.closed, self._is_open = "", False
                raise EOFError
            threading.Event().wait(0.001)
            return Dialed.root / path
        finally:
            self._connection.release()

    def _facts(self, place: Path) -> dict[str, Any]:
        status = place.stat()
        time = datetime.fromtimestamp(status.st_mtime, UTC)
        known = {
            "uid": 1000,
            "mtime": time,
            "modify": time.strftime("%Y%m%d%H%M%S"),
            "modified": time.isoformat(),
        }
        return {
            "name": place.relative_to(Dialed.root).as_posix(),
            "type": "directory" if place.is_dir() else "file",
            "size": status.st_size,
            "uid": known["uid"],
            **{name: known[name] for name in Dialed.facts},
        }

    def ls(self, path: str, detail: bool = True, **_: Any) -> list[dict[str, Any]]:
        return [self._facts(place) for place in self._asked(path).iterdir()]

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        return self._facts(self._asked(path))

    def cat_file(self, path: str, start: int = 0, end: int = 0, **_: Any) -> bytes:
        return self._asked(path).read_bytes()[start:end]


@pytest.fixture(autouse=True)
def root(tmp_path: Path) -> Iterator[Path]:
    fsspec.register_implementation("dialed", Dialed, clobber=True)
    runs = tmp_path / "host" / "runs"
    runs.mkdir(parents=True)
    Dialed.root, Dialed.closed, Dialed.is_down, Dialed.facts = tmp_path, "", False, ("mtime",)
    yield runs


def write(folder: Path, points: int = 5) -> None:
    with LogWriter(folder) as writer:
        for step in range(points):
            writer.add_scalar("loss", step / 2, step)


def test_a_server_reads_by_one_thread_at_a_time(root: Path) -> None:
    for number in range(20):
        write(root / f"run {number}")
    store = Store(["dialed://host/runs"], pace=Pace(0.0, lambda: True))
    settle(store)
    assert [run.records for run in store.runs()] == 20 * [5]
    assert store.unreadable() == ()


def test_a_connection_that_was_closed_is_made_anew(root: Path) -> None:
    write(root / "a")
    write(root / "b")
    reader = LogReader("dialed://host/runs")
    Dialed.closed = "/b"
    write(root / "c")
    reader.refresh()
    assert (reader.runs, reader.unreadable) == (["a", "b", "c"], [])
    assert [len(reader.scalars(run, "loss")) for run in reader.runs] == [5, 5, 5]


def test_runs_stay_while_the_server_is_down(root: Path) -> None:
    write(root / "a")
    reader = LogReader("dialed://host/runs")
    Dialed.is_down = True
    reader.refresh()
    (item,) = reader.unreadable
    assert item.reason == "dialed://host/runs can't be read: ConnectionRefusedError"
    assert reader.runs == ["a"]
    Dialed.is_down = False
    reader.refresh()
    assert (reader.runs, reader.unreadable) == (["a"], [])


def test_a_folder_that_is_not_there_is_named(root: Path) -> None:
    with pytest.raises(
        LogdirError, match="can't read logs: there is nothing at dialed://host/nowhere"
    ):
        LogReader("dialed://host/nowhere")


@pytest.mark.parametrize("fact", ["mtime", "modify", "modified"])
def test_growth_is_seen_whatever_the_time_is_called(root: Path, fact: str) -> None:
    """The number of the user to whom a file belongs, as SFTP gives it, is no version of the file."""
    Dialed.facts = (fact,)
    with LogWriter(root / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
        reader = LogReader("dialed://host/runs")
        assert len(reader.scalars("a", "loss")) == 1
        writer.add_scalar("loss", 0.5, 1)
        reader.refresh()
        np.testing.assert_array_equal(reader.scalars("a", "loss").values, [1.0, 0.5])
    (log,) = (root / "a").glob("*.vdl")
    found = {each.key: each.changed for each in _objects("dialed://host/runs")}
    assert found[f"a/{log.name}"] == pytest.approx(log.stat().st_mtime, abs=1)


def test_an_address_without_a_host_stays_one() -> None:
    """Such as that of Hadoop's file system, whose host is in its configuration."""
    from vdlite.reader.remote.address import address_of

    for text in ("hdfs:///data/runs", "hdfs://host/data/runs", "s3://bucket/data"):
        assert str(address_of(text)) == text
    assert str(address_of("s3:///bucket/data")) == "s3://bucket/data"


def _objects(address: str) -> list[Any]:
    from vdlite.reader.remote.address import address_of
    from vdlite.reader.remote.file_system import FileSystem

    place = address_of(address)
    assert place is not None
    return [each for page in FileSystem(place).list() for each in page]
