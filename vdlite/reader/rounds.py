"""Whose turn it is to be looked at: what grew lately each time, the rest one after the other."""

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, islice
from math import ceil
from pathlib import Path

from vdlite.reader.run import Run

LIVELY_SECONDS = 60.0  # after its last growth, a run is looked at each time
ROUND_SECONDS = 4.0  # within which all others have had their turn, but
MOST_A_SECOND = 250  # at most of these, since thousands would cost a good part of a core
SEARCH_SECONDS = 30.0  # after which folders are searched though none seems to have changed, but
SEARCH_SHARE = 0.01  # of the time at most
_YOUNG = 2_000_000_000  # nanoseconds; a folder may change twice without its time telling


class Rounds:
    """Remembers which runs grew. For one thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._grown: dict[Run, float] = {}
        self._last = clock()
        self._next = 0  # place of the run that comes next, among the quiet ones

    def grew(self, runs: Iterable[Run]) -> None:
        """Remember that these have grown."""
        self._grown.update(dict.fromkeys(runs, self._clock()))

    def lively(self) -> list[Run]:
        """The runs that grew lately."""
        oldest = self._clock() - LIVELY_SECONDS
        self._grown = {run: at for run, at in self._grown.items() if at > oldest}
        return list(self._grown)

    def turn(self, runs: Sequence[Run]) -> list[Run]:
        """Those of the runs that are to be looked at now."""
        known = set(runs)
        return [*(run for run in self.lively() if run in known), *self.quiet(runs)]

    def quiet(self, runs: Sequence[Run]) -> list[Run]:
        """Those of the other runs whose turn it is."""
        now = self._clock()
        others = [run for run in runs if run not in self._grown]
        seconds = max(ROUND_SECONDS, len(others) / MOST_A_SECOND)
        share = min(1.0, (now - self._last) / seconds)
        self._last = now
        first = self._next if self._next < len(others) else 0
        number = ceil(share * len(others))
        self._next = (first + number) % max(1, len(others))
        return list(islice(chain(others[first:], others[:first]), number))


def _changed(folder: Path) -> int:
    return os.stat(folder).st_mtime_ns


class Folders:
    """Tells whether a new search for log files can find anything else than the last one. For one thread."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        changed: Callable[[Path], int] = _changed,
    ) -> None:
        """changed: tells when a folder has last changed, in nanoseconds since 1970; may raise OSError."""
        self._clock = clock
        self._changed = changed
        self._times: Mapping[Path, int] = {}
        self._searched: float | None = None
        self._young = True
        self._rest = SEARCH_SECONDS

    def searched(self, times: Mapping[Path, int], took: float = 0.0) -> None:
        """times: when each folder had last changed before it was searched, in nanoseconds since 1970.

        took: seconds that the search needed.
        """
        self._rest = max(SEARCH_SECONDS, took / SEARCH_SHARE)
        self._times = times
        self._searched = self._clock()
        self._young = max(times.values(), default=0) > time.time_ns() - _YOUNG

    def may_have_changed(self) -> bool:
        """Looks at the time of every folder, and believes it for half a minute, or longer where searches take long."""
        if self._searched is None or self._young or not self._times:
            return True
        if self._clock() - self._searched > self._rest:
            return True
        try:
            return any(self._changed(path) != at for path, at in self._times.items())
        except OSError:  # one has gone
            return True
