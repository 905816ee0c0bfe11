"""What the time of steps is spent on: parts that do not overlap and add up to each step, to the nanosecond."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import (
    COMMUNICATION,
    COMMUNICATION_PHASE,
    DATA_PHASE,
    DEVICE_WORK,
    KERNEL,
    MEMCPY,
    MEMSET,
    OPERATOR,
    OTHER_PHASE,
    RUNTIME,
)
from vdlite.kinds.profile.intervals import Cover, parted, shared
from vdlite.kinds.profile.recording import Lane
from vdlite.kinds.profile.types import Events

Columns = NDArray[np.int64]
Marks = NDArray[np.bool_]


def parts(events: Events, steps: Columns) -> Columns:
    """Nanoseconds of each of PARTS in each step, [S, 8].

    The order is that in which the retired TensorBoard plugin of torch counts, so that its numbers can be compared.
    Communication comes after computation: it is what nothing hides.
    """
    category, host = events.category, ~events.on_device
    covers = [
        _cover(events, events.on_device & (category == KERNEL)),
        _cover(events, events.on_device & (category == MEMCPY)),
        _cover(events, events.on_device & (category == MEMSET)),
        _cover(events, events.on_device & (category == COMMUNICATION)),
        _cover(events, host & (category == RUNTIME)),
        _cover(events, host & (events.phase == DATA_PHASE)),
        _cover(events, host & (category == OPERATOR) & (events.phase != COMMUNICATION_PHASE)),
        _cover(events, host & (category == COMMUNICATION)),
    ]
    found = parted(covers, steps)
    # What a host talks, its operators hide as kernels hide what devices do.
    found[:, 3] += found[:, 7]
    return np.delete(found, 7, axis=1)


def phases(events: Events, steps: Columns) -> Columns:
    """Nanoseconds of each of PHASES in each step, by what the host was doing, [S, 6].

    Between two events of one phase that follow each other on a thread, it goes on.
    """
    covers = []
    outer = _outer_phases(events)
    previous, following = outer[:-1], outer[1:]
    same = (
        (events.lane[previous] == events.lane[following])
        & (events.phase[previous] == events.phase[following])
        & (events.step[previous] == events.step[following])
    )
    reach = events.start[outer] + events.duration[outer]
    reach[:-1][same] = events.start[following][same]
    for phase in range(OTHER_PHASE):
        mine = events.phase[outer] == phase
        covers.append(Cover(events.start[outer][mine], reach[mine]))
    communicating = _cover(events, events.category == COMMUNICATION)
    covers[COMMUNICATION_PHASE] = covers[COMMUNICATION_PHASE].joined(communicating)
    return parted(covers, steps)


def _outer_phases(events: Events) -> Columns:
    """Positions of the events of hosts with which a phase begins: those around them are of another."""
    phase, parent = events.phase, events.parent
    begins = (parent < 0) | (phase != phase[np.maximum(parent, 0)])
    found: Columns = np.flatnonzero(~events.on_device & begins & (phase != OTHER_PHASE))
    return found


def busy(events: Events, lanes: Sequence[Lane], devices: Columns, steps: Columns) -> Columns:
    """Nanoseconds of each step in which each device computes or communicates, [D, S]."""
    device = np.array([lane.device for lane in lanes], np.int64)[events.lane]
    working = np.isin(events.category, (KERNEL, COMMUNICATION))
    rows = [_cover(events, working & (device == each)).within(steps) for each in devices.tolist()]
    return np.array(rows, np.int64).reshape(len(devices), len(steps))


def computing(events: Events, steps: Columns) -> Columns:
    """Nanoseconds of computation, of communication, and of both at once, [S, 3].

    Computation is that of devices; where there are none, the operators of the host.
    """
    on = (
        events.on_device
        & np.isin(events.category, DEVICE_WORK)
        & (events.category != COMMUNICATION)
    )
    if not on.any():
        on = (events.category == OPERATOR) & (events.phase != COMMUNICATION_PHASE)
    work, talk = _cover(events, on), _cover(events, events.category == COMMUNICATION)
    columns = [work.within(steps), talk.within(steps), shared(work, talk, steps)]
    return np.stack(columns, axis=1)


def _cover(events: Events, chosen: Marks) -> Cover:
    start = events.start[chosen]
    return Cover(start, start + events.duration[chosen])
