"""Calls that are interrupted in the middle: by handlers that log themselves, and by exceptions."""

import gc
import signal
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import FrameType

import pytest

from tests.writer.programs import run
from vdlite import LogReader, LogWriter
from vdlite.reader.check import check
from vdlite.reader.live.store import Store
from vdlite.writer.file import appender

Handler = Callable[[int, FrameType | None], None]


def nothing(_: int, __: FrameType | None) -> None:
    """For a signal that comes late.

    The system may hand it to the thread that writes, which may be slow to pass it on: the
    default would then end the tests.
    """


class Alarm:
    """Calls a function again and again, at any point of the main thread's work."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    def __enter__(self) -> None:
        signal.signal(signal.SIGVTALRM, self._handler)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0003, 0.0003)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, nothing)


@pytest.mark.parametrize("flush_secs", [0, 0.05])
def test_a_signal_handler_may_log(tmp_path: Path, flush_secs: float) -> None:
    handled: list[int] = []
    numbers = count()  # each once, also where the next signal comes within the handler

    def handler(_: int, __: FrameType | None) -> None:
        number = next(numbers)
        writer.add_scalar(f"from handler {number % 50}", float(number), number)
        writer.flush()
        handled.append(number)

    with LogWriter(tmp_path, flush_secs=flush_secs) as writer, Alarm(handler):
        step = 0
        while len(handled) < 40 or step % 300 or step < 3000:
            writer.add_scalar(f"x{step % 300}", float(step), step)
            step += 1
    reader = LogReader(tmp_path)
    assert check([tmp_path]).intact
    assert len(list(tmp_path.glob("*.vdl"))) == 1
    found = {tag: reader.scalars(".", tag) for tag in reader.tags(".")}
    assert sum(len(points) for points in found.values()) == step + len(handled)
    assert all((points.values == points.steps).all() for points in found.values())
    for number in range(300):
        assert (found[f"x{number}"].steps % 300 == number).all()


@pytest.mark.parametrize("flush_secs", [0, 0.05])
def test_an_exception_in_the_middle_of_a_call_costs_that_call_only(
    tmp_path: Path, flush_secs: float
) -> None:
    class Stop(BaseException):
        pass

    due = False

    def handler(_: int, __: FrameType | None) -> None:
        nonlocal due
        if due:  # once for each loop: not while it is being left
            due = False
            raise Stop

    returned = []
    with LogWriter(tmp_path, flush_secs=flush_secs) as writer:
        step = stops = 0
        while stops < 40:
            due = True
            try:
                with Alarm(handler):
                    while True:
                        step += 1
                        writer.add_scalar(f"x{step % 7}", float(step), step)
                        returned.append(step)
            except Stop:
                stops += 1
    assert check([tmp_path]).intact
    reader = LogReader(tmp_path)
    found = []
    for number in range(7):
        points = reader.scalars(".", f"x{number}")
        assert (points.values == points.steps).all()
        assert (points.steps % 7 == number).all()
        found += points.steps.tolist()
    assert set(returned) <= set(found)


def test_a_handler_may_close_the_writer_and_end_the_program(tmp_path: Path) -> None:
    program = """
        import os, signal, sys, threading, time
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])

        def handler(*_):
            writer.add_scalar("last", 1.0)
            writer.close()
            sys.exit(0)

        signal.signal(signal.SIGTERM, handler)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGTERM)).start()
        step = 0
        while True:
            step += 1
            writer.add_scalar("x", float(step), step)
    """
    run(program, tmp_path)
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "last").values.tolist() == [1.0]
    steps = reader.scalars(".", "x").steps
    assert steps.tolist() == list(range(1, len(steps) + 1))
    assert check([tmp_path]).intact


def test_a_finalizer_may_log(tmp_path: Path) -> None:
    class Noisy:
        def __init__(self) -> None:
            self.me = self  # only the garbage collector frees it

        def __del__(self) -> None:
            writer.add_scalar("freed", 1.0)
            freed.append(None)

    freed: list[None] = []

    with LogWriter(tmp_path) as writer:
        before = gc.get_threshold()
        gc.set_threshold(10, 1, 1)
        try:
            for step in range(3000):
                Noisy()
                writer.add_scalar(f"x{step}", float(step), step)
        finally:
            gc.set_threshold(*before)
        while (
            len(freed) < 3000
        ):  # another thread may be collecting, beside which `collect` does nothing
            gc.collect()
            time.sleep(0)
    reader = LogReader(tmp_path)
    assert len(reader.scalars(".", "freed")) == 3000
    assert len(reader.tags(".")) == 3001
    assert check([tmp_path]).intact


def test_a_step_that_logs_when_it_is_asked_is_no_trouble(tmp_path: Path) -> None:
    class Step:
        def __index__(self) -> int:
            writer.add_scalar("inner", 1.0, 5)
            return 7

    with LogWriter(tmp_path) as writer:
        writer.add_scalar("outer", 2.0, Step())
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "outer").steps.tolist() == [7]
    assert reader.scalars(".", "inner").steps.tolist() == [5]


def state_of(run: Path) -> str:
    store = Store([run])
    while not store.progress.done:
        store.refresh()
    (info,) = store.runs()
    return info.state


def interrupted_after(share: float, write: Callable[[int, bytes], int]) -> Callable[..., int]:
    """What writes only a share of the data the first time, and is interrupted then."""
    interrupted = False

    def once(fd: int, data: bytes) -> int:
        nonlocal interrupted
        if interrupted:
            return write(fd, data)
        interrupted = True
        write(fd, data[: int(share * len(data))])
        raise KeyboardInterrupt

    return once


def test_a_log_that_was_interrupted_after_a_whole_record_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path, flush_secs=0) as writer:
        writer.add_scalar("x", 1.0, 1)
        monkeypatch.setattr(appender, "_write", interrupted_after(1, appender._write))
        with pytest.raises(KeyboardInterrupt):
            writer.add_scalar("x", 2.0, 2)
        writer.add_scalar("x", 3.0, 3)
    assert caplog.messages == []
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "x").values.tolist() == [1.0, 2.0, 3.0]
    assert state_of(tmp_path) == "ended"
    assert check([tmp_path]).intact


def test_a_torn_record_is_reported_and_not_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path, flush_secs=0) as writer:
        writer.add_scalar("x", 1.0, 1)
        monkeypatch.setattr(appender, "_write", interrupted_after(0.5, appender._write))
        with pytest.raises(KeyboardInterrupt):
            writer.add_scalar("x", 2.0, 2)
        writer.add_scalar("x", 3.0, 3)
    assert "may end in the middle of a record" in caplog.text
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "x").values.tolist() == [1.0, 3.0]
    assert state_of(tmp_path) == "live"
