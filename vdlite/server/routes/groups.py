"""Curves of groups of runs: their middle, and how far they spread."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Request, Response
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, Field, model_validator

from vdlite.comparison.alignment import Curve, aligned
from vdlite.comparison.bands import band_of, middle_of
from vdlite.errors import NotFoundError
from vdlite.reader import Run, Store
from vdlite.reader.along import along
from vdlite.reader.thinning import outline
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import End, RequestBody, check_number
from vdlite.server.context import InContext
from vdlite.server.scheduling.cancellation import raise_if_client_left

router = APIRouter()

MOST_RUNS = 20_000  # of all groups together
MOST_GROUPS = 100
MOST_PLACES = 1 << 24  # runs times places of one group: 128 MiB


def _not_too_many(groups: Any) -> Any:
    if isinstance(groups, list):
        runs = sum(len(group) for group in groups if isinstance(group, list))
        check_number(len(groups), MOST_GROUPS, "groups")
        check_number(runs, MOST_RUNS, "runs")
    return groups


class GroupsRequest(RequestBody):
    tag: str
    groups: Annotated[list[list[str]], BeforeValidator(_not_too_many)] = Field(
        description=f"ids of runs; at most {MOST_GROUPS} groups, {MOST_RUNS} runs in all"
    )
    axis: Literal["step", "relative", "tag"] = "step"
    x_tag: str | None = Field(None, description="of axis `tag`: the scalar along which it goes")
    smoothing: float = Field(0.0, ge=0, lt=1)
    middle: Literal["mean", "median"] = "mean"
    band: Literal["none", "std", "sem", "minmax", "bootstrap", "t"] = "std"
    level: float = Field(0.95, gt=0, lt=1, description="of `bootstrap` and `t`")
    seed: int = Field(0, ge=0, lt=2**32, description="of `bootstrap`")
    range: list[End] = Field([None, None], min_length=2, max_length=2)
    pixels: int = Field(1000, ge=1, le=10000, description="width of the drawing")
    singles: int = Field(100, ge=0, le=1000, description="single curves in all, at most")

    @model_validator(mode="after")
    def _complete(self) -> GroupsRequest:
        if self.axis == "tag" and self.x_tag is None:
            raise ValueError("got axis 'tag' without x_tag, want the tag of a scalar")
        return self


_Floats = list[float | Literal["NaN", "Infinity", "-Infinity"]]


class SingleAnswer(BaseModel):
    run: str
    x: _Floats
    y: _Floats


class GroupAnswer(BaseModel):
    runs: int = Field(description="that have the tag")
    without_tag: int = Field(description="runs that have not, or are gone")
    x: _Floats = Field(description="[P], rising")
    middle: _Floats = Field(description="[P]")
    low: _Floats = Field(description="[P]; NaN where too few runs count for the band")
    high: _Floats
    count: list[int] = Field(description="[P]: runs that count there")
    interpolated: bool = Field(description="runs have their points at different places")
    exact: bool = Field(description="x was not thinned")
    singles: list[SingleAnswer]


class GroupsAnswer(BaseModel):
    groups: list[GroupAnswer] = Field(description="in the order of the request")


@router.post("/groups", response_model=GroupsAnswer)
def draw_groups(request: Request, wanted: GroupsRequest, context: InContext) -> Response:
    """The middle of each group's curves, and a band around it."""
    # Each group has its share of the single curves.
    singles = wanted.singles // max(1, len(wanted.groups)) if wanted.groups else 0
    groups = [_group(context.store, ids, wanted, singles) for ids in wanted.groups]
    return answer(request, {"groups": groups})


def _group(store: Store, ids: list[str], wanted: GroupsRequest, singles: int) -> dict[str, Any]:
    low, high = wanted.range
    found: list[tuple[str, Curve]] = []
    for run_id in dict.fromkeys(ids):
        raise_if_client_left()
        curve = _curve(_run(store, run_id), wanted)
        if curve is not None:
            found.append((run_id, curve))
    curves = [_inside(curve, low, high) for _, curve in found]
    grid = aligned(curves, MOST_PLACES // max(1, len(curves)))
    middle = middle_of(grid.y, wanted.middle)
    chosen = outline(grid.x, middle, wanted.pixels)
    y = grid.y[:, chosen]
    low_end, high_end = band_of(y, wanted.middle, wanted.band, level=wanted.level, seed=wanted.seed)
    return {
        "runs": len(found),
        "without_tag": len(set(ids)) - len(found),
        "x": grid.x[chosen],
        "middle": middle[chosen],
        "low": low_end,
        "high": high_end,
        "count": (~np.isnan(y)).sum(axis=0).astype(np.int32),
        "interpolated": grid.interpolated,
        "exact": grid.complete and len(chosen) == len(grid.x),
        "singles": [_single(run_id, curve, wanted.pixels) for run_id, curve in found[:singles]],
    }


def _run(store: Store, run_id: str) -> Run | None:
    try:
        return store.run(run_id)
    except NotFoundError:
        return None


def _curve(run: Run | None, wanted: GroupsRequest) -> Curve | None:
    if run is None:
        return None
    found = along(run, wanted.tag, wanted.axis, x_tag=wanted.x_tag, smoothing=wanted.smoothing)
    return None if found is None else Curve(*found)


def _inside(curve: Curve, low: float | None, high: float | None) -> Curve:
    """The part in the range, with one point beyond each end."""
    begin = 0 if low is None else max(0, int(np.searchsorted(curve.x, low, "left")) - 1)
    end = len(curve.x) if high is None else int(np.searchsorted(curve.x, high, "right")) + 1
    return Curve(curve.x[begin:end], curve.y[begin:end])


def _single(run_id: str, curve: Curve, pixels: int) -> dict[str, str | NDArray[np.float64]]:
    chosen = outline(curve.x, curve.y, pixels)
    return {"run": run_id, "x": curve.x[chosen], "y": curve.y[chosen]}
