"""Looking for words in logged texts."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Request, Response
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from vdlite.errors import FormatError, NotFoundError
from vdlite.kinds import text
from vdlite.reader import Record, Records, Store
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import MOST_SERIES, RequestBody
from vdlite.server.context import InContext
from vdlite.server.scheduling.cancellation import raise_if_client_left

router = APIRouter()

MOST_HITS = 1000  # in one answer
_SECONDS = 5.0  # that one request may take
_BEFORE = 40  # characters of an excerpt before the words that were found
_AFTER = 120


class SearchedSeries(RequestBody):
    run: str = Field(description="id of the run")
    tag: str


class TextSearch(RequestBody):
    series: list[SearchedSeries] = Field(max_length=MOST_SERIES)
    words: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        description="looked for as they are, in either case"
    )


class TextHit(BaseModel):
    run: str
    tag: str
    step: int
    count: int = Field(description="how often the words are in this text")
    excerpt: str = Field(description="the words where they are first, with some before and after")
    at: int = Field(description="where the words begin in the excerpt, in characters")


class TextHits(BaseModel):
    hits: list[TextHit] = Field(description=f"newest step first; {MOST_HITS} at most")
    searched: int = Field(description="number of texts that were looked into")
    complete: bool = Field(description="false: there was no time, or no room, for all")


@router.post("/texts/search", response_model=TextHits)
def search_texts(request: Request, wanted: TextSearch, context: InContext) -> Response:
    """The places of some words in the texts of all steps of some series; what came last is looked into first."""
    pattern = re.compile(re.escape(wanted.words), re.IGNORECASE)
    deadline = time.monotonic() + _SECONDS
    hits: list[Mapping[str, Any]] = []
    searched = 0
    texts = _newest_first(context.store, wanted.series)
    for hit in context.store.drives.each(texts, partial(_hit, pattern)):
        searched += 1
        if hit is not None:
            hits.append(hit)
        if searched < len(texts) and (len(hits) >= MOST_HITS or time.monotonic() > deadline):
            return answer(request, {"hits": hits, "searched": searched, "complete": False})
    return answer(request, {"hits": hits, "searched": searched, "complete": True})


@dataclass(frozen=True, slots=True)
class _Text:
    run: str
    record: Record

    @property
    def folder(self) -> Path:
        return self.record.folder


class _NewestFirst:
    """Texts of some runs in the order in which they are searched; a record is made when its turn comes."""

    def __init__(self, found: Sequence[tuple[str, Records]]) -> None:
        self._found = found
        steps = [records.rows.steps for _, records in found]
        walltimes = [records.rows.walltimes for _, records in found]
        # ~: the negative of an int64 may be none
        order = np.lexsort((-_joined(walltimes), ~_joined(steps)))
        self._sources = np.repeat(np.arange(len(found)), [len(each) for each in steps])[order]
        self._places = _joined([np.arange(len(each)) for each in steps])[order]

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, at: int) -> _Text:
        run, records = self._found[self._sources[at]]
        return _Text(run, records[int(self._places[at])])


def _joined(columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
    return np.concatenate(columns) if columns else np.empty(0, np.int64)


def _newest_first(store: Store, series: list[SearchedSeries]) -> _NewestFirst:
    found: list[tuple[str, Records]] = []
    for one in series:
        try:
            found.append((one.run, store.run(one.run).records(text.NAME, one.tag).records()))
        except NotFoundError:
            continue
    return _NewestFirst(found)


def _hit(pattern: re.Pattern[str], found: _Text) -> Mapping[str, Any] | None:
    raise_if_client_left()
    record = found.record
    try:
        content = str(record.payload)
    except (FormatError, OSError):
        return None  # its card says
    first = pattern.search(content)
    if first is None:
        return None
    start = max(0, first.start() - _BEFORE)
    return {
        "run": found.run,
        "tag": record.tag,
        "step": record.step,
        "count": sum(1 for _ in pattern.finditer(content)),
        "excerpt": content[start : first.end() + _AFTER],
        "at": first.start() - start,
    }
