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
        key = FileKey(True, float(at), "")
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
