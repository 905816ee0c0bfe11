"""Spans: what a program without a profiler marks in its loop."""

import asyncio
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.errors import PayloadError
from vdlite.profiling.logged import LoggedProfile
from vdlite.profiling.recording import spans as spans_module
from vdlite.profiling.recording.span_steps import SpanSteps
from vdlite.profiling.recording.spans import Switch


@pytest.fixture(autouse=True)
def _no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a program that has not imported it."""
    monkeypatch.delitem(sys.modules, "torch", raising=False)


def logged(folder: Path, tag: str = "profile", step: int | None = None) -> LoggedProfile:
    return LogReader(folder).profile("run", tag, step)


def names(profile: LoggedProfile, depth: int | None = None) -> list[str]:
    """Of all events, in the order in which they are stored; or of those of a depth."""
    strings, events = profile.content.strings, profile.events
    return [
        strings[name]
        for name, level in zip(events.name.tolist(), events.depth.tolist(), strict=True)
        if depth in (None, level)
    ]


def test_spans_of_the_recorded_steps_are_logged_within_their_steps(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer, writer.profile(steps=2, step=50) as profile:
        for number in range(6):
            with writer.span("forward"), writer.span(f"matmul {number}"):
                np.ones((4, 4)) @ np.ones((4, 4))
            with writer.span("optimizer"):
                pass
            profile.step()
    made = logged(tmp_path)
    assert made.step_numbers.tolist() == [52, 53]
    assert names(made) == [
        *("ProfilerStep#52", "forward", "matmul 2", "optimizer"),
        *("ProfilerStep#53", "forward", "matmul 3", "optimizer"),
    ]
    assert made.events.depth.tolist() == [0, 1, 2, 1] * 2
    assert made.facts["source"] == "spans"
    begins, ends = made.steps.T
    assert ends[0] == begins[1]


def test_each_repetition_is_a_record(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=1, warmup=0, repeat=2) as profile,
    ):
        for number in range(5):
            with writer.span(f"s{number}"):
                pass
            profile.step()
    for step in (1, 3):
        assert names(logged(tmp_path, step=step)) == [f"ProfilerStep#{step}", f"s{step}"]


def test_steps_that_follow_each_other_are_records_of_their_own(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=0, warmup=0, repeat=3) as profile,
    ):
        for number in range(3):
            with writer.span(f"s{number}"):
                pass
            profile.step()
    assert [names(logged(tmp_path, step=step))[1] for step in range(3)] == ["s0", "s1", "s2"]


def test_a_program_that_gives_no_steps_is_one_step(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer, writer.profile(), writer.span("all"):
        pass
    made = logged(tmp_path)
    assert names(made) == ["ProfilerStep#0", "all"]
    assert made.step_numbers.tolist() == [0]


def test_a_decorated_function_is_a_span_with_its_result_and_name(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:

        @writer.span("forward")
        def forward(left: int) -> int:
            """Says so."""
            return left if left == 0 else forward(left - 1)

        @writer.span("later")
        async def later() -> int:
            return 7

        assert forward(2) == 0  # before anything is recorded
        with writer.profile(steps=1, wait=0, warmup=0) as profile:
            assert forward(2) == 0
            assert asyncio.run(later()) == 7
            profile.step()
    assert (forward.__name__, forward.__doc__) == ("forward", "Says so.")
    made = logged(tmp_path)
    assert names(made)[1:] == ["forward"] * 3 + ["later"]
    assert made.events.depth.tolist() == [0, 1, 2, 3, 1]


def test_threads_are_lanes(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=0, warmup=0) as profile,
    ):
        shared = writer.span("shared")

        def work() -> None:
            with shared:
                pass

        with shared:
            thread = threading.Thread(target=work, name="loader")
            thread.start()
            thread.join()
        profile.step()
    made = logged(tmp_path)
    lanes = [lane.label for lane in made.tables.lanes]
    assert lanes == ["main thread", "loader"]
    assert [lanes[lane] for lane in made.events.lane.tolist()] == [
        "main thread",
        "main thread",
        "loader",
    ]


def test_an_exception_ends_spans_and_the_profile_and_goes_on(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path / "run") as writer,
        pytest.raises(ZeroDivisionError),
        writer.profile(steps=3, wait=0, warmup=0) as profile,
    ):
        for number in range(3):
            with writer.span("forward"):
                1 / (1 - number)
            profile.step()
    made = logged(tmp_path)
    assert made.step_numbers.tolist() == [0]
    assert names(made).count("forward") == 2


def test_spans_that_are_open_at_the_end_of_a_profile_are_reported(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=0, warmup=0) as profile,
        writer.span("epoch"),
    ):
        profile.step()
    made = logged(tmp_path)
    assert [note.text for note in made.notes] == [
        "1 spans had not ended yet; they end with the last step"
    ]


def test_spans_beyond_the_most_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans_module, "MOST_SPANS", 10)
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=0, warmup=0) as profile,
    ):
        for _ in range(15):
            with writer.span("x"):
                pass
        profile.step()
    made = logged(tmp_path)
    assert names(made).count("x") == 10
    assert [note.text for note in made.notes] == ["5 spans were left out: a profile has at most 10"]


def test_nothing_is_kept_while_nothing_is_recorded(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        span = writer.span("x")
        for _ in range(3):
            with span:
                pass
    assert LogReader(tmp_path).kinds("run") == []


def test_a_span_without_a_name_is_refused(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer, pytest.raises(PayloadError, match="span: got 3"):
        writer.span(3)  # type: ignore[arg-type]


def test_a_loop_of_which_nothing_is_recorded_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path / "run") as writer, writer.profile() as profile:
        profile.step()
    assert "the loop had 1 steps, and the first 2 are not recorded" in caplog.text


def test_of_two_profiles_at_once_the_first_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path / "run") as writer, writer.profile(steps=1, wait=0, warmup=0) as outer:
        with writer.profile(steps=1, wait=0, warmup=0, tag="inner") as inner:
            with writer.span("first"):
                pass
            inner.step()
        with writer.span("second"):
            pass
        outer.step()
    assert names(logged(tmp_path))[1:] == ["first", "second"]
    (warning,) = caplog.records
    assert warning.message == (
        "vdlite: nothing is profiled here, and the loop goes on: "
        "another profile is being recorded, and there can be one at a time"
    )


def test_a_writer_that_is_closed_within_a_profile_has_logged_its_spans(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=9, wait=0, warmup=0) as profile,
    ):
        for number in range(2):
            with writer.span(f"s{number}"):
                pass
            profile.step()
        writer.close()
    assert names(logged(tmp_path)) == ["ProfilerStep#0", "s0", "ProfilerStep#1", "s1"]


def test_a_recorder_that_was_given_up_takes_nothing() -> None:
    from vdlite.profiling.recording.session import Schedule

    switch, made = Switch(), []
    steps = SpanSteps(Schedule(1, 0, 0), switch, lambda recording, _: made.append(recording), 0)
    steps.start()
    assert switch.recorder is not None
    steps.give_up()
    with switch.span("x"):
        pass
    steps.stop(0)
    assert made == []
