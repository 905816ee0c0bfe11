"""Python functions of profilers themselves, which are among those that they record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import PYTHON
from vdlite.kinds.profile.recording import Note

_OWN = re.compile(
    r"(^|/)(vdlite/profiling/(recording/session|torch/\w+)\.py\(\d+\): "
    r"|vdlite/profiling/recording/spans\.py\(\d+\): __(enter|exit)__$"
    r"|torch/profiler/profiler\.py\(\d+\): "
    r"|torch/autograd/profiler\.py\(\d+\): __(enter|exit)__$)"
    r"|RecordFunctionFast object"
    r"|^<built-in method _?record_function_(enter|exit)"
)


def own_frames(
    start: NDArray[Any],
    duration: NDArray[Any],
    lane: NDArray[Any],
    name: NDArray[Any],
    category: NDArray[Any],
    strings: Sequence[str],
) -> NDArray[np.bool_]:
    """True for events that are such functions, or what they have called.

    What begins and ends an annotation lies half within it, so that it would tear apart what lies around both.
    """
    is_own = np.array([_OWN.search(text) is not None for text in strings], np.bool_)
    frames = np.flatnonzero(category == PYTHON)
    found = np.zeros(len(start), np.bool_)
    own = frames[is_own[name[frames]]]
    for each in np.unique(lane[own]).tolist():
        windows = own[lane[own] == each]
        windows = windows[np.argsort(start[windows], kind="stable")]
        begins = start[windows]
        ends = np.maximum.accumulate(begins + duration[windows])
        here = frames[lane[frames] == each]
        before = np.searchsorted(begins, start[here], side="right") - 1
        inside = (before >= 0) & (start[here] + duration[here] <= ends[np.maximum(before, 0)])
        found[here[inside]] = True
    return found


def own_frames_note(count: int) -> Note:
    return Note(f"{count} calls of Python functions of the profiler itself are left out")
