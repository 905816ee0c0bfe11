"""Trials: hyperparameters, and how the scalars that judge them went."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import NotFoundError
from vdlite.reader.live.store import Store
from vdlite.reader.run.run import Run
from vdlite.reader.trials.trials import Trial, trials
from vdlite.server.answers.encoding import MaybeFloat, answer
from vdlite.server.context import InContext
from vdlite.server.routes.series.records import plain
from vdlite.server.scheduling.cancellation import raise_if_client_left

router = APIRouter()


class TrialMetricAnswer(BaseModel):
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
    metrics: dict[str, TrialMetricAnswer | None] = Field(
        description="by tag; null where the run has no such scalar (yet)"
    )
    goals: dict[str, Literal["min", "max"]] = Field(
        description="by tag: whether less or more of it is better, where that is known"
    )
    logarithmic: list[str] = Field(
        description="names of the hyperparameters that are searched by their magnitude"
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
    made: Iterable[list[Trial] | None]
    if run is None:
        runs = _all_runs(store)
        made = store.drives.each(runs, _trials)  # who asks for all wants those whose drives answer
    else:
        runs = [store.run(each) for each in dict.fromkeys(run)]
        made = (store.call(each, partial(_trials, each)) for each in runs)
    found = [
        {**plain(trial), "run": each.id}
        for each, all_of in zip(runs, made, strict=True)
        for trial in all_of or ()
    ]
    return answer(request, {"trials": found})


def _all_runs(store: Store) -> list[Run]:
    runs = []
    for info in store.runs():
        with suppress(NotFoundError):  # it has gone since
            runs.append(store.run(info.id))
    return runs


def _trials(run: Run) -> list[Trial]:
    raise_if_client_left()
    return trials(run)
