"""Layouts of charts that scripts have logged, with the scalars that each chart shows."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import FormatError, NotFoundError
from vdlite.kinds import layout
from vdlite.reader import Record, Store
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.patterns import pattern
from vdlite.server.scheduling.cancellation import raise_if_client_left

router = APIRouter()

MOST_LAYOUTS = 100  # in one answer
MOST_CHARTS = 200  # of one layout
MOST_TAGS = 200  # of one chart
_MOST_EXPRESSIONS = 100  # of one chart
_LONGEST = 500  # characters of what is repeated
_SECONDS = 3.0  # that matching may take


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
    tags = list(store.tag_index())
    matching = _Matching(tags, time.monotonic() + _SECONDS)
    layouts = [_told(each, runs, matching) for each, runs in list(found.items())[:MOST_LAYOUTS]]
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
        return None  # the page of the run tells of the damage
    return payload if isinstance(payload, layout.Layout) else None


def _told(each: layout.Layout, runs: Sequence[str], matching: _Matching) -> Mapping[str, Any]:
    return {
        "id": hashlib.sha256(repr(each).encode(errors="replace")).hexdigest()[:16],
        "runs": runs,
        "charts": [_chart(chart, matching) for chart in each.charts[:MOST_CHARTS]],
        "left_out": max(0, len(each.charts) - MOST_CHARTS),
    }


def _chart(chart: layout.Chart, matching: _Matching) -> Mapping[str, Any]:
    tags: dict[str, None] = {}
    unmatched: list[str] = []
    wrong: list[Mapping[str, str]] = []
    for expression in dict.fromkeys(chart.tags[:_MOST_EXPRESSIONS]):
        try:
            matched = matching.of(expression)
        except FormatError as error:
            told = expression[:_LONGEST]
            wrong.append({"expression": told, "problem": str(error)[:_LONGEST]})
            continue
        if not matched:
            unmatched.append(expression[:_LONGEST])
        tags.update(dict.fromkeys(matched))
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


class _Matching:
    """Which scalars expressions match; each is matched once."""

    def __init__(self, tags: Sequence[str], deadline: float) -> None:
        self._tags = tags
        self._deadline = deadline
        self._known: dict[str, Sequence[str]] = {}

    def of(self, expression: str) -> Sequence[str]:
        """Tags that begin as the expression says. Raises FormatError if it can't be told which."""
        if expression not in self._known:
            self._known[expression] = self._matched(expression)
        return self._known[expression]

    def _matched(self, expression: str) -> Sequence[str]:
        if not expression:
            raise FormatError(
                "it is empty"
            )  # as for TensorBoard, and not what every tag begins with
        wanted = pattern(expression)
        matched = []
        for place, tag in enumerate(self._tags):
            if place % 256 == 0:
                raise_if_client_left()
                if time.monotonic() > self._deadline:
                    raise FormatError("it takes too long")
            if wanted.begins(tag, deadline=self._deadline):
                matched.append(tag)
        return matched
