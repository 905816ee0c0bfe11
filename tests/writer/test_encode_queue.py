"""Records that take a while to make: behind the caller, in order, within bounds, and none is lost."""

import logging
import os
import signal
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.writer import programs
from vdlite import ClosedWriterError, LogReader, LogWriter, PayloadError
from vdlite.format import spool as layout
from vdlite.kinds import draft
from vdlite.writer.life.run_writer import recorder_of
from vdlite.writer.queue import encode_queue

KIND = "own"


class Draft(draft.Draft):
    """A draft as large as it says, whose making waits for `gate`."""

    def __init__(
        self, payload: bytes, *, nbytes: int = 1 << 20, gate: threading.Event | None = None
    ) -> None:
        super().__init__(self._wait, [np.frombuffer(payload, np.uint8)], {})
        self.thread: int | None = None
        self.begun = threading.Event()
        self._nbytes = nbytes
        self._gate = gate

    @property
    def nbytes(self) -> int:
        return self._nbytes

    def _wait(self, arrays: draft.Arrays, _: draft.Settings) -> draft.Encoded:
        self.begun.set()
        if self._gate is not None:
            assert self._gate.wait(60)
        self.thread = threading.get_ident()
        return arrays[0].tobytes(), {}


def payloads(folder: Path, tag: str = "x") -> list[bytes]:
    records = LogReader(folder).records(".", KIND, tag, superseded=True)
    return [record.payload for record in records]


def test_a_small_draft_is_made_by_the_caller_and_safe_at_once(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    made = Draft(b"small", nbytes=5)
    recorder_of(writer).add(KIND, "x", made)
    assert made.thread == threading.get_ident()
    assert payloads(tmp_path) == [b"small"]
    writer.close()


def test_a_large_draft_is_made_behind_and_safe_after_flush(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    gate = threading.Event()
    made = Draft(b"large", gate=gate)
    recorder_of(writer).add(KIND, "x", made)
    assert made.thread is None
    gate.set()
    writer.flush()
    assert payloads(tmp_path) == [b"large"]
    writer.close()


def test_a_small_draft_does_not_overtake_a_large_one(tmp_path: Path) -> None:
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        recorder_of(writer).add(KIND, "x", Draft(b"old", gate=gate), 7)
        recorder_of(writer).add(KIND, "x", Draft(b"new", nbytes=3), 7)
        gate.set()
    (record,) = LogReader(tmp_path).records(".", KIND, "x")
    assert record.payload == b"new"


def test_missing_steps_count_up_in_the_order_of_the_calls(tmp_path: Path) -> None:
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        recorder_of(writer).add(KIND, "x", Draft(b"0", gate=gate))
        recorder_of(writer).add(KIND, "x", Draft(b"1"))
        recorder_of(writer).add(KIND, "x", Draft(b"10"), 10)
        recorder_of(writer).add(KIND, "x", Draft(b"11", nbytes=1))
        gate.set()
    records = LogReader(tmp_path).records(".", KIND, "x")
    assert [(record.step, record.payload) for record in records] == [
        (0, b"0"),
        (1, b"1"),
        (10, b"10"),
        (11, b"11"),
    ]


def test_scalars_go_on_while_a_draft_is_being_made(tmp_path: Path) -> None:
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        recorder_of(writer).add(KIND, "x", Draft(b"slow", gate=gate))
        writer.add_scalar("loss", 1.5)
        assert LogReader(tmp_path).scalars(".", "loss").values.tolist() == [1.5]
        gate.set()


def test_memory_is_bounded_by_making_the_caller_wait(tmp_path: Path) -> None:
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        half = encode_queue.MOST_BYTES // 2
        recorder_of(writer).add(KIND, "x", Draft(b"1", nbytes=half, gate=gate))
        recorder_of(writer).add(KIND, "x", Draft(b"2", nbytes=half))
        done = threading.Event()

        def add_third() -> None:
            recorder_of(writer).add(KIND, "x", Draft(b"3", nbytes=half))
            done.set()

        thread = threading.Thread(target=add_third)
        thread.start()
        assert not done.wait(0.2)
        assert recorder_of(writer).sink.encode_queue.held == encode_queue.MOST_BYTES
        gate.set()
        thread.join()
    assert payloads(tmp_path) == [b"1", b"2", b"3"]


def test_a_draft_larger_than_the_bound_waits_until_it_is_alone(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        recorder_of(writer).add(KIND, "x", Draft(b"1"))
        recorder_of(writer).add(KIND, "x", Draft(b"huge", nbytes=10 * encode_queue.MOST_BYTES))
        recorder_of(writer).add(KIND, "x", Draft(b"3"))
    assert payloads(tmp_path) == [b"1", b"huge", b"3"]


def test_who_gets_no_room_for_long_goes_on_and_the_log_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encode_queue, "_PATIENCE_SECONDS", 0.05)
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        finish = recorder_of(writer).finish_job

        def finish_late(*arguments: Any) -> None:
            """As if the disk did not answer."""
            assert gate.wait(60)
            finish(*arguments)

        monkeypatch.setattr(recorder_of(writer), "finish_job", finish_late)
        recorder_of(writer).add(KIND, "x", Draft(b"1", nbytes=encode_queue.MOST_BYTES))
        recorder_of(writer).add(KIND, "x", Draft(b"2"))
        gate.set()
    assert payloads(tmp_path) == [b"1"]
    (gap,) = LogReader(tmp_path).gaps
    assert gap.missing == 1


def test_what_takes_long_to_make_costs_no_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encode_queue, "_PATIENCE_SECONDS", 0.01)
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        slow = Draft(b"1", nbytes=encode_queue.MOST_BYTES, gate=gate)
        recorder_of(writer).add(KIND, "x", slow)
        assert slow.begun.wait(60)  # of a thread that does not come to it the patience ends
        thread = threading.Thread(target=recorder_of(writer).add, args=(KIND, "x", Draft(b"2")))
        thread.start()
        thread.join(0.2)
        assert thread.is_alive()
        gate.set()
        thread.join()
    assert payloads(tmp_path) == [b"1", b"2"]
    assert LogReader(tmp_path).gaps == []


def test_as_many_wait_as_a_spool_has_slots_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encode_queue, "MOST_JOBS", 5)
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:

        def add_many() -> None:
            for number in range(12):
                recorder_of(writer).add(KIND, "x", Draft(b"%d" % number, nbytes=1))

        recorder_of(writer).add(KIND, "x", Draft(b"first", gate=gate))
        thread = threading.Thread(target=add_many)
        thread.start()
        thread.join(0.2)
        assert thread.is_alive()
        (spool,) = tmp_path.glob("*.vds")
        table = spool.read_bytes()[layout.HEADER_BYTES : layout.REGIONS_AT]
        assert len(layout.read_slots(table)) == 5
        gate.set()
        thread.join()
    assert payloads(tmp_path) == [b"first", *(b"%d" % number for number in range(12))]


