"""The tags of each run."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext

router = APIRouter()


class KindTags(BaseModel):
    tags: list[str] = Field(description="sorted")
    logged: list[int] = Field(
        description="for each tag its place in the order in which the runs log them"
    )
    runs: list[list[int]] = Field(
        description="for each tag, the positions in this answer's own `runs` of the runs that "
        "have it"
    )


class TagsAnswer(BaseModel):
    version: int = Field(description="as `tags_version` of the status")
    runs: list[str] = Field(description="ids of all runs that have tags")
    kinds: dict[str, KindTags] = Field(description="by kind, such as `scalar`")


@router.get("/tags", response_model=TagsAnswer)
def read_tags(request: Request, context: InContext) -> Response:
    """All tags of every kind, and which runs have them."""
    store = context.store
    version = store.tags_version
    positions: dict[str, int] = {}
    kinds = {}
    for kind in store.kinds:
        index = store.tag_index(kind)
        runs = [
            [positions.setdefault(run, len(positions)) for run in ids] for ids in index.values()
        ]
        places = {tag: place for place, tag in enumerate(store.tag_order(kind))}
        # A tag that came in between has its place behind all others.
        logged = [places.get(tag, len(places)) for tag in index]
        kinds[kind] = {"tags": list(index), "logged": logged, "runs": runs}
    return answer(request, {"version": version, "runs": list(positions), "kinds": kinds})
