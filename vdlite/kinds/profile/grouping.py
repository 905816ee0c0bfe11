"""Events of the same name, place and step taken together, and calls of the same path."""

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.types import CallTree, Groups

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
    """Which events lie in no other one of their lane and name, of events sorted by lane and start."""
    order = np.lexsort((name, lane)) if len(lane) else np.zeros(0, np.int64)
    group = np.cumsum(np.append(False, (np.diff(lane[order]) != 0) | (np.diff(name[order]) != 0)))[
        : len(order)
    ]
    base = int(start.min(initial=0))
    span = int(end.max(initial=0)) - base + 1
    if len(order) and int(group[-1]) * span >= 1 << 62:
        return _outermost_of_many(order, group, start, end)
    shifted_start, shifted_end = (
        start[order] - base + group * span,
        end[order] - base + group * span,
    )
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


def groups(
    keys: dict[str, Columns],
    *,
    calls: Columns,
    self_ns: Columns,
    total_ns: Columns,
    duration: Columns,
    device_self_ns: Columns,
    device_total_ns: Columns,
    counts_in_total: NDArray[np.bool_],
    flops: Columns,
    bytes_: Columns,
    kernels: Columns,
    occupancy_ns: NDArray[np.float64],
    filled_ns: NDArray[np.float64],
) -> Groups:
    """keys: the columns of `Groups` that tell events apart. kernels: positions of those of which the last two tell."""
    first, row = distinct(list(keys.values()))
    order = np.argsort(row, kind="stable")
    begins = np.searchsorted(row[order], np.arange(len(first)))

    def summed(column: NDArray[np.int64]) -> Columns:
        if not len(first):
            return np.zeros(0, np.int64)
        return np.add.reduceat(column[order], begins, dtype=np.int64)

    def summed_floats(column: NDArray[np.float64]) -> NDArray[np.float64]:
        known = np.isfinite(column)
        total = np.full(len(first), np.nan)
        of_known = row[kernels[known]]
        total[of_known] = 0
        np.add.at(total, of_known, column[known])
        return total

    sorted_duration = duration[order]
    return Groups(
        **{name: column[first].astype(np.int64) for name, column in keys.items()},
        calls=summed(calls),
        self_ns=summed(self_ns),
        total_ns=summed(np.where(counts_in_total, total_ns, 0)),
        device_self_ns=summed(device_self_ns),
        device_total_ns=summed(np.where(counts_in_total, device_total_ns, 0)),
        min_ns=np.minimum.reduceat(sorted_duration, begins) if len(first) else calls[:0],
        max_ns=np.maximum.reduceat(sorted_duration, begins) if len(first) else calls[:0],
        flops=summed(flops),
        bytes=summed(bytes_),
        occupancy_ns=summed_floats(occupancy_ns),
        filled_ns=summed_floats(filled_ns),
    )


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
