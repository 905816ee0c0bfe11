"""What the CUDA allocator of PyTorch remembers, as a recording; from the map that torch gives, never from a pickle."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from vdlite.errors import PayloadError
from vdlite.kinds.draft import taking
from vdlite.kinds.profile.categories import CATEGORIES
from vdlite.kinds.profile.recording import Lane, Note, RawEvents, RawMemory, Recording
from vdlite.profiling.recording.builder import Strings, narrow
from vdlite.profiling.recording.facts import facts
from vdlite.profiling.recording.rows import Rows, whole

_ALLOCATED, _FREED = "alloc", "free_completed"
_SEGMENTS = {"segment_alloc": 1, "segment_map": 1, "segment_free": -1, "segment_unmap": -1}
_OF_TORCH = re.compile(r"(^|/)(torch|vdlite)/|^\?\?$|^<")


@taking("memory snapshot")
def of_memory_snapshot(snapshot: object) -> Recording:
    """The recording of a `torch.cuda.memory._snapshot()`: each allocation, by the line of the program that made it.

    Only what happened since `torch.cuda.memory._record_memory_history` was called is there.
    Raises PayloadError if it is no snapshot, or has no history.
    """
    if not isinstance(snapshot, Mapping) or not isinstance(snapshot.get("segments"), Sequence):
        raise PayloadError(
            f"memory snapshot: got {type(snapshot).__name__}, want what torch.cuda.memory._snapshot() gives"
        )
    traces = snapshot.get("device_traces") or []
    made = _Snapshot()
    for device, trace in enumerate(traces):
        made.add(
            device,
            trace,
            [each for each in snapshot["segments"] if each.get("device", 0) == device],
        )
    return made.recording()


class _Snapshot:
    def __init__(self) -> None:
        self._strings = Strings()
        self._lanes: list[Lane] = []
        self._events = Rows(*(np.int64,) * 5)  # start, lane, name, place, bytes
        self._memory = Rows(*(np.int64,) * 7)
        self._notes: list[Note] = []

    def add(
        self, device: int, trace: Sequence[Mapping[str, Any]], segments: Sequence[Mapping[str, Any]]
    ) -> None:
        """The history of a device, and what it holds in the end."""
        if not trace:
            return
        lane = len(self._lanes)
        self._lanes.append(Lane("memory", f"GPU {device}", f"allocations of GPU {device}", "other"))
        allocated, reserved = _before(trace, segments)
        last = -1
        for entry in trace:
            action, size = str(entry.get("action")), whole(entry.get("size"))
            # Microseconds: several may share one, but have an order.
            time = last = max(whole(entry.get("time_us")) * 1000, last + 2)
            if action in _SEGMENTS:
                reserved += _SEGMENTS[action] * size
            elif action == "oom":
                self._notes.append(
                    Note(f"GPU {device} ran out of memory: {size:,} bytes were asked for", "error")
                )
            elif action in (_ALLOCATED, _FREED):
                change = size if action == _ALLOCATED else -size
                allocated += change
                address = whole(entry.get("addr", entry.get("device_free")))
                self._memory.add(time, device, address, change, allocated, reserved, lane)
                if action == _ALLOCATED:
                    name, place = self._where(entry.get("frames") or [])
                    self._events.add(time, lane, name, place, size)

    def _where(self, frames: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
        """Positions of the function that asked for it, and of its file and line."""
        for frame in frames:
            file = str(frame.get("filename", ""))
            if not _OF_TORCH.search(file):
                place = f"{file}({frame.get('line')}): {frame.get('name')}"
                return self._strings.add(str(frame.get("name"))), self._strings.add(place)
        return self._strings.add("allocation"), 0

    def recording(self) -> Recording:
        if not len(self._memory):
            raise PayloadError(
                "memory snapshot: got one without a history: call "
                "torch.cuda.memory._record_memory_history() before the training"
            )
        start, lane, name, place, nbytes = self._events.columns()
        memory = self._memory.columns()
        base = int(min(memory[0].min(), start.min(initial=memory[0].min())))
        memory[0] -= base
        order = np.argsort(memory[0], kind="stable")
        return Recording(
            facts=facts("CUDA memory snapshot", {"memory": True, "stacks": bool(place.any())}),
            strings=self._strings.all(),
            lanes=self._lanes,
            base=base,
            events=RawEvents(
                start=narrow(start - base),
                duration=np.ones(len(start), np.int32),
                lane=narrow(lane),
                name=narrow(name),
                category=np.full(len(start), CATEGORIES.index("operator"), np.int8),
                place=narrow(place),
                bytes=narrow(nbytes),
            ),
            memory=RawMemory(*(narrow(column[order]) for column in memory)),
            notes=self._notes,
        )


def _before(
    trace: Sequence[Mapping[str, Any]], segments: Sequence[Mapping[str, Any]]
) -> tuple[int, int]:
    """Bytes allocated and reserved before the history: what there is in the end, less what has changed."""
    allocated = sum(whole(segment.get("allocated_size")) for segment in segments)
    reserved = sum(whole(segment.get("total_size")) for segment in segments)
    for entry in trace:
        action, size = entry.get("action"), whole(entry.get("size"))
        allocated -= size if action == _ALLOCATED else -size if action == _FREED else 0
        reserved -= _SEGMENTS.get(str(action), 0) * size
    return max(allocated, 0), max(reserved, 0)
