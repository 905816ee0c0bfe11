"""Trials: hyperparameters, and how the scalars that judge them went."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import DriveError
from vdlite.reader.trials import trials
from vdlite.server.answers.encoding import MaybeFloat, answer
from vdlite.server.context import InContext
from vdlite.server.routes.records import plain
from vdlite.server.scheduling.cancellation import raise_if_client_left

router = APIRouter()


class MetricAnswer(BaseModel):
    count: int = Field(description="number of points")
    last: MaybeFloat = Field(description="the value of the highest step")
    last_step: int
    min: MaybeFloat | None = Field(description="null where every value is NaN")
    min_step: int | None
    max: MaybeFloat | None
    max_step: int | None


class TrialAnswer(BaseModel):
    run: str = Field(description="id of the run")
    number: int = Field(description="of the trial in its run, from 0")
    walltime: float = Field(description="seconds since 1970")
    hparams: dict[str, bool | int | MaybeFloat | str | None]
    metrics: dict[str, MetricAnswer | None] = Field(
        description="by tag; null where the run has no such scalar (yet)"
    )
    goals: dict[str, Literal["min", "max"]] = Field(
        description="by tag: whether less or more of it is better, where that was told"
    )


class TrialsAnswer(BaseModel):
    trials: list[TrialAnswer] = Field(description="by run, in the order they were logged")


@router.get("/trials", response_model=TrialsAnswer)
def read_trials(
    request: Request,
    context: InContext,
    run: Annotated[list[str] | None, Query(description="ids of runs; all if left out")] = None,
) -> Response:
    """The hyperparameters of every trial, and how the scalars that judge it went."""
    store = context.store
    found = []
    for each in dict.fromkeys([info.id for info in store.runs()] if run is None else run):
        raise_if_client_left()
        held = store.run(each)
        try:
            made = store.call(held, partial(trials, held))
        except DriveError:
            if run is not None:
                raise
            continue  # who asked for all wants the others
        found += [{**plain(trial), "run": each} for trial in made]
    return answer(request, {"trials": found})
