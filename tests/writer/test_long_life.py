"""What may happen to a writer between its calls: other threads, Ctrl-C, files that go away."""

import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import ClosedWriterError, LogReader, LogWriter, PayloadError
from vdlite.kinds.histogram import histogram
from vdlite.writer.life.run_writer import recorder_of

PICTURE = np.random.default_rng(0).integers(0, 255, (100, 100, 3), np.uint8)


def test_close_and_flush_come_to_an_end_while_others_add(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    returned = [0, 0, 0]
    begun = threading.Semaphore(0)

    def add(number: int) -> None:
        try:
            while True:
                writer.add_image(f"picture/{number}", PICTURE)
                returned[number] += 1
                begun.release()
        except ClosedWriterError:
            pass

    threads = [threading.Thread(target=add, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    while not all(returned):
        begun.acquire()
    writer.flush()
    writer.close()
    for thread in threads:
        thread.join()
    reader = LogReader(tmp_path)
    kept = [len(reader.records(".", "image", f"picture/{number}")) for number in range(3)]
    assert kept == returned


INTERRUPTED = """
import signal, sys, numpy as np
from vdlite import LogWriter
from vdlite.writer.life.run_writer import recorder_of
due = False

def interrupt(*_):
    global due
    due = True
    raise KeyboardInterrupt

signal.signal(signal.SIGINT, interrupt)
writer = LogWriter(sys.argv[1])
picture = np.random.default_rng(0).integers(0, 255, (60, 60, 3), np.uint8)
values = np.random.default_rng(0).normal(size=50_000)
interrupts = step = 0
while interrupts < 20:
    try:
        while True:
            if due:  # it came where Python ignores exceptions: in a finalizer
                raise KeyboardInterrupt
            print(step, flush=True)
            writer.add_image("picture", picture, step)
            writer.add_histogram("values", values, step)
            writer.add_text("text", "x" * 5000, step)
            step += 1
            if step % 7 == 0:
                writer.flush()
    except KeyboardInterrupt:
        due = False
        interrupts += 1
        print("interrupted", flush=True)
        step += 1
signal.signal(signal.SIGINT, signal.SIG_IGN)
writer.close()
print(step, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of its own")
def test_ctrl_c_again_and_again_costs_only_the_records_in_hand(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        lines = iter(program.stdout)
        for number in range(20):
            for _ in range(3 + 5 * number % 7):
                next(lines)
            program.send_signal(signal.SIGINT)
            next(line for line in lines if line.startswith("interrupted"))
        *_, last = lines
    reader = LogReader(tmp_path)
    for kind, tag in (("image", "picture"), ("histogram", "values"), ("text", "text")):
        records = reader.records(".", kind, tag)
        assert len(records) >= int(last) - 20
        for record in records:  # each is what it says that it is
            assert record.payload is not None
    assert reader.damage == []


def test_a_series_of_the_old_file_is_never_used_in_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = LogWriter(tmp_path)
    writer.add_text("first", "", 0)
    writer.add_text("second", "2", 0)
    again = recorder_of(writer).file.begin_again

    def with_a_thread_in_between(*arguments: Any, **named: Any) -> None:
        thread = threading.Thread(target=writer.add_text, args=("second", "22", 1))
        thread.start()
        thread.join()
        again(*arguments, **named)

    monkeypatch.setattr(recorder_of(writer).file, "begin_again", with_a_thread_in_between)
    recorder_of(writer).restart("was left for a test", write_waiting=True)
    writer.add_text("second", "222", 2)
    writer.close()
    reader = LogReader(tmp_path)
    assert reader.damage == []
    assert [record.payload for record in reader.records(".", "text", "second")] == [
        "2",
        "22",
        "222",
    ]


def test_a_histogram_that_is_made_twice_is_the_same() -> None:
    draft = histogram(np.random.default_rng(0).normal(size=100_000))
    first = draft.encode()
    other = histogram(np.zeros(100_000))  # would take the buffer, were it free
    assert draft.encode() == first
    assert other.encode() != first


def test_payloads_go_to_a_new_media_file_when_the_old_one_was_removed(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_text("x", "a" * 3000, 0)
        (media,) = tmp_path.glob("*.vdm")
        media.unlink()
        writer.add_text("x", "b" * 3000, 1)
    assert LogReader(tmp_path).records(".", "text", "x")[1].payload == "b" * 3000


def test_a_media_file_that_is_there_already_is_gone_on_with(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        Path(writer.file_name).with_suffix(".vdm").write_bytes(b"left by an exception")
        writer.add_text("x", "b" * 3000, 1)
    assert LogReader(tmp_path).records(".", "text", "x")[0].payload == "b" * 3000


@pytest.mark.parametrize("payload", [b"", b"x" * 100_000])
def test_there_is_no_step_behind_the_last_one(tmp_path: Path, payload: bytes) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_record("own", "x", payload, (1 << 63) - 1)
        with pytest.raises(PayloadError, match="step"):
            writer.add_record("own", "x", payload)
        writer.add_image("x", PICTURE, (1 << 63) - 1)
        with pytest.raises(PayloadError, match="step"):
            writer.add_image("x", PICTURE)
    assert len(LogReader(tmp_path).records(".", "own", "x")) == 1


def test_long_doubles_are_steps(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_text("x", "", np.longdouble(3))  # type: ignore[arg-type]
        with pytest.raises(PayloadError, match="step"):
            writer.add_text("x", "", np.clongdouble(3))  # type: ignore[arg-type]
        with pytest.raises(PayloadError, match="step"):
            writer.add_text("x", "", 10**5000)
    assert [record.step for record in LogReader(tmp_path).records(".", "text", "x")] == [3]
