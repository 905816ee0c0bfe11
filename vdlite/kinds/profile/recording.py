"""What a profiler has recorded, before anything is computed from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError
from vdlite.kinds.profile.categories import CATEGORIES, LANE_KINDS, LEVELS

Integers: TypeAlias = NDArray[Any]
"""A column of whole numbers, of any integer type."""

MOST_TIME = 1 << 60
"""Nanoseconds from a recording's base: 36 years."""


@dataclass(frozen=True, slots=True)
class Lane:
    """One thread of a host or one stream of a device."""

    process: str
    thread: str
    label: str
    kind: str = "thread"  # one of LANE_KINDS
    device: int = -1  # number of the device; -1 is the host


@dataclass(frozen=True, slots=True)
class Note:
    """A note for readers of the profile: what was left out, moved or failed."""

    text: str
    level: str = "info"


@dataclass(frozen=True, slots=True)
class RawEvents:
    """Columns of one length [N], in any order. Those that are None were not recorded."""

    start: Integers  # ns from the base
    duration: Integers  # ns, 0 or more
    lane: Integers
    name: Integers  # position in the strings
    category: Integers  # position in CATEGORIES
    external: Integers | None = None  # what joins device events and operators; 0 for none
    correlation: Integers | None = (
        None  # what joins device events and the calls that launched them; 0 for none
    )
    sequence: Integers | None = None  # what joins backward and forward operators; -1 for none
    forward_thread: Integers | None = (
        None  # other than 0: a backward operator, of this thread's forward
    )
    shapes: Integers | None = None  # position in the strings; 0 for none
    place: Integers | None = None  # file and line that called it, position in the strings
    args: Integers | None = None  # JSON text, position in the strings
    flops: Integers | None = None
    bytes: Integers | None = None
    calls: Integers | None = None  # how many calls the event stands for
    total: Integers | None = (
        None  # ns with everything beneath, where that can't be known from the times; -1 elsewhere
    )

    def __len__(self) -> int:
        return len(self.start)


@dataclass(frozen=True, slots=True)
class RawMemory:
    """The memory that was allocated and freed, [M], in order of time."""

    time: Integers  # ns from the base
    device: Integers  # -1 is the host
    address: Integers
    bytes: Integers  # below 0 where freed
    allocated: Integers  # bytes on that device afterwards; -1 unknown
    reserved: Integers  # by the allocator; -1 unknown
    lane: Integers  # whose operator it was; -1 unknown


@dataclass(frozen=True, slots=True)
class RawKernels:
    """What devices tell of kernels, [K]."""

    event: Integers  # position of the kernel in the events
    occupancy: NDArray[np.float64]  # estimated, percent; NaN unknown
    blocks_per_sm: NDArray[np.float64]  # NaN unknown
    warps_per_sm: NDArray[np.float64]
    registers: Integers  # per thread
    shared_bytes: Integers
    grid: Integers  # position in the strings, such as "[512, 1, 1]"
    block: Integers


@dataclass(frozen=True, slots=True)
class RawCollectives:
    """Communication between ranks, [C]."""

    event: Integers  # position in the events
    group: Integers  # name of the process group, position in the strings
    sequence: Integers  # the same for all ranks of one collective; -1 unknown
    elements_in: Integers
    elements_out: Integers
    dtype: Integers  # position in the strings
    ranks: Integers  # how many take part


@dataclass(frozen=True, slots=True)
class Recording:
    """The record of a profiler; `vdlite.kinds.profile.profile` makes what is logged of it."""

    facts: Mapping[str, Any]
    """What is known of the whole, as msgpack takes it: source, versions, host, process, rank, world, devices, options."""
    strings: Sequence[str]
    """Each text once; the first is empty."""
    lanes: Sequence[Lane]
    base: int
    """Nanoseconds since 1970 to which all times are relative."""
    events: RawEvents
    memory: RawMemory | None = None
    kernels: RawKernels | None = None
    collectives: RawCollectives | None = None
    notes: Sequence[Note] = field(default=())


_PARTS = {
    "events": RawEvents,
    "memory": RawMemory,
    "kernels": RawKernels,
    "collectives": RawCollectives,
}


