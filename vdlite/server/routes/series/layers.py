"""Many scalars of one run together: as cells of tags by steps, and which of them are unlike the others."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.kinds.aside_tags import ASIDE
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.series.outliers import Why, find_outliers
from vdlite.reader.series.tag_matrix import Statistic, tag_matrix
from vdlite.server.answers.encoding import MaybeFloat, answer
from vdlite.server.context import Context, InContext
from vdlite.server.errors import ApiError
from vdlite.server.routes.runs.tags import found_places
from vdlite.server.tag_tables import TagTable

router = APIRouter()

_MOST_OUTLIERS = 1000

RunId = Annotated[str, Query(description="id of the run")]
Search = Annotated[
    str, Query(max_length=2000, description="as of `GET /api/tags/search`; empty: all tags")
]
Prefix = Annotated[str, Query(description="only tags beneath it")]
FirstStep = Annotated[int | None, Query(alias="from", description="only points from there on")]
LastStep = Annotated[int | None, Query(alias="to", description="only points up to there")]


class LayersAnswer(BaseModel):
    tags: int = Field(description="tags that the run has of those that are asked for")
    all_steps: int = Field(description="different steps of them")
    row_tags: list[str] = Field(description="the first tag of each row")
    first_tags: list[int] = Field(description="its place among the tags")
    first_steps: list[int] = Field(description="the first step of each column")
    last_steps: list[int] = Field(description="the last one")
    values: list[MaybeFloat] = Field(
        description="row by row: of each cell the value that is farthest from the median of the tags at its step"
    )
    tag_places: list[int] = Field(
        description="row by row: the place of the tag whose value that is; -1: the cell has none"
    )
    steps: list[int] = Field(description="row by row: the step of that value")


class LayerTags(BaseModel):
    tags: list[str]


class OutlierAnswer(BaseModel):
    tag: str
    why: Why
    usual: float | None = Field(description="median distance from the others")
    largest: float | None = Field(
        description="largest distance of its jumps from those of the others"
    )
    largest_step: int | None
    not_finite: int = Field(
        description="values that are not finite at steps at which most others are"
    )
    first_not_finite: int | None = Field(description="step of the first of these")


class OutliersAnswer(BaseModel):
    tags: int = Field(description="tags that are compared; fewer than 8 are not")
    is_log: bool = Field(description="their logarithms are compared")
    count: int = Field(description="tags that are unlike the others")
    outliers: list[OutlierAnswer] = Field(description="up to `limit`, those that stand out first")


@router.get("/layers", response_model=LayersAnswer)
def read_layers(
    request: Request,
    context: InContext,
    run: RunId,
    search: Search = "",
    prefix: Prefix = "",
    statistic: Statistic = "value",
    rows: Annotated[int, Query(ge=1, le=2000, description="at most")] = 400,
    columns: Annotated[int, Query(ge=1, le=2000, description="at most")] = 400,
    first_step: FirstStep = None,
    last_step: LastStep = None,
) -> Response:
    """Many scalars of a run as cells of tags by steps; tags and steps are joined where there are more."""
    table = _table(context, run, search, prefix, first_step, last_step)
    matrix = tag_matrix(table.points, statistic, rows, columns)
    content = {
        "tags": len(table.tags),
        "all_steps": len(table.points.steps),
        "row_tags": [table.tags[place] for place in matrix.first_tags.tolist()],
        "first_tags": matrix.first_tags,
        "first_steps": matrix.first_steps,
        "last_steps": matrix.last_steps,
        "values": matrix.values.ravel(),
        "tag_places": matrix.tags.ravel().astype(np.int32),
        "steps": matrix.steps.ravel(),
    }
    return answer(request, content)


@router.get("/layers/tags", response_model=LayerTags)
def read_layer_tags(
    request: Request,
    context: InContext,
    run: RunId,
    at: Annotated[list[int], Query(description="places", max_length=1000)],
    search: Search = "",
    prefix: Prefix = "",
) -> Response:
    """The tags at some places of an answer of `GET /api/layers`."""
    tags = _tags(context, run, search, prefix)
    if min(at, default=0) < 0 or max(at, default=0) >= len(tags):
        raise ApiError(400, "bad_request", f"at: got {at[:5]}, want places below {len(tags)}")
    return answer(request, {"tags": [tags[place] for place in at]})


@router.get("/layers/outliers", response_model=OutliersAnswer)
def read_outliers(
    request: Request,
    context: InContext,
    run: RunId,
    search: Search = "",
    prefix: Prefix = "",
    limit: Annotated[int, Query(ge=1, le=_MOST_OUTLIERS)] = 100,
    first_step: FirstStep = None,
    last_step: LastStep = None,
) -> Response:
    """The scalars of a run that behave unlike the others that are asked for."""
    table = _table(context, run, search, prefix, first_step, last_step)
    found = find_outliers(table.points)
    rows = [
        {
            "tag": table.tags[each.tag],
            "why": each.why,
            "usual": None if each.largest_step is None else each.usual,
            "largest": None if each.largest_step is None else each.largest,
            "largest_step": each.largest_step,
            "not_finite": each.not_finite,
            "first_not_finite": each.first_not_finite,
        }
        for each in found.outliers[:limit]
    ]
    content = {
        "tags": len(table.tags),
        "is_log": found.is_log,
        "count": len(found.outliers),
        "outliers": rows,
    }
    return answer(request, content)


def _table(
    context: Context,
    run: str,
    search: str,
    prefix: str,
    first_step: int | None,
    last_step: int | None,
) -> TagTable:
    tags = _tags(context, run, search, prefix)
    held = context.store.run(run)
    try:
        return context.store.call(
            held, lambda: context.tag_tables.table(held, tags, first_step, last_step)
        )
    except ValueError as error:
        raise ApiError(413, "too_large", str(error)) from error


def _tags(context: Context, run: str, search: str, prefix: str) -> tuple[str, ...]:
    """The tags that the run has of those that are asked for, in order; where nothing is, none beside the training.

    Raises NotFoundError if there is no such run.
    """
    context.store.run(run)
    tree = context.tag_trees.tree(SCALAR).tree
    places = found_places(context, search, prefix)
    if not search.strip() and not prefix:
        aside = [found_places(context, "", beneath) for beneath in ASIDE]
        places = places[~np.isin(places, np.concatenate(aside))]
    own = places[tree.of_run(run)[places]]
    return tuple([tree.tags[place] for place in own.tolist()])
