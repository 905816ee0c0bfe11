"""A landscape out of the records that it came in."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.kinds.landscape.record import Floats
from vdlite.kinds.landscape.types import NAME, Landscape, LandscapePart


class Assembly:
    """Wholes and parts of one landscape, added in the order in which they were logged.

    Points are united, and later records win; everything else is as the last whole says. For one thread at a time.
    """

    def __init__(self) -> None:
        self.damaged = 0
        """Records that could not be added."""
        self._whole: Landscape | None = None
        self._values: dict[str, Floats] = {}  # each flat
        self._done: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._early: list[LandscapePart] = []  # that came before any whole

    def add(self, held: Landscape | LandscapePart) -> None:
        """Take in one more record. Raises FormatError if it does not fit to the others."""
        if isinstance(held, Landscape):
            self._add_whole(held)
        elif self._whole is None:
            self._early.append(held)
        else:
            self._add_part(held)

    def landscape(self) -> Landscape:
        """The landscape by now, which later records do not change. Raises FormatError without any whole."""
        if self._whole is None:
            raise FormatError(f"{NAME}: got parts only, want the record that holds the coordinates")
        shape = self._whole.shape
        values = {name: column.reshape(shape).copy() for name, column in self._values.items()}
        return replace(self._whole, values=values, done=self._done.reshape(shape).copy())

    def _add_whole(self, whole: Landscape) -> None:
        before = self._whole
        if before is not None and not (
            np.array_equal(whole.x, before.x)
            and (whole.y is None) == (before.y is None)
            and (whole.y is None or before.y is None or np.array_equal(whole.y, before.y))
        ):
            self.damaged += 1  # one of them lies about what it is; the later one is believed
            before = None
        if before is None:
            self._values = {}
            self._done = np.zeros(whole.done.size, np.bool_)
        self._whole = whole
        early, self._early = self._early, []
        for part in early:
            try:
                self._add_part(part)
            except FormatError:
                self.damaged += 1
        done = np.flatnonzero(whole.done)
        values = {name: column.reshape(-1)[done] for name, column in whole.values.items()}
        self._put(done, values)
        others = [name for name in self._values if name not in whole.values]
        self._values = {name: self._values[name] for name in (*whole.values, *others)}

    def _add_part(self, part: LandscapePart) -> None:
        if len(part.at) and part.at.max() >= len(self._done):
            raise FormatError(
                f"{NAME}: got a part with position {part.at.max()}, want less than {len(self._done)}"
            )
        self._put(part.at, dict(part.values))

    def _put(self, at: NDArray[np.intp] | NDArray[np.int64], values: dict[str, Floats]) -> None:
        for name, column in values.items():
            if name not in self._values:
                self._values[name] = np.full(len(self._done), np.nan)
            self._values[name][at] = column
        self._done[at] = True
