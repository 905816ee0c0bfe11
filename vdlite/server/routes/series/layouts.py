"""Layouts of charts that scripts have logged, with the scalars that each chart shows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import FormatError, NotFoundError
from vdlite.kinds import layout
from vdlite.patterns.matching import Matched
from vdlite.reader import Record, Store
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.scheduling.cancellation import raise_if_client_left

router = APIRouter()

MOST_LAYOUTS = 100  # in one answer
MOST_CHARTS = 200  # of one layout
MOST_TAGS = 200  # of one chart
_MOST_EXPRESSIONS = 100  # of one chart
_LONGEST = 500  # characters of what is repeated


class WrongExpression(BaseModel):
    expression: str
    problem: str


class LayoutChart(BaseModel):
    category: str
    title: str
    tags: list[str] = Field(description=f"scalars that its expressions match, {MOST_TAGS} at most")
    margins: list[list[str]] = Field(description="tags of a value, its lower and its upper bound")
    unmatched: list[str] = Field(description="expressions that no scalar of any run matches")
    wrong: list[WrongExpression] = Field(description="expressions that can't be matched, and why")
    left_out: int = Field(description="further scalars, margins and expressions: no room for them")


class LoggedLayout(BaseModel):
    id: str = Field(description="of what the layout says: the same in every server")
    runs: list[str] = Field(description="ids of the runs that logged it as their last one")
    charts: list[LayoutChart]
    left_out: int = Field(description="further charts: no room for them")


class LayoutsAnswer(BaseModel):
    layouts: list[LoggedLayout] = Field(description="equal ones once, that of the newest run first")
    left_out: int = Field(description="further layouts: no room for them")


@router.get("/layouts", response_model=LayoutsAnswer)
def read_layouts(request: Request, context: InContext) -> Response:
    """The layouts of custom scalars of all runs: which charts they tell of, and which scalars these show now."""
    store = context.store
    found = _by_layout(store)
    shown = list(found.items())[:MOST_LAYOUTS]
    expressions = [
        expression
        for each, _ in shown
        for chart in each.charts[:MOST_CHARTS]
        for expression in _expressions(chart)
    ]
    matched = context.matching.match(
        expressions, list(store.tag_index()), still_wanted=raise_if_client_left
    )
    layouts = [_answer(each, runs, matched) for each, runs in shown]
    left_out = max(0, len(found) - MOST_LAYOUTS)
    return answer(request, {"layouts": layouts, "left_out": left_out})


@dataclass(frozen=True, slots=True)
class _Logged:
    run: str
    record: Record

    @property
    def folder(self) -> Path:
        return self.record.folder


def _by_layout(store: Store) -> dict[layout.Layout, list[str]]:
    """The runs of each layout, the newest layout first."""
    logged = []
    for tag, runs in store.tag_index(layout.NAME).items():
        for run in runs:
            try:
                records = store.run(run).records(layout.NAME, tag).records()
            except NotFoundError:
                continue
            if len(records):
                last = int(np.argmax(records.rows.walltimes))
                logged.append(_Logged(run, records[last]))
    logged.sort(key=lambda each: -each.record.walltime)
    found: dict[layout.Layout, list[str]] = {}
    for one, read in zip(logged, store.drives.each(logged, _read), strict=True):
        if read is not None and read.charts:
            found.setdefault(read, []).append(one.run)
    return found


def _read(logged: _Logged) -> layout.Layout | None:
    raise_if_client_left()
    try:
        payload = logged.record.payload
    except (FormatError, OSError):
        return None  # the page of the run reports the damage
    return payload if isinstance(payload, layout.Layout) else None


def _answer(
    each: layout.Layout, runs: Sequence[str], matched: Mapping[str, Matched]
) -> Mapping[str, Any]:
    return {
        "id": hashlib.sha256(repr(each).encode(errors="replace")).hexdigest()[:16],
        "runs": runs,
        "charts": [_chart(chart, matched) for chart in each.charts[:MOST_CHARTS]],
        "left_out": max(0, len(each.charts) - MOST_CHARTS),
    }


def _chart(chart: layout.Chart, matched: Mapping[str, Matched]) -> Mapping[str, Any]:
    tags: dict[str, None] = {}
    unmatched: list[str] = []
    wrong: list[Mapping[str, str]] = []
    for expression in _expressions(chart):
        found = matched[expression]
        if isinstance(found, FormatError):
            shortened = expression[:_LONGEST]
            wrong.append({"expression": shortened, "problem": str(found)[:_LONGEST]})
        elif found:
            tags.update(dict.fromkeys(found))
        else:
            unmatched.append(expression[:_LONGEST])
    shown, margins = list(tags)[:MOST_TAGS], chart.margins[:MOST_TAGS]
    more = max(0, len(chart.tags) - _MOST_EXPRESSIONS)
    return {
        "category": chart.category[:_LONGEST],
        "title": chart.title[:_LONGEST],
        "tags": shown,
        "margins": [list(margin) for margin in margins],
        "unmatched": unmatched,
        "wrong": wrong,
        "left_out": more + len(tags) - len(shown) + len(chart.margins) - len(margins),
    }


def _expressions(chart: layout.Chart) -> Sequence[str]:
    """The expressions that are matched of a chart, each once."""
    return list(dict.fromkeys(chart.tags[:_MOST_EXPRESSIONS]))
