"""Step, module, phase and place of each event."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import (
    BACKWARD_PHASE,
    COMMUNICATION,
    COMMUNICATION_PHASE,
    DATA_PHASE,
    FORWARD_PHASE,
    LOADER,
    MODULE,
    OPERATOR,
    OPTIMIZER,
    OPTIMIZER_PHASE,
    OTHER_PHASE,
    PYTHON,
    STEP,
)

Columns = NDArray[np.int64]

_PHASE_NAMES = {
    "data": DATA_PHASE,
    "dataloader": DATA_PHASE,
    "data loading": DATA_PHASE,
    "load": DATA_PHASE,
    "forward": FORWARD_PHASE,
    "backward": BACKWARD_PHASE,
    "optimizer": OPTIMIZER_PHASE,
    "optimize": OPTIMIZER_PHASE,
    "communication": COMMUNICATION_PHASE,
}
"""Spans of these names, however they are written, tell the phase of what lies in them."""

_PHASE_STARTS = (
    ("enumerate(DataLoader)", DATA_PHASE),
    ("Optimizer.", OPTIMIZER_PHASE),
    ("autograd::engine::evaluate_function", BACKWARD_PHASE),
    ("DistributedDataParallel.forward", FORWARD_PHASE),
    ("nccl:", COMMUNICATION_PHASE),
    ("gloo:", COMMUNICATION_PHASE),
    ("c10d::", COMMUNICATION_PHASE),
    ("record_param_comms", COMMUNICATION_PHASE),
)
"""How torch names what belongs to a phase."""


def inherited(marks: Columns, parent: Columns, depth: Columns) -> Columns:
    """The mark of each event, or else of the nearest event around it that has one; -1 for none."""
    found: Columns = marks.copy()
    by_depth = np.argsort(depth.astype(np.int32), kind="stable")
    edges = np.searchsorted(depth[by_depth], np.arange(1, int(depth.max(initial=0)) + 2))
    for begin, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        rows = by_depth[begin:end]
        rows = rows[(found[rows] < 0) & (parent[rows] >= 0)]
        found[rows] = found[parent[rows]]
    return found


def steps_of(start: Columns, steps: Columns) -> Columns:
    """The step in which each moment lies; -1 for none. Steps [S, 2] follow each other."""
    if not len(steps):
        return np.full(len(start), -1, np.int64)
    at = np.searchsorted(steps[:, 0], start, side="right") - 1
    inside = (at >= 0) & (start < steps[np.maximum(at, 0), 1])
    return np.where(inside, at, -1)


def find_steps(
    category: Columns,
    start: Columns,
    duration: Columns,
    lane: Columns,
    name: Columns,
    strings: Sequence[str],
) -> tuple[Columns, Columns, int]:
    """Steps [S, 2] and their numbers, of the lane that has most of them; the last says how many were left out.

    Where nothing says what a step is, everything is one.
    """
    rows = np.flatnonzero((category == STEP) & (duration > 0))
    if not len(rows):
        if not len(start):
            return np.zeros((0, 2), np.int64), np.zeros(0, np.int64), 0
        whole = [[int(start.min()), int((start + duration).max())]]
        return np.array(whole, np.int64), np.zeros(1, np.int64), 0
    lanes, counts = np.unique(lane[rows], return_counts=True)
    mine = rows[lane[rows] == lanes[np.argmax(counts)]]
    begins, ends = start[mine], start[mine] + duration[mine]
    kept = np.ones(len(mine), np.bool_)
    kept[1:] = begins[1:] >= np.maximum.accumulate(ends)[:-1]
    numbers = [_number(strings[at], position) for position, at in enumerate(name[mine].tolist())]
    steps = np.stack([begins[kept], ends[kept]], axis=1)
    return steps, np.array(numbers, np.int64)[kept], int((~kept).sum())


def _number(name: str, position: int) -> int:
    """The number in a name such as `ProfilerStep#12`."""
    digits = name.rpartition("#")[2]
    return int(digits) if digits.isdecimal() and len(digits) < 19 else position


def phases_of(
    category: Columns,
    name: Columns,
    strings: Sequence[str],
    parent: Columns,
    depth: Columns,
    forward: Columns,
    launched_by: Columns,
) -> Columns:
    """The phase of each event: what it or an event around it says of itself, and forward for all other operators."""
    phase_by_name = np.full(len(strings), -1, np.int64)
    for position in np.unique(name).tolist():
        phase_by_name[position] = _phase_of_name(strings[position])
    # Only what people or torch have marked has its phase by its name: a module may be called "forward", too.
    marks = np.where((category == MODULE) | (category == PYTHON), -1, phase_by_name[name])
    marks[category == LOADER] = DATA_PHASE
    marks[category == OPTIMIZER] = OPTIMIZER_PHASE
    marks[category == COMMUNICATION] = COMMUNICATION_PHASE
    marks[forward >= 0] = BACKWARD_PHASE
    found = inherited(marks, parent, depth)
    computing = (category == OPERATOR) | (category == MODULE)
    found = inherited(np.where((found < 0) & computing, FORWARD_PHASE, found), parent, depth)
    device = launched_by >= 0
    found[device & (marks < 0)] = found[launched_by[device & (marks < 0)]]
    return np.where(found < 0, OTHER_PHASE, found)


def _phase_of_name(name: str) -> int:
    found = _PHASE_NAMES.get(name.strip().lower(), -1)
    if found >= 0:
        return found
    return next((phase for start, phase in _PHASE_STARTS if name.startswith(start)), -1)


def modules_of(
    category: Columns,
    name: Columns,
    parent: Columns,
    depth: Columns,
    forward: Columns,
    launched_by: Columns,
) -> Columns:
    """The module that each event belongs to, by the position of its path in the strings; 0 for none.

    Backward operators belong to that of their forward ones, and work of devices to that of its operator.
    """
    marks = np.where(category == MODULE, name, -1)
    found = inherited(marks, parent, depth)
    backward = forward >= 0
    if backward.any():
        marks = np.where(backward & (found < 0), found[forward], found)
        found = inherited(marks, parent, depth)
    device = launched_by >= 0
    found[device] = found[launched_by[device]]
    return np.where(found < 0, 0, found)


def places_of(
    given: Columns | None, category: Columns, name: Columns, parent: Columns, depth: Columns
) -> Columns:
    """The place in the program of each event: what was recorded, or the Python function around it; 0 for none."""
    marks = np.where(category == PYTHON, name, -1)
    if given is not None:
        marks = np.where(given > 0, given, marks)
    elif not (category == PYTHON).any():
        return np.zeros(len(category), np.int64)
    found = inherited(marks, parent, depth)
    return np.where(found < 0, 0, found)
