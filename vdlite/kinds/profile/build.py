"""From a recording to a profile: sorted events, what belongs to what, and the tables."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.allocations import allocations, peaks
from vdlite.kinds.profile.attribution import (
    find_steps,
    modules_of,
    phases_of,
    places_of,
    steps_of,
)
from vdlite.kinds.profile.categories import PYTHON, STEP
from vdlite.kinds.profile.columns import constant, smallest
from vdlite.kinds.profile.compaction import compacted
from vdlite.kinds.profile.grouping import Grouping, call_tree, outermost
from vdlite.kinds.profile.links import forwards, launches
from vdlite.kinds.profile.nesting import Nesting, nested
from vdlite.kinds.profile.parts import busy, computing, parts, phases
from vdlite.kinds.profile.recording import Integers, Lane, Note, RawEvents, Recording
from vdlite.kinds.profile.types import (
    Allocations,
    CallTree,
    Collectives,
    Content,
    Events,
    Groups,
    Kernels,
    Profile,
    Tables,
)

Columns = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Sorted:
    """A recording's events in order."""

    raw: RawEvents
    nesting: Nesting

    def column(self, name: str, otherwise: int = 0) -> Columns:
        """A column of the raw events, sorted, in a small type; `otherwise` where it was not recorded."""
        given: Integers | None = getattr(self.raw, name)
        if given is None:
            return constant(otherwise, len(self.raw))
        return smallest(given)[self.nesting.order]

    def optional(self, name: str) -> Columns | None:
        return None if getattr(self.raw, name) is None else self.column(name)


def build(recording: Recording) -> Profile:
    raw = recording.events
    nesting = nested(raw.start, raw.duration, raw.lane, len(recording.lanes))
    moved_to = [
        Lane(lane.process, lane.thread, f"{lane.label} (overlapping)", lane.kind, lane.device)
        for lane in (recording.lanes[at] for at in nesting.moved.tolist())
    ]
    lanes = [*recording.lanes, *moved_to]
    notes = [*recording.notes, *_moved_notes(nesting, len(recording.lanes))]
    strings = [*recording.strings, "step"]
    held = _Sorted(raw, nesting)
    name, category = held.column("name"), held.column("category")
    depth, parent = nesting.depth, nesting.parent
    on_device = np.array([lane.device >= 0 for lane in lanes], np.bool_)[nesting.lane]
    launched_by = launches(
        category, on_device, parent, held.optional("external"), held.optional("correlation")
    )
    forward = forwards(
        category, nesting.start, held.optional("sequence"), held.optional("forward_thread")
    )
    steps, numbers, lost_steps = find_steps(
        category, nesting.start, nesting.duration, nesting.lane, name, strings
    )
    if lost_steps:
        notes.append(Note(f"{lost_steps} steps overlap others and are not counted", "warning"))
    begins = np.where(launched_by >= 0, nesting.start[launched_by], nesting.start)
    step = smallest(steps_of(begins, steps))
    phase = smallest(phases_of(category, name, strings, parent, depth, forward, launched_by))
    module = smallest(modules_of(category, name, parent, depth, forward, launched_by))
    events = Events(
        start=nesting.start,
        duration=nesting.duration,
        lane=nesting.lane,
        name=name,
        category=category,
        depth=depth,
        parent=parent,
        self_ns=nesting.self_time,
        end_of_subtree=nesting.end_of_subtree,
        step=step,
        phase=phase,
        module=module,
        launched_by=smallest(launched_by),
        forward=smallest(forward),
        shapes=held.column("shapes"),
        place=smallest(places_of(held.optional("place"), category, name, parent, depth)),
        args=held.column("args"),
        flops=held.column("flops"),
        bytes=held.column("bytes"),
        on_device=on_device,
    )
    new_position = np.empty(len(events), np.int64)
    new_position[nesting.order] = np.arange(len(events))
    kernels = _kernels(recording, new_position)
    content = Content(strings, events, allocations(recording.memory, events), kernels)
    few, held_groups, tree, collectives = compacted(
        strings,
        _groups(held, events, kernels),
        _tree(held, events, len(strings) - 1),
        _collectives(recording, events, new_position),
    )
    device_numbers = np.unique([lane.device for lane in lanes if lane.device >= 0])
    tables = Tables(
        facts=recording.facts,
        notes=notes,
        strings=few,
        lanes=lanes,
        lane_events=np.bincount(events.lane, minlength=len(lanes)).astype(np.int64),
        lane_levels=_levels(events, len(lanes)),
        base=recording.base,
        start=int(events.start.min(initial=0)) if len(events) else 0,
        end=int((events.start + events.duration).max()) if len(events) else 0,
        events=len(events),
        steps=steps,
        step_numbers=numbers,
        parts=parts(events, steps),
        phases=phases(events, steps),
        busy=busy(events, lanes, device_numbers, steps),
        devices=device_numbers.astype(np.int64),
        computing=computing(events, steps),
        groups=held_groups,
        call_tree=tree,
        collectives=collectives,
        memory=peaks(content.memory),
        recorded=_recorded(events, content.memory),
    )
    return Profile(tables, content)


