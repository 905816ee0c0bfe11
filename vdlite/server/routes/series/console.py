"""The console of a run: its lines by number and by time, and words in them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import FormatError
from vdlite.kinds.console_streams import STREAMS
from vdlite.reader.questions.console import console_of, search_lines
from vdlite.reader.series.console import Ending
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import RequestBody
from vdlite.server.context import InContext
from vdlite.server.scheduling.cancellation import raise_if_client_left
from vdlite.server.scheduling.reading import reading

router = APIRouter()

MOST_LINES = 2000  # of one answer
MOST_FOUND = 10_000
_LONGEST = 4000  # characters of a line
_SECONDS = 2.0  # that one search takes before it says where it goes on

_MOST_NUMBER = 2**53 - 1


class EndingAnswer(BaseModel):
    text: str = Field(description="all of it in one sentence")
    code: int | None = Field(description="exit code")
    signal: str | None = Field(description="that ended the program, such as SIGKILL")
    out_of_memory: bool
    last_words: str | None = Field(description="what the program printed last that says why")
    traceback: int | None = Field(description="number of the line where the last one begins")
    walltime: float = Field(description="seconds since 1970")


class ConsoleAnswer(BaseModel):
    run: str
    total: int = Field(description="lines of the whole console")
    left_out: int = Field(description="lines that were printed and are not kept")
    first: int = Field(description="number of the first line that is here")
    lines: list[str] = Field(description="with colors, as SGR sequences of ANSI")
    walltimes: list[float] = Field(description="of each line, in seconds since 1970")
    streams: list[int] = Field(description=f"of each line, as a place in {', '.join(STREAMS)}")
    ending: EndingAnswer | None = Field(description="null: it has not ended, or nobody saw it")


class ConsoleSearch(RequestBody):
    run: str = Field(description="id of the run")
    words: Annotated[str, Field(min_length=1, max_length=1000)] = Field(
        description="looked for in either case, without colors"
    )
    regex: bool = Field(False, description="the words are a regular expression of Python")
    start: int = Field(0, ge=0, le=_MOST_NUMBER, description="number of the line to begin at")


class ConsoleFound(BaseModel):
    numbers: list[int] = Field(description=f"of lines, rising; {MOST_FOUND} at most")
    next: int | None = Field(description="the line from which on was not looked; null: all were")
    error: str | None = Field(
        description="why the expression is none, or can't be looked for; null: it was"
    )


@router.get("/console", response_model=ConsoleAnswer)
def read_console(
    request: Request,
    context: InContext,
    run: Annotated[str, Query(description="id of the run")],
    first: Annotated[
        int | None, Query(ge=0, le=_MOST_NUMBER, description="of lines; without it, the last ones")
    ] = None,
    at: Annotated[
        float | None, Query(description="seconds since 1970: the last line up to then comes first")
    ] = None,
    count: Annotated[int, Query(ge=0, le=MOST_LINES)] = 200,
) -> Response:
    """Some lines of a run's console, in the order in which they were begun."""
    found = console_of(context.store.run(run))
    with reading("console"):
        total = len(found)
        if at is not None:
            first = found.line_at(at)
        start = max(0, total - count) if first is None else first
        start, lines = found.lines(start, start + count)
        ending = found.ending()
    content = {
        "run": run,
        "total": total,
        "left_out": found.left_out,
        "first": start,
        "lines": [_cut(line) for line in lines.text],
        "walltimes": lines.walltimes.tolist(),
        "streams": lines.streams.tolist(),
        "ending": None if ending is None else _ending(ending),
    }
    return answer(request, content)


@router.post("/console/search", response_model=ConsoleFound)
def search_console(request: Request, wanted: ConsoleSearch, context: InContext) -> Response:
    """The lines of a run's console that have some words."""
    found = console_of(context.store.run(wanted.run))
    try:
        hits = search_lines(
            found,
            wanted.words,
            regex=wanted.regex,
            start=wanted.start,
            limit=MOST_FOUND,
            seconds=_SECONDS,
            still_wanted=raise_if_client_left,
        )
    except FormatError as error:
        return answer(request, {"numbers": [], "next": None, "error": str(error)})
    content = {"numbers": list(hits.numbers), "next": hits.next, "error": None}
    return answer(request, content)


def _ending(ending: Ending) -> dict[str, Any]:
    return {name: getattr(ending, name) for name in EndingAnswer.model_fields}


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
