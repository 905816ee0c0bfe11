"""Sources: whatever has numbers of a machine that change."""

from collections.abc import Mapping
from typing import Protocol


class Source(Protocol):
    """A thing that can be looked at again and again."""

    def take(self, now: float) -> Mapping[str, float]:
        """The numbers of now by their names, such as `cpu/percent`.

        now: seconds of a clock that only rises. What is counted between two looks is missing from the first.
        May raise OSError or ValueError for what can't be read this time, and SourceGoneError if it never can again.
        """


class SourceGoneError(Exception):
    """A source has nothing more to give, such as a GPU that its driver has lost."""


class Rates:
    """The rates of counters that only rise."""

    def __init__(self) -> None:
        self._before: dict[str, float] = {}
        self._then = 0.0

    def of(self, counts: Mapping[str, float], now: float) -> dict[str, float]:
        """The rise of each counter in a second since the last call; none of one that is new, or began anew.

        now: seconds, as in `Source.take`.
        """
        passed = now - self._then
        rates = {
            name: (count - self._before[name]) / passed
            for name, count in counts.items()
            if passed > 0 and name in self._before and count >= self._before[name]
        }
        self._before, self._then = dict(counts), now
        return rates
