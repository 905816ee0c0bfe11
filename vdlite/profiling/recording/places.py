"""The places in the program where operators were called, by the Python functions that were running."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import OPERATOR, PYTHON
from vdlite.kinds.profile.nesting import nested

# What frameworks and Python itself do on the way is no place of a program.
_NO_PLACE = re.compile(
    r"^(<|nn\.Module: |torch/|torchvision/|vdlite/|contextlib\.py|functools\.py|threading\.py)|site-packages/torch/"
)
_MOST_DEPTH = 2000


def places(
    start: NDArray[Any],
    duration: NDArray[Any],
    lane: NDArray[Any],
    name: NDArray[Any],
    category: NDArray[Any],
    strings: Sequence[str],
) -> NDArray[np.int64]:
    """Position in the strings of the innermost function of the program around each operator; 0 where there is none."""
    result = np.zeros(len(start), np.int64)
    is_place = np.array([bool(text) and not _NO_PLACE.search(text) for text in strings], np.bool_)
    frames = np.flatnonzero((category == PYTHON) & is_place[name])
    operators = np.flatnonzero(category == OPERATOR)
    if not len(frames) or not len(operators):
        return result
    rows = np.concatenate([frames, operators])
    tree = nested(start[rows], duration[rows], lane[rows], int(lane.max()) + 1)
    is_frame = tree.order < len(frames)
    # From each operator up to the first event that is a frame.
    around = tree.parent.copy()
    for _ in range(_MOST_DEPTH):
        going = (around >= 0) & ~is_frame[around]
        if not going.any():
            break
        around[going] = tree.parent[around[going]]
    found = around >= 0
    frame_names = name[rows[tree.order]]
    result[rows[tree.order[found]]] = frame_names[around[found]]
    result[frames] = 0
    return result
