"""The difference of two groups of trials in a metric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from fastapi import APIRouter, Request, Response
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from vdlite.comparison.difference import paired, pairs, unpaired
from vdlite.comparison.magnitude import mean_and_std
from vdlite.reader.trials.column import NUMBER, Column
from vdlite.reader.trials.table import Table
from vdlite.server.answers.encoding import MaybeFloat, answer
from vdlite.server.bodies import RequestBody
from vdlite.server.context import InContext
from vdlite.server.routes.trials.table import WantedMetric
from vdlite.server.trial_rows import MOST_TRIALS, TrialNames, rows_of

router = APIRouter()

MISSING_LABEL = "–"


class ComparisonRequest(RequestBody):
    metric: WantedMetric
    a: TrialNames = Field(max_length=MOST_TRIALS, description="run and number of each trial")
    b: TrialNames = Field(max_length=MOST_TRIALS)
    pair_by: list[str] | None = Field(
        None, description="hyperparameters that are equal in a pair; null: unpaired"
    )
    level: float = Field(0.95, gt=0, lt=1)


class SideAnswer(BaseModel):
    trials: int = Field(description="number of trials asked for that exist")
    without_value: int = Field(
        description="of these, trials whose value is missing or not finite: they are left out"
    )
    without_partner: int = Field(
        description="of these, trials with a finite value that are in no pair; 0 if unpaired"
    )
    used: int = Field(description="number of trials with a finite value, and in a pair if paired")
    mean: MaybeFloat | None
    std: MaybeFloat | None = Field(description="with n - 1; null for fewer than two")


class PairAnswer(BaseModel):
    label: list[str] = Field(description="the values of `pair_by`")
    a: float = Field(description="mean of the trials of `a` with these values")
    b: float
    a_trials: int = Field(description="number of trials that the mean is of")
    b_trials: int


class ComparisonAnswer(BaseModel):
    a: SideAnswer
    b: SideAnswer
    paired: bool
    pairs: list[PairAnswer]
    difference: MaybeFloat | None = Field(description="mean of b - a")
    low: MaybeFloat | None
    high: MaybeFloat | None
    p_value: MaybeFloat | None = Field(description="of the t test, two-sided")
    rank_p_value: MaybeFloat | None
    effect: MaybeFloat | None = Field(description="in standard deviations")
    effect_low: MaybeFloat | None
    effect_high: MaybeFloat | None
    advice: list[str]


@router.post("/comparison", response_model=ComparisonAnswer)
def compare(request: Request, wanted: ComparisonRequest, context: InContext) -> Response:
    """Whether two groups of trials differ in a metric, and by how much."""
    table = context.tables.table([wanted.metric.choice])
    values = table.metrics[0].values
    sides = [rows_of(table, trials) for trials in (wanted.a, wanted.b)]
    finite = [rows[np.isfinite(values[rows])] for rows in sides]
    usable = finite
    advice = []
    shown: list[dict[str, Any]] = []
    if wanted.pair_by is None:
        found = unpaired(values[usable[0]], values[usable[1]], level=wanted.level)
    else:
        labels = _labels(table, wanted.pair_by)
        first, second = ([(labels(row), float(values[row])) for row in rows] for rows in usable)
        shared, a, b = pairs(first, second)
        found = paired(a, b, level=wanted.level)
        members = [Counter(label for label, _ in side) for side in (first, second)]
        shown = [
            {
                "label": list(label),
                "a": one,
                "b": other,
                "a_trials": members[0][label],
                "b_trials": members[1][label],
            }
            for label, one, other in sorted(
                zip(shared, a.tolist(), b.tolist(), strict=True), key=lambda pair: _order(pair[0])
            )
        ]
        if any(members[side][label] > 1 for label in shared for side in (0, 1)):
            advice.append("averaged")
        partners = set(shared)
        together = [
            np.array([row for row in rows if labels(row) in partners], np.intp) for rows in usable
        ]
        if any(len(kept) < len(rows) for kept, rows in zip(together, usable, strict=True)):
            advice.append("unpaired")
        usable = together
    names = ("difference", "low", "high", "p_value", "rank_p_value")
    effects = ("effect", "effect_low", "effect_high")
    content = {
        "a": _side(values, sides[0], finite[0], usable[0]),
        "b": _side(values, sides[1], finite[1], usable[1]),
        "paired": wanted.pair_by is not None,
        "pairs": shown,
        **{name: getattr(found, name) for name in names + effects},
        "advice": [*found.advice, *advice],
    }
    return answer(request, content)


def _side(
    values: NDArray[np.float64],
    rows: NDArray[np.intp],
    finite: NDArray[np.intp],
    usable: NDArray[np.intp],
) -> dict[str, Any]:
    mean, std = mean_and_std(values[usable])
    return {
        "trials": len(rows),
        "without_value": len(rows) - len(finite),
        "without_partner": len(finite) - len(usable),
        "used": len(usable),
        "mean": mean,
        "std": std,
    }


def _order(label: tuple[str, ...]) -> list[tuple[bool, float, str]]:
    """Numbers by size, before words."""
    parts = []
    for text in label:
        try:
            parts.append((False, float(text), text))
        except ValueError:
            parts.append((True, 0.0, text))
    return parts


def _labels(table: Table, names: list[str]) -> Callable[[int], tuple[str, ...]]:
    """A function from a row to its values of these hyperparameters, as text."""
    columns = {column.name: column for column in table.columns if column.group == "hparams"}
    chosen = [columns.get(name) for name in names]

    def of(row: int) -> tuple[str, ...]:
        return tuple(MISSING_LABEL if column is None else _cell(column, row) for column in chosen)

    return of


def _cell(column: Column, row: int) -> str:
    code = int(column.codes[row])
    if code == NUMBER:
        return repr(float(column.numbers[row])).removesuffix(".0")
    if code < 0:
        return MISSING_LABEL
    value = column.values[code]
    return value if isinstance(value, str) else {True: "true", False: "false", None: "null"}[value]
