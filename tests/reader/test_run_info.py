"""What the run list shows of a run."""

from __future__ import annotations

from pathlib import Path

from tests.format.log_bytes import LogBytes
from vdlite.format.records import RecordType
from vdlite.reader.files import LogFiles
from vdlite.reader.run import Run


def run_of(folder: Path, log: LogBytes) -> Run:
    path = folder / "a.vdl"
    path.write_bytes(log.data)
    run = Run("run", LogFiles([folder]))
    run.set_files([path])
    run.look()
    run.read(bytearray(1 << 20))
    return run


def test_missing_records_are_a_number_that_others_can_hold(tmp_path: Path) -> None:
    log = LogBytes()
    for _ in range(3):
        log.add_items(RecordType.GAP, 2**40, 1.0, 2.0)
    log.add_items(RecordType.GAP, 2**63 - 1, 1.0, 2.0)
    run = run_of(tmp_path, log)
    assert run.info.missing == 3 * 2**40
    assert len(run.gaps()) == 3
    assert run.info.damaged == len(run.damage()) == 1


def test_it_tells_all_kinds_of_damage(tmp_path: Path) -> None:
    log = LogBytes()
    log.add_items(RecordType.SERIES, 0, "text", "note", {})
    log.add_scalar(0, 0, 1.0, 2.0)  # of another kind
    log.add_scalar(1, 0, 1.0, 2.0)  # not declared
    log.data += b"garbage"
    log.add_items(RecordType.INLINE, 0, 0, 1.0, {}, b"")
    log.data += b"garbage"
    run = run_of(tmp_path, log)
    assert run.info.damaged == len(run.damage()) == 4
    assert run.info.records == 3


def test_it_is_told_anew_when_the_run_has_grown(tmp_path: Path) -> None:
    log = LogBytes()
    log.add_items(RecordType.SERIES, 0, "scalar", "loss", {})
    log.add_scalar(0, 0, 1.0, 2.0)
    run = run_of(tmp_path, log)
    assert run.info is not None
    assert (run.info.records, run.extent.bytes_read) == (1, len(log.data))
    log.add_scalar(0, 1, 1.0, 2.0)
    (tmp_path / "a.vdl").write_bytes(log.data)
    assert run.look()
    assert run.info.bytes == run.extent.bytes == len(log.data)
    run.read(bytearray(1 << 20))
    assert (run.info.records, run.extent.files_read) == (2, 1)
