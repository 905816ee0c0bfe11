"""What the run list shows of a run."""

from __future__ import annotations

import math
import os
from pathlib import Path

from tests.format.log_bytes import LogBytes
from vdlite import LogWriter
from vdlite.format.records import RecordType
from vdlite.reader.files.files import LogFiles
from vdlite.reader.live.reported_states import ReportedStates
from vdlite.reader.run.run import Run
from vdlite.tensorboard import SummaryWriter


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
    assert len(run.losses().gaps()) == 3
    assert run.info.damaged == len(run.losses().damage()) == 1


def test_it_says_all_kinds_of_damage(tmp_path: Path) -> None:
    log = LogBytes()
    log.add_items(RecordType.SERIES, 0, "text", "note", {})
    log.add_scalar(0, 0, 1.0, 2.0)  # of another kind
    log.add_scalar(1, 0, 1.0, 2.0)  # not declared
    log.data += b"garbage"
    log.add_items(RecordType.INLINE, 0, 0, 1.0, {}, b"")
    log.data += b"garbage"
    run = run_of(tmp_path, log)
    assert run.info.damaged == len(run.losses().damage()) == 4
    assert run.info.records == 3


def test_it_is_reported_anew_when_the_run_has_grown(tmp_path: Path) -> None:
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


def read_run(folder: Path, *, piece: int = 1 << 20) -> Run:
    """The run of all logs of the folder."""
    run = Run("run", LogFiles([folder]))
    run.set_files(sorted(folder.glob("*.vdl")))
    run.look()
    run.read(bytearray(piece))
    return run


def test_the_last_step_is_that_of_what_is_shown(tmp_path: Path) -> None:
    with LogWriter(tmp_path, file_name="1") as writer:
        for step in range(101):
            writer.add_scalar("loss", 1.0, step)
            writer.add_scalar("early", math.nan, step)
    assert read_run(tmp_path).info.last_step == 100
    with SummaryWriter(str(tmp_path), purge_step=50, filename_suffix="2") as resumed:
        resumed.add_scalar("loss", 0.5, 60)
    run = read_run(tmp_path)
    assert run.info.last_step == max(run.scalars("loss").snapshot().steps) == 60
    assert run.info.diverged == 1
    with SummaryWriter(str(tmp_path), purge_step=0, filename_suffix="3"):
        pass
    info = read_run(tmp_path).info
    assert (info.last_step, info.diverged) == (None, 0)


def test_a_resumed_run_that_is_not_so_far_yet_has_the_last_step_of_before(tmp_path: Path) -> None:
    with LogWriter(tmp_path, file_name="1") as writer:
        for step in range(5000):
            writer.add_scalar("loss", 1.0, step)
    with LogWriter(tmp_path, file_name="2") as writer:
        writer.add_scalar("loss", 1.0, 10)
        run = read_run(tmp_path)
        assert run.info.last_step == 4999
        writer.add_scalar("loss", 1.0, 6000)
        writer.add_scalar("loss", 1.0, 20)
        run.look()
        run.read(bytearray(1 << 20))
    assert run.info.last_step == 6000


def test_that_a_run_is_read_to_its_end_is_reported(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for step in range(3000):
            writer.add_scalar("loss", step, step)
    run = Run("run", LogFiles([tmp_path]))
    run.set_files([Path(writer.file_name)])
    notes = ReportedStates()
    notes.begin(run)
    buffer = bytearray(1 << 16)
    run.look()
    run.read(buffer, lambda: False)
    assert run.info.loading
    notes.compare([run])
    while run.loading:
        run.read(buffer, lambda: False)
    assert notes.compare([run]).states == (run,)


def test_a_run_that_was_killed_resumed_and_closed_has_ended(tmp_path: Path) -> None:
    killed = LogWriter(tmp_path)
    killed.add_scalar("loss", 1.0)
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 0.5)
    run = Run("run", LogFiles([tmp_path]))
    run.set_files([Path(killed.file_name), Path(writer.file_name)])
    for path in tmp_path.glob("*.vdl"):
        os.utime(path, (1e9, 1e9))
    run.look()
    run.read(bytearray(1 << 16))
    assert run.info.state == "ended"
    killed.close()


def test_a_run_whose_newest_values_are_not_finite_has_diverged(tmp_path: Path) -> None:
    log = LogBytes()
    for number, (tag, values) in enumerate(
        {"loss": [1.0, math.nan], "norm": [2.0, math.inf], "recovered": [math.nan, 3.0]}.items()
    ):
        log.add_items(RecordType.SERIES, number, "scalar", tag, {})
        for step, value in enumerate(values):
            log.add_scalar(number, step, 1.0, value)
    run = run_of(tmp_path, log)
    assert run.info.diverged == 2
    log.add_scalar(0, 2, 1.0, 0.5)
    (tmp_path / "a.vdl").write_bytes(log.data)
    run.look()
    run.read(bytearray(1 << 20))
    assert run.info.diverged == 1


def test_the_last_step_of_a_run_is_the_largest_of_its_scalars(tmp_path: Path) -> None:
    log = LogBytes()
    assert run_of(tmp_path, log).info.last_step is None
    for number, steps in enumerate([(3, 90), (7, 8)]):
        log.add_items(RecordType.SERIES, number, "scalar", str(number), {})
        for step in steps:
            log.add_scalar(number, step, 1.0, 0.5)
    assert run_of(tmp_path, log).info.last_step == 90
