"""Curves of groups of runs: their middle, and how far they spread."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Request, Response
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from vdlite.comparison.alignment import Curve, aligned, ends_of
from vdlite.comparison.bands import OF_MEAN, Band, band_of, fitting_band, middle_of
from vdlite.errors import NotFoundError
from vdlite.reader import Run, Store
from vdlite.reader.run.scalar_axis import along
from vdlite.reader.series.thinning import outline
from vdlite.server.answers.encoding import MaybeFloat, answer
from vdlite.server.bodies import End, RequestBody, check_number, when
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


_NOT_AROUND_A_MEDIAN: dict[str, Any] = {
    "not": {
        "properties": {"middle": {"const": "median"}, "band": {"enum": sorted(OF_MEAN)}},
        "required": ["middle", "band"],
    }
}


class GroupsRequest(RequestBody):
    model_config = ConfigDict(
        json_schema_extra={
            "allOf": [
                when("axis", "tag", x_tag={"type": "string"}),
                _NOT_AROUND_A_MEDIAN,
            ]
        }
    )

    tag: str
    groups: Annotated[list[list[str]], BeforeValidator(_not_too_many)] = Field(
        description=f"ids of runs; at most {MOST_GROUPS} groups, {MOST_RUNS} runs in all"
    )
    axis: Literal["step", "relative", "tag"] = "step"
    x_tag: str | None = Field(None, description="of axis `tag`: the scalar along which it goes")
    smoothing: float = Field(0.0, ge=0, lt=1)
    middle: Literal["mean", "median"] = "mean"
    band: Literal["auto", "none", "std", "sem", "minmax", "quartiles", "bootstrap", "t"] = "auto"
    level: float = Field(0.95, gt=0, lt=1, description="of `bootstrap` and `t`")
    seed: int = Field(0, ge=0, lt=2**32, description="of `bootstrap`")
    range: list[End] = Field([None, None], min_length=2, max_length=2)
    pixels: int = Field(1000, ge=1, le=10000, description="width of the drawing")
    singles: int = Field(100, ge=0, le=1000, description="single curves in all, at most")

    @model_validator(mode="after")
    def _complete(self) -> GroupsRequest:
        if self.axis == "tag" and self.x_tag is None:
            raise ValueError("got axis 'tag' without x_tag, want the tag of a scalar")
        if self.middle == "median" and self.band in OF_MEAN:
            wanted = "auto, minmax, quartiles, bootstrap or none"
            raise ValueError(f"got band {self.band!r} around a median, want {wanted}")
        return self


_Floats = list[float | Literal["NaN", "Infinity", "-Infinity"]]


class SingleAnswer(BaseModel):
    run: str
    x: _Floats
    y: _Floats


class GroupAnswer(BaseModel):
    runs: int = Field(description="that have the tag")
    finite: int = Field(description="of these, runs that have a finite value at all")
    without_tag: int = Field(description="runs that have not, or are gone")
    x: _Floats = Field(description="[P], rising")
    middle: _Floats = Field(description="[P]")
    low: _Floats = Field(description="[P]; NaN where too few runs count for the band")
    high: _Floats
    count: list[int] = Field(description="[P]: runs that count there")
    turned: int = Field(description="runs that end in values that are not finite")
    turned_from: MaybeFloat | None = Field(description="x of the first such value")
    early: int = Field(description="runs that end, finite, before others of the group")
    early_from: MaybeFloat | None = Field(description="x of the first such end")
    interpolated: bool = Field(description="runs have their points at different places")
    exact: bool = Field(description="x was not thinned")
    singles: list[SingleAnswer]


class GroupsAnswer(BaseModel):
    band: Literal["none", "std", "sem", "minmax", "quartiles", "bootstrap", "t"] = Field(
        description="of all groups: the one asked for, or the one that fits the smallest of them"
    )
    groups: list[GroupAnswer] = Field(description="in the order of the request")


@router.post("/groups", response_model=GroupsAnswer)
def draw_groups(request: Request, wanted: GroupsRequest, context: InContext) -> Response:
    """The middle of each group's curves, and a band around it."""
    # Each group has its share of the single curves.
    singles = wanted.singles // max(1, len(wanted.groups)) if wanted.groups else 0
    found = [_found(context.store, ids, wanted) for ids in wanted.groups]
    band = _band(found, wanted)
    groups = [
        _group(len(set(ids)), curves, wanted, band, singles)
        for ids, curves in zip(wanted.groups, found, strict=True)
    ]
    return answer(request, {"band": band, "groups": groups})


_Found = list[tuple[str, Curve]]


def _found(store: Store, ids: list[str], wanted: GroupsRequest) -> _Found:
    found = []
    for run_id in dict.fromkeys(ids):
        raise_if_client_left()
        curve = _curve(_run(store, run_id), wanted)
        if curve is not None:
            found.append((run_id, curve))
    return found


def _band(groups: list[_Found], wanted: GroupsRequest) -> Band:
    """One band of all groups, so that they can be compared; a single run has no band, and no say."""
    if wanted.band != "auto":
        return wanted.band
    numbers = [_finite(curves) for curves in groups]
    several = [number for number in numbers if number > 1]
    return fitting_band(wanted.middle, min(several, default=0))


def _finite(found: _Found) -> int:
    return sum(bool(np.isfinite(curve.y).any()) for _, curve in found)


def _group(
    asked: int, found: _Found, wanted: GroupsRequest, band: Band, singles: int
) -> dict[str, Any]:
    raise_if_client_left()
    low, high = wanted.range
    curves = [_inside(curve, low, high) for _, curve in found]
    grid = aligned(curves, MOST_PLACES // max(1, len(curves)))
    middle = middle_of(grid.y, wanted.middle)
    chosen = outline(grid.x, middle, wanted.pixels)
    y = grid.y[:, chosen]
    low_end, high_end = band_of(y, wanted.middle, band, level=wanted.level, seed=wanted.seed)
    ends = ends_of([curve for _, curve in found])
    return {
        "runs": len(found),
        "finite": _finite(found),
        "without_tag": asked - len(found),
        "x": grid.x[chosen],
        "middle": middle[chosen],
        "low": low_end,
        "high": high_end,
        "count": (~np.isnan(y)).sum(axis=0).astype(np.int32),
        "turned": ends.turned,
        "turned_from": ends.turned_from,
        "early": ends.early,
        "early_from": ends.early_from,
        "interpolated": grid.interpolated,
        "exact": grid.complete and len(chosen) == len(grid.x),
        "singles": [
            _single(run_id, curve, wanted.pixels) for run_id, curve in _spread(found, singles)
        ],
    }


def _spread(found: _Found, most: int) -> _Found:
    """So many of the curves at most, at even distances in the list, with its first and its last.

    The first of a list are the newest runs, which may all lie on one side of the middle. An order of values would be
    another one with each point of a live run, and the picture would flicker.
    """
    if len(found) <= most:
        return found
    places = np.linspace(0, len(found) - 1, most).round().astype(int)
    return [found[place] for place in places.tolist()]


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
    # The last point says whether the run ends without a height, which thinning leaves out.
    chosen = np.union1d(outline(curve.x, curve.y, pixels), [len(curve.x) - 1]).astype(np.intp)
    return {"run": run_id, "x": curve.x[chosen], "y": curve.y[chosen]}
