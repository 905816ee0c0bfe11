"""Points of scalar series, thinned for drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import NotFoundError
from vdlite.reader import Store
from vdlite.reader.series.mean_curve import MeanCurve, mean_curve
from vdlite.reader.series.thinning import thin
from vdlite.server.answers.encoding import MOST_BYTES, MaybeFloat, answer
from vdlite.server.bodies import MOST_SERIES, Count, End, RequestBody, at_most, check_number
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.scheduling.cancellation import raise_if_client_left

router = APIRouter()

Axis = Literal["step", "relative", "wall"]


class WantedSeries(RequestBody):
    run: str = Field(description="id of the run")
    tag: str
    have: Count | None = Field(
        default=None, description="number of points that the caller holds already"
    )
    version: Count | None = Field(
        default=None, description="the series' version when the caller got them"
    )


class ScalarsRequest(RequestBody):
    series: Annotated[list[WantedSeries], at_most(MOST_SERIES)] = Field(
        description=f"{MOST_SERIES} at most", json_schema_extra={"maxItems": MOST_SERIES}
    )
    pixels: int = Field(1000, ge=1, le=10000, description="width of the drawing")
    axis: Axis = Field(
        "step", description="`relative`: seconds since the series' first walltime; `wall`: walltime"
    )
    range: list[End] = Field(
        [None, None],
        min_length=2,
        max_length=2,
        description="lower and upper end in the unit of the axis; null: open. One point beyond "
        "each end comes along",
    )
    smoothing: float = Field(
        0.0,
        ge=0,
        lt=1,
        description="weight of the debiased exponential moving average over all points; 0: none",
    )
    quantiles: bool = Field(False, description="also give q05 and q95")
    baseline: Annotated[list[str], at_most(MOST_SERIES)] = Field(
        default=[],
        description="ids of runs: the mean of their values of the tag, at the same step, is taken away from each "
        "value; points where not all of them have one are left out",
        json_schema_extra={"maxItems": MOST_SERIES},
    )


class Nonfinite(BaseModel):
    """For each bucket and sort, the first point that is not finite, and their count."""

    step: list[int]
    walltime: list[MaybeFloat]
    what: list[int] = Field(description="0: NaN, 1: +infinity, 2: -infinity")
    count: list[int]


class Stats(BaseModel):
    """Over the points in the range; min, max and quantiles over the finite ones."""

    min: float | None
    min_step: int | None
    max: float | None
    max_step: int | None
    last: MaybeFloat | None = Field(description="the value of the whole series' largest step")
    last_step: int | None
    nan: int = Field(description="number of NaNs")
    posinf: int = Field(description="number of +infinities")
    neginf: int = Field(description="number of -infinities")
    q05: float | None
    q95: float | None


class SeriesAnswer(BaseModel):
    run: str
    tag: str
    version: int = Field(description="grows when points that were given already may have changed")
    count: int = Field(description="number of points of the whole series")
    superseded: int = Field(description="number of points that a resumed run replaced")
    resumed: list[int] = Field(description="the steps at which later writers went on, rising")
    in_range: int = Field(description="number of points in the range")
    exact: bool = Field(description="every point of the range is here")
    append: bool = Field(description="only the points after the caller's first `have` are here")
    origin: float = Field(description="the first walltime, in seconds since 1970")
    step: list[int]
    walltime: list[MaybeFloat] = Field(description="seconds since 1970")
    value: list[MaybeFloat]
    smoothed: list[MaybeFloat] | None
    nonfinite: Nonfinite
    stats: Stats


class MissingSeries(BaseModel):
    run: str
    tag: str
    error: Literal["not_found"]


class ScalarsAnswer(BaseModel):
    series: list[SeriesAnswer | MissingSeries] = Field(description="in the order of the request")


@router.post("/scalars", response_model=ScalarsAnswer)
def draw_scalars(request: Request, wanted: ScalarsRequest, context: InContext) -> Response:
    """Points to draw, of up to 2000 series in one request."""
    return answer(request, {"series": _drawn(context.store, wanted)})


@router.get("/scalars", response_model=ScalarsAnswer)
def read_scalars(
    request: Request,
    context: InContext,
    run: Annotated[list[str], Query(description="ids of runs")],
    tag: Annotated[list[str], Query()],
    pixels: Annotated[int, Query(ge=1, le=10000, description="width of the drawing")] = 1000,
    axis: Axis = "step",
    low: Annotated[
        float | None,
        Query(alias="from", allow_inf_nan=False, description="in the unit of the axis"),
    ] = None,
    high: Annotated[
        float | None,
        Query(alias="to", allow_inf_nan=False, description="in the unit of the axis"),
    ] = None,
    smoothing: Annotated[float, Query(ge=0, lt=1)] = 0.0,
    quantiles: bool = False,
) -> Response:
    """Points of every given run with every given tag; pairs that don't exist are left out."""
    check_number(len(run) * len(tag))
    wanted = ScalarsRequest(
        series=[WantedSeries(run=each, tag=name) for each in run for name in tag],
        pixels=pixels,
        axis=axis,
        range=[low, high],
        smoothing=smoothing,
        quantiles=quantiles,
    )
    series = _drawn(context.store, wanted)
    return answer(request, {"series": [one for one in series if "error" not in one]})


def _drawn(store: Store, wanted: ScalarsRequest) -> list[Mapping[str, Any]]:
    """Raises ApiError (413) as soon as they are too large for one answer."""
    drawn = []
    numbers = 0
    curves: dict[str, MeanCurve] = {}
    for one in wanted.series:
        raise_if_client_left()
        if wanted.baseline and one.tag not in curves:
            curves[one.tag] = _mean_curve(store, wanted.baseline, one.tag)
        points = _points(store, one, wanted, curves.get(one.tag))
        numbers += 3 * len(points.get("step", ()))
        if numbers * 8 > MOST_BYTES:
            message = (
                f"got more than {MOST_BYTES} bytes for one answer; ask for fewer series or pixels"
            )
            raise ApiError(413, "too_large", message)
        drawn.append(points)
    return drawn


def _mean_curve(store: Store, runs: Sequence[str], tag: str) -> MeanCurve:
    """The mean of the runs that have the tag; runs that are gone are as if they had not been asked for."""
    found = []
    for run in runs:
        with suppress(NotFoundError):
            found.append(store.run(run).scalars(tag).snapshot())
    return mean_curve(found)


def _points(
    store: Store, one: WantedSeries, wanted: ScalarsRequest, baseline: MeanCurve | None
) -> Mapping[str, Any]:
    try:
        series = store.run(one.run).scalars(one.tag)
    except NotFoundError:
        return {"run": one.run, "tag": one.tag, "error": "not_found"}
    low, high = wanted.range
    points = thin(
        series,
        axis=wanted.axis,
        low=low,
        high=high,
        pixels=wanted.pixels,
        smoothing=wanted.smoothing,
        quantiles=wanted.quantiles,
        have=one.have,
        version=one.version,
        baseline=baseline,
    )
    content = {name: getattr(points, name) for name in _POINTS_FIELDS}
    content["nonfinite"] = _fields(Nonfinite, points.nonfinite)
    content["stats"] = _fields(Stats, points.stats)
    return {"run": one.run, "tag": one.tag, **content}


_POINTS_FIELDS = tuple(
    name for name in SeriesAnswer.model_fields if name not in {"run", "tag", "nonfinite", "stats"}
)


def _fields(model: type[BaseModel], item: object) -> dict[str, object]:
    return {name: getattr(item, name) for name in model.model_fields}
