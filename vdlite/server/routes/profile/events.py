"""Single events of a profile: the timeline, a range of it, one event, and memory."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import NotFoundError
from vdlite.kinds.profile.categories import CATEGORIES, PHASES
from vdlite.kinds.profile.types import Content, Events
from vdlite.profiling.memory import (
    alive,
    blocks,
    composition,
    curve,
    largest,
    left_over,
    told,
)
from vdlite.profiling.ranges import within
from vdlite.profiling.search import matching
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.routes.profile.asked import (
    Asked,
    Columns,
    Nanoseconds,
    Parts,
    activities,
    phases,
)
from vdlite.server.scheduling.reading import reading

router = APIRouter()

MOST_PIXELS = 10_000
_MOST_FOUND = 500
_MOST_LISTED = 100

Pixels = Annotated[int, Query(ge=1, le=MOST_PIXELS)]


class SlicesAnswer(BaseModel):
    start: int
    end: int
    names: list[str] = Field(description="of the columns' `name`")
    columns: Columns
    total: int = Field(description="events in the range")


class RangeAnswer(BaseModel):
    breakdown: Parts
    phases: Parts
    operators: Columns
    kernels: Columns
    events: int


class EventLink(BaseModel):
    event: int
    name: str
    lane: int
    start: int
    duration: int


class EventAnswer(BaseModel):
    event: int
    name: str
    category: str
    lane: int
    start: int
    duration: int
    self_ns: int
    depth: int
    step: int | None = Field(description="number of the step")
    phase: str
    module: str
    shapes: str
    place: str
    args: str
    flops: int
    bytes: int
    children: int = Field(description="events that lie in it, at any depth")
    parents: list[EventLink] = Field(description="the innermost first")
    launched: list[EventLink]
    launched_by: EventLink | None
    forward: EventLink | None
    backward: list[EventLink]
    kernel: dict[str, Any] | None


class SearchAnswer(BaseModel):
    count: int
    total_ns: int
    before: int = Field(description="how many begin before `after`")
    columns: Columns = Field(description="the first 500 that begin at `after` or later")


class MemoryAnswer(BaseModel):
    device: int
    devices: list[int]
    curve: Columns
    peak: dict[str, int] | None
    at: dict[str, Any] | None = Field(
        description="what was allocated at that moment, since the profile began"
    )
    largest: Columns
    left_over: Columns


@router.get("/profile/slices", response_model=SlicesAnswer)
def read_slices(
    request: Request,
    context: InContext,
    source: Asked,
    start: Nanoseconds,
    end: Nanoseconds,
    pixels: Pixels = 1000,
    lanes: Annotated[str, Query(max_length=4000, description="only these, with commas")] = "",
) -> Response:
    """What a timeline draws of a range. Events that no pixel tells apart are one slice, of the longest of them."""
    if end <= start:
        raise ApiError(400, "bad_request", f"end: got {end}, want more than start, {start}")
    wanted = None if not lanes else frozenset(_numbers(lanes))
    with reading(source.name):
        kept = context.profiles.events(source)
        content = kept.profile.content
    slices = kept.timeline.slices(start, end, pixels, wanted)
    used, name = np.unique(content.events.name[slices.event], return_inverse=True)
    columns = {
        "lane": slices.lane,
        "depth": slices.depth,
        "start": slices.start,
        "end": slices.end,
        "name": name.reshape(-1).astype(np.int32),
        "event": slices.event,
        "category": content.events.category[slices.event],
        "covered": slices.covered,
        "count": slices.count,
    }
    names = [content.strings[at] for at in used.tolist()]
    return answer(
        request,
        {
            "start": start,
            "end": end,
            "names": names,
            "columns": columns,
            "total": int(slices.count.sum()),
        },
    )


@router.get("/profile/range", response_model=RangeAnswer)
def read_range(
    request: Request,
    context: InContext,
    source: Asked,
    start: Nanoseconds,
    end: Nanoseconds,
) -> Response:
    """Tables of a range of time: events count with the part of them that lies in it."""
    if end <= start:
        raise ApiError(400, "bad_request", f"end: got {end}, want more than start, {start}")
    with reading(source.name):
        content = context.profiles.events(source).profile.content
    found = within(content, start, end)
    return answer(
        request,
        {
            "breakdown": activities(found.parts),
            "phases": phases(found.phases),
            "operators": found.operators,
            "kernels": found.kernels,
            "events": found.events,
        },
    )


@router.get("/profile/event", response_model=EventAnswer)
def read_event(
    request: Request,
    context: InContext,
    source: Asked,
    event: Annotated[int, Query(ge=0, description="position of the event")],
) -> Response:
    """All that is known of one event."""
    with reading(source.name):
        kept = context.profiles.events(source)
        content = kept.profile.content
    events, strings = content.events, content.strings
    if event >= len(events):
        raise ApiError(400, "bad_request", f"event: got {event}, want less than {len(events)}")
    parents: list[int] = []
    above = int(events.parent[event])
    while above >= 0 and len(parents) < _MOST_LISTED:
        parents.append(above)
        above = int(events.parent[above])
    at = int(events.step[event])
    numbers = kept.profile.step_numbers
    return answer(
        request,
        {
            "event": event,
            "name": strings[events.name[event]],
            "category": CATEGORIES[events.category[event]],
            "lane": int(events.lane[event]),
            "start": int(events.start[event]),
            "duration": int(events.duration[event]),
            "self_ns": int(events.self_ns[event]),
            "depth": int(events.depth[event]),
            "step": int(numbers[at]) if at >= 0 else None,
            "phase": PHASES[events.phase[event]],
            "module": strings[events.module[event]],
            "shapes": strings[events.shapes[event]],
            "place": strings[events.place[event]],
            "args": strings[events.args[event]],
            "flops": int(events.flops[event]),
            "bytes": int(events.bytes[event]),
            "children": int(events.end_of_subtree[event]) - event - 1,
            "parents": [_link(content, each) for each in parents],
            "launched": _links(content, np.flatnonzero(events.launched_by == event)),
            "launched_by": _link(content, int(events.launched_by[event])),
            "forward": _link(content, int(events.forward[event])),
            "backward": _links(content, np.flatnonzero(events.forward == event)),
            "kernel": _kernel(content, event),
        },
    )


@router.get("/profile/search", response_model=SearchAnswer)
def search_events(
    request: Request,
    context: InContext,
    source: Asked,
    query: Annotated[str, Query(min_length=1, max_length=1000, description="part of a name")],
    after: Nanoseconds = -(2**62),
) -> Response:
    """Events whose names hold a text, in either case, in order of time."""
    with reading(source.name):
        content = context.profiles.events(source).profile.content
    events = content.events
    found = matching(content, query)
    before = int(np.searchsorted(events.start[found], after))
    listed = found[before : before + _MOST_FOUND]
    columns = {
        "event": listed,
        "name": [content.strings[at] for at in events.name[listed].tolist()],
        "lane": events.lane[listed],
        "depth": events.depth[listed],
        "start": events.start[listed],
        "duration": events.duration[listed],
    }
    total = int(events.duration[found].sum())
    return answer(
        request, {"count": len(found), "total_ns": total, "before": before, "columns": columns}
    )


@router.get("/profile/memory", response_model=MemoryAnswer)
def read_memory(
    request: Request,
    context: InContext,
    source: Asked,
    device: Annotated[
        int | None, Query(description="-1 is the host; that with the highest peak if left out")
    ] = None,
    start: Annotated[
        int | None, Query(ge=-(2**62), le=2**62, description="ns from `base_ns`")
    ] = None,
    end: Annotated[int | None, Query(ge=-(2**62), le=2**62)] = None,
    pixels: Pixels = 1000,
    at: Annotated[
        int | None,
        Query(ge=-(2**62), le=2**62, description="moment of the composition; the peak if left out"),
    ] = None,
) -> Response:
    """Allocated memory over time, who held it at a moment, and what is left over."""
    if start is not None and end is not None and end <= start:
        raise ApiError(400, "bad_request", f"end: got {end}, want more than start, {start}")
    with reading(source.name):
        kept = context.profiles.events(source)
        content, tables = kept.profile.content, kept.profile.tables
    devices = tables.memory[:, 0].tolist()
    if device is None:
        device = int(tables.memory[np.argmax(tables.memory[:, 2]), 0]) if devices else -1
    elif device not in devices:
        raise NotFoundError(f"no memory of device {device} in this profile, there are {devices}")
    memory = content.memory
    first = tables.start if start is None else start
    last = tables.end if end is None else end
    held = blocks(memory, device)
    mine = np.flatnonzero(memory.device == device)
    peak = int(mine[np.argmax(memory.allocated[mine])]) if len(mine) else -1
    moment = at if at is not None else int(memory.time[peak]) if peak >= 0 else None
    now = None if moment is None else alive(held, moment)
    in_range = held.take((held.start >= first) & (held.start <= last))
    return answer(
        request,
        {
            "device": device,
            "devices": devices,
            "curve": curve(memory, device, first, last, pixels),
            "peak": {"time": int(memory.time[peak]), "allocated": int(memory.allocated[peak])}
            if peak >= 0
            else None,
            "at": None
            if now is None
            else {
                "time": moment,
                "bytes": int(now.bytes.sum()),
                "count": len(now.bytes),
                **{f"by_{by}": rows for by, rows in composition(now, content).items()},
            },
            "largest": told(largest(in_range, _MOST_LISTED), content),
            "left_over": told(largest(left_over(held), _MOST_LISTED), content),
        },
    )


def _numbers(text: str) -> list[int]:
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        raise ApiError(400, "bad_request", f"lanes: got {text!r:.40}, want numbers with commas")
    return [int(part) for part in parts]


def _link(content: Content, at: int) -> dict[str, Any] | None:
    return None if at < 0 else _shown(content.events, content.strings, at)


def _links(content: Content, found: Any) -> list[dict[str, Any]]:
    return [_shown(content.events, content.strings, at) for at in found[:_MOST_LISTED].tolist()]


def _shown(events: Events, strings: Any, at: int) -> dict[str, Any]:
    return {
        "event": at,
        "name": strings[events.name[at]],
        "lane": int(events.lane[at]),
        "start": int(events.start[at]),
        "duration": int(events.duration[at]),
    }


def _kernel(content: Content, event: int) -> dict[str, Any] | None:
    kernels = content.kernels
    found = np.flatnonzero(kernels.event == event)
    if not len(found):
        return None
    at = int(found[0])
    return {
        "occupancy": float(kernels.occupancy[at]),
        "blocks_per_sm": float(kernels.blocks_per_sm[at]),
        "warps_per_sm": float(kernels.warps_per_sm[at]),
        "registers": int(kernels.registers[at]),
        "shared_bytes": int(kernels.shared_bytes[at]),
        "grid": content.strings[kernels.grid[at]],
        "block": content.strings[kernels.block[at]],
    }
