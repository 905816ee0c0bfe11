"""Histograms of a few steps of each series, for drawing them side by side."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Request, Response
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from vdlite.errors import FormatError, NotFoundError
from vdlite.kinds import tensor
from vdlite.kinds.histogram import QUANTILES, Histogram, coarser
from vdlite.reader import Record, Store
from vdlite.reader.series.steps import spread
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import RequestBody, Step, at_most
from vdlite.server.context import InContext
from vdlite.server.scheduling.cancellation import raise_if_client_left

router = APIRouter()

MOST_SERIES = 100  # in one request: each has hundreds of payloads
MOST_STEPS = 1000
MOST_BUCKETS = 1 << 22  # of one answer: 64 MiB; of more, neighboring ones are put together
FEWEST_BUCKETS = 128  # of each histogram, whatever is asked for


class WantedHistograms(RequestBody):
    run: str = Field(description="id of the run")
    tag: str


class HistogramsRequest(RequestBody):
    kind: Literal["histogram", "tensor"] = Field(
        "histogram", description="a tensor's histogram is part of its summary"
    )
    series: Annotated[list[WantedHistograms], at_most(MOST_SERIES)] = Field(
        description=f"{MOST_SERIES} at most", json_schema_extra={"maxItems": MOST_SERIES}
    )
    steps: int = Field(100, ge=2, le=MOST_STEPS, description="of each series at most so many")
    range: list[Step | None] = Field(
        [None, None],
        min_length=2,
        max_length=2,
        description="lowest and highest step; null: open",
    )
    fit: bool = Field(
        False,
        description="put neighboring buckets of equal width together where there are few values: to 2 sqrt(n) at most",
    )


_Floats = list[float | Literal["NaN"]]


class HistogramsOfSeries(BaseModel):
    run: str
    tag: str
    version: int = Field(description="grows when steps that were given may hold something else")
    count: int = Field(description="number of steps of the whole series")
    in_range: int = Field(description="number of steps in the range")
    origin: float | None = Field(description="the series' first walltime, in seconds since 1970")
    damaged: int = Field(description="number of chosen steps left out since they can't be read")
    step: list[int] = Field(description="[N], rising; the first and last of the range among them")
    walltime: list[float] = Field(description="[N], in seconds since 1970")
    check: list[int] = Field(description="[N], CRC-32 of the payload")
    offset: list[int] = Field(
        description="[N + 1]: counts of step i are [offset[i], offset[i + 1])"
    )
    counts: list[int] = Field(description="of all buckets of all steps, one after the other")
    edges: list[float] = Field(description="likewise, one more for each step")
    values: list[int] = Field(description="[N], finite values")
    min: _Floats
    max: _Floats
    mean: _Floats
    std: _Floats
    nan: list[int] = Field(description="[N], values that are not numbers")
    posinf: list[int]
    neginf: list[int]
    quantiles: _Floats = Field(description="[N * Q], step by step; each within a bucket's width")


class MissingHistograms(BaseModel):
    run: str
    tag: str
    error: Literal["not_found"]


class HistogramsAnswer(BaseModel):
    shares: list[float] = Field(description="[Q]: what the quantiles are of, from 0 to 1")
    series: list[HistogramsOfSeries | MissingHistograms] = Field(
        description="in the order of the request"
    )


@router.post("/histograms", response_model=HistogramsAnswer)
def draw_histograms(request: Request, wanted: HistogramsRequest, context: InContext) -> Response:
    """Histograms of steps that are evenly spread over a range, of up to 100 series in one request."""
    low, high = wanted.range
    buckets = max(FEWEST_BUCKETS, MOST_BUCKETS // (max(1, len(wanted.series)) * wanted.steps))
    series = [
        _series(
            context.store,
            wanted.kind,
            one,
            wanted.steps,
            low,
            high,
            partial(_read, buckets, wanted.fit),
        )
        for one in wanted.series
    ]
    return answer(request, {"shares": np.array(QUANTILES), "series": series})


def _series(
    store: Store,
    kind: str,
    one: WantedHistograms,
    most: int,
    low: int | None,
    high: int | None,
    read: Callable[[Record], Histogram | None],
) -> Mapping[str, Any]:
    try:
        found = store.run(one.run).records(kind, one.tag)
    except NotFoundError:
        return {"run": one.run, "tag": one.tag, "error": "not_found"}
    records, version = found.snapshot()
    steps = records.rows.steps
    chosen = [records[int(place)] for place in spread(steps, most, low, high)]
    all_made = store.drives.each(chosen, read)
    readable = [
        (record, made) for record, made in zip(chosen, all_made, strict=True) if made is not None
    ]
    return {
        "run": one.run,
        "tag": one.tag,
        "version": version,
        "count": len(records),
        "in_range": len(spread(steps, max(2, len(steps)), low, high)),
        "origin": records[0].walltime if records else None,
        "damaged": len(chosen) - len(readable),
        **_columns([record for record, _ in readable], [made for _, made in readable]),
    }


def _columns(records: Sequence[Record], histograms: Sequence[Histogram]) -> Mapping[str, Any]:
    def floats(name: str) -> NDArray[np.float64]:
        return np.array([getattr(made, name) for made in histograms], np.float64)

    def integers(name: str) -> NDArray[np.int64]:
        return np.array([getattr(made, name) for made in histograms], np.int64)

    buckets = [len(made.counts) for made in histograms]
    return {
        "step": np.array([record.step for record in records], np.int64),
        "walltime": np.array([record.walltime for record in records], np.float64),
        "check": np.array([record.entry.crc for record in records], np.int64),
        "offset": np.cumsum([0, *buckets], dtype=np.int64),
        "counts": np.concatenate([np.zeros(0, np.int64), *(made.counts for made in histograms)]),
        "edges": np.concatenate([np.zeros(0), *(made.edges for made in histograms)]),
        "values": integers("count"),
        **{name: floats(name) for name in ("min", "max", "mean", "std")},
        **{name: integers(name) for name in ("nan", "posinf", "neginf")},
        "quantiles": np.array(
            [made.quantiles(QUANTILES) for made in histograms], np.float64
        ).reshape(-1),
    }


def _read(buckets: int, fit: bool, record: Record) -> Histogram | None:
    """None if its bytes are damaged or gone: the other steps are worth seeing."""
    raise_if_client_left()
    try:
        is_tensor = record.kind == tensor.NAME
        made = tensor.histogram_of(record.summary) if is_tensor else record.payload
    except (FormatError, OSError):
        return None
    # Of buckets that grow outwards, as many wide ones as narrow ones would be put together: no shape would be left.
    is_fitted = fit and made.is_even
    return coarser(made, min(buckets, fitting(made.count)) if is_fitted else buckets)


def fitting(values: int) -> int:
    """So many buckets say something of so many values; more would be a row of spikes."""
    return max(1, math.ceil(2 * math.sqrt(values)))
