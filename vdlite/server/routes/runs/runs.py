"""The runs below the logdirs."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.format.outcome import Outcome
from vdlite.reader.questions.plain import plain
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext

router = APIRouter()


class ProgressAnswer(BaseModel):
    name: str = Field(description="of the outermost loop of the program that goes on")
    done: int = Field(description="items of it that are done")
    total: int
    share: float = Field(description="of the whole that is done, from 0 to 1")
    seconds_left: float | None = Field(
        description="null: too little is done to say it, or the run was broken off"
    )
    seconds_low: float | None = Field(description="that time is, with 95 %, between this")
    seconds_high: float | None = Field(description="and this, if the program goes on as before")
    samples_per_second: float | None = Field(description="null: its program does not say it")


class RunAnswer(BaseModel):
    id: str = Field(description="names the run in every other route; depends on its name alone")
    name: str = Field(description="the run's folder, relative to the logdir; `.`: the logdir")
    display_name: str | None = Field(description="the name that the training gave it")
    labels: list[str] = Field(
        description="those that the training gave it; what people give in their place is among the annotations"
    )
    started: float | None = Field(description="seconds since 1970; null: not read yet")
    updated: float | None = Field(
        description="when the last record was logged, in seconds since 1970; of logs that tell no time, when a file of "
        "theirs was last written to"
    )
    duration: float | None = Field(
        description="seconds that the training took, without pauses between its writers and without what was computed "
        "of it later, such as landscapes; null: its records don't tell"
    )
    state: Literal["live", "ended", "quiet"] = Field(
        description="`live`: grew within the last 30 seconds and is not closed; `ended`: every "
        "writer has closed; else `quiet`. Logs of other tools tell of no end: `live` while they grew "
        "within the last 150 seconds, else `ended`"
    )
    outcome: Outcome | None = Field(
        description="how a run that has ended did so, as its log says; null: it has not, or that is not known"
    )
    ending: str | None = Field(
        description="the same in one sentence, with the program's last words; null: it has not ended, or nobody watched it"
    )
    loading: bool = Field(description="its files have not been read to their end yet")
    records: int
    bytes: int
    files: int
    damaged: int = Field(description="number of damaged regions")
    missing: int = Field(description="number of records that a writer could not write")
    diverged: int = Field(description="number of scalar tags whose newest value is not finite")
    last_step: int | None = Field(
        description="the largest step of its scalars, but those of the machine; null: it has none"
    )
    progress: ProgressAnswer | None = Field(
        description="how far it is, as its program says; null: it does not"
    )
    energy_kwh: float | None = Field(
        description="energy that its GPUs have taken, in kWh; null: nothing says it"
    )
    gpu_hours: float | None = Field(
        description="hours of all its GPUs together, while they were watched; null: none was"
    )
    tools: list[str] = Field(
        description="other tools that wrote logs of the run, such as `TensorBoard`"
    )
    left_out: dict[str, int] = Field(
        description="what their logs hold that is not read, and how often"
    )
    hangs_since: float | None = Field(
        description="the drive that its files are on does not answer since then, in seconds since "
        "1970; null: it does"
    )


class RunsAnswer(BaseModel):
    version: int = Field(description="as `runs_version` of the status")
    growth_version: int = Field(description="as that of the status")
    runs: list[RunAnswer] = Field(description="newest started first")


_FIELDS = tuple(RunAnswer.model_fields)


@router.get("/runs", response_model=RunsAnswer)
def read_runs(request: Request, context: InContext) -> Response:
    """All runs, the newest started first."""
    # The versions first: at worst they are too old for the runs, and these are fetched once more.
    version, growth_version = context.store.runs_version, context.store.growth_version
    runs = [
        {name: getattr(run, name) for name in _FIELDS} | {"progress": plain(run.progress)}
        for run in context.store.runs()
    ]
    content = {"version": version, "growth_version": growth_version, "runs": runs}
    return answer(request, content)
