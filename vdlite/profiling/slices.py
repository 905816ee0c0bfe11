"""What a timeline draws: of each row of a lane the events that can be told apart at a resolution."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.types import Events

Columns = NDArray[np.int64]

FEW = 3000
"""Events of a row that are given as they are, without looking at pixels."""


@dataclass(frozen=True, slots=True)
class Slices:
    """What to draw, by lane, depth and start; columns of one length."""

    lane: Columns
    depth: Columns
    start: Columns  # ns from the base; of several events of a pixel that of the first
    end: Columns
    event: Columns  # position; of several the longest
    covered: NDArray[np.float64]  # share of start to end in which there is an event
    count: Columns  # events that it stands for


class Timeline:
    """Events arranged so that any range of time is answered quickly."""

    __slots__ = ("_borders", "_end", "_order", "_rows", "_start")

    def __init__(self, events: Events) -> None:
        levels = int(events.depth.max(initial=0)) + 1
        row = events.lane.astype(np.int64) * levels + events.depth
        # Within a lane events are sorted by start, and so they are in each of its rows.
        order = np.argsort(row, kind="stable")
        self._order = order
        self._start = events.start[order]
        self._end = self._start + events.duration[order]
        rows, borders = np.unique(row[order], return_index=True)
        self._rows = [(int(each) // levels, int(each) % levels) for each in rows]
        self._borders = [*borders.tolist(), len(order)]

    def slices(
        self, start: int, end: int, pixels: int, lanes: frozenset[int] | None = None
    ) -> Slices:
        """What lies in start to end (ns from the base), drawn on so many pixels.

        lanes: only these; None for all.
        Events of a row that begin in one pixel and end before the next become one slice, if there are more than `FEW`.
        """
        parts = []
        width = max(1, (end - start + pixels - 1) // max(1, pixels))
        for at, (lane, depth) in enumerate(self._rows):
            if lanes is not None and lane not in lanes:
                continue
            begin, finish = self._borders[at], self._borders[at + 1]
            # Events of a row do not overlap: both columns rise.
            first = begin + int(np.searchsorted(self._end[begin:finish], start, side="right"))
            last = begin + int(np.searchsorted(self._start[begin:finish], end, side="left"))
            # An event of no length at the start of the range is seen.
            while first > begin and self._end[first - 1] == self._start[first - 1] == start:
                first -= 1
            if first < last:
                parts.append(self._row(first, last, start, width, lane, depth))
        return _joined(parts)

    def _row(self, first: int, last: int, start: int, width: int, lane: int, depth: int) -> Slices:
        starts, ends = self._start[first:last], self._end[first:last]
        if last - first <= FEW:
            begins = np.arange(last - first)
        else:
            pixel = np.maximum(starts - start, 0) // width
            begins = np.flatnonzero(np.append(True, pixel[1:] != pixel[:-1]))
        lengths = ends - starts
        counts = np.diff(np.append(begins, last - first))
        if len(begins) == last - first:
            longest = begins
            sums = lengths
        else:
            most = np.repeat(np.maximum.reduceat(lengths, begins), counts)
            hits = np.flatnonzero(lengths == most)
            longest = hits[np.searchsorted(hits, begins)]
            sums = np.add.reduceat(lengths, begins)
        slice_start = starts[begins]
        slice_end = ends[begins + counts - 1]
        span = slice_end - slice_start
        same = len(begins)
        return Slices(
            lane=np.full(same, lane),
            depth=np.full(same, depth),
            start=slice_start,
            end=slice_end,
            event=self._order[first:last][longest],
            covered=np.divide(sums, span, out=np.ones(same), where=span > 0),
            count=counts,
        )


def _joined(parts: list[Slices]) -> Slices:
    none = np.zeros(0, np.int64)
    if not parts:
        return Slices(none, none, none, none, none, np.zeros(0), none)
    return Slices(
        *[np.concatenate([getattr(part, name) for part in parts]) for name in Slices.__slots__]
    )
