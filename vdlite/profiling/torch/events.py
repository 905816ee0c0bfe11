"""What a profiler of PyTorch has recorded, read directly: exact times, and names as they are.

A trace file says "unknown" for names beyond ASCII, and is no JSON where a name has a quote.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import CATEGORIES
from vdlite.kinds.profile.recording import Lane, RawEvents, Recording
from vdlite.profiling.recording.builder import Lanes, Strings, narrow, unless_all
from vdlite.profiling.recording.names import (
    MEMORY_NAME,
    STEP_PREFIX,
    category_of,
    is_device,
    loader_facts,
    shown_name,
)
from vdlite.profiling.recording.own_frames import own_frames, own_frames_note
from vdlite.profiling.recording.places import places
from vdlite.profiling.recording.rows import (
    CollectiveRows,
    KernelRows,
    MemoryRows,
    count_host_collectives,
)
from vdlite.profiling.torch.metadata import Metadata, OperatorRows

_INSTANT = "cpu_instant_event"
_LEFT_OUT = -1
# The correlation of these joins what a call of the device's runtime launched; that of others is their own number.
_LAUNCH = frozenset(
    ("runtime", "kernel", "memcpy", "memset", "communication", "synchronization", "instant")
)
_CALLS_OF_DEVICES = ("runtime", "driver")
_OPERATORS = frozenset(
    CATEGORIES.index(name) for name in ("operator", "annotation", "communication")
)


def recording_of(
    profiler: Any, facts: Mapping[str, Any], *, first_step: int = 0, unfinished: int = -1
) -> Recording:
    """The recording of a torch profiler that has stopped.

    first_step: what is added to the numbers of its steps.
    unfinished: number of a step in which it was stopped, and which is not reported as a step.
    A torch without direct access to the events is asked for a trace file.
    Raises ValueError if there are no events, as after a failure of the device's collection.
    """
    results = getattr(getattr(profiler, "profiler", profiler), "kineto_results", None)
    if results is None:
        raise ValueError("it was never started, or not stopped")
    if not hasattr(results, "trace_activities"):
        return _of_file(results, facts)
    activities = results.trace_activities()
    if not activities:
        raise ValueError("it has no events: something stopped it while it recorded")
    # Only this view has them; it takes as long to make as a tenth of all the rest.
    torch_events = results.events() if _counts_flops(profiler) else ()
    return _Reading(activities, first_step, unfinished).recording(torch_events, facts)


def _counts_flops(profiler: Any) -> bool:
    inner = getattr(profiler, "profiler", profiler)
    return bool(getattr(inner, "with_flops", True))


def _of_file(results: Any, facts: Mapping[str, Any]) -> Recording:
    from vdlite.profiling.files.chrome_trace import read_trace

    with tempfile.TemporaryDirectory(prefix="vdlite-profile-") as folder:
        path = Path(folder) / "trace.json"
        results.save(str(path))
        recording = read_trace(path)
    return replace(recording, facts={**recording.facts, **facts})


class _Reading:
    """Goes through the events once for each property: a call into C++ for each, and nothing else."""

    def __init__(self, activities: Sequence[Any], first_step: int, unfinished: int) -> None:
        self._first_step = first_step
        self._unfinished = f"{STEP_PREFIX}{unfinished}"
        self._strings = Strings()
        self._lanes = Lanes()
        self._lane_names: dict[tuple[int, int, bool], int] = {}
        kinds = [each.type() for each in activities]
        known: dict[tuple[str, str], tuple[int, int]] = {}
        named = []
        for key in zip(kinds, [each.name() for each in activities], strict=True):
            found = known.get(key)
            if found is None:
                found = known[key] = self._named(*key)
            named.append(found)
        rows = [row for row, each in enumerate(named) if each[1] != _LEFT_OUT]
        self._events = [activities[row] for row in rows]
        self._kinds = [kinds[row] for row in rows]
        self._named_events = np.array(named, np.int64).reshape(-1, 2)[rows]
        self._allocations = [
            activities[row]
            for row, each in enumerate(named)
            if each[1] == _LEFT_OUT and kinds[row] == _INSTANT
        ]

    def _named(self, kind: str, text: str) -> tuple[int, int]:
        """Positions of its name and its category."""
        if (kind == _INSTANT and text == MEMORY_NAME) or text == self._unfinished:
            return 0, _LEFT_OUT
        category = category_of(kind, text)
        shown = shown_name(category, text)
        if category == "step":
            number = shown.removeprefix(STEP_PREFIX)
            if number.isdecimal():
                shown = f"{STEP_PREFIX}{int(number) + self._first_step}"
        return self._strings.add(shown), CATEGORIES.index(category)

    def recording(self, torch_events: Sequence[Any], facts: Mapping[str, Any]) -> Recording:
        """torch_events: the same events, in another view that knows their operations; none if those are not counted."""
        strings, metadata, memory = self._strings, Metadata(), MemoryRows()
        lane, start, duration = self._places_in_time()
        notes = []
        name, category = self._named_events.T
        own = own_frames(start, duration, lane, name, category, strings.all())
        if own.any():
            notes.append(own_frames_note(int(own.sum())))
            lane, start, duration = lane[~own], start[~own], duration[~own]
            self._keep(np.flatnonzero(~own))
        events = self._events
        name, category = self._named_events.T
        self._read_allocations(memory, metadata)
        base = int(start.min()) if len(start) else 0
        start -= base

        operators = OperatorRows(metadata, strings, len(events))
        kernels, collectives = KernelRows(strings), CollectiveRows(strings)
        nbytes = np.zeros(len(events), np.int64)
        self._read_arguments(operators, kernels, collectives, nbytes, metadata)
        count_host_collectives(
            collectives, strings.all(), start, name, category, lane, self._lanes.all
        )
        external, correlation = self._links(category)
        flops = _flops(torch_events, external, category)
        place = places(start, duration, lane, name, category, strings.all())
        return Recording(
            facts={**facts, **loader_facts(strings.positions)},
            strings=strings.all(),
            lanes=self._lanes.all,
            base=base,
            events=RawEvents(
                start=narrow(start),
                duration=narrow(duration),
                lane=narrow(lane),
                name=narrow(name),
                category=narrow(category),
                external=unless_all(external, 0),
                correlation=unless_all(correlation, 0),
                sequence=unless_all(operators.sequence, -1),
                forward_thread=unless_all(operators.forward_thread, 0),
                shapes=unless_all(operators.shapes, 0),
                place=unless_all(place, 0),
                args=unless_all(operators.args, 0),
                flops=unless_all(flops, 0),
                bytes=unless_all(nbytes, 0),
            ),
            memory=memory.columns(base),
            kernels=kernels.columns(),
            collectives=collectives.columns(),
            notes=[*notes, *metadata.notes()],
        )

    def _places_in_time(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Lane, begin and duration of each event."""
        lane = np.array(self._lanes_of(self._events, self._kinds), np.int64)
        start = np.array([each.timestamp() for each in self._events], np.int64)
        duration = np.array([each.duration() for each in self._events], np.int64)
        duration[self._named_events[:, 1] == CATEGORIES.index("instant")] = 0
        return lane, start, np.maximum(duration, 0)

    def _keep(self, rows: NDArray[np.int64]) -> None:
        kept = rows.tolist()
        self._events = [self._events[row] for row in kept]
        self._kinds = [self._kinds[row] for row in kept]
        self._named_events = self._named_events[rows]

    def _lanes_of(self, events: Sequence[Any], kinds: Sequence[str]) -> list[int]:
        known, result = self._lane_names, []
        on_device = {kind for kind in set(kinds) if is_device(kind)}
        for kind, process, thread in zip(
            kinds,
            [each.device_id() for each in events],
            [each.resource_id() for each in events],
            strict=True,
        ):
            key = (process, thread, kind in on_device)
            lane = known.get(key)
            if lane is None:
                lane = known[key] = self._lanes.add(key, _lane(*key))
            result.append(lane)
        return result

    def _read_allocations(self, memory: MemoryRows, metadata: Metadata) -> None:
        events = self._allocations
        lanes = self._lanes_of(events, [_INSTANT] * len(events))
        for each, lane in zip(events, lanes, strict=True):
            arguments = metadata.parsed(each.metadata_json())
            if arguments:
                memory.add(each.timestamp(), lane, arguments)

    def _read_arguments(
        self,
        operators: OperatorRows,
        kernels: KernelRows,
        collectives: CollectiveRows,
        nbytes: NDArray[np.int64],
        metadata: Metadata,
    ) -> None:
        category = self._named_events[:, 1].tolist()
        on_device = {kind for kind in set(self._kinds) if is_device(kind)}
        for row, (each, kind) in enumerate(zip(self._events, self._kinds, strict=True)):
            if category[row] in _OPERATORS and kind not in on_device:
                text = each.metadata_json()
                operators.add(row, text)
                if '"Collective name"' in text:
                    collectives.add(row, metadata.parsed(text))
            elif kind in on_device:
                arguments = metadata.parsed(each.metadata_json())
                nbytes[row] = int(arguments.get("bytes", 0))
                if kind == "kernel":
                    kernels.add(row, arguments)
                    linked = each.linked_activity()
                    if linked is not None and linked.name() == "record_param_comms":
                        collectives.add(
                            row, metadata.parsed(linked.metadata_json()), on_device=True
                        )

    def _links(self, category: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The links of events of devices with operators, and with the calls that launched them."""
        own = np.array([each.correlation_id() for each in self._events], np.int64)
        linked = np.array([each.linked_correlation_id() for each in self._events], np.int64)
        launches = np.array([CATEGORIES[number] in _LAUNCH for number in range(len(CATEGORIES))])
        is_launch = launches[category]
        # The host's side of a collective is an operator like any other.
        joined = {
            kind for kind in set(self._kinds) if is_device(kind) or kind.endswith(_CALLS_OF_DEVICES)
        }
        is_launch &= np.array([kind in joined for kind in self._kinds], np.bool_)
        external = np.where(is_launch, linked, np.where(linked > 0, linked, own))
        return external, np.where(is_launch, own, 0)


def _flops(
    torch_events: Sequence[Any], external: NDArray[np.int64], category: NDArray[np.int64]
) -> NDArray[np.int64]:
    """FLOPs of each event, found by the number of its operator."""
    result = np.zeros(len(external), np.int64)
    flops = np.array([each.flops() for each in torch_events], np.int64)
    counted = np.flatnonzero(flops)
    if not len(counted):
        return result
    number = np.array([torch_events[row].correlation_id() for row in counted.tolist()], np.int64)
    order = np.argsort(number)
    number, flops = number[order], flops[counted][order]
    operators = np.flatnonzero(category == CATEGORIES.index("operator"))
    at = np.minimum(np.searchsorted(number, external[operators]), len(number) - 1)
    same = number[at] == external[operators]
    result[operators[same]] = flops[at[same]]
    return result


def _lane(process: int, thread: int, on_device: bool) -> Lane:
    if on_device:
        return Lane(f"GPU {process}", str(thread), f"stream {thread}", "stream", process)
    if process < 0:
        return Lane("profiler", str(thread), "overhead of the profiler", "other")
    return Lane(str(process), str(thread), _thread_name(process, thread))


def _thread_name(process: int, thread: int) -> str:
    if process == thread:
        return "main thread"
    if process == os.getpid():
        try:
            return f"{Path(f'/proc/self/task/{thread}/comm').read_text().strip()} {thread}"
        except OSError:
            pass  # it has ended, or this is no Linux
    return f"thread {thread}"
