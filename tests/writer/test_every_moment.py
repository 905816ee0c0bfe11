"""A handler that logs, or an exception, at every single moment of what a writer does: the log stays whole.

CPython runs signal handlers where functions are called and return, which is what a profiler is called for, too. So it is called
here in place of a signal: once for each such moment of a scenario, counted through.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.writer.life.run_writer import recorder_of

MOST = 1500  # moments of a scenario: those that matter come first
Act = Callable[[], None]


class Moment:
    """Calls `act` at the event of that number within the writer and the format."""

    def __init__(self, number: int, act: Act) -> None:
        self.left = number
        self._act = act

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        name = frame.f_code.co_filename.replace("\\", "/")
        if event not in ("call", "c_return") or not (
            "/vdlite/writer/" in name or "/vdlite/format/" in name
        ):
            return
        self.left -= 1
        if self.left == 0:
            sys.setprofile(None)
            self._act()

    @property
    def came(self) -> bool:
        return self.left <= 0


def after_a_break(writer: LogWriter) -> None:
    """The next call goes on in a new file."""
    recorder_of(writer).turn.taken = True  # as an interrupt in the middle of a call leaves it
    writer.add_scalar("own", 1.0, 1)


def with_a_gap(writer: LogWriter) -> None:
    """The drain says how many records are missing."""
    recorder_of(writer).file.count_missing(5.0)
    writer.flush()


def after_a_fork(writer: LogWriter) -> None:
    """A child begins files of its own."""
    recorder_of(writer).after_fork()
    writer.add_scalar("own", 1.0, 1)


def single(writer: LogWriter) -> None:
    writer.add_scalar("own", 1.0, 1)


def series(writer: LogWriter) -> None:
    writer.add_scalar_series("own", np.ones(1), [1])


def row(writer: LogWriter) -> None:
    writer.add_scalar_row(("other", "own"), np.ones(2), 1)


SCENARIOS = [after_a_break, with_a_gap, after_a_fork, single, series, row]
every_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: each.__name__)


def moments(
    folder: Path, scenario: Callable[[LogWriter], None], act: Callable[[LogWriter], None]
) -> Iterator[tuple[LogReader, bool]]:
    """For each moment: the logs of a writer with which this happened there, and whether the scenario came to its end."""
    for number in itertools.count(1):
        run = folder / str(number)
        writer = LogWriter(run)
        writer.add_scalar("own", 0.0, 0)
        moment = Moment(number, partial(act, writer))
        ended = True
        sys.setprofile(moment)
        try:
            scenario(writer)
        except KeyboardInterrupt:
            ended = False
        finally:
            sys.setprofile(None)
        writer.add_scalar("after", 1.0, 1)
        writer.close()
        yield LogReader(run), ended
        if not moment.came or number == MOST:
            return


def steps(reader: LogReader, tag: str) -> list[int]:
    return (
        reader.scalars(".", tag, superseded=True).steps.tolist() if tag in reader.tags(".") else []
    )


@every_scenario
def test_a_handler_may_log_at_every_moment(
    tmp_path: Path, scenario: Callable[[LogWriter], None]
) -> None:
    handled = 0
    for reader, _ in moments(
        tmp_path, scenario, lambda writer: writer.add_scalar("handler", 1.0, 1)
    ):
        assert reader.damage == []
        assert steps(reader, "after") == [1]
        assert steps(reader, "own") == ([0] if scenario is with_a_gap else [0, 1])
        handled += steps(reader, "handler") == [1]
    assert handled >= 10


def interrupt(_: LogWriter) -> None:
    raise KeyboardInterrupt


@every_scenario
def test_an_exception_at_every_moment_costs_that_call_at_most(
    tmp_path: Path, scenario: Callable[[LogWriter], None]
) -> None:
    for reader, ended in moments(tmp_path, scenario, interrupt):
        assert reader.damage == []
        assert steps(reader, "after") == [1]
        assert steps(reader, "own")[:1] == [0]
        if ended and scenario is not with_a_gap:
            assert steps(reader, "own") == [0, 1]
