"""How far a run is: against a simulated training whose end is known."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite import LogReader, LogWriter
from vdlite.reader.run.progress import progress_of
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.restarts import FileKey
from vdlite.reader.series.scalar_series import ScalarSeries

BEGIN = 1_760_000_000.0


class Loops:
    """Logs progress at given times, as `track` does."""

    def __init__(self, folder: Path) -> None:
        self.writer = LogWriter(folder)

    def at(self, name: str, done: int, total: int, seconds: float) -> None:
        self.writer.add_scalar(f"progress/{name}/left", total - done, done, BEGIN + seconds)


@pytest.fixture
def loops(tmp_path: Path) -> Loops:
    return Loops(tmp_path / "run")


def test_a_loop_of_even_speed_ends_when_it_is_said_to(loops: Loops, tmp_path: Path) -> None:
    for second in range(11):
        loops.at("steps", second * 10, 1000, second)
    found = LogReader(tmp_path).progress("run")
    assert found is not None
    assert (found.name, found.done, found.total, found.share) == ("steps", 100, 1000, 0.1)
    assert found.seconds_left == found.seconds_low == found.seconds_high == pytest.approx(90.0)


def test_the_loop_within_counts_as_a_part_of_an_item(loops: Loops, tmp_path: Path) -> None:
    loops.at("epochs", 0, 4, 0)
    for batch in (0, 10, 20, 50):
        loops.at("batches", batch, 100, batch)
    found = LogReader(tmp_path).progress("run")
    assert found is not None
    assert (found.name, found.done, found.total, found.share) == ("epochs", 0, 4, 0.125)
    assert found.seconds_left == pytest.approx(350.0)  # 100 s an epoch, 3.5 of them
    loops.at("batches", 100, 100, 100)
    loops.at("epochs", 1, 4, 120)  # with a validation
    for batch in (0, 10, 20, 50):
        loops.at("batches", batch, 100, 120 + batch)
    found = LogReader(tmp_path).progress("run")
    assert found is not None
    assert (found.done, found.share) == (1, 0.375)
    assert found.seconds_left == pytest.approx(2.5 * 120)


def test_the_interval_holds_the_end_of_19_in_20_trainings(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    held = 0
    for number in range(200):
        loops = Loops(tmp_path / str(number))
        seconds = random.gamma(4.0, 0.25, 400)  # mean 1, deviation 0.5
        for done in range(0, 101, 5):
            loops.at("steps", done, 400, float(seconds[:done].sum()))
        loops.writer.close()
        found = LogReader(tmp_path / str(number)).progress(".")
        assert found is not None and found.seconds_low is not None
        assert found.seconds_high is not None
        held += found.seconds_low <= seconds[100:].sum() <= found.seconds_high
    assert 180 <= held <= 199


def test_what_is_over_gives_way_to_what_goes_on(loops: Loops, tmp_path: Path) -> None:
    loops.at("warmup", 0, 10, 0)
    loops.at("warmup", 10, 10, 5)
    loops.at("train", 0, 100, 6)
    loops.at("train", 50, 100, 56)
    found = LogReader(tmp_path).progress("run")
    assert found is not None
    assert (found.name, found.share, found.seconds_left) == ("train", 0.5, 50.0)
    loops.at("train", 100, 100, 106)
    found = LogReader(tmp_path).progress("run")
    assert found is not None
    assert (found.name, found.share, found.seconds_left) == ("train", 1.0, 0.0)


@pytest.mark.parametrize("outcome", ["failed", "killed"])
def test_a_loop_that_an_error_or_a_signal_ends_is_as_far_as_it_was(
    tmp_path: Path, outcome: Literal["failed", "killed"]
) -> None:
    cut, left = Loops(tmp_path / "cut"), Loops(tmp_path / "left")
    for loops in (cut, left):
        for done in (0, 10, 20):
            loops.at("steps", done, 100, done)
    left.at("steps", 25, 25, 25)  # what `track` logs where it is left early
    for name, loops, done in (("cut", cut, 20), ("left", left, 25)):
        loops.writer.close(outcome=outcome)
        found = LogReader(tmp_path).progress(name)
        assert found is not None
        assert (found.done, found.total, found.share) == (done, 100, done / 100)
        assert (found.seconds_left, found.seconds_low, found.seconds_high) == (None, None, None)


def test_a_loop_that_is_left_early_by_a_run_that_goes_well_is_over(
    loops: Loops, tmp_path: Path
) -> None:
    for done, total in ((0, 100), (10, 100), (25, 25)):
        loops.at("steps", done, total, done)
    loops.writer.close(outcome="finished")
    found = LogReader(tmp_path).progress("run")
    assert found is not None
    assert (found.done, found.total, found.share, found.seconds_left) == (25, 25, 1.0, 0.0)


def test_a_run_that_says_nothing_has_none_and_too_little_says_no_time(
    loops: Loops, tmp_path: Path
) -> None:
    loops.writer.add_scalar("loss", 1.0, 0)
    assert LogReader(tmp_path).progress("run") is None
    loops.at("steps", 0, 10, 0)
    found = LogReader(tmp_path).progress("run")
    assert found is not None
    assert (found.done, found.total, found.seconds_left) == (0, 10, None)
    loops.writer.add_scalar("progress/steps/left", float("nan"), 3, BEGIN + 1)
    assert LogReader(tmp_path).progress("run") is None


def test_a_resumed_loop_counts_its_own_speed_only(loops: Loops, tmp_path: Path) -> None:
    for done in (0, 10, 20):
        loops.at("steps", done, 100, done)
    for done in (20, 30, 40):  # a day later, from the last checkpoint
        loops.at("steps", done, 100, 86_400 + 2 * (done - 20))
    found = LogReader(tmp_path).progress("run")
    assert found is not None
    assert found.seconds_left == pytest.approx(120.0)


def test_how_far_loops_are_is_no_news_of_the_training(loops: Loops, tmp_path: Path) -> None:
    loops.writer.add_scalar("loss", 1.0, 3)
    loops.at("steps", 500, 1000, 0)
    reader = LogReader(tmp_path)
    found = reader.summary("run")
    assert (found.last_step, list(found.metrics)) == (3, ["loss", "progress/steps/left"])
    assert list(reader.compare(["run"]).metrics[0].tag) == list("loss")
    assert len(reader.compare(["run"]).metrics) == 1


class Logged:
    """A run that anybody may have logged."""

    def __init__(self, points: dict[str, list[tuple[int, float, float]]]) -> None:
        self._points = points

    def tags(self, kind: str = "scalar") -> list[str]:
        return sorted(self._points)

    def scalars(self, tag: str) -> ScalarSeries:
        series = ScalarSeries()
        steps, times, values = zip(*self._points[tag], strict=True)
        columns = Columns(np.array(steps, np.int64), np.array(times), np.array(values))
        series.append(FileKey(True, 0, 1.0, ""), columns)
        return series


point = st.tuples(
    st.integers(-(2**63), 2**63 - 1) | st.integers(0, 9),
    st.floats() | st.floats(0, 99),
    st.floats() | st.integers(0, 9).map(float),
)
tag = st.sampled_from([f"progress/{name}" for name in ("left", "a/left", "b/left", "a/steps")])


@given(st.dictionaries(tag, st.lists(point, min_size=1, max_size=6)))
def test_whatever_was_logged_has_a_progress_that_can_be_sent_or_none(
    points: dict[str, list[tuple[int, float, float]]],
) -> None:
    found = progress_of(Logged(points))
    if found is not None:
        assert 0 <= found.share <= 1
        assert 0 <= found.done <= found.total < 2**54
        for seconds in (found.seconds_left, found.seconds_low, found.seconds_high):
            assert seconds is None or 0 <= seconds < float("inf")
