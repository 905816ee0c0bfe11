"""Handing a landscape on while it is being computed."""

import time
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.landscape import Landscape, LandscapePart
from vdlite.landscape.problem import Values

_SECONDS = 0.5  # between two parts: a surface that fills in a second needs no thousand records


class Stream(Protocol):
    """Gets a landscape as it comes."""

    def begin(self, landscape: Landscape) -> None:
        """Everything but the values that are still to be computed."""

    def part(self, landscape_id: str, at: NDArray[np.int64], values: Values) -> None:
        """Points that were computed: their positions in the flattened grid, and their metrics."""

    def pause(self) -> None:
        """Called when no more parts come, for now or for ever."""

    def end(self, landscape: Landscape) -> None:
        """The whole, complete."""


class NoStream:
    """Hands nothing on."""

    def begin(self, landscape: Landscape) -> None: ...
    def part(self, landscape_id: str, at: NDArray[np.int64], values: Values) -> None: ...
    def pause(self) -> None: ...
    def end(self, landscape: Landscape) -> None: ...


class Writer(Protocol):
    """The methods of a LogWriter that `LogStream` needs."""

    def add_landscape(
        self, tag: str, landscape: Any, step: Any = None, walltime: float | None = None
    ) -> None: ...

    def flush(self) -> None: ...


class LogStream:
    """Writes a landscape into a log while it is being computed: the page shows it filling."""

    def __init__(self, writer: Writer, tag: str, step: int = 0) -> None:
        self._writer = writer
        self._tag = tag
        self._step = step
        self._id = ""
        self._at: list[NDArray[np.int64]] = []
        self._values: list[Values] = []
        self._written = time.monotonic()

    def begin(self, landscape: Landscape) -> None:
        self._writer.add_landscape(self._tag, landscape, self._step)
        self._writer.flush()

    def part(self, landscape_id: str, at: NDArray[np.int64], values: Values) -> None:
        self._id = landscape_id
        self._at.append(at)
        self._values.append(values)
        if time.monotonic() - self._written >= _SECONDS:
            self.pause()

    def pause(self) -> None:
        if not self._at:
            return
        whole = {
            name: np.concatenate([values[name] for values in self._values])
            for name in self._values[0]
        }
        part = LandscapePart(self._id, np.concatenate(self._at), whole)
        self._at, self._values = [], []
        self._writer.add_landscape(self._tag, part, self._step)
        self._writer.flush()
        self._written = time.monotonic()

    def end(self, landscape: Landscape) -> None:
        self._writer.add_landscape(self._tag, landscape, self._step)
        self._writer.flush()
