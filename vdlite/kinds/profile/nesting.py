"""The nesting of events: depth, parent and own time, without a loop in Python.

Events of a lane are sorted by (start, -end), so that parents come before their children.
"""

import heapq
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.columns import smallest

Columns = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Nesting:
    """How sorted events lie in each other, [N]."""

    order: Columns  # positions of the events before they were sorted
    start: Columns
    duration: Columns
    lane: Columns
    depth: Columns
    parent: Columns  # -1 for none
    self_time: Columns  # duration without that of the children
    end_of_subtree: Columns  # position after the last event within
    moved: NDArray[
        np.int64
    ]  # lane from which that of the overflow lanes came, by number of the overflow lane


def nested(start: Columns, duration: Columns, lane: Columns, lanes: int) -> Nesting:
    """The events in order, with what lies in what.

    Those that begin within another one and end after it lie in none: they are moved to a lane of their own, one for
    each lane that has such, numbered from `lanes` on. There events may lie beside each other at different depths.
    """
    lane = lane.astype(np.int64)
    order, first, last, group = _sorted(start, duration, lane)
    depth, parent = _chains(first, last, group)
    crossing = _crossing(first, last, group, depth, parent)
    moved = np.empty(0, np.int64)
    beside = np.zeros(len(order), np.bool_)
    if len(crossing):
        lane = lane.copy()
        moved = np.unique(group[crossing])
        lane[order[crossing]] = lanes + np.searchsorted(moved, group[crossing])
        order, first, last, group = _sorted(start, duration, lane)
        beside = group >= lanes
        depth, parent = _chains(first, last, group)
        for each in range(lanes, lanes + len(moved)):
            rows = np.flatnonzero(group == each)
            depth[rows], parent[rows] = _slots(first[rows], last[rows]), -1
    sorted_duration = duration[order].astype(np.int64)
    children = np.zeros(len(order), np.int64)
    inner = np.flatnonzero(parent >= 0)
    np.add.at(children, parent[inner], sorted_duration[inner])
    ends = _subtree_ends(first, last, group)
    ends[beside] = np.flatnonzero(beside) + 1
    return Nesting(
        order=order,
        start=start[order].astype(np.int64),
        duration=sorted_duration,
        lane=smallest(group),
        depth=smallest(depth),
        parent=smallest(parent),
        self_time=sorted_duration - children,
        end_of_subtree=smallest(ends),
        moved=moved,
    )


def _sorted(
    start: Columns, duration: Columns, lane: Columns
) -> tuple[Columns, Columns, Columns, Columns]:
    """The order, and of the sorted events begin and end in half nanoseconds, and lane.

    In halves an event of no length has one, so that it lies in what is around it and closes after it has begun.
    """
    first = start.astype(np.int64) * 2
    last = first + np.maximum(duration.astype(np.int64) * 2, 1)
    order = np.lexsort((-last, first, lane))
    return order, first[order], last[order], lane[order]


def _chains(first: Columns, last: Columns, lane: Columns) -> tuple[Columns, Columns]:
    """Depth and parent of sorted events, which are right where none of them cross.

    An event's depth is how many before it are still open: its rank less those that have ended when it begins.
    """
    count = len(first)
    rows = np.arange(count)
    by_end = np.lexsort((last, lane))
    ended = _rank(lane[by_end], last[by_end], lane, first)
    depth = rows - ended
    # The parent is the last one before it that is one less deep.
    by_depth = np.argsort(depth.astype(np.int32), kind="stable")
    keys = depth[by_depth] * count + by_depth
    at = np.searchsorted(keys, (depth - 1) * count + rows) - 1
    parent = np.where(depth > 0, by_depth[at], -1)
    return depth, parent


def _rank(sorted_lane: Columns, sorted_time: Columns, lane: Columns, time: Columns) -> Columns:
    """How many of the (lane, time) that are sorted are not after each of the others."""
    result = np.empty(len(time), np.int64)
    for begin, end in _runs(sorted_lane):
        # Both are sorted by lane, so that a lane has the same rows in both.
        result[begin:end] = begin + np.searchsorted(
            sorted_time[begin:end], time[begin:end], side="right"
        )
    return result


def _crossing(
    first: Columns, last: Columns, lane: Columns, depth: Columns, parent: Columns
) -> Columns:
    """Positions of the events that break the nesting: without these few, of any two that overlap one holds the other.

    Of a family in which some event ends after the one in which it begins, all are gone through one by one.
    """
    inner = parent >= 0
    bad = np.flatnonzero(inner & (last > last[parent]))
    if not len(bad):
        return bad
    # What is open together with something bad: between two moments at which nothing of the lane is.
    family = _families(first, last, lane)
    found = []
    for each in np.unique(family[bad]):
        begin, end = np.searchsorted(family, [each, each + 1])
        stack: list[int] = []
        for row, (begins, ends) in enumerate(
            zip(first[begin:end].tolist(), last[begin:end].tolist(), strict=True)
        ):
            while stack and stack[-1] <= begins:
                stack.pop()
            if stack and ends > stack[-1]:
                found.append(int(begin) + row)
            else:
                stack.append(ends)
    return np.array(found, np.int64)


def _families(first: Columns, last: Columns, lane: Columns) -> Columns:
    """Numbers, rising, the same for events of a lane between which time never passes without one."""
    begins = np.ones(len(first), np.bool_)
    for begin, end in _runs(lane):
        begins[begin + 1 : end] = first[begin + 1 : end] >= np.maximum.accumulate(
            last[begin : end - 1]
        )
    return np.cumsum(begins)


def _runs(column: Columns) -> list[tuple[int, int]]:
    if not len(column):
        return []
    borders = np.flatnonzero(np.diff(column)) + 1
    edges = [0, *borders.tolist(), len(column)]
    return list(pairwise(edges))


def _slots(first: Columns, last: Columns) -> Columns:
    """The lowest free depth of each event, in order of their beginnings, where none lies in another."""
    slots = np.empty(len(first), np.int64)
    busy: list[tuple[int, int]] = []
    free: list[int] = []
    for row, (begins, ends) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
        while busy and busy[0][0] <= begins:
            heapq.heappush(free, heapq.heappop(busy)[1])
        slot = heapq.heappop(free) if free else len(busy)
        slots[row] = slot
        heapq.heappush(busy, (ends, slot))
    return slots


def _subtree_ends(first: Columns, last: Columns, lane: Columns) -> Columns:
    """The position of the first event of the lane that begins when each has ended."""
    ends = np.empty(len(first), np.int64)
    for begin, end in _runs(lane):
        ends[begin:end] = begin + np.searchsorted(first[begin:end], last[begin:end], side="left")
    return ends
