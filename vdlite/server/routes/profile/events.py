"""Single events of a profile: the timeline, a range of it, and one event."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.kinds.profile.categories import CATEGORIES, PHASES
from vdlite.kinds.profile.types import Content, Events
from vdlite.profiling.ranges import within
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.routes.profile.parameters import (
    Asked,
    Columns,
    End,
    Nanoseconds,
    Parts,
    Pixels,
    activities,
    phases,
    some_of,
)
from vdlite.server.scheduling.reading import reading

router = APIRouter()

_MOST_LISTED = 100


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


@router.get("/profile/slices", response_model=SlicesAnswer)
def read_slices(
    request: Request,
    context: InContext,
    source: Asked,
    start: Nanoseconds,
    end: End,
    pixels: Pixels = 1000,
    lanes: Annotated[
        str,
        Query(
            max_length=4000,
            description="only these, with commas",
            json_schema_extra={"pattern": some_of("[0-9]{1,9}")},
        ),
    ] = "",
) -> Response:
    """What a timeline draws of a range. Events that no pixel distinguishes are one slice, of the longest of them."""
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
    end: End,
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
