"""The logbook: what people and programs concluded from the runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.annotations.entry import (
    LONGEST_AUTHOR,
    LONGEST_COMMAND,
    LONGEST_TEXT,
    MOST_RUNS,
    LogbookEntry,
    new_entry,
)
from vdlite.annotations.logbook import MOST_ENTRIES
from vdlite.server.access.editing import MAY_EDIT
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import RequestBody
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.logbooks import FoundEntry

router = APIRouter()


class LogbookRun(BaseModel):
    id: str
    name: str


class LogbookEntryAnswer(BaseModel):
    id: str = Field(description="of the entry")
    walltime: float | None = Field(
        description="seconds since 1970; null: the file does not say when"
    )
    author: str = Field(description="as they called themselves; empty: not known")
    runs: list[LogbookRun] = Field(description="that it is about, be they there or gone")
    command: str = Field(description="that gave the answer; empty: none is named")
    text: str = Field(description="Markdown")
    left_out: int = Field(description="bytes of the entry that only the file has")


class LogbookAnswer(BaseModel):
    version: int = Field(description="grows when a logbook may hold something else")
    editable: bool = Field(description="the server was started with --allow-edit")
    entries: list[LogbookEntryAnswer] = Field(description="the newest first")
    older: str | None = Field(description="what to ask for the entries before; null: that is all")
    unreadable: list[str] = Field(description="why logbooks that are there can't be read")


class NewEntry(RequestBody):
    text: str = Field(description=f"Markdown; up to {LONGEST_TEXT // 1024} KiB")
    runs: list[str] = Field(
        default=[], max_length=MOST_RUNS, description="ids of runs that it is about"
    )
    author: str = Field(default="", description=f"a name of up to {LONGEST_AUTHOR} characters")
    command: str = Field(
        default="", description=f"that gave the answer; up to {LONGEST_COMMAND} characters"
    )


@router.get("/logbook", response_model=LogbookAnswer)
def read_logbook(
    request: Request,
    context: InContext,
    limit: Annotated[int, Query(ge=1, le=MOST_ENTRIES)] = MOST_ENTRIES,
    older: Annotated[
        str | None, Query(description="of another answer: only what is older than that")
    ] = None,
    run: Annotated[str | None, Query(description="id of a run: only entries about it")] = None,
) -> Response:
    """What people and programs concluded from the runs, the newest first."""
    context.logbooks.refresh()
    # The version first: at worst it is too old for the rest, which is fetched once more.
    version = context.logbooks.version
    try:
        found = context.logbooks.page(limit, older=older, run=run)
    except ValueError as error:
        raise ApiError(400, "bad_request", f"older: {error}") from error
    return answer(
        request,
        {
            "version": version,
            "editable": context.settings.allow_edit,
            "entries": [_entry(each) for each in found.entries],
            "older": found.older,
            "unreadable": list(found.unreadable),
        },
    )


@router.post("/logbook", response_model=LogbookEntryAnswer, dependencies=[MAY_EDIT])
def write_entry(request: Request, wanted: NewEntry, context: InContext) -> Response:
    """Append an entry to the logbook of the logdir that holds the first of the runs; without any, of the first logdir."""

    def entry(names: Sequence[str]) -> LogbookEntry:
        try:
            return new_entry(wanted.text, runs=names, author=wanted.author, command=wanted.command)
        except ValueError as error:
            raise ApiError(400, "bad_request", str(error)) from error

    written = context.logbooks.append(wanted.runs, entry)
    context.watcher.tell()
    return answer(request, _entry(written))


def _entry(found: FoundEntry) -> Mapping[str, Any]:
    entry = found.entry
    return {
        "id": found.id,
        "walltime": entry.walltime,
        "author": entry.author,
        "runs": [{"id": id_, "name": name} for id_, name in found.runs.items()],
        "command": entry.command,
        "text": entry.text,
        "left_out": entry.left_out,
    }
