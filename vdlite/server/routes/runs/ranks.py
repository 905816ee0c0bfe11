"""The ranks of a run that several processes logged."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.reader.questions.plain import plain
from vdlite.reader.questions.ranks import ranks_answer, tags_of_ranks
from vdlite.reader.run.ranks import points_by_rank, ranks_of
from vdlite.reader.run.run import Run
from vdlite.reader.series.rank_bands import rank_bands
from vdlite.reader.series.rank_cells import rank_cells
from vdlite.server.answers.encoding import MaybeFloat, answer
from vdlite.server.context import InContext

router = APIRouter()

_MOST_ROWS = 4096
_MOST_TAGS = 1000


class RunRankAnswer(BaseModel):
    rank: int
    local_rank: int | None = Field(description="on its machine; null: its log does not say it")
    host: str = Field(description="the machine; empty: its log does not say it")
    last_step: int | None = Field(description="of the scalar; null: it has logged none")
    last: MaybeFloat | None = Field(description="value of the scalar")
    seconds_per_step: float | None = Field(description="the median over its last points")
    times_median: float | None = Field(description="the same, by the median of all ranks")
    updated: float | None = Field(description="when its last record was logged")
    is_slow: bool
    is_silent: bool


class RunRanksAnswer(BaseModel):
    ranks: int = Field(description="processes that the training has; 1: it is of one process")
    hosts: int
    missing: list[int] = Field(description="ranks that have logged nothing")
    tag: str | None = Field(description="the scalar that the rest is about; null: there is none")
    tags: list[str] = Field(
        description="scalars that ranks have logged, those of most of them first, up to 1000"
    )
    median: float | None = Field(description="of the ranks' last values")
    steps_apart: int | None
    rows: list[RunRankAnswer] = Field(description="by rank, those that stand out first; up to 4096")
    cell_ranks: list[int] = Field(description="the rank of each row of cells")
    first_steps: list[int] = Field(description="the first step of each column of cells")
    values: list[MaybeFloat] = Field(
        description="row by row: of each cell the value that is farthest from the median of the column"
    )
    counts: list[int] = Field(description="row by row: points in each cell")
    medians: list[MaybeFloat] = Field(description="of the ranks' means in each column")
    lows: list[MaybeFloat] = Field(description="their 10th percentile")
    highs: list[MaybeFloat] = Field(description="their 90th percentile")
    least: list[MaybeFloat]
    most: list[MaybeFloat]
    odd: list[int] = Field(description="ranks that leave the band, the oddest first; up to 5")
    odd_values: list[MaybeFloat] = Field(description="row by row: their means in each column")


@router.get("/ranks", response_model=RunRanksAnswer)
def read_ranks(
    request: Request,
    context: InContext,
    run: Annotated[str, Query(description="id of the run")],
    tag: Annotated[str | None, Query(description="null: what most ranks have logged")] = None,
    columns: Annotated[int, Query(ge=1, le=1000, description="of cells, at most")] = 200,
) -> Response:
    """How the ranks of a run stand, and one scalar of all of them as cells: ranks by steps."""
    store = context.store
    held = store.run(run)
    return answer(request, store.call(held, lambda: _ranks(held, tag, columns)))


def _ranks(run: Run, tag: str | None, columns: int) -> dict[str, Any]:
    tags = tags_of_ranks(run, ranks_of(run))
    chosen = next(iter(tags), None) if tag is None else tag
    found = ranks_answer(run, chosen, _MOST_ROWS)
    cells = rank_cells({} if found.tag is None else points_by_rank(run, found.tag), columns)
    bands = rank_bands(cells)
    return {
        **{
            name: plain(getattr(found, name))
            for name in ("ranks", "hosts", "missing", "tag", "steps_apart", "rows")
        },
        "median": found.median,
        "tags": tags[:_MOST_TAGS],
        "cell_ranks": np.array(cells.ranks, np.int64),
        "first_steps": cells.first_steps,
        "values": cells.values.ravel(),
        "counts": cells.counts.ravel(),
        "medians": bands.median,
        "lows": bands.low,
        "highs": bands.high,
        "least": bands.least,
        "most": bands.most,
        "odd": list(bands.odd),
        "odd_values": bands.odd_values.ravel(),
    }
