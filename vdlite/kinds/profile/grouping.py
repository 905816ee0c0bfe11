"""Events of the same name, place and step taken together, and calls of the same path."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.columns import smallest
from vdlite.kinds.profile.types import CallTree

Columns = NDArray[np.int64]

MOST_LEVELS = 1000
"""Of the call tree: what lies deeper counts as own time of the level above."""
MOST_CALLS = 200_000
"""Of the call tree: with more, deeper levels count as own time of what called them."""


def distinct(columns: list[Columns]) -> tuple[Columns, Columns]:
    """A row for each combination of the columns, as the position of one event, and of each event its row."""
    key = np.zeros(len(columns[0]), np.int64)
    cards = 1
    for column in columns:
        least = int(column.min(initial=0))
        card = int(column.max(initial=0)) - least + 1
        if cards * card >= 1 << 62:
            key = np.unique(key, return_inverse=True)[1].reshape(-1)
            cards = int(key.max(initial=0)) + 1
        key *= card
        key += column.astype(np.int64) - least
        cards *= card
    _, first, row = np.unique(key, return_index=True, return_inverse=True)
    return first, row.reshape(-1)


def outermost(lane: Columns, name: Columns, start: Columns, end: Columns) -> NDArray[np.bool_]:
    """True for events that lie in no other one of their lane and name, of events sorted by lane and start."""
    order = np.lexsort((name, lane)) if len(lane) else np.zeros(0, np.int64)
    group = np.cumsum(np.append(False, (np.diff(lane[order]) != 0) | (np.diff(name[order]) != 0)))[
        : len(order)
    ]
    base = int(start.min(initial=0))
    span = int(end.max(initial=0)) - base + 1
    if len(order) and int(group[-1]) * span >= 1 << 62:
        return _outermost_of_many(order, group, start, end)
    # In place: of a long profile each column is tens of megabytes.
    group *= span
    group -= base
    shifted_start, shifted_end = start[order], end[order]
    shifted_start += group
    shifted_end += group
    del group
    reach = np.maximum.accumulate(shifted_end) if len(order) else shifted_end
    inner = np.zeros(len(order), np.bool_)
    inner[1:] = (shifted_end[1:] <= reach[:-1]) & (shifted_start[1:] < reach[:-1])
    found = np.empty(len(order), np.bool_)
    found[order] = ~inner
    return found


def _outermost_of_many(
    order: Columns, group: Columns, start: Columns, end: Columns
) -> NDArray[np.bool_]:
    found = np.ones(len(order), np.bool_)
    borders = np.flatnonzero(np.diff(group)) + 1
    for rows in np.split(order, borders):
        reach = np.maximum.accumulate(end[rows])
        found[rows[1:]] = ~((end[rows[1:]] <= reach[:-1]) & (start[rows[1:]] < reach[:-1]))
    return found


class Grouping:
    """Events distinguished by some columns: a row for each combination of them.

    Columns are summed one after the other, so that of a long profile only one has to be there at a time.
    """

    __slots__ = ("_begins", "_first", "_order", "_row")

    def __init__(self, keys: Iterable[Columns]) -> None:
        self._first, row = distinct(list(keys))
        self._row = smallest(row)
        self._order = smallest(np.argsort(self._row, kind="stable"))
        counts = np.bincount(self._row, minlength=len(self._first))
        self._begins = np.cumsum(counts) - counts

    def key(self, column: Columns) -> Columns:
        """The value that all events of a row have in a column that distinguishes them."""
        return column[self._first].astype(np.int64)

    def summed(self, column: Columns) -> Columns:
        return self._reduced(np.add, column)

    def least(self, column: Columns) -> Columns:
        return self._reduced(np.minimum, column)

    def most(self, column: Columns) -> Columns:
        return self._reduced(np.maximum, column)

    def summed_floats(self, events: Columns, column: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sums of floats that some events only have: NaN where none of a row is known."""
        known = np.isfinite(column)
        total = np.full(len(self._first), np.nan)
        of_known = self._row[events[known]]
        total[of_known] = 0
        np.add.at(total, of_known, column[known])
        return total

    def _reduced(self, how: np.ufunc, column: Columns) -> Columns:
        if not len(self._first):
            return np.zeros(0, np.int64)
        result: Columns = how.reduceat(column[self._order], self._begins, dtype=np.int64)
        return result


def call_tree(
    rows: Columns,
    *,
    name: Columns,
    category: Columns,
    parent: Columns,
    depth: Columns,
    calls: Columns,
    self_ns: Columns,
    duration: Columns,
) -> CallTree:
    """The calls of the given events of the host, which hold all that lies around each of them."""
    node = np.full(len(name), -1, np.int64)
    own = np.zeros(len(name), np.bool_)
    first_of_node: list[Columns] = []
    known = 0
    by_depth = rows[np.argsort(depth[rows].astype(np.int32), kind="stable")]
    levels = np.arange(int(depth[rows].max(initial=-1)) + 2)
    edges = np.searchsorted(depth[by_depth], levels)
    for level, (begin, end) in enumerate(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)):
        here = by_depth[begin:end]
        above = np.where(parent[here] >= 0, node[parent[here]], -1)
        if level >= MOST_LEVELS or known >= MOST_CALLS:
            node[here] = above
            continue
        first, row = distinct([above, name[here], category[here]])
        node[here], own[here] = known + row, True
        first_of_node.append(here[first])
        known += len(first)
    one = np.concatenate([*first_of_node, np.zeros(0, np.int64)])
    of_all, of_own = rows[node[rows] >= 0], rows[own[rows]]
    return CallTree(
        parent=np.where(parent[one] >= 0, node[parent[one]], -1),
        name=name[one],
        category=category[one],
        calls=summed(calls[of_own], node[of_own], known),
        self_ns=summed(self_ns[of_all], node[of_all], known),
        total_ns=summed(duration[of_own], node[of_own], known),
    )


def summed(values: Columns, row: Columns, count: int) -> Columns:
    """The sum of the values of each of so many rows, in 64 bits."""
    total = np.zeros(count, np.int64)
    np.add.at(total, row, values)
    return total
