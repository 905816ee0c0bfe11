"""What a timeline draws: of each row of a lane the events that can be distinguished at a resolution."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.types import Events

Columns = NDArray[np.int64]

FEW = 3000
"""Events of a row that are given as they are, without looking at pixels."""


_MANY = 250
"""Events of a pixel from which on a call for each pixel takes less than columns of all."""


@dataclass(frozen=True, slots=True)
class Slices:
    """The slices to draw, by lane, depth and start; columns of one length."""

    lane: Columns
    depth: Columns
    start: Columns  # ns from the base; of several events of a pixel that of the first
    end: Columns
    event: Columns  # position; of several the longest
    covered: NDArray[np.float64]  # share of start to end in which there is an event
    count: Columns  # events that it stands for


class Timeline:
    """Events arranged so that any range of time is answered quickly."""

    __slots__ = ("_before", "_borders", "_length", "_order", "_rows", "_start")

    def __init__(self, events: Events) -> None:
        levels = int(events.depth.max(initial=0)) + 1
        row = events.lane.astype(np.int64) * levels + events.depth
        # Within a lane events are sorted by start, and so they are in each of its rows, where none overlap.
        order = np.argsort(row, kind="stable")
        self._order = order.astype(np.int32) if len(order) < 1 << 31 else order
        self._start = events.start[order]
        self._length = events.duration[order]
        self._before = np.concatenate([np.zeros(1, np.int64), np.cumsum(self._length)])
        rows, borders = np.unique(row[order], return_index=True)
        self._rows = [(int(each) // levels, int(each) % levels) for each in rows]
        self._borders = [*borders.tolist(), len(order)]

    def slices(
        self, start: int, end: int, pixels: int, lanes: frozenset[int] | None = None
    ) -> Slices:
        """The slices from start to end (ns from the base), drawn on so many pixels.

        lanes: only these; None for all.
        Events of a row that begin in one pixel become one slice, if there are more than `FEW`.
        """
        parts = []
        edges = np.arange(start, end, max(1, (end - start + pixels - 1) // max(1, pixels)))
        for at, (lane, depth) in enumerate(self._rows):
            if lanes is not None and lane not in lanes:
                continue
            begin, finish = self._borders[at], self._borders[at + 1]
            starts = self._start[begin:finish]
            first = begin + int(np.searchsorted(starts, start))
            last = begin + int(np.searchsorted(starts, end))
            if first > begin and self._start[first - 1] + self._length[first - 1] > start:
                first -= 1
            if first < last:
                parts.append(self._row(first, last, edges, lane, depth))
        return _joined(parts)

    def _row(self, first: int, last: int, edges: Columns, lane: int, depth: int) -> Slices:
        if last - first <= FEW:
            begins = np.arange(first, last)
            longest = begins
        else:
            # Those that begin before the first edge are drawn with what begins at it.
            inner = first + np.searchsorted(self._start[first:last], edges[1:])
            begins = np.unique(np.concatenate([[first], inner]))
            begins = begins[begins < last]
            longest = self._longest(begins, last)
        ends = np.append(begins[1:], last)
        slice_start = self._start[begins]
        slice_end = self._start[ends - 1] + self._length[ends - 1]
        span = slice_end - slice_start
        covered = np.ones(len(begins))
        np.divide(self._before[ends] - self._before[begins], span, out=covered, where=span > 0)
        return Slices(
            lane=np.full(len(begins), lane),
            depth=np.full(len(begins), depth),
            start=slice_start,
            end=slice_end,
            event=self._order[longest].astype(np.int64),
            covered=covered,
            count=ends - begins,
        )

    def _longest(self, begins: Columns, last: int) -> Columns:
        """The position of the first longest event from each of the positions to the next."""
        lengths = self._length[begins[0] : last]
        counts = np.diff(begins, append=last)
        if len(lengths) > _MANY * len(begins):
            pairs = zip(begins.tolist(), counts.tolist(), strict=True)
            found = [
                each + int(self._length[each : each + count].argmax()) for each, count in pairs
            ]
            return np.array(found, np.int64)
        offsets = begins - begins[0]
        most = np.repeat(np.maximum.reduceat(lengths, offsets), counts)
        hits = np.flatnonzero(lengths == most)
        result: Columns = begins[0] + hits[np.searchsorted(hits, offsets)]
        return result


def _joined(parts: list[Slices]) -> Slices:
    none = np.zeros(0, np.int64)
    if not parts:
        return Slices(none, none, none, none, none, np.zeros(0), none)
    return Slices(
        *[np.concatenate([getattr(part, name) for part in parts]) for name in Slices.__slots__]
    )
