"""Allocated memory of a profile."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import NotFoundError
from vdlite.profiling.memory import (
    alive,
    blocks,
    composition,
    curve,
    described,
    largest,
    left_over,
)
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.routes.profile.parameters import Asked, Columns, Pixels
from vdlite.server.scheduling.reading import reading

router = APIRouter()

_MOST_LISTED = 100


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
    end: Annotated[
        int | None, Query(ge=-(2**62), le=2**62, description="more than `start`")
    ] = None,
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
            "largest": described(largest(in_range, _MOST_LISTED), content),
            "left_over": described(largest(left_over(held), _MOST_LISTED), content),
        },
    )