def test_a_draft_that_fails_is_reported_and_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Failing(Draft):
        def _wait(self, _: draft.Arrays, __: draft.Settings) -> draft.Encoded:
            raise RuntimeError("the device is gone")

    with caplog.at_level(logging.WARNING), LogWriter(tmp_path) as writer:
        recorder_of(writer).add(KIND, "x", Failing(b""))
        recorder_of(writer).add(KIND, "x", Draft(b"next"))
    assert "can't make this own of tag 'x'" in caplog.text
    assert "the device is gone" in caplog.text
    assert payloads(tmp_path) == [b"next"]
    assert LogReader(tmp_path).gaps[0].missing == 1


@pytest.mark.parametrize("ending", ["", "sys.exit(3)", "raise KeyError", "writer.close()"])
def test_a_program_that_ends_loses_nothing(tmp_path: Path, ending: str) -> None:
    program = f"""
        import sys
        import numpy as np
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        for step in range(40):
            writer.add_image("x", np.full((200, 200, 3), step, np.uint8), step)
        {ending}
    """
    process = programs.start(program, tmp_path, stderr=-3)
    process.communicate(timeout=120)
    records = LogReader(tmp_path).records(".", "image", "x")
    assert [int(record.payload.pixels[0, 0, 0]) for record in records] == list(range(40))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_takes_none_of_its_parents_work(tmp_path: Path) -> None:
    program = """
        import os, sys
        import numpy as np
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        for step in range(10):
            writer.add_image("parent", np.full((200, 200, 3), step, np.uint8), step)
        child = os.fork()
        name = "parent" if child else "child"
        for step in range(10, 20):
            writer.add_image(name, np.full((200, 200, 3), step, np.uint8), step)
        writer.close()
        if child:
            assert os.waitpid(child, 0)[1] == 0
        else:
            os._exit(0)
    """
    programs.run(program, tmp_path)
    reader = LogReader(tmp_path)
    for tag, steps in (("parent", list(range(20))), ("child", list(range(10, 20)))):
        records = reader.records(".", "image", tag, superseded=True)
        assert [record.step for record in records] == steps
        assert [int(record.payload.pixels[0, 0, 0]) for record in records] == steps


