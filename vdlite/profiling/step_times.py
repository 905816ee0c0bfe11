"""How long steps take, and which of them are warm-up."""

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.types import Tables

_SLOW_START = 1.5  # times the median of the others


def warm_up(tables: Tables) -> NDArray[np.bool_]:
    """True for steps that count in no mean: the first, where it takes much longer, such as to compile."""
    lengths = step_lengths(tables)
    marks = np.zeros(len(lengths), np.bool_)
    if len(lengths) > 1 and lengths[0] > _SLOW_START * np.median(lengths[1:]):
        marks[0] = True
    return marks


def step_lengths(tables: Tables) -> NDArray[np.int64]:
    """Nanoseconds of each step, [S]."""
    lengths: NDArray[np.int64] = tables.steps[:, 1] - tables.steps[:, 0]
    return lengths
