"""A log of ours that says again what another tool's writer logs: nothing is there twice, and nothing else is hidden."""

import os
import time
from pathlib import Path

import pytest

from tests.foreign.event_files import event, log, scalar
from vdlite import LogReader, LogWriter
from vdlite.reader import Store
from vdlite.writer.life.mirroring import mirroring


def mirror(folder: Path, tool: str = "TensorBoard") -> None:
    with mirroring(tool), LogWriter(folder) as writer:
        writer.add_scalar("loss", 0.1, 1)


def events(folder: Path, *, pid: int | None, later: float = 0.0) -> None:
    process = "" if pid is None else f".{pid}.0"
    name = f"events.out.tfevents.{int(time.time() + later)}.host{process}"
    log(folder, event(scalar("loss", 0.1), step=1), event(scalar("other", 2.0), step=1), name=name)


@pytest.mark.parametrize("has_pid", [True, False])
def test_what_is_mirrored_is_there_once(tmp_path: Path, has_pid: bool) -> None:
    mirror(tmp_path)
    events(tmp_path, pid=os.getpid() if has_pid else None)
    reader = LogReader(tmp_path)
    assert reader.tags(".") == ["loss"]
    points = reader.scalars(".", "loss", superseded=True)
    assert points.values.tolist() == [0.1]  # with all of its bits
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    assert store.runs()[0].tools == ()


@pytest.mark.parametrize(
    ("pid", "later"),
    [
        (1, 0.0),  # another process
        (0, -3600.0),  # this process, before it
        (None, 3600.0),  # after its end
    ],
)
def test_other_logs_of_the_folder_are_read(tmp_path: Path, pid: int | None, later: float) -> None:
    mirror(tmp_path)
    events(tmp_path, pid=pid or (None if pid is None else os.getpid()), later=later)
    assert LogReader(tmp_path).tags(".") == ["loss", "other"]


def test_a_log_that_mirrors_nothing_hides_nothing(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 0.1, 1)
    mirror(tmp_path / "vdl", "VisualDL")
    for folder in (tmp_path, tmp_path / "vdl"):
        events(folder, pid=os.getpid())
    reader = LogReader(tmp_path)
    assert reader.tags(".") == reader.tags("vdl") == ["loss", "other"]