def taken_apart(recording: Recording) -> tuple[list[NDArray[Any]], dict[str, Any]]:
    """The recording's arrays, and the rest of it, which names them. Raises PayloadError for what is no recording."""
    _check(recording)
    arrays, columns = [], []
    for part in _PARTS:
        held = getattr(recording, part)
        for each in () if held is None else fields(held):
            column = getattr(held, each.name)
            if column is not None:
                arrays.append(column)
                columns.append(f"{part}.{each.name}")
    rest = {
        "facts": dict(recording.facts),
        "strings": list(recording.strings),
        "lanes": [
            [lane.process, lane.thread, lane.label, lane.kind, lane.device]
            for lane in recording.lanes
        ],
        "base": recording.base,
        "notes": [[note.text, note.level] for note in recording.notes],
        "columns": columns,
    }
    return arrays, rest


def put_together(arrays: Sequence[NDArray[Any]], rest: Mapping[str, Any]) -> Recording:
    """The recording that `taken_apart` was given. Raises PayloadError if it was none."""
    held: dict[str, dict[str, NDArray[Any]]] = {}
    for name, array in zip(rest["columns"], arrays, strict=True):
        part, _, column = name.partition(".")
        held.setdefault(part, {})[column] = array
    parts: dict[str, Any] = {part: _PARTS[part](**columns) for part, columns in held.items()}
    recording = Recording(
        facts=rest["facts"],
        strings=rest["strings"],
        lanes=[Lane(*each) for each in rest["lanes"]],
        base=rest["base"],
        notes=[Note(*each) for each in rest["notes"]],
        **parts,
    )
    _check(recording)
    return recording


def _check(recording: Recording) -> None:
    strings, lanes, count = recording.strings, recording.lanes, len(recording.events)
    if not strings or strings[0] != "":
        raise PayloadError("profile: got strings whose first is not empty")
    for lane in lanes:
        if lane.kind not in LANE_KINDS:
            raise PayloadError(
                f"profile: got a lane of kind {lane.kind!r}, want one of {LANE_KINDS}"
            )
    for note in recording.notes:
        if note.level not in LEVELS:
            raise PayloadError(f"profile: got a note of level {note.level!r}, want one of {LEVELS}")
    for part in _PARTS:
        held = getattr(recording, part)
        if held is not None:
            _check_columns(part, held)
    events = recording.events
    _check_range("events.start", events.start, -MOST_TIME, MOST_TIME)
    _check_range("events.duration", events.duration, 0, MOST_TIME)
    _check_range("events.lane", events.lane, 0, len(lanes))
    _check_range("events.category", events.category, 0, len(CATEGORIES))
    for name in ("name", "shapes", "place", "args"):
        _check_range(f"events.{name}", getattr(events, name), 0, len(strings))
    if recording.memory is not None:
        _check_range("memory.time", recording.memory.time, -MOST_TIME, MOST_TIME)
        _check_range("memory.lane", recording.memory.lane, -1, len(lanes))
    kernels, collectives = recording.kernels, recording.collectives
    if kernels is not None:
        _check_range("kernels.event", kernels.event, 0, count)
        _check_range("kernels.grid", kernels.grid, 0, len(strings))
        _check_range("kernels.block", kernels.block, 0, len(strings))
    if collectives is not None:
        _check_range("collectives.event", collectives.event, 0, count)
        _check_range("collectives.group", collectives.group, 0, len(strings))
        _check_range("collectives.dtype", collectives.dtype, 0, len(strings))


_FLOATS = ("occupancy", "blocks_per_sm", "warps_per_sm")


def _check_columns(part: str, held: object) -> None:
    length = None
    for each in fields(held):  # type: ignore[arg-type]  # a dataclass, one of _PARTS
        column = getattr(held, each.name)
        if column is None:
            continue
        wanted = "f" if each.name in _FLOATS else "iu"
        if (
            not isinstance(column, np.ndarray)
            or column.ndim != 1
            or column.dtype.kind not in wanted
        ):
            raise PayloadError(f"profile: got no column of numbers as {part}.{each.name}")
        if length is not None and len(column) != length:
            raise PayloadError(
                f"profile: got {len(column)} in {part}.{each.name}, want {length} as in the others"
            )
        length = len(column)


def _check_range(name: str, column: Integers | None, least: int, below: int) -> None:
    if (
        column is not None
        and len(column)
        and not (least <= int(column.min()) and int(column.max()) < below)
    ):
        raise PayloadError(
            f"profile: got {int(column.min())} to {int(column.max())} in {name}, "
            f"want {least} to less than {below}"
        )
