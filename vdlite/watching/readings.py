"""Readings of a GPU: functions of its driver, some of which it may lack."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from vdlite.watching.source import SourceGoneError

Trouble = Literal["lacking", "gone", "now"]
"""What an error of a driver means: it lacks the function, the GPU is gone, or it only does not answer now."""

Reading = Callable[[float], Mapping[str, float]]
"""Numbers by name, given the seconds of a clock that only rises."""


class Readings:
    """The readings of one GPU; what the driver lacks is asked for once."""

    def __init__(
        self, readings: Sequence[Reading], trouble: Callable[[Exception], Trouble]
    ) -> None:
        self._readings = list(readings)
        self._trouble = trouble

    def take(self, now: float) -> dict[str, float]:
        """The numbers of all readings; of none if the GPU is gone. Raises SourceGoneError then."""
        values: dict[str, float] = {}
        for reading in list(self._readings):
            try:
                values |= reading(now)
            except Exception as error:  # errors of a driver's library have classes of its own
                trouble = self._trouble(error)
                if trouble == "gone":
                    raise SourceGoneError(repr(error)) from error
                if trouble == "lacking":
                    self._readings.remove(reading)
        return values


class Energy:
    """The energy that a GPU has taken since it was first looked at."""

    def __init__(self) -> None:
        self._first: float | None = None
        self._joules = 0.0
        self._then: float | None = None

    def counted(self, joules: float) -> float:
        """The energy in joules, given a counter of the driver."""
        if self._first is None or joules < self._first:  # it began anew, with the driver
            self._first = joules - self._joules
        self._joules = joules - self._first
        return self._joules

    def integrated(self, watts: float, now: float) -> float:
        """The energy in joules, given the power of now, where there is no counter."""
        if self._then is not None:
            self._joules += watts * max(0.0, now - self._then)
        self._then = now
        return self._joules
