"""Whose turn it is to be looked at: what grew lately each time, the rest one after the other."""

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice
from math import ceil

from vdlite.reader.run.run import Run

LIVELY_SECONDS = 60.0  # after its last growth, a run is looked at each time
ROUND_SECONDS = 4.0  # within which all others have had their turn, but
MOST_A_SECOND = 250  # at most of these, since thousands would cost a good part of a core


class LookTurns:
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
        """The runs that are to be looked at now."""
        known = set(runs)
        return [*(run for run in self.lively() if run in known), *self.quiet(runs)]

    def quiet(self, runs: Sequence[Run]) -> list[Run]:
        """The quiet runs whose turn it is."""
        now = self._clock()
        others = [run for run in runs if run not in self._grown]
        seconds = max(ROUND_SECONDS, len(others) / MOST_A_SECOND)
        share = min(1.0, (now - self._last) / seconds)
        self._last = now
        first = self._next if self._next < len(others) else 0
        number = ceil(share * len(others))
        self._next = (first + number) % max(1, len(others))
        return list(islice(chain(others[first:], others[:first]), number))
