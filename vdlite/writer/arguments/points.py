"""Many scalars on their way into the log: of one tag, or of one step."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.writer.arguments.checks import check_step


@dataclass(slots=True)
class Points:
    """Columns of one length."""

    values: NDArray[np.float64]
    steps: NDArray[np.int64] | None  # None until the log says which come next
    walltimes: NDArray[np.float64]

    def steps_from(self, next_step: Callable[[], int]) -> NDArray[np.int64]:
        """The steps; if they were not given, those that count on from `next_step`.

        Raises PayloadError if these are beyond 64 bits.
        """
        if self.steps is None:
            first = next_step()
            check_step(first + len(self.values) - 1)
            self.steps = np.arange(first, first + len(self.values), dtype=np.int64)
        return self.steps


@dataclass(slots=True)
class Row:
    """Numbers of one step."""

    tags: tuple[str, ...]
    values: memoryview  # bytes: a little-endian float64 for each tag
    step: int | None  # None until the log says which comes next
    walltime: float
