"""Finding events of a profile by their names."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.profiling.search import matching, named, names_of, time_of
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.routes.profile.parameters import Asked, Columns, Nanoseconds, some_of
from vdlite.server.scheduling.reading import reading

router = APIRouter()

_MOST_FOUND = 500
_DIGITS = 9
_DIGITS_OF = f"[0-9]{{1,{_DIGITS}}}"


class NamesAnswer(BaseModel):
    names: list[str]


class SearchAnswer(BaseModel):
    count: int
    total_ns: int = Field(description="in each lane, what lies in several of them counts once")
    before: int = Field(description="how many begin before `after`")
    columns: Columns = Field(description="the first 500 that begin at `after` or later")


@router.get("/profile/names", response_model=NamesAnswer)
def read_names(request: Request, context: InContext, source: Asked) -> Response:
    """The names of all events, each once: whoever searches them with expressions does so where only they wait for it."""
    with reading(source.name):
        content = context.profiles.events(source).profile.content
    return answer(request, {"names": names_of(content)})


@router.get("/profile/search", response_model=SearchAnswer)
def search_events(
    request: Request,
    context: InContext,
    source: Asked,
    query: Annotated[
        str, Query(max_length=1000, description="part of a name; or give `names`, one of the two")
    ] = "",
    names: Annotated[
        str,
        Query(
            max_length=50_000,
            description="places in `/profile/names`, such as 0-4,7; or give `query`, one of the two",
            json_schema_extra={"pattern": some_of(f"{_DIGITS_OF}(-{_DIGITS_OF})?")},
        ),
    ] = "",
    after: Nanoseconds = -(2**62),
) -> Response:
    """Events whose names hold a text, in either case, or are some of all names; in order of time."""
    if bool(query) == bool(names):
        raise ApiError(400, "bad_request", "query, names: got both or none, want one of them")
    places = _places(names)
    with reading(source.name):
        content = context.profiles.events(source).profile.content
    events = content.events
    found = matching(content, query) if query else named(content, places)
    before = int(np.searchsorted(events.start[found], after))
    listed = found[before : before + _MOST_FOUND]
    columns = {
        "event": listed,
        "name": [content.strings[at] for at in events.name[listed].tolist()],
        "lane": events.lane[listed],
        "depth": events.depth[listed],
        "start": events.start[listed],
        "duration": events.duration[listed],
    }
    total = time_of(content, found)
    return answer(
        request, {"count": len(found), "total_ns": total, "before": before, "columns": columns}
    )


def _places(text: str) -> list[tuple[int, int]]:
    """First and last of each range."""
    found = []
    for part in text.split(",") if text else []:
        first, _, last = part.partition("-")
        ends = (first, last or first)
        if not all(end.isascii() and end.isdecimal() and len(end) <= _DIGITS for end in ends):
            raise ApiError(
                400, "bad_request", f"names: got {part!r:.40}, want places such as 0-4,7"
            )
        found.append((int(ends[0]), int(ends[1])))
    return found
