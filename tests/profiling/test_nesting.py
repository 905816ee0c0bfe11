"""Which event lies in which, against a walk through them one by one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vdlite.kinds.profile.nesting import nested

Interval = tuple[int, int, int]


def walked(intervals: list[Interval]) -> list[tuple[int, int]]:
    """Depth and parent (a position in the sorted intervals) by a stack; -2 as depth of what crosses another."""
    order = sorted(
        range(len(intervals)),
        key=lambda at: (intervals[at][2], intervals[at][0], -max(intervals[at][1], 0.5), at),
    )
    found: dict[int, tuple[int, int]] = {}
    stack: list[tuple[float, int, int]] = []
    for rank, at in enumerate(order):
        start, duration, lane = intervals[at]
        end = start + max(duration, 0.5)
        stack = [open_ for open_ in stack if open_[0] > start and open_[2] == lane]
        if stack and end > stack[-1][0]:
            found[at] = (-2, -1)
            continue
        found[at] = (len(stack), stack[-1][1] if stack else -1)
        stack.append((end, at, lane))
        del rank
    return [found[at] for at in range(len(intervals))]


intervals = st.lists(
    st.tuples(st.integers(-30, 30), st.integers(0, 20), st.integers(0, 2)), max_size=40
)


@given(intervals)
def test_depth_and_parent_are_those_of_a_walk(given: list[Interval]) -> None:
    want = walked(given)
    start, duration, lane = columns(given)
    found = nested(start, duration, lane, 3)
    for row, at in enumerate(found.order.tolist()):
        depth, parent = want[at]
        if depth == -2:
            assert found.lane[row] >= 3
            assert found.parent[row] == -1
        else:
            assert found.lane[row] == given[at][2]
            assert found.depth[row] == depth
            above = found.parent[row]
            assert (-1 if above < 0 else found.order[above]) == parent


@given(intervals)
def test_own_times_add_up_to_what_lies_in_nothing(given: list[Interval]) -> None:
    found = nested(*columns(given), 3)
    assert found.self_time.sum() == found.duration[found.parent < 0].sum()
    assert (found.self_time >= 0).all()
    assert sorted(found.order.tolist()) == list(range(len(given)))


@given(intervals)
def test_a_subtree_is_what_lies_within(given: list[Interval]) -> None:
    found = nested(*columns(given), 3)
    for row, end in enumerate(found.end_of_subtree.tolist()):
        within = {row}
        for other in range(row + 1, len(given)):
            if int(found.parent[other]) in within:
                within.add(other)
        assert within == set(range(row, end))


@given(intervals)
def test_events_that_cross_lie_beside_each_other(given: list[Interval]) -> None:
    found = nested(*columns(given), 3)
    for lane in np.unique(found.lane[found.lane >= 3]):
        rows = np.flatnonzero(found.lane == lane)
        for at in rows:
            for other in rows:
                if at < other and found.depth[at] == found.depth[other]:
                    assert found.start[other] >= found.start[at] + found.duration[at]


def test_fifty_thousand_events_of_one_moment_are_nested_at_once() -> None:
    count = 50_000
    same = np.full(count, 7, np.int64)
    found = nested(same, same, np.zeros(count, np.int64), 1)
    assert found.depth.tolist() == list(range(count))
    assert found.self_time.tolist() == [0] * (count - 1) + [7]


def test_kernels_that_overlap_by_a_nanosecond_keep_their_times() -> None:
    found = nested(np.array([0, 9, 20]), np.array([10, 5, 5]), np.zeros(3, np.int64), 1)
    assert found.lane.tolist() == [0, 0, 1]
    assert found.moved.tolist() == [0]
    assert found.duration.sum() == 20


def columns(
    given: list[Interval],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    table = np.array(given, np.int64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]