def _groups(held: _Sorted, events: Events, kernels: Kernels) -> Groups:
    launched = events.launched_by >= 0
    keys = {
        "name": events.name,
        "category": events.category,
        "shapes": events.shapes,
        "place": events.place,
        "module": events.module,
        "phase": events.phase,
        "step": events.step,
        "launched_by": np.where(launched, events.name[events.launched_by], 0),
    }
    rows = Grouping(keys.values())
    of_keys = {name: rows.key(column) for name, column in keys.items()}
    del keys
    is_work = events.device_work
    outer = outermost(events.lane, events.name, events.start, events.start + events.duration)
    total = held.column("total", -1)
    total_ns = rows.summed(
        np.where(outer & ~is_work, np.where(total >= 0, total, events.duration), 0)
    )
    # Work of a device is its own.
    on_device = _launched_time(events, launched)
    device_self_ns = rows.summed(np.where(is_work, events.duration, on_device))
    within = _sums_within(on_device, events.end_of_subtree)
    device_total_ns = rows.summed(np.where(outer, np.where(is_work, events.duration, within), 0))
    lasted = events.duration[kernels.event].astype(np.float64)
    return Groups(
        **of_keys,
        calls=rows.summed(held.column("calls", 1)),
        self_ns=rows.summed(np.where(is_work, 0, events.self_ns)),
        total_ns=total_ns,
        device_self_ns=device_self_ns,
        device_total_ns=device_total_ns,
        min_ns=rows.least(events.duration),
        max_ns=rows.most(events.duration),
        flops=rows.summed(events.flops),
        bytes=rows.summed(events.bytes),
        occupancy_ns=rows.summed_floats(kernels.event, kernels.occupancy * lasted),
        filled_ns=rows.summed_floats(kernels.event, np.minimum(kernels.blocks_per_sm, 1) * lasted),
    )


def _launched_time(events: Events, launched: NDArray[np.bool_]) -> Columns:
    """The time of the work of devices that each event launched itself."""
    found = np.zeros(len(events), np.int64)
    np.add.at(found, events.launched_by[launched], events.duration[launched])
    return found


def _sums_within(column: Columns, end_of_subtree: Columns) -> Columns:
    """The sum of each event and of all that lies in it."""
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(column)])
    found: Columns = before[end_of_subtree]
    found -= before[:-1]
    return found


def _tree(held: _Sorted, events: Events, step_name: int) -> CallTree:
    return call_tree(
        np.flatnonzero(~events.on_device),
        # All steps are one, in a type that holds it: that of the names is only as wide as they are.
        name=np.where(events.category == STEP, np.int64(step_name), events.name),
        category=events.category,
        parent=events.parent,
        depth=events.depth,
        calls=held.column("calls", 1),
        self_ns=events.self_ns,
        duration=events.duration,
    )


def _kernels(recording: Recording, new_position: Columns) -> Kernels:
    raw = recording.kernels
    none, unknown = np.zeros(0, np.int64), np.zeros(0)
    if raw is None:
        return Kernels(none, unknown, unknown, unknown, none, none, none, none)
    return Kernels(
        event=new_position[raw.event],
        occupancy=raw.occupancy.astype(np.float64),
        blocks_per_sm=raw.blocks_per_sm.astype(np.float64),
        warps_per_sm=raw.warps_per_sm.astype(np.float64),
        registers=raw.registers.astype(np.int64),
        shared_bytes=raw.shared_bytes.astype(np.int64),
        grid=raw.grid.astype(np.int64),
        block=raw.block.astype(np.int64),
    )


def _collectives(recording: Recording, events: Events, new_position: Columns) -> Collectives:
    raw = recording.collectives
    if raw is None:
        none = np.zeros(0, np.int64)
        return Collectives(*[none] * 10)
    at = new_position[raw.event]
    return Collectives(
        name=events.name[at],
        start=events.start[at],
        duration=events.duration[at],
        step=events.step[at],
        group=raw.group.astype(np.int64),
        sequence=raw.sequence.astype(np.int64),
        elements_in=raw.elements_in.astype(np.int64),
        elements_out=raw.elements_out.astype(np.int64),
        dtype=raw.dtype.astype(np.int64),
        ranks=raw.ranks.astype(np.int64),
    )


def _levels(events: Events, lanes: int) -> Columns:
    levels = np.zeros(lanes, np.int64)
    np.maximum.at(levels, events.lane, events.depth + 1)
    return levels


def _moved_notes(nesting: Nesting, lanes: int) -> list[Note]:
    moved = int((nesting.lane >= lanes).sum())
    if not moved:
        return []
    text = (
        f"{moved} events overlap others of their thread or stream, and stand in lanes of their own"
    )
    return [Note(text)]


def _recorded(events: Events, memory: Allocations) -> list[str]:
    there = {
        "shapes": bool(events.shapes.any()),
        "places": bool(events.place.any()),
        "modules": bool(events.module.any()),
        "memory": bool(len(memory)),
        "flops": bool(events.flops.any()),
        "python": bool((events.category == PYTHON).any()),
        "device": bool(events.device_work.any()),
    }
    return [name for name, is_there in there.items() if is_there]
