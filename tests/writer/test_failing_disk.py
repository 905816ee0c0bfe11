"""A disk that fails never stops the training, and the log says what is missing."""

import json
import logging
import os
import resource
import shutil
import signal
from pathlib import Path

import pytest

from tests.writer.programs import run, values
from vdlite import LogdirError, LogReader, LogWriter
from vdlite.writer.life.run_writer import recorder_of

LIMITED = """
    import json, logging, resource, signal, sys, time
    import vdlite.writer.life.sink as sink
    from vdlite import LogWriter
    sink._PATIENCE_SECONDS = 100
    warned = []
    logging.getLogger("vdlite").addHandler(
        type("Handler", (logging.Handler,), {"emit": lambda self, record: warned.append(record.getMessage())})()
    )
    count = int(sys.argv[2])
    writer = LogWriter(sys.argv[1])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    longest = 0.0
    for step in range(count):
        before = time.perf_counter()
        writer.add_scalar("x", step, step)
        longest = max(longest, time.perf_counter() - before)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    if sys.argv[3] == "goes on":
        writer.flush()
        for step in range(count, count + 100):
            writer.add_scalar("x", step, step)
    print(json.dumps({"longest": longest, "warned": warned}))
"""


@pytest.mark.parametrize("then", ["goes on", "ends"])
def test_a_full_disk_costs_nothing_when_it_has_space_again_soon(tmp_path: Path, then: str) -> None:
    output = json.loads(run(LIMITED, tmp_path, 10_000, then))
    wanted = 10_100 if then == "goes on" else 10_000
    assert values(tmp_path) == [float(step) for step in range(wanted)]
    reader = LogReader(tmp_path)
    assert reader.damage == []
    assert reader.gaps == []
    assert output["longest"] < 50  # it did not wait for the disk
    assert [text for text in output["warned"] if "can't write" in text] == output["warned"][:1]


def test_what_does_not_fit_into_memory_is_counted_and_reported(tmp_path: Path) -> None:
    count = 600_000  # 22 MB, of which 16 MiB wait
    run(LIMITED, tmp_path, count, "goes on")
    reader = LogReader(tmp_path)
    found = values(tmp_path)
    kept = len(found) - 100
    assert found[:kept] == [float(step) for step in range(kept)]
    assert found[kept:] == [float(step) for step in range(count, count + 100)]
    (gap,) = reader.gaps
    assert gap.missing == count - kept > 0
    points = reader.scalars(".", "x")
    assert points.walltimes[kept - 1] <= gap.since <= gap.until <= points.walltimes[kept]
    assert reader.damage == []


def test_a_full_disk_is_survived_by_payloads_too(tmp_path: Path) -> None:
    program = """
        import resource, sys
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (250_000, hard))
        for step in range(5):
            writer.add_record("k", "x", bytes([step]) * 100_000, step)
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        writer.add_record("k", "x", b"z" * 100_000, 5)
    """
    with open(os.devnull, "w") as nowhere:
        run(program, tmp_path, stderr=nowhere)
    reader = LogReader(tmp_path)
    records = reader.records(".", "k", "x")
    assert [record.step for record in records] == [0, 1, 5]
    assert [record.payload[:1] for record in records] == [b"\0", b"\1", b"z"]
    assert sum(gap.missing for gap in reader.gaps) == 3


def test_a_removed_folder_is_made_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "run"
    writer = LogWriter(folder)
    writer.add_scalar("x", 1.0, 1)
    shutil.rmtree(folder)
    recorder_of(writer).look_at = 0.0  # instead of waiting for the second between two looks
    with caplog.at_level(logging.WARNING):
        writer.add_scalar("x", 2.0, 2)
        writer.add_scalar("x", 3.0, 3)
        writer.add_scalar("y", 3.0)
    writer.close()
    assert values(folder) == [3.0]
    assert values(folder, "y") == [3.0]
    assert "was removed" in caplog.text


