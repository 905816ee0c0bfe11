"""What happens in a range of time."""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import CATEGORIES, COMMUNICATION, OPERATOR
from vdlite.kinds.profile.grouping import outermost, summed
from vdlite.kinds.profile.parts import parts, phases
from vdlite.kinds.profile.types import Content, Events

Columns: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Range:
    """The tables of a range."""

    parts: NDArray[np.int64]  # [1, 8]
    phases: NDArray[np.int64]  # [1, 6]
    operators: Columns
    kernels: Columns
    events: int


def within(content: Content, start: int, end: int) -> Range:
    """Tables of start to end, ns from the base; of events that reach beyond it the part that lies in it counts."""
    events = content.events
    clipped = _clipped(events, start, end)
    steps = np.array([[start, end]], np.int64)
    inside = (clipped.duration > 0) | ((events.start >= start) & (events.start < end))
    operators = inside & ~clipped.on_device & np.isin(events.category, (OPERATOR, COMMUNICATION))
    if not operators.any():
        operators = inside & ~clipped.on_device
    return Range(
        parts=parts(clipped, steps),
        phases=phases(replace(clipped, step=np.zeros(len(events), np.int64)), steps),
        operators=_table(content, clipped, operators),
        kernels=_table(content, clipped, inside & events.device_work),
        events=int(inside.sum()),
    )


def _clipped(events: Events, start: int, end: int) -> Events:
    """The events with the times that lie in the range; own times less those of their children in it."""
    begins = np.clip(events.start, start, end)
    duration = np.clip(events.start + events.duration, start, end) - begins
    children = np.zeros(len(events), np.int64)
    inner = np.flatnonzero((events.parent >= 0) & (duration > 0))
    np.add.at(children, events.parent[inner], duration[inner])
    return replace(events, start=begins, duration=duration, self_ns=duration - children)


def _table(content: Content, clipped: Events, rows: NDArray[np.bool_]) -> Columns:
    at = np.flatnonzero(rows)
    names, row = np.unique(clipped.name[at], return_inverse=True)
    row = row.reshape(-1)
    count = len(names)
    start, duration = clipped.start[at], clipped.duration[at]
    own = summed(clipped.self_ns[at], row, count)
    # What calls itself counts once, as in the tables of whole steps.
    outer = outermost(clipped.lane[at], clipped.name[at], start, start + duration)
    total = summed(np.where(outer, duration, 0), row, count)
    first = np.zeros(count, np.int64)
    first[row[::-1]] = at[::-1]
    order = np.argsort(-own, kind="stable")
    return {
        "name": [content.strings[name] for name in names[order].tolist()],
        "category": [CATEGORIES[each] for each in clipped.category[first][order].tolist()],
        "calls": np.bincount(row, minlength=count)[order].astype(np.int64),
        "self_ns": own[order],
        "total_ns": total[order],
    }
