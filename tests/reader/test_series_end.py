"""The end of a series, which is worked out without merging its files, against the merged points."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vdlite.reader.series.columns import Columns
from vdlite.reader.series.restarts import FileKey, Restarts
from vdlite.reader.series.scalar_series import ScalarSeries

STEPS = st.lists(st.integers(-3, 9), max_size=6)
BEGINS = st.none() | st.integers(-4, 10)


@given(st.lists(st.tuples(STEPS, BEGINS), min_size=1, max_size=4))
def test_the_end_is_that_of_the_points_that_count(
    files: list[tuple[list[int], int | None]],
) -> None:
    restarts = Restarts()
    series = ScalarSeries(restarts=restarts)
    for at, (steps, begin) in enumerate(files):
        key = FileKey(True, 0, float(at), "")
        if begin is not None:
            restarts.begin(key, begin)
        numbers = np.arange(len(steps)) + 10.0 * at
        series.append(key, Columns(np.array(steps, np.int64), numbers, numbers))
    points = series.snapshot()
    if not len(points):
        assert series.end is None
    elif restarts:
        assert series.end == (points.steps[-1], points.values[-1])
    else:
        # What was logged last says whether a training diverged, at whichever step.
        assert series.end == (points.steps[-1], series.newest[2])


@given(st.permutations(range(3)), st.lists(st.sampled_from(range(3)), min_size=1, max_size=50))
def test_the_end_does_not_depend_on_the_order_in_which_files_are_read(
    order: list[int], pieces: list[int]
) -> None:
    live, anew = ScalarSeries(), ScalarSeries()
    values = [float(at) for at in range(len(pieces))]
    for value, file in zip(values, pieces, strict=True):
        one = np.array([value])
        live.append(FileKey(True, 0, float(file), ""), Columns(np.array([5]), one, one))
    for file in order:
        own = np.array([value for value, of in zip(values, pieces, strict=True) if of == file])
        steps = np.full(len(own), 5)
        anew.append(FileKey(True, 0, float(file), ""), Columns(steps, own, own))
    assert live.end == anew.end == (5, float(max(zip(pieces, values, strict=True))[1]))


def test_the_end_of_a_series_whose_ranks_are_gone_is_that_of_one_without_ranks() -> None:
    series = ScalarSeries()
    rank = FileKey(True, -1, 0.0, "")
    for key, value in ((rank, 1.0), (FileKey(True, 0, 0.0, ""), 2.0)):
        series.append(key, Columns(np.array([9, 3]), np.zeros(2), np.array([value, 7.0])))
    assert series.end == (9, 2.0)
    series.drop(rank)
    assert series.end == (9, 7.0)  # what was logged last


def _series(*files: tuple[list[int], float]) -> ScalarSeries:
    """Of files with their steps, each logged within a second from a time on."""
    series = ScalarSeries()
    for steps, began in files:
        times = began + np.linspace(0, 1, len(steps))
        series.append(FileKey(True, 0, began, ""), Columns(np.array(steps), times, times))
    return series


def test_a_series_says_where_later_writers_went_on() -> None:
    assert _series(([0, 1, 2], 0.0)).at_once().resumed == ()
    assert _series(([0, 1, 2], 0.0), ([1, 2, 3], 10.0), ([9], 20.0)).at_once().resumed == (1, 9)


def test_writers_that_log_side_by_side_resume_nothing() -> None:
    assert _series(([0, 1, 2], 0.0), ([0, 1, 2], 0.5)).at_once().resumed == ()


def test_what_a_later_writer_began_anew_before_was_not_resumed() -> None:
    restarts = Restarts()
    series = ScalarSeries(restarts=restarts)
    for began, steps in ((0.0, [0, 1, 2]), (10.0, [3, 4]), (20.0, [1, 2])):
        times = began + np.arange(len(steps))
        series.append(FileKey(True, 0, began, ""), Columns(np.array(steps), times, times))
    restarts.begin(FileKey(True, 0, 20.0, ""), 1)
    assert series.at_once().resumed == (1,)
