"""The memory that was allocated and freed, and by which operator."""

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.recording import RawMemory
from vdlite.kinds.profile.types import Allocations, Events

Columns = NDArray[np.int64]


def allocations(raw: RawMemory | None, events: Events) -> Allocations:
    if raw is None:
        return Allocations(*[np.zeros(0, np.int64)] * 7)
    order = np.argsort(raw.time, kind="stable")
    time = raw.time[order].astype(np.int64)
    device, sizes = raw.device[order].astype(np.int64), raw.bytes[order].astype(np.int64)
    allocated = raw.allocated[order].astype(np.int64)
    return Allocations(
        time=time,
        device=device,
        address=raw.address[order].astype(np.int64),
        bytes=sizes,
        allocated=_known(allocated, device, sizes),
        reserved=raw.reserved[order].astype(np.int64),
        event=_events_at(raw.lane[order].astype(np.int64), time, events),
    )


def _known(allocated: Columns, device: Columns, sizes: Columns) -> Columns:
    """The bytes allocated after each; counted from zero for devices that do not tell it.

    A total that is less than what was just allocated is none: torch's own count of a host's memory may have such.
    """
    found: Columns = allocated.copy()
    devices, first = np.unique(device, return_index=True)
    negative = np.isin(devices, device[allocated < 0]) | (allocated[first] < sizes[first])
    for each in devices[negative].tolist():
        rows = np.flatnonzero(device == each)
        total = np.cumsum(sizes[rows])
        found[rows] = total - min(0, int(total.min()))
    return found


def _events_at(lane: Columns, time: Columns, events: Events) -> Columns:
    """The innermost event of a lane that is open at each moment; -1 for none."""
    found = np.full(len(time), -1, np.int64)
    end = events.start + events.duration
    for each in np.unique(lane[lane >= 0]).tolist():
        begin, finish = np.searchsorted(events.lane, [each, each + 1]).tolist()
        rows = np.flatnonzero(lane == each)
        at = begin - 1 + np.searchsorted(events.start[begin:finish], time[rows], side="right")
        at = np.where(at >= begin, at, -1)
        while (left := (at >= 0) & (end[at] <= time[rows])).any():
            at[left] = events.parent[at[left]]
        found[rows] = at
    return found


def peaks(memory: Allocations) -> Columns:
    """The number of each device, and its bytes allocated at the beginning, at the most, and at the end, [V, 4]."""
    found = []
    for each in np.unique(memory.device).tolist():
        rows = np.flatnonzero(memory.device == each)
        held = memory.allocated[rows]
        before = int(held[0] - memory.bytes[rows[0]])
        found.append([each, before, max(before, int(held.max())), int(held[-1])])
    return np.array(found, np.int64).reshape(-1, 4)
