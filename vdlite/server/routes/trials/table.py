"""The table of trials: a row for each trial of every run."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field, model_validator

from vdlite.reader.trials.metric_choice import MetricChoice
from vdlite.server.answers.encoding import MaybeFloat, answer
from vdlite.server.bodies import RequestBody, when
from vdlite.server.context import InContext

router = APIRouter()

MOST_METRICS = 200
Step = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]


class WantedMetric(RequestBody):
    model_config = ConfigDict(
        json_schema_extra={
            "allOf": [
                when("take", "at", step={"type": "integer"}),
                when("take", "best", by={"type": "string"}),
            ]
        }
    )

    """Which number of which scalar."""

    tag: str
    take: Literal["last", "min", "max", "mean", "at", "best"] = Field(
        "last", description="`best`: the value where the scalar `by` is best"
    )
    step: Step | None = Field(None, description="of `at`")
    by: str | None = Field(None, description="of `best`: the scalar that says which step is best")
    goal: Literal["min", "max"] = Field("min", description="of `best`: which value of `by` is best")

    @model_validator(mode="after")
    def _complete(self) -> WantedMetric:
        if self.take == "at" and self.step is None:
            raise ValueError("got take 'at' without step, want the step")
        if self.take == "best" and self.by is None:
            raise ValueError(
                "got take 'best' without by, want the tag that says which step is best"
            )
        return self

    @property
    def choice(self) -> MetricChoice:
        return MetricChoice(
            self.tag,
            self.take,
            self.step if self.take == "at" else None,
            self.by if self.take == "best" else None,
            self.goal,
        )


class TableRequest(RequestBody):
    metrics: list[WantedMetric] = Field([], max_length=MOST_METRICS)


class ColumnAnswer(BaseModel):
    group: Literal["hparams", "lineage", "environment", "data"]
    name: str
    numbers: list[MaybeFloat] = Field(description="[N]; NaN where the cell is no number")
    codes: list[int] = Field(description="[N]: -2 a number, -1 missing, or an index into `values`")
    values: list[str | bool | None] = Field(description="each once")
    logarithmic: bool = Field(
        description="whether trials said that it is searched by its magnitude"
    )


class TableMetricAnswer(BaseModel):
    tag: str
    take: str
    step: int | None
    by: str | None
    goal: str
    values: list[MaybeFloat] = Field(description="[N]; NaN where there is none")
    steps: list[MaybeFloat] = Field(description="[N]: where the value stands; NaN for a mean")
    given: list[int] = Field(description="[N]: 0 where there is no value")


class TableAnswer(BaseModel):
    runs: list[str] = Field(description="ids of runs")
    run: list[int] = Field(description="[N]: index into `runs`")
    number: list[int] = Field(description="[N]: of the trial in its run, from 0")
    walltime: list[float] = Field(description="[N]: when it was logged, in seconds since 1970")
    columns: list[ColumnAnswer]
    left_out: int = Field(description="further columns, which fewer trials have: no room for them")
    metrics: list[TableMetricAnswer] = Field(description="in the order of the request")
    declared: list[str] = Field(description="tags that any trial named as its metrics")
    goals: dict[str, Literal["min", "max"]] = Field(
        description="by tag: whether less or more of it is better, where trials state it"
    )


@router.post("/table", response_model=TableAnswer)
def draw_table(request: Request, wanted: TableRequest, context: InContext) -> Response:
    """All trials of all runs, with their hyperparameters and the metrics that are asked for."""
    table = context.tables.table([metric.choice for metric in wanted.metrics])
    columns: list[dict[str, Any]] = [
        {
            "group": column.group,
            "name": column.name,
            "numbers": column.numbers,
            "codes": column.codes,
            "values": list(column.values),
            "logarithmic": column.logarithmic,
        }
        for column in table.columns
    ]
    metrics = [
        {
            **metric.model_dump(),
            "values": column.values,
            "steps": column.steps,
            "given": column.given,
        }
        for metric, column in zip(wanted.metrics, table.metrics, strict=True)
    ]
    content = {
        "runs": list(table.runs),
        "run": table.run,
        "number": table.number,
        "walltime": table.walltime,
        "columns": columns,
        "left_out": table.left_out,
        "metrics": metrics,
        "declared": list(table.declared),
        "goals": dict(table.goals),
    }
    return answer(request, content)
