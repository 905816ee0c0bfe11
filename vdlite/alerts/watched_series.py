"""A series that a rule looks at: its points are fed to a detector as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from vdlite.alerts.detectors.detector import Detector
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.scalar_series import ScalarSeries, Snapshot

Of = TypeVar("Of", bound=Detector)


@dataclass(frozen=True, slots=True)
class Place:
    """The place in a series where an event begins."""

    points: Columns  # of the whole series
    at: int  # index of the event's first point
    expected: float | None  # the value that would have been usual; None: nothing says it


class WatchedSeries(Generic[Of]):
    """Feeds a detector. Where a later writer went on, what was usual begins anew: with a new detector.

    Points that were fed are not looked at again, unless some of them have changed; then all are.
    """

    __slots__ = (
        "_begins",
        "_fed",
        "_first_step",
        "_goes_on",
        "_last_step",
        "_length",
        "_make",
        "_version",
        "detector",
        "series",
    )

    def __init__(
        self,
        series: ScalarSeries,
        make: Callable[[], Of],
        first_step: int | None = None,
        *,
        goes_on: Callable[[Of], Of] | None = None,
    ) -> None:
        """make: a new detector. first_step: points before it do not count; None: all do.

        goes_on: gives, of the detector of one writer's points, that of the next one's; None: a new one.
        """
        self.series = series
        self.detector = make()  # what was fed with the last points
        self._make = make
        self._goes_on = goes_on
        self._first_step = first_step
        self._length = 0  # of the series, at the last look
        self._version: int | None = None
        self._begins: list[int] = []  # of the parts that were fed, the last of which goes on
        self._fed = 0  # points up to which they were
        self._last_step = 0  # of the last one

    def look(self) -> Iterator[Place]:
        """The events that begin in points which have come since the last look."""
        if len(self.series) == self._length:
            return
        length, self._length = self._length, len(self.series)
        if length == self._fed and self._begins:
            newer = self.series.newer(length, self._last_step)
            if newer is not None:
                self._length = length + len(newer)
                yield from self._of_newer(newer)
                return
        now = self.series.at_once()
        begins = self._parts(now)
        if now.version != self._version or begins[: len(self._begins)] != self._begins:
            self._begins = []
        self._version = now.version
        for number, (begin, end) in enumerate(pairwise([*begins, len(now.columns)])):
            if number + 1 < len(self._begins):
                continue
            if number == len(self._begins):
                goes_on = None if number == 0 else self._goes_on
                self.detector = self._make() if goes_on is None else goes_on(self.detector)
                self._begins.append(begin)
                self._fed = begin
            piece = now.columns.take(slice(self._fed, end))
            self._feed_to(end, piece)
            for start in self.detector.feed(piece):
                yield Place(now.columns, begin + start.at, start.expected)

    def _of_newer(self, newer: Columns) -> Iterator[Place]:
        """The events that begin in points which follow the ones that were fed."""
        self._feed_to(self._fed + len(newer), newer)
        for start in self.detector.feed(newer):
            columns = self.series.at_once().columns
            yield Place(columns, self._begins[-1] + start.at, start.expected)

    def _feed_to(self, end: int, piece: Columns) -> None:
        self._fed = end
        if len(piece):
            self._last_step = int(piece.steps[-1])

    def _parts(self, now: Snapshot) -> list[int]:
        """The first point of each part that one writer wrote, of those that count."""
        steps = now.columns.steps
        begin = 0 if self._first_step is None else int(steps.searchsorted(self._first_step))
        later = set(steps.searchsorted(sorted(now.resumed)).tolist())
        return [begin, *sorted(each for each in later if begin < each < len(steps))]
