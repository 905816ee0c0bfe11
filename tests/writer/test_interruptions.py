"""Calls that are interrupted in the middle: by handlers that log themselves, and by exceptions."""

import gc
import signal
from pathlib import Path
from types import FrameType

import pytest

from tests.writer.programs import run
from vdlite import LogReader, LogWriter
from vdlite.reader.check import check


class Alarm:
    """Calls a function again and again, at any point of the main thread's work."""

    def __init__(self, handler: "object") -> None:
        self._handler = handler

    def __enter__(self) -> None:
        signal.signal(signal.SIGVTALRM, self._handler)  # type: ignore[arg-type]
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0003, 0.0003)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)


@pytest.mark.parametrize("flush_secs", [0, 0.05])
def test_a_signal_handler_may_log(tmp_path: Path, flush_secs: float) -> None:
    handled = 0

    def handler(_: int, __: FrameType | None) -> None:
        nonlocal handled
        writer.add_scalar(f"from handler {handled % 50}", float(handled), handled)
        writer.flush()
        handled += 1

    with LogWriter(tmp_path, flush_secs=flush_secs) as writer, Alarm(handler):
        step = 0
        while handled < 40 or step % 300 or step < 3000:
            writer.add_scalar(f"x{step % 300}", float(step), step)
            step += 1
    reader = LogReader(tmp_path)
    assert check([tmp_path]).intact
    assert len(list(tmp_path.glob("*.vdl"))) == 1
    found = {tag: reader.scalars(".", tag) for tag in reader.tags(".")}
    assert sum(len(points) for points in found.values()) == step + handled
    assert all((points.values == points.steps).all() for points in found.values())
    for number in range(300):
        assert (found[f"x{number}"].steps % 300 == number).all()


@pytest.mark.parametrize("flush_secs", [0, 0.05])
def test_an_exception_in_the_middle_of_a_call_costs_that_call_only(
    tmp_path: Path, flush_secs: float
) -> None:
    class Stop(BaseException):
        pass

    def handler(_: int, __: FrameType | None) -> None:
        raise Stop

    returned = []
    with LogWriter(tmp_path, flush_secs=flush_secs) as writer:
        step = stops = 0
        while stops < 40:
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

    with LogWriter(tmp_path) as writer:
        before = gc.get_threshold()
        gc.set_threshold(10, 1, 1)
        try:
            for step in range(3000):
                Noisy()
                writer.add_scalar(f"x{step}", float(step), step)
        finally:
            gc.set_threshold(*before)
        gc.collect()
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
