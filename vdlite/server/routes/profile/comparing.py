"""Two profiles against each other, and the ranks of one training beside each other."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import NotFoundError
from vdlite.profiling.difference import What, difference
from vdlite.profiling.ranks import axis, clocks, collectives, rank_of
from vdlite.profiling.step_times import step_lengths, warm_up
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.profiles import Source
from vdlite.server.routes.profile.parameters import Asked, Columns, Parts, Step, TraceId, activities
from vdlite.server.scheduling.reading import reading

router = APIRouter()


class DifferenceAnswer(BaseModel):
    steps: list[int] = Field(description="how many of each are no warm-up")
    mean_ns: list[float] = Field(description="of a step of each; of kernels, their time in it")
    step_delta_ns: float = Field(description="the second less the first; `delta_ns` adds up to it")
    columns: Columns = Field(
        description="name, calls, other_calls, ns, other_ns, delta_ns, share, p_value, per step; the row without a name "
        "is what the others do not cover"
    )


class Overlap(BaseModel):
    computation_ns: list[int]
    communication_ns: list[int]
    both_ns: list[int]


class RanksAxis(BaseModel):
    by: Literal["host", "collectives", "clocks"] = Field(
        description="the clock of their one host, when collectives end, or the clocks of several hosts"
    )
    spread_ns: int = Field(description="how far collectives still end apart, where they tell")
    shift_ns: list[int] = Field(description="what makes times of each rank those of the first")
    start: list[int] = Field(description="of each rank's profile, in times of the first")
    end: list[int]


class RanksAnswer(BaseModel):
    ranks: list[int]
    tags: list[str]
    steps: list[int] = Field(description="at which each was logged")
    checks: list[int]
    axis: RanksAxis
    median_ns: list[int] = Field(description="of the steps of each rank")
    breakdown: Parts = Field(description="mean step of each rank")
    overlap: Overlap = Field(description="in all steps of each rank")
    collectives: dict[str, list[int | str]] = Field(
        description="name, group, sequence, transfer_ns, skew_ns, and waiting_ns of each rank in turn"
    )
    clocks: dict[str, list[int]]


@router.get("/profile/difference", response_model=DifferenceAnswer)
def read_difference(
    request: Request,
    context: InContext,
    source: Asked,
    other_run: Annotated[str, Query(description="id of the run of the second profile")] = "",
    other_tag: str = "",
    other_step: Step = None,
    other_trace: TraceId = "",
    what: What = "operator",
) -> Response:
    """Why a step of the second profile takes longer or shorter than one of the first: contributions that add up."""
    with reading(source.name):
        one = context.profiles.tables(source).profile.tables
    second = Source(other_run, other_tag, other_step, other_trace)
    with reading(second.name):
        other = context.profiles.tables(second).profile.tables
    return answer(request, difference(one, other, what))


@router.get("/profile/ranks", response_model=RanksAnswer)
def read_ranks(request: Request, context: InContext, source: Asked) -> Response:
    """The ranks that logged `TAG/rank0`, `TAG/rank1` and so on at the same step."""
    with reading(source.name):
        found = context.profiles.ranks(source)
    if not found:
        raise NotFoundError(f"no ranks of profile {source.tag!r} in this run")
    held = [kept.profile.tables for _, kept in found]
    kept_steps = [~warm_up(tables) for tables in held]
    lengths = [step_lengths(tables)[kept] for tables, kept in zip(held, kept_steps, strict=True)]
    means = [
        tables.parts[kept].mean(axis=0) if kept.any() else np.zeros(tables.parts.shape[1])
        for tables, kept in zip(held, kept_steps, strict=True)
    ]
    computing = np.array([tables.computing.sum(axis=0) for tables in held]).reshape(-1, 3)
    talks = collectives(held)
    common = axis(held)
    return answer(
        request,
        {
            "ranks": [rank_of(tables) for tables in held],
            "tags": [name for name, _ in found],
            "steps": [kept.step for _, kept in found],
            "checks": [kept.check for _, kept in found],
            "axis": {
                "by": common.by,
                "spread_ns": common.spread,
                "shift_ns": common.shift,
                "start": common.shift + np.array([tables.start for tables in held]),
                "end": common.shift + np.array([tables.end for tables in held]),
            },
            "median_ns": [int(np.median(each)) if len(each) else 0 for each in lengths],
            "breakdown": activities(np.rint(np.array(means)).astype(np.int64)),
            "overlap": {
                "computation_ns": computing[:, 0],
                "communication_ns": computing[:, 1],
                "both_ns": computing[:, 2],
            },
            "collectives": talks | {"waiting_ns": talks["waiting_ns"].reshape(-1)},
            "clocks": clocks(held),
        },
    )
