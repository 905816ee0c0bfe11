"""How much each hyperparameter matters for a metric."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.reader.trials.table import Table
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import RequestBody
from vdlite.server.context import InContext
from vdlite.server.routes.trials.table import WantedMetric
from vdlite.server.trial_rows import MOST_TRIALS, TrialNames, rows_of

router = APIRouter()


class ImportanceRequest(RequestBody):
    metric: WantedMetric
    trials: Annotated[TrialNames | None, Field(max_length=MOST_TRIALS)] = Field(
        None, description="run and number of each trial that counts; all if null"
    )
    hparams: list[str] | None = Field(None, description="all if null")
    data: bool = Field(False, description="also what differs between data pipelines")
    seed: int = Field(0, ge=0, lt=2**32)


class HparamImportance(BaseModel):
    name: str
    group: Literal["hparams", "data"]
    importance: float | None = Field(description="about a share of the metric's variance")
    spread: float | None = Field(description="standard deviation over folds and shuffles")
    correlation: float | None = Field(description="Spearman's; null without an order")
    p_value: float | None = Field(description="of the correlation, two-sided")
    distinct: int = Field(description="number of values")
    missing: int = Field(description="number of trials that do not have it")


class PairImportance(BaseModel):
    first: str
    second: str
    interaction: float = Field(description="share of the variance from acting together")
    spread: float


class ImportanceAnswer(BaseModel):
    trials: int = Field(description="number of trials asked for that exist")
    used: int = Field(description="number of trials that were looked at")
    without_metric: int = Field(description="number of trials without a finite value of the metric")
    score: float | None = Field(description="share of the variance of unseen trials explained")
    advice: list[str]
    hparams: list[HparamImportance] = Field(description="the most important first")
    pairs: list[PairImportance] = Field(description="the strongest first")


@router.post("/importance", response_model=ImportanceAnswer)
def draw_importance(request: Request, wanted: ImportanceRequest, context: InContext) -> Response:
    """How much each hyperparameter matters for a metric, with its uncertainty."""
    # scikit-learn takes a second to load: not at the server's start.
    from vdlite.reader.questions.importance import importances_of

    table: Table = context.tables.table([wanted.metric.choice])
    rows = rows_of(table, wanted.trials)
    values = table.metrics[0].values
    names = None if wanted.hparams is None else set(wanted.hparams)
    found, groups = importances_of(
        table, values, rows, names, with_data=wanted.data, seed=wanted.seed
    )
    content = {
        "trials": len(rows),
        "used": found.used,
        "without_metric": int((~np.isfinite(values[rows])).sum()),
        "score": found.score,
        "advice": list(found.advice),
        "hparams": [
            {
                name: groups[each.name] if name == "group" else getattr(each, name)
                for name in HparamImportance.model_fields
            }
            for each in found.hparams
        ],
        "pairs": [
            {name: getattr(each, name) for name in PairImportance.model_fields}
            for each in found.pairs
        ],
    }
    return answer(request, content)
