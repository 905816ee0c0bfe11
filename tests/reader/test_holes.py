"""Files with holes: a hundred gigabytes of zeroes that take no room on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.format.log_bytes import LogBytes
from vdlite.format.decode import LogDecoder
from vdlite.format.records import RecordType, checked, scalar_body
from vdlite.reader import Store
from vdlite.reader.files.files import LogFiles
from vdlite.reader.files.tail import LogTail

GIB = 1 << 30
PIECE = 1 << 18


def write_log(path: Path, hole: int) -> int:
    """A log with a hole, and whole blocks before and behind it; returns its size."""
    log = LogBytes(block_bytes=2000)
    log.add_items(RecordType.HEADER, "vdlite", 1, {"created": 5.0})
    log.add_items(RecordType.SERIES, 0, "scalar", "loss", {})
    for step in range(100):
        log.add_scalar(0, step, 1.0, 2.0)
    before = bytes(log.data)
    size = len(before) + hole
    behind = LogBytes()
    for step in range(100, 103):
        # Checked as the bytes at that offset of the file.
        behind.add(checked(scalar_body(0, step, 1.0, 2.0), size + len(behind.data)))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(before)
        file.truncate(size)
        file.seek(size)
        file.write(behind.data)
    if path.stat().st_blocks * 512 > hole // 2:
        pytest.skip("this file system has no holes")
    return size + len(behind.data)


def test_a_hole_is_damage_and_what_lies_behind_it_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.vdl"
    size = write_log(path, hole=100 * PIECE)
    tail, pieces = LogTail(path, LogFiles([tmp_path])), 0
    tail.look()
    scalars, damage = 0, []
    while (batch := tail.read(bytearray(PIECE))) is not None:
        pieces += 1
        scalars += sum(len(some.steps) for some in batch.scalars)
        damage += batch.damage
    assert (scalars, tail.offset, tail.pending) == (103, size, None)
    assert pieces < 10
    whole = LogDecoder().decode(path.read_bytes())
    (hole,) = whole.damage
    assert damage[0].offset == hole.offset
    assert sum(one.bytes for one in damage) == hole.bytes
    assert {one.reason for one in damage} == {hole.reason}


def test_files_of_a_hundred_gigabytes_of_zeroes_are_read_to_their_end(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        write_log(tmp_path / name / "log.vdl", hole=100 * GIB)
    store = Store([tmp_path])
    for _ in range(100):
        store.refresh()
        if store.done:
            break
    assert store.done
    assert [info.records for info in store.runs()] == [103, 103, 103]
    assert len(store.damage()) == 3
    assert all(damage.bytes == 100 * GIB for _, damage in store.damage())
