"""What a fresh reader finds, a live one finds, where declarations are damaged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.format.log_bytes import LogBytes
from vdlite.format.records import RecordType
from vdlite.reader.files.files import LogFiles
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_file import RunFile
from vdlite.reader.run.undeclared_records import Undeclared
from vdlite.reader.series.columns import Columns

KINDS = ("scalar", "text", "image", "hparams", "mine")


def log_with_repeated_declarations() -> LogBytes:
    """Every kind is declared, logged, and declared again in the next block, as the writer does."""
    log = LogBytes(block_bytes=1 << 30)
    log.add_items(RecordType.HEADER, "vdlite", 1, {"created": 5.0})
    for block in range(2):
        for number, kind in enumerate(KINDS):
            log.add_items(RecordType.SERIES, number, kind, f"tag{number}", {})
            add_record(log, number, 10 * block)
        for number in range(len(KINDS)):
            add_record(log, number, 10 * block + 1)
        log.seal()
    return log


def add_record(log: LogBytes, number: int, step: int) -> None:
    if KINDS[number] == "scalar":
        log.add_scalar(number, step, 1.0 + step, 0.5 * step)
    elif KINDS[number] == "image":
        log.add_items(RecordType.REFERENCE, number, step, 1.0, 5, 10, 7, {"width": 2})
    else:
        log.add_items(RecordType.INLINE, number, step, 1.0, {"n": step}, b"payload")


LOG = bytes(log_with_repeated_declarations().data)


def found(run: Run, buffer: bytearray) -> dict[str, Any]:
    run.look()
    run.read(buffer)
    series: dict[str, Any] = {}
    for kind, tag in run.series_names():
        if kind == "scalar":
            points = run.scalars(tag).snapshot()
            series[tag] = [points.steps.tolist(), points.values.tolist()]
        else:
            series[tag] = [
                (record.step, record.entry.offset, record.summary)
                for record in run.records(kind, tag)
            ]
    return {"series": series, "records": run.info.records, "damage": run.losses().damage()}


def run_of(path: Path) -> Run:
    run = Run("run", LogFiles([path.parent]))
    run.set_files([path])
    return run


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_a_live_reader_finds_what_a_fresh_one_finds_wherever_the_file_was_cut(
    tmp_path: Path, number: int
) -> None:
    data = bytearray(LOG)
    data[LOG.index(b"tag%d" % number)] ^= 1
    path, buffer = tmp_path / "a.vdl", bytearray(1 << 16)
    path.write_bytes(data)
    fresh = found(run_of(path), buffer)
    assert sorted(fresh["series"]) == [f"tag{each}" for each in range(len(KINDS))]
    assert fresh["records"] == 4 * len(KINDS)
    for cut in range(len(data)):
        path.unlink()  # a file system such as ext4 waits for the drive where a file is emptied and written anew
        path.write_bytes(data[:cut])
        live = run_of(path)
        found(live, buffer)
        with path.open("ab") as file:
            file.write(data[cut:])
        assert found(live, buffer) == fresh, cut


def test_records_of_a_declaration_that_never_comes_are_reported_and_take_limited_memory(
    tmp_path: Path,
) -> None:
    log = LogBytes()
    for step in range(3000):
        log.add_scalar(3, step, 1.0, 2.0)
        log.add_items(RecordType.INLINE, 4, step, 1.0, {"n": step}, b"payload")
    path = tmp_path / "a.vdl"
    path.write_bytes(log.data)
    file = RunFile(
        path,
        lambda kind, tag: pytest.fail("nothing is declared"),
        LogFiles([path.parent]),
        most_undeclared=9000,
    )
    file.tail.look()
    while file.read(bytearray(1 << 17)) is not None:
        pass
    assert file.undeclared == 6000
    assert file.records == 6000
    run = run_of(path)
    run.look()
    run.read(bytearray(1 << 17))
    (damage,) = run.losses().damage()
    assert damage.reason == "6000 records belong to series whose declaration is lost"


def test_what_waits_takes_no_more_than_its_room() -> None:
    points = Columns(np.arange(10), np.zeros(10), np.zeros(10))
    waiting = Undeclared(most_bytes=24 * 25)
    for _ in range(4):
        waiting.add_points(1, points)
    assert waiting.records == 40
    kept, _ = waiting.take(1)
    assert [len(one) for one in kept] == [10, 10]
    assert waiting.records == 20
    waiting.add_points(2, points)
    assert len(waiting.take(2)[0]) == 1


def test_records_of_another_kind_than_their_series_are_reported(tmp_path: Path) -> None:
    log = LogBytes()
    log.add_items(RecordType.SERIES, 0, "scalar", "loss", {})
    log.add_items(RecordType.SERIES, 1, "text", "note", {})
    log.add_scalar(1, 0, 1.0, 2.0)
    log.add_items(RecordType.INLINE, 0, 0, 1.0, {}, b"")
    path = tmp_path / "a.vdl"
    path.write_bytes(log.data)
    run = run_of(path)
    run.look()
    run.read(bytearray(1 << 16))
    (damage,) = run.losses().damage()
    assert damage.reason == "2 records are of another kind than their series is declared as"
    assert len(run.scalars("loss")) == 0
    assert len(run.records("text", "note")) == 0


@pytest.mark.parametrize("declared", ["scalar", "purge"])
def test_records_before_their_declaration_cost_no_others(tmp_path: Path, declared: str) -> None:
    log = LogBytes()
    log.add_items(RecordType.HEADER, "vdlite", 1, {"created": 5.0})
    log.add_items(RecordType.SERIES, 1, "scalar", "loss", {})
    log.add_items(RecordType.INLINE, 0, 7, 1.0, {}, b"payload")
    log.seal()
    path = tmp_path / "1.vdl"
    path.write_bytes(log.data)
    run, buffer = run_of(path), bytearray(1 << 20)
    found(run, buffer)
    log.add_items(RecordType.SERIES, 0, declared, "late", {})
    log.add_scalar(1, 3, 1.0, 0.5)
    log.seal()
    path.write_bytes(log.data)
    assert found(run, buffer)["series"]["loss"] == [[3], [0.5]]
    (file,) = run.files
    assert (file.misplaced, file.restart) == ((1, None) if declared == "scalar" else (0, 7))
    assert file.undeclared == 0


def test_a_series_without_points_has_none_where_a_writer_began_anew(tmp_path: Path) -> None:
    log = LogBytes()
    log.add_items(RecordType.HEADER, "vdlite", 1, {"created": 5.0})
    log.add_items(RecordType.SERIES, 0, "purge", "step", {})
    log.add_items(RecordType.INLINE, 0, 7, 1.0, {}, b"")
    log.add_items(RecordType.SERIES, 1, "scalar", "loss", {})
    path = tmp_path / "1.vdl"
    path.write_bytes(log.data)
    run = run_of(path)
    found(run, bytearray(1 << 20))
    points, superseded = run.scalars("loss").all_points()
    assert (len(points), len(superseded)) == (0, 0)
