"""The scalar of a run that has most points: it says when the run logs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic

from vdlite.alerts.watched_series import Of, Place, WatchedSeries
from vdlite.kinds.aside_tags import SYSTEM
from vdlite.reader.run.run import Run

_GROWTH = 2  # when it has so many times the points, another one may have more


class Busiest(Generic[Of]):
    """Feeds a detector with the scalar that has most points."""

    def __init__(self, run: Run, make: Callable[[], Of]) -> None:
        """make: a new detector."""
        self._run = run
        self._make = make
        self._version = -1  # of the run's series
        self._chosen_at = 0  # points
        self.watched: WatchedSeries[Of] | None = None

    def look(self) -> Iterator[Place]:
        """See `WatchedSeries.look`."""
        watched = self.watched
        if (
            watched is None
            or self._version != self._run.series_version
            or len(watched.series) >= _GROWTH * self._chosen_at
        ):
            watched = self._choose()
        if watched is not None:
            yield from watched.look()

    def _choose(self) -> WatchedSeries[Of] | None:
        self._version = self._run.series_version
        # A machine goes on being looked at where its training hangs.
        lengths = self._run.lengths()
        tags = (tag for tag in self._run.tags() if not tag.startswith(SYSTEM))
        chosen = max(tags, key=lambda tag: lengths.get(tag, 0), default=None)
        busiest = None if chosen is None else self._run.scalars(chosen)
        if busiest is None:
            self.watched = None
        elif self.watched is None or self.watched.series is not busiest:
            self.watched = WatchedSeries(busiest, self._make)
        self._chosen_at = 0 if busiest is None else len(busiest)
        return self.watched
