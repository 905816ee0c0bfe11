"""Logs that were put in one go are fetched side by side, whatever their order."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.remote.test_remote_logs import settle
from vdlite import LogWriter
from vdlite.reader import Store
from vdlite.reader.logdir import reached
from vdlite.reader.remote.objects import Object, Piece


class Copies:
    """Many objects of one time that have the same bytes; it knows how many are read at once."""

    def __init__(self, keys: list[str], data: bytes) -> None:
        self._data = data
        self._objects = {key: Object(key, len(data), 1.7e9, f"version {key}") for key in keys}
        self._lock = threading.Lock()
        self._now = 0
        self.at_once: list[int] = []  # how many were being read, as each of them began to be

    def list(self) -> Iterator[list[Object]]:
        yield list(self._objects.values())

    def look(self, key: str) -> Object:
        return self._objects[key]

    def read(self, key: str, start: int, end: int) -> Piece:
        with self._lock:
            self._now += 1
            self.at_once.append(self._now)
        threading.Event().wait(0.005)
        with self._lock:
            self._now -= 1
        return Piece(self._data[start:end], self._objects[key])


@pytest.mark.parametrize("files", [1, 4])
def test_logs_that_came_at_the_same_time_are_fetched_side_by_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: int
) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 1.0, 0)
    (log,) = tmp_path.glob("*.vdl")
    keys = [f"run {run}/{file}.vdl" for run in range(400 // files) for file in range(files)]
    random.Random(0).shuffle(keys)
    copies = Copies(keys, log.read_bytes())
    monkeypatch.setattr(reached, "connect", lambda _: copies)
    store = Store(["s3://bucket/runs"])
    settle(store)
    assert len(copies.at_once) == 400
    assert sum(run.records for run in store.runs()) == 400
    alone = sum(others == 1 for others in copies.at_once)
    assert alone < 100
