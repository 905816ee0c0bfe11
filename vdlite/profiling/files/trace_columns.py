"""Columns of a recording from the events of a trace, piece by piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import CATEGORIES
from vdlite.kinds.profile.recording import MOST_TIME, Note, RawEvents, Recording
from vdlite.profiling.files.pairs import PHASES, Pairs
from vdlite.profiling.files.trace_arguments import OPTIONAL, TraceArguments, what_is_read
from vdlite.profiling.files.trace_events import Decoded, Decoder, PlainDecoder, plain_event
from vdlite.profiling.files.trace_lanes import TraceLanes
from vdlite.profiling.recording.builder import Column, Strings, narrow, unless_all
from vdlite.profiling.recording.names import (
    MEMORY_NAME,
    category_of,
    is_device,
    loader_facts,
    shown_name,
)
from vdlite.profiling.recording.own_frames import own_frames, own_frames_note
from vdlite.profiling.recording.places import places
from vdlite.profiling.recording.rows import CollectiveRows, MemoryRows, count_host_collectives

# Marks of a whole trace; the second one may lie days behind it.
_MARKS = ("Iteration Start: ", "Record Window End")
_OF_PROFILER = "Trace"


class TraceColumns:
    """Takes the events of a trace in pieces."""

    def __init__(self) -> None:
        self._strings = Strings()
        self._lanes = TraceLanes()
        self._lane_of: dict[tuple[Any, Any, bool], int] = {}
        self._named: dict[tuple[str, str], tuple[int, int, int, bool]] = {}
        self._columns = {name: Column(kind) for name, kind in _TYPES.items()}
        self._optional: dict[str, Column] = {}
        self._count = 0
        self._pairs = Pairs()
        self._memory = MemoryRows()
        self._arguments = TraceArguments(self._strings)
        self._left_out: dict[str, int] = {}

    @property
    def count(self) -> int:
        """How many events there are so far, allocations and names of threads among them."""
        return self._count + len(self._memory) + self._lanes.named

    def add(self, found: Decoded, decoder: Decoder) -> None:
        events = found.events
        # What torch calls a trace is how long its profiler ran: no event of the training.
        phases = ["" if each.cat == _OF_PROFILER else each.ph for each in events]
        if phases.count("X") == len(phases):
            self._take(events, found.start, found.duration, decoder)
            return
        is_whole = np.array([ph == "X" for ph in phases], np.bool_)
        rows = np.flatnonzero(is_whole)
        self._take(
            [events[row] for row in rows.tolist()],
            found.start[rows],
            found.duration[rows],
            decoder,
        )
        others: list[tuple[Any, int, int]] = []
        for row in np.flatnonzero(~is_whole).tolist():
            self._take_other(events[row], int(found.start[row]), decoder, others)
        self._take_spans(others)

    def _take_other(
        self, event: Any, time: int, decoder: Decoder, others: list[tuple[Any, int, int]]
    ) -> None:
        ph = event.ph
        if event.cat == _OF_PROFILER:
            return
        if ph in ("i", "I", "R", "n"):
            if event.name == MEMORY_NAME:
                self._take_memory(event, time, decoder)
            elif not event.name.startswith(_MARKS):
                others.append((plain_event(event, decoder), time, 0))
        elif ph in PHASES:
            # Its end may be in another piece, with another decoder.
            span = self._pairs.add(plain_event(event, decoder), time)
            if span is not None:
                others.append(span)
        elif ph == "M":
            arguments = decoder.arguments(event.args)
            self._lanes.name(event.name, event.pid, event.tid, arguments)
        else:
            kind = {"C": "counts", "s": "arrows", "t": "arrows", "f": "arrows"}.get(ph, "others")
            # Ids say the same as the arrows of torch.
            if kind != "arrows" or event.cat not in ("ac2g", "fwdbwd"):
                self._left_out[kind] = self._left_out.get(kind, 0) + 1

    def _take_spans(self, spans: Sequence[tuple[Any, int, int]]) -> None:
        times = np.array([each[1:] for each in spans], np.int64).reshape(-1, 2)
        self._take([each[0] for each in spans], times[:, 0], times[:, 1], PlainDecoder())

    def _take_memory(self, event: Any, time: int, decoder: Decoder) -> None:
        lane = self._lanes.position(event.pid, event.tid, "")
        try:
            self._memory.add(time, lane, decoder.arguments(event.args))
        except (KeyError, TypeError, ValueError):
            self._left_out["allocations"] = self._left_out.get("allocations", 0) + 1

    def _take(
        self,
        events: Sequence[Any],
        start: NDArray[np.int64],
        duration: NDArray[np.int64],
        decoder: Decoder,
    ) -> None:
        if not events:
            return
        known, new = self._named.get, self._new_name
        named = [known((each.cat, each.name)) or new(each.cat, each.name) for each in events]
        backwards = int((duration < 0).sum())
        if backwards:
            duration = np.maximum(duration, 0)
            self._left_out["ends"] = self._left_out.get("ends", 0) + backwards
        columns = self._columns
        columns["start"].add(start)
        columns["duration"].add(narrow(duration))
        columns["lane"].add(np.array(self._lanes_of(events, named), np.int32))
        columns["name"].add(np.array([each[0] for each in named], np.int32))
        columns["category"].add(np.array([each[1] for each in named], np.int8))
        hows = [each[2] for each in named]
        for name, numbers in self._arguments.take(events, hows, decoder, self._count).items():
            if name not in self._optional:
                self._optional[name] = Column()
            self._optional[name].fill(self._count, OPTIONAL[name])
            self._optional[name].add(numbers)
        self._count += len(events)

    def _new_name(self, kind: str, text: str) -> tuple[int, int, int, bool]:
        """Positions of its name and category, what of its arguments is read, and whether it lies on a device."""
        category = category_of(kind, text)
        on_device = is_device(kind)
        found = (
            self._strings.add(shown_name(category, text)),
            CATEGORIES.index(category),
            what_is_read(kind, category, on_device=on_device),
            on_device,
        )
        self._named[kind, text] = found
        return found

    def _lanes_of(
        self, events: Sequence[Any], named: Sequence[tuple[int, int, int, bool]]
    ) -> list[int]:
        known, lanes = self._lane_of, []
        for event, (_, _, _, on_device) in zip(events, named, strict=True):
            if event.ph in ("b", "S", "n"):
                use = f"{event.cat} (asynchronous)"
                lanes.append(self._lanes.position(event.pid, event.cat, use))
                continue
            key = (event.pid, event.tid, on_device)
            lane = known.get(key)
            if lane is None:
                use = "device" if on_device else ""
                lane = known[key] = self._lanes.position(event.pid, event.tid, use)
            lanes.append(lane)
        return lanes

    # -- all of it

    def recording(self, base: int, facts: Mapping[str, Any], notes: Sequence[Note]) -> Recording:
        """base: nanoseconds since 1970 from which the times of the trace count."""
        self._take_spans(self._pairs.rest())
        notes = [*notes, *self._pairs.notes()]
        columns = self._joined()
        lanes, strings = self._lanes.lanes(), self._strings.all()
        start = columns["start"]
        shift, kept = _in_time(start)
        if not kept.all():
            far = int((~kept).sum())
            notes.append(Note(f"{far} events years away from the others are left out", "warning"))
        own = own_frames(
            start,
            columns["duration"],
            columns["lane"],
            columns["name"],
            columns["category"],
            strings,
        )
        if own.any():
            notes.append(own_frames_note(int(own.sum())))
            kept &= ~own
        if not kept.all():
            columns = {name: column[kept] for name, column in columns.items()}
        start = columns.pop("start")
        start -= shift
        lane, name, category = columns["lane"], columns["name"], columns["category"]
        duration = narrow(columns["duration"])
        arguments = self._arguments
        kernels, collectives = arguments.kernels.columns(kept), arguments.collectives.columns(kept)
        if collectives is None:
            on_host = CollectiveRows(self._strings)
            count_host_collectives(on_host, strings, start, name, category, lane, lanes)
            collectives = on_host.columns()
        place = places(start, duration, lane, name, category, strings)
        return Recording(
            facts={**facts, **loader_facts(strings)},
            strings=self._strings.all(),
            lanes=lanes,
            base=base + shift,
            events=RawEvents(
                start=narrow(start),
                duration=duration,
                lane=lane,
                name=name,
                category=category,
                place=unless_all(place, 0),
                **{name: column for name, column in columns.items() if name in OPTIONAL},
            ),
            memory=self._memory.columns(shift),
            kernels=kernels,
            collectives=collectives,
            notes=[*notes, *self._notes()],
        )

    def _joined(self) -> dict[str, NDArray[Any]]:
        """All columns that there are."""
        for name, column in self._optional.items():
            column.fill(self._count, OPTIONAL[name])
        columns = self._columns | self._optional
        return {name: column.array() for name, column in columns.items()}

    def _notes(self) -> list[Note]:
        left_out = self._left_out | {"arguments": self._arguments.left_out}
        return [
            Note(_LEFT_OUT[kind].format(count), "warning" if kind in _WARNINGS else "info")
            for kind, count in left_out.items()
            if count
        ]


_TYPES = {
    "start": np.int64,
    "duration": np.int32,  # wider where one needs it
    "lane": np.int32,
    "name": np.int32,
    "category": np.int8,
}
_LEFT_OUT = {
    "counts": "{} samples of counters are not shown",
    "arrows": "{} ends of arrows between events are not shown",
    "others": "{} events of kinds that are not known are left out",
    "allocations": "{} allocations are left out, since their arguments are damaged",
    "ends": "{} events end before they begin; their duration counts as 0",
    "arguments": "{} events are without their arguments, which take more than 64 MiB",
}
_WARNINGS = ("others", "allocations", "ends")


_FAR = (1 << 63) - 1


def _in_time(start: NDArray[np.int64]) -> tuple[int, NDArray[np.bool_]]:
    """The first begin, and which begin not years away from the middle one."""
    everything = np.ones(len(start), np.bool_)
    first = int(start.min(initial=_FAR))
    if not len(start) or int(start.max()) - first < MOST_TIME // 4:
        return first if len(start) else 0, everything
    middle = int(np.partition(start, len(start) // 2)[len(start) // 2])
    kept = np.abs(start - middle) < MOST_TIME // 4
    return int(start[kept].min()), kept
