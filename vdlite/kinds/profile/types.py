"""What a log holds of a profile: tables, which are read at once, and events, which are read when they are asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import DEVICE_WORK
from vdlite.kinds.profile.recording import Lane, Note

NAME = "profile"

Integers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Groups:
    """Events of one name, category, place in the program and step, taken together; columns of one length [G]."""

    name: Integers  # position in the strings
    category: Integers
    shapes: Integers
    place: Integers
    module: Integers
    phase: Integers
    step: Integers  # position of the step; -1 for what lies in none
    launched_by: Integers  # of the work of devices: name of the operator, position in the strings
    calls: Integers
    self_ns: Integers  # on the host; without what lies within
    total_ns: Integers  # on the host; of events within one of their own name only the outermost
    device_self_ns: Integers  # of the work of devices that the event itself launched, or is
    device_total_ns: Integers
    min_ns: Integers
    max_ns: Integers
    flops: Integers
    bytes: Integers
    occupancy_ns: Floats  # occupancy in percent x ns, summed up; NaN unknown
    filled_ns: Floats  # min(blocks per multiprocessor, 1) x ns, summed up; NaN unknown

    def __len__(self) -> int:
        return len(self.name)


@dataclass(frozen=True, slots=True)
class CallTree:
    """The calls of functions on the host, calls of the same path taken together; parents come first, [T]."""

    parent: Integers  # -1 for none
    name: Integers  # position in the strings
    category: Integers
    calls: Integers
    self_ns: Integers
    total_ns: Integers

    def __len__(self) -> int:
        return len(self.name)


@dataclass(frozen=True, slots=True)
class Events:
    """Every event, sorted by lane, start, and from the longest to the shortest; columns of one length [N].

    Times are of 64 bits, all other columns of the smallest signed type that holds them: add them up with care.
    """

    start: Integers  # ns from the base
    duration: Integers
    lane: Integers
    name: Integers  # position in the strings, as all other texts
    category: Integers
    depth: Integers
    parent: Integers  # position of the event in which it lies; -1 for none
    self_ns: Integers
    end_of_subtree: Integers  # position after the last event that lies in it
    step: Integers  # position of the step; -1 for none
    phase: Integers
    module: Integers
    launched_by: Integers  # of the work of devices: position of the event on the host; -1 unknown
    forward: Integers  # of backward operators: position of the forward one; -1 for none
    shapes: Integers
    place: Integers
    args: Integers
    flops: Integers
    bytes: Integers
    on_device: NDArray[np.bool_]  # whether its lane is one of a device

    def __len__(self) -> int:
        return len(self.start)

    @property
    def device_work(self) -> NDArray[np.bool_]:
        """True for the work of devices."""
        return np.isin(self.category, DEVICE_WORK) & self.on_device


@dataclass(frozen=True, slots=True)
class Allocations:
    """The memory that was allocated and freed, in order of time, [M]."""

    time: Integers  # ns from the base
    device: Integers  # -1 is the host
    address: Integers
    bytes: Integers  # below 0 where freed
    allocated: Integers  # bytes on that device afterwards
    reserved: Integers  # -1 unknown
    event: Integers  # the operator in which it happened; -1 unknown

    def __len__(self) -> int:
        return len(self.time)


@dataclass(frozen=True, slots=True)
class Kernels:
    """What devices tell of their kernels, [K]."""

    event: Integers
    occupancy: Floats  # estimated, percent; NaN unknown
    blocks_per_sm: Floats
    warps_per_sm: Floats
    registers: Integers
    shared_bytes: Integers
    grid: Integers
    block: Integers


@dataclass(frozen=True, slots=True)
class Collectives:
    """Communication between ranks, [C]."""

    name: Integers
    start: Integers
    duration: Integers
    step: Integers
    group: Integers
    sequence: Integers
    elements_in: Integers
    elements_out: Integers
    dtype: Integers
    ranks: Integers

    def __len__(self) -> int:
        return len(self.name)


@dataclass(frozen=True, slots=True)
class Tables:
    """The parts of a profile that are known without its events; small however many there are."""

    facts: Mapping[str, Any]
    notes: Sequence[Note]
    strings: Sequence[str]  # of the groups, the call tree and the collectives
    lanes: Sequence[Lane]
    lane_events: Integers  # how many each lane has
    lane_levels: Integers  # how deep each is
    base: int  # ns since 1970
    start: int  # of the first event, ns from the base
    end: int
    events: int
    steps: Integers  # [S, 2]: start and end, ns from the base
    step_numbers: Integers  # [S]
    parts: Integers  # [S, 8]: ns of each of PARTS
    phases: Integers  # [S, 6]: ns of each of PHASES
    busy: Integers  # [D, S]: ns in which each of the devices works
    devices: Integers  # [D]: their numbers
    computing: Integers  # [S, 3]: ns of computation, of communication, and of both at once on devices, else on the host
    groups: Groups
    call_tree: CallTree
    collectives: Collectives
    memory: Integers  # [V, 4]: device, bytes at the beginning, at the peak, at the end
    recorded: Sequence[str]  # which of shapes, place, module, memory, flops, python, device


@dataclass(frozen=True, slots=True)
class Content:
    """The events of a profile, and what belongs to single ones."""

    strings: Sequence[str]
    events: Events
    memory: Allocations
    kernels: Kernels


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile as a log holds it."""

    tables: Tables
    content: Content
