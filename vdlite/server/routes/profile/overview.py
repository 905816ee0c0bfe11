"""A profile at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.kinds.profile.categories import KERNEL
from vdlite.kinds.profile.types import Tables
from vdlite.profiling.advice import advice
from vdlite.profiling.step_times import step_lengths, warm_up
from vdlite.profiling.tables import What, is_device_work, table
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.routes.profile.parameters import Asked, Parts, activities, phases
from vdlite.server.routes.series.records import plain
from vdlite.server.scheduling.reading import reading

router = APIRouter()

_TOP = 10
_FACTS = ("shapes", "places", "modules", "memory", "flops", "python", "device")


class Note(BaseModel):
    text: str
    level: Literal["info", "warning", "error"]


class Lane(BaseModel):
    process: str
    thread: str
    label: str
    kind: Literal["thread", "stream", "other"]
    device: int = Field(description="-1 is the host")
    events: int
    levels: int = Field(description="how deep its events lie in each other")


class Steps(BaseModel):
    number: list[int]
    start: list[int] = Field(description="ns from `base_ns`")
    end: list[int]
    warm_up: list[bool] = Field(description="counts in no mean")


class Device(BaseModel):
    index: int
    type: str | None
    name: str | None
    busy: float | None = Field(
        description="share of the steps in which it computes or communicates"
    )
    sm_efficiency: float | None = Field(
        description="estimate: mean of min(blocks per multiprocessor, 1) over the time of kernels, times `busy`"
    )
    occupancy: float | None = Field(description="estimated percent, mean over the time of kernels")


class Top(BaseModel):
    name: list[str]
    calls: list[int]
    self_ns: list[int] = Field(description="of kernels, on the device")
    share: list[float] = Field(description="of the sum over all, not only over these")


class AdviceAnswer(BaseModel):
    rule: str
    level: Literal["warning", "info"]
    text: str
    values: dict[str, Any]


class MemoryPeak(BaseModel):
    device: int
    start: int = Field(description="bytes")
    peak: int
    end: int


class ProfileAnswer(BaseModel):
    run: str
    tag: str
    step: int
    walltime: float = Field(description="seconds since 1970")
    check: int = Field(description="CRC-32 of the payload")
    facts: dict[str, Any]
    base_ns: int = Field(description="ns since 1970; all other times are from here")
    notes: list[Note]
    events: int
    lanes: list[Lane]
    start: int
    end: int
    steps: Steps
    median_ns: int | None = Field(description="of the steps that are no warm-up")
    p95_ns: int | None
    breakdown: Parts = Field(description="of each step by activity; adds up to it")
    phases: Parts = Field(description="of each step by what the host was doing; adds up to it")
    devices: list[Device]
    top: dict[str, Top]
    advice: list[AdviceAnswer]
    memory: list[MemoryPeak]
    has: dict[str, bool] = Field(description="what was recorded")


@router.get("/profile", response_model=ProfileAnswer)
def read_profile(request: Request, context: InContext, source: Asked) -> Response:
    """Steps, what they are spent on, what takes longest, and advice; the events are not read for it."""
    with reading(source.name):
        kept = context.profiles.tables(source)
    tables = kept.profile.tables
    lengths = step_lengths(tables)[~warm_up(tables)]
    has: dict[str, bool] = {name: name in tables.recorded for name in _FACTS}
    has["collectives"] = len(tables.collectives) > 0
    content = {
        "run": source.run,
        "tag": source.tag,
        "step": kept.step,
        "walltime": kept.walltime,
        "check": kept.check,
        "facts": plain(tables.facts),
        "base_ns": tables.base,
        "notes": [{"text": note.text, "level": note.level} for note in tables.notes],
        "events": tables.events,
        "lanes": [
            {
                "process": lane.process,
                "thread": lane.thread,
                "label": lane.label,
                "kind": lane.kind,
                "device": lane.device,
                "events": count,
                "levels": levels,
            }
            for lane, count, levels in zip(
                tables.lanes, tables.lane_events.tolist(), tables.lane_levels.tolist(), strict=True
            )
        ],
        "start": tables.start,
        "end": tables.end,
        "steps": {
            "number": tables.step_numbers,
            "start": tables.steps[:, 0],
            "end": tables.steps[:, 1],
            "warm_up": warm_up(tables).tolist(),
        },
        "median_ns": int(np.median(lengths)) if len(lengths) else None,
        "p95_ns": int(np.percentile(lengths, 95)) if len(lengths) else None,
        "breakdown": activities(tables.parts),
        "phases": phases(tables.phases),
        "devices": _devices(tables),
        "top": {what: _top(tables, what) for what in ("operator", "kernel", "module")},
        "advice": [
            {
                "rule": each.rule,
                "level": each.level,
                "text": each.text,
                "values": plain(dict(each.values)),
            }
            for each in advice(tables)
        ],
        "memory": [
            {"device": device, "start": start, "peak": peak, "end": end}
            for device, start, peak, end in tables.memory.tolist()
        ],
        "has": has,
    }
    return answer(request, content)


def _devices(tables: Tables) -> list[Mapping[str, Any]]:
    recorded = {
        each.get("index"): each
        for each in tables.facts.get("devices", ())
        if isinstance(each, dict)
    }
    kept = ~warm_up(tables)
    whole = int(step_lengths(tables)[kept].sum())
    groups = tables.groups
    kernels = is_device_work(groups) & (groups.category == KERNEL)
    # Devices of one process are distinguished by their lanes only: what is known of kernels is of all of them.
    known = len(tables.devices) == 1
    occupancy = _mean(groups.occupancy_ns[kernels], groups.device_self_ns[kernels])
    filled = _mean(groups.filled_ns[kernels], groups.device_self_ns[kernels])
    found: list[Mapping[str, Any]] = []
    for device, busy in zip(tables.devices.tolist(), tables.busy, strict=True):
        share = float(busy[kept].sum() / whole) if whole else None
        about = recorded.get(device, {})
        found.append(
            {
                "index": device,
                "type": _text(about.get("type")),
                "name": _text(about.get("name")),
                "busy": share,
                "sm_efficiency": filled * share
                if known and filled is not None and share is not None
                else None,
                "occupancy": occupancy if known else None,
            }
        )
    return found


def _mean(sums: Any, weights: Any) -> float | None:
    some = np.isfinite(sums)
    weight = float(weights[some].sum())
    return float(sums[some].sum() / weight) if weight else None


def _text(given: object) -> str | None:
    return None if given is None else str(given)


def _top(tables: Tables, what: What) -> Mapping[str, Any]:
    rows = table(tables, what)
    own = rows["device_self_ns" if what == "kernel" else "self_ns"]
    whole = int(own.sum())
    # What lies in no module has no name.
    named = [at for at, name in enumerate(rows["name"]) if name][:_TOP]
    return {
        "name": [rows["name"][at] for at in named],
        "calls": rows["calls"][named],
        "self_ns": own[named],
        "share": own[named] / whole if whole else np.zeros(len(named)),
    }
