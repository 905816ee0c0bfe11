"""How the open scalars of a run stand: a live run may have a hundred thousand, of which few grow at a time."""

import math
import threading
from collections.abc import Callable, Iterable, Mapping, Set
from typing import NamedTuple

from vdlite.kinds.aside_tags import is_aside
from vdlite.reader.run.kept_scalars import Newest
from vdlite.reader.series.scalar_series import ScalarSeries


class NewestOf(NamedTuple):
    """The newest of some series, and which these are."""

    newest: Newest
    tags: Set[str]


class OpenNewest:
    """How many newest values are not finite, and the largest step, of series that are open. Threads may share it.

    Those whose steps are seconds are left out.
    """

    def __init__(self) -> None:
        self._asking = threading.Lock()  # guards what follows but `_grown`
        self._lock = (
            threading.Lock()
        )  # guards `_grown` alone, so that who opens a series never waits for who asks
        self._grown: dict[str, ScalarSeries] | None = None  # None: any may have changed
        self._tags: set[str] = set()
        self._diverged: set[str] = set()
        self._highest: int | None = None

    def grew(self, series: Iterable[tuple[str, ScalarSeries]]) -> None:
        """These have points more than when they were looked at, or are open only now."""
        with self._lock:
            if self._grown is not None:
                self._grown.update(series)

    def forget(self) -> None:
        """Look at all of them the next time: some are gone, or have fewer points."""
        with self._lock:
            self._grown = None

    def of(self, opened: Callable[[], Mapping[str, ScalarSeries]]) -> NewestOf:
        """The newest of all that are open; what is opened meanwhile may be left out.

        opened: asked for them where it is not enough to look at those that grew.
        """
        with self._asking:
            with self._lock:
                grown, self._grown = self._grown, {}  # first: what is opened now is looked at again
            if grown is None:
                self._tags.clear()
                self._diverged.clear()
                self._highest = None
            for tag, series in (opened() if grown is None else grown).items():
                self._tags.add(tag)
                if not is_aside(tag) and (end := series.end) is not None:
                    self._take_in(tag, *end)
            return NewestOf((len(self._diverged), self._highest), set(self._tags))

    def _take_in(self, tag: str, step: int, value: float) -> None:
        self._highest = step if self._highest is None else max(step, self._highest)
        if math.isfinite(value):
            self._diverged.discard(tag)
        else:
            self._diverged.add(tag)