def test_after_close_a_draft_is_refused(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    writer.close()
    for size in (1, 1 << 20):
        with pytest.raises(ClosedWriterError):
            recorder_of(writer).add(KIND, "x", Draft(b"", nbytes=size))


def test_a_wrong_tag_or_step_raises_at_the_call(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError, match="tag: got an empty string"):
            recorder_of(writer).add(KIND, "", Draft(b""))
        with pytest.raises(PayloadError, match=r"step: got float 0\.5"):
            recorder_of(writer).add(KIND, "x", Draft(b""), 0.5)
        with pytest.raises(PayloadError, match="walltime: got inf"):
            recorder_of(writer).add(KIND, "x", Draft(b""), 0, float("inf"))


def test_a_writer_that_is_dropped_with_work_waiting_writes_it(tmp_path: Path) -> None:
    gate = threading.Event()
    writer = LogWriter(tmp_path)
    made = Draft(b"kept", gate=gate)
    recorder_of(writer).add(KIND, "x", made)
    held = recorder_of(writer).sink.encode_queue
    del writer
    gate.set()
    held.drain()
    assert payloads(tmp_path) == [b"kept"]


def test_a_log_file_that_vanishes_meanwhile_costs_no_draft_that_waits(tmp_path: Path) -> None:
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 1.0)
        recorder_of(writer).add(KIND, "x", Draft(b"kept", gate=gate))
        Path(writer.file_name).unlink()
        recorder_of(writer).look_at = 0.0
        writer.add_scalar("loss", 2.0)
        gate.set()
    assert payloads(tmp_path) == [b"kept"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timer signals")
def test_signal_handlers_may_log_drafts_at_any_moment(tmp_path: Path) -> None:
    program = """
        import itertools, signal, sys
        import numpy as np
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        # The first call imports, in the middle of which Python itself can't import again.
        writer.add_image("first", np.zeros((1, 1)))
        steps = itertools.count()
        depth = 0
        def handle(*_):
            global depth
            step = next(steps)  # at once: a handler may be interrupted by itself
            depth += 1
            if depth < 4:  # a machine may be slower than the alarm: it must come to the loop, too
                again()
            writer.add_image("signal", np.full((100, 100, 3), step % 256, np.uint8), step)
            depth -= 1
            if depth == 0:
                again()
        def again():
            signal.setitimer(signal.ITIMER_REAL, 0.002)
        signal.signal(signal.SIGALRM, handle)
        again()
        for step in range(150):
            writer.add_image("loop", np.full((100, 100, 3), step, np.uint8), step)
            writer.add_scalar("loss", step, step)
            if step % 30 == 0:
                writer.flush()
        depth = 4  # no other alarm
        signal.setitimer(signal.ITIMER_REAL, 0)
        writer.close()
        print(next(steps))
    """
    count = int(programs.run(program, tmp_path))
    reader = LogReader(tmp_path)
    assert len(reader.scalars(".", "loss")) == 150
    loop = reader.records(".", "image", "loop")
    assert [int(record.payload.pixels[0, 0, 0]) for record in loop] == list(range(150))
    handled = reader.records(".", "image", "signal")
    assert [record.step for record in handled] == list(range(count))


def test_threads_that_share_a_writer_lose_nothing(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:

        def work(number: int) -> None:
            for step in range(50):
                writer.add_image(f"thread {number}", np.full((90, 90), step, np.uint8), step)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    reader = LogReader(tmp_path)
    for number in range(4):
        records = reader.records(".", "image", f"thread {number}", superseded=True)
        assert [int(record.payload.pixels[0, 0, 0]) for record in records] == list(range(50))