def test_a_program_may_change_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with LogWriter("run") as writer:
        writer.add_scalar("x", 1.0)
        monkeypatch.chdir(tmp_path / "elsewhere")
        recorder_of(writer).look_at = 0.0
        writer.add_scalar("x", 2.0)
        writer.add_record("blob", "big", bytes(5000))
        assert writer.logdir == "run"
    assert values(tmp_path / "run") == [1.0, 2.0]
    assert LogReader(tmp_path / "run").records(".", "blob", "big")[0].payload == bytes(5000)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_descriptor_that_other_code_closed_is_replaced(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", 1.0)
        os.close(recorder_of(writer).file._own.fd)
        for step in range(1, 10):
            writer.add_scalar("x", float(step), step)
    reader = LogReader(tmp_path)
    assert reader.damage == []
    lost = sum(gap.missing for gap in reader.gaps)
    assert 0 < lost <= 2
    assert len(values(tmp_path)) == 10 - lost


def test_a_descriptor_that_other_code_uses_again_is_left_to_it(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("x", 1.0)
        foreign = recorder_of(writer).file._own.fd
        opened = os.open(tmp_path / "foreign", os.O_RDWR | os.O_CREAT)
        os.dup2(opened, foreign)  # as if it had been closed, and this opened next
        os.close(opened)
        recorder_of(writer).look_at = 0.0
        writer.add_scalar("x", 2.0)
        size = os.fstat(foreign).st_size
        writer.add_scalar("x", 3.0)
        writer.flush()
    assert os.fstat(foreign).st_size == size
    os.close(foreign)
    assert values(tmp_path / "run")[-1] == 3.0


def test_a_walltime_of_the_future_does_not_blind_the_writer(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("x", 1.0, 0, walltime=9e10)
        shutil.rmtree(tmp_path / "run")
        recorder_of(writer).look_at = 0.0
        writer.add_scalar("x", 2.0, 1)
        writer.add_scalar("x", 3.0, 2)
    assert values(tmp_path / "run") == [3.0]


def test_a_program_whose_own_log_handlers_fail_goes_on(tmp_path: Path) -> None:
    class Broken(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            raise RuntimeError("no log today")

    handler = Broken()
    logging.getLogger("vdlite").addHandler(handler)
    try:
        with LogWriter(tmp_path / "run") as writer:
            shutil.rmtree(tmp_path / "run")
            recorder_of(writer).look_at = 0.0
            writer.add_scalar("x", 1.0)
            writer.add_scalar("x", 2.0)
    finally:
        logging.getLogger("vdlite").removeHandler(handler)
    assert values(tmp_path / "run") == [2.0]


def test_a_folder_that_can_not_be_made_is_refused_at_once() -> None:
    with pytest.raises(LogdirError, match="can't write logs"):
        LogWriter("/proc/vdlite/run")


def test_a_hanging_disk_does_not_hang_a_buffering_writer(tmp_path: Path) -> None:
    """A pipe that nobody reads stands for the disk: writing to it blocks for ever."""
    program = """
        import os, sys, time
        import vdlite.writer.life.sink as sink
        from vdlite import LogWriter
        from vdlite.writer.life.run_writer import recorder_of
        sink._PATIENCE_SECONDS = 0.2
        writer = LogWriter(sys.argv[1], flush_secs=0.05)
        reading, writing = os.pipe()
        os.dup2(writing, recorder_of(writer).file._own.fd)
        recorder_of(writer).looked_at, recorder_of(writer).look_at = 0.0, float("inf")  # a look would find that the file is no longer the same
        longest = 0.0
        for step in range(200_000):
            before = time.perf_counter()
            writer.add_scalar("x", step, step)
            longest = max(longest, time.perf_counter() - before)
        assert longest < 50, longest
        assert recorder_of(writer).file.failing
        writer.close()
    """
    with open(os.devnull, "w") as nowhere:
        run(program, tmp_path, stderr=nowhere)


def test_a_limit_that_was_set_does_not_leak() -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    assert signal.getsignal(signal.SIGXFSZ) == signal.SIG_IGN


def test_a_media_file_whose_descriptor_other_code_took_is_left_to_it(tmp_path: Path) -> None:
    """As a program does that becomes a daemon: it closes everything, and opens files of its own."""
    other = tmp_path / "other"
    other.write_bytes(b"precious")
    with LogWriter(tmp_path / "run") as writer:
        writer.add_record("own", "x", bytes(5000), 0)
        media = recorder_of(writer).sink._media
        os.close(media._own.fd)
        file = os.open(other, os.O_RDWR)
        assert file == media._own.fd
        writer.add_record("own", "x", bytes(6000), 1)
    assert other.read_bytes() == b"precious"
    os.close(file)  # it is still ours
    records = LogReader(tmp_path / "run").records(".", "own", "x")
    assert [len(record.payload) for record in records] == [5000, 6000]
