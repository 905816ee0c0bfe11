"""What memory was held at a moment, by whom, and what is left over."""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import (
    BACKWARD_PHASE,
    FORWARD_PHASE,
    OPTIMIZER_PHASE,
    PHASES,
    RUNTIME,
)
from vdlite.kinds.profile.types import Allocations, Content

Integers: TypeAlias = NDArray[np.int64]
Columns: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Blocks:
    """The memory allocated while it was recorded, each with when it was freed, [B]."""

    start: Integers  # ns from the base
    end: Integers  # -1: not freed in the profile
    bytes: Integers
    event: Integers  # in which it was allocated; -1 unknown
    freed_in: Integers  # event in which it was freed; -1 unknown

    def take(self, rows: NDArray[Any]) -> "Blocks":
        return Blocks(*(getattr(self, name)[rows] for name in Blocks.__slots__))


def blocks(memory: Allocations, device: int) -> Blocks:
    """Allocations of a device joined with what frees them: the next at that address.

    What was there before the profile is not among them.
    """
    mine = np.flatnonzero(memory.device == device)
    # Per address in order of time, so that what frees a block comes right after it.
    order = mine[np.lexsort((mine, memory.address[mine]))]
    address, sizes = memory.address[order], memory.bytes[order]
    made = sizes > 0
    follows = np.zeros(len(order), np.bool_)
    follows[:-1] = (address[1:] == address[:-1]) & ~made[1:]
    ends, freed_in = np.full((2, len(order)), -1, np.int64)
    ends[:-1] = np.where(follows[:-1], memory.time[order][1:], -1)
    freed_in[:-1] = np.where(follows[:-1], memory.event[order][1:], -1)
    found = Blocks(
        start=memory.time[order][made],
        end=ends[made],
        bytes=sizes[made].astype(np.int64),
        event=memory.event[order][made],
        freed_in=freed_in[made],
    )
    return found.take(np.argsort(found.start, kind="stable"))


def alive(held: Blocks, time: int) -> Blocks:
    """The blocks that are allocated at a moment."""
    return held.take((held.start <= time) & ((held.end < 0) | (held.end > time)))


def left_over(held: Blocks) -> Blocks:
    """The memory allocated in the profile and not freed in it."""
    return held.take(held.end < 0)


def largest(held: Blocks, most: int) -> Blocks:
    return held.take(np.argsort(-held.bytes, kind="stable")[:most])


def described(held: Blocks, content: Content) -> Columns:
    """The blocks as columns, with the operator and module of each."""
    return _columns(_by_operators(held, content), content)


def _columns(held: Blocks, content: Content) -> Columns:
    events, strings = content.events, content.strings
    at = np.maximum(held.event, 0)
    known = (held.event >= 0).tolist()
    name = events.name[at].tolist() if len(events) else [0] * len(at)
    module = events.module[at].tolist() if len(events) else [0] * len(at)
    return {
        "bytes": held.bytes,
        "start": held.start,
        "end": held.end,
        "event": held.event.astype(np.int64),
        "operator": [
            strings[each] if is_known else "" for each, is_known in zip(name, known, strict=True)
        ],
        "module": [
            strings[each] if is_known else "" for each, is_known in zip(module, known, strict=True)
        ],
    }


def _by_operators(held: Blocks, content: Content) -> Blocks:
    """The blocks with the operators around the calls of the runtime in which they were allocated."""
    events = content.events
    at = held.event.astype(np.int64)
    while len(events) and (inner := (at >= 0) & (events.category[at] == RUNTIME)).any():
        at[inner] = events.parent[at[inner]]
    return replace(held, event=at)


def composition(held: Blocks, content: Content) -> dict[str, Columns]:
    """Bytes and number of the blocks by operator, module, phase and category, the largest first."""
    held = _by_operators(held, content)
    columns = _columns(held, content)
    events = content.events
    at = np.maximum(held.event, 0)
    phase = events.phase[at].tolist() if len(events) else []
    columns["phase"] = [
        PHASES[each] if event >= 0 else "other"
        for each, event in zip(phase, held.event.tolist(), strict=True)
    ]
    found = {}
    columns["category"] = _categories(held, content)
    for by in ("operator", "module", "phase", "category"):
        sums: dict[str, list[int]] = {}
        for name, size in zip(columns[by], held.bytes.tolist(), strict=True):
            total = sums.setdefault(name, [0, 0])
            total[0] += size
            total[1] += 1
        ranked = sorted(sums.items(), key=lambda item: -item[1][0])
        found[by] = {
            "name": [name for name, _ in ranked],
            "bytes": np.array([total[0] for _, total in ranked], np.int64),
            "count": np.array([total[1] for _, total in ranked], np.int64),
        }
    return found


def _categories(held: Blocks, content: Content) -> list[str]:
    """The category that each block seems to be of, by when in a training it comes and goes.

    What forward leaves to backward is an activation; what backward leaves behind, a gradient; what the optimizer
    leaves behind, its state; and what goes in the phase in which it came, or within its operator, is temporary.
    """
    events = content.events
    if not len(events):
        return ["other"] * len(held.event)
    came, gone = (
        np.where(each >= 0, events.phase[np.maximum(each, 0)], -1)
        for each in (held.event, held.freed_in)
    )
    stays = held.end < 0
    found: list[str] = np.select(
        [
            (came == FORWARD_PHASE) & (gone == BACKWARD_PHASE),
            (came == BACKWARD_PHASE) & (stays | (gone != BACKWARD_PHASE)),
            (came == OPTIMIZER_PHASE) & stays,
            ~stays & (came == gone) & (came >= 0),
        ],
        ["activation", "gradient", "optimizer state", "temporary"],
        "other",
    ).tolist()
    return found


def curve(
    memory: Allocations, device: int, start: int, end: int, pixels: int
) -> dict[str, Integers]:
    """Allocated and reserved bytes over time: of each pixel the first, lowest, highest and last, so that no peak is lost."""
    rows = np.flatnonzero((memory.device == device) & (memory.time >= start) & (memory.time <= end))
    if len(rows) > 4 * pixels:
        pixel = (memory.time[rows] - start) * pixels // max(1, end - start + 1)
        begins = np.flatnonzero(np.append(True, pixel[1:] != pixel[:-1]))
        held = memory.allocated[rows].astype(np.int64)
        ends = np.append(begins[1:], len(rows)) - 1
        group = np.repeat(np.arange(len(begins)), ends - begins + 1)
        by_size = np.lexsort((held, group))
        kept = np.unique(np.concatenate([begins, ends, by_size[begins], by_size[ends]]))
        rows = rows[kept]
    return {
        "time": memory.time[rows].astype(np.int64),
        "allocated": memory.allocated[rows].astype(np.int64),
        "reserved": memory.reserved[rows].astype(np.int64),
    }
