"""The tags of each run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import FormatError
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.names.tree import TagTree
from vdlite.server.answers.encoding import answer
from vdlite.server.context import Context, InContext
from vdlite.server.errors import ApiError

router = APIRouter()


class BranchTags(BaseModel):
    prefix: str = Field(description="what the tags begin with; empty: anything")
    tags: int = Field(description="how many of them are not among `tags`")


class KindTags(BaseModel):
    tags: list[str] = Field(description="sorted")
    logged: list[int] = Field(
        description="for each tag its place in the order in which the runs log them"
    )
    runs: list[list[int]] = Field(
        description="for each tag, the positions in this answer's own `runs` of the runs that "
        "have it"
    )
    branches: list[BranchTags] | None = Field(
        default=None, description="what is left out, of more than `most`; null: nothing"
    )


class TagsAnswer(BaseModel):
    version: int = Field(description="as `tags_version` of the status")
    runs: list[str] = Field(description="ids of all runs that have tags")
    kinds: dict[str, KindTags] = Field(description="by kind, such as `scalar`")


class ChildAnswer(BaseModel):
    name: str = Field(description="the part of the tag that follows the prefix")
    tag: str | None = Field(description="null: there is no such tag, but some beneath it")
    tags: int = Field(description="tags beneath it; 0: it is a tag alone")


class ChildrenAnswer(BaseModel):
    version: int = Field(description="as `tags_version` of the status")
    tags: int = Field(description="tags beneath the prefix")
    count: int = Field(description="children of the prefix")
    children: list[ChildAnswer] = Field(description="in order, `layers.2` before `layers.10`")


class FoundTags(BaseModel):
    version: int = Field(description="as `tags_version` of the status")
    count: int = Field(description="tags that were found")
    tags: list[str] = Field(description="some of them, in order")
    runs: list[str] = Field(description="ids of the runs that have any of these")
    having: list[list[int]] = Field(description="for each tag, positions in `runs`")


@router.get("/tags", response_model=TagsAnswer)
def read_tags(
    request: Request,
    context: InContext,
    most: Annotated[
        int | None,
        Query(
            ge=0,
            description="of more scalars than this only some come, and how many lie in which branch; null: all come",
        ),
    ] = None,
) -> Response:
    """All tags of every kind, and which runs have them."""
    store = context.store
    version = store.tags_version
    positions: dict[str, int] = {}
    kinds: dict[str, Mapping[str, Any]] = {}
    for kind in store.kinds:
        if kind == SCALAR and most is not None and context.tag_trees.is_large(kind, most):
            kinds[kind] = _abridged(context.tag_trees.tree(kind).tree, positions)
            continue
        index = store.tag_index(kind)
        runs = [
            [positions.setdefault(run, len(positions)) for run in ids] for ids in index.values()
        ]
        places = {tag: place for place, tag in enumerate(store.tag_order(kind))}
        # A tag that came in between has its place behind all others.
        logged = [places.get(tag, len(places)) for tag in index]
        kinds[kind] = {"tags": list(index), "logged": logged, "runs": runs}
    return answer(request, {"version": version, "runs": list(positions), "kinds": kinds})


@router.get("/tags/children", response_model=ChildrenAnswer)
def read_children(
    request: Request,
    context: InContext,
    prefix: Annotated[str, Query(description="empty, or it ends in a slash")] = "",
    kind: str = SCALAR,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """What lies directly beneath a prefix of tags: tags, and branches with their counts."""
    version = context.store.tags_version
    tree = context.tag_trees.tree(kind).tree
    count, children = tree.children(prefix, offset, limit)
    some = [{"name": each.name, "tag": each.tag, "tags": each.tags} for each in children]
    tags = len(tree.beneath(prefix))
    return answer(request, {"version": version, "tags": tags, "count": count, "children": some})


@router.get("/tags/search", response_model=FoundTags)
def search_tags(
    request: Request,
    context: InContext,
    search: Annotated[
        str,
        Query(
            max_length=2000,
            description="words, which are all in the tag, in any order and case; or `/regular expression/`",
        ),
    ] = "",
    prefix: Annotated[str, Query(description="only tags beneath it")] = "",
    kind: str = SCALAR,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """The tags that have some words, or that a regular expression finds."""
    version = context.store.tags_version
    searched = context.tag_trees.tree(kind)
    places = found_places(context, search, prefix, kind)
    some = places[offset : offset + limit].tolist()
    positions: dict[str, int] = {}
    having = _positions(searched.tree, some, positions)
    tags = [searched.tree.tags[place] for place in some]
    content = {
        "version": version,
        "count": len(places),
        "tags": tags,
        "runs": list(positions),
        "having": having,
    }
    return answer(request, content)


def found_places(context: Context, search: str, prefix: str, kind: str = SCALAR) -> Any:
    """The places of the tags that a search finds. Raises ApiError (400) for an expression that is none."""
    try:
        return context.tag_trees.tree(kind).places(search, prefix)
    except FormatError as error:
        raise ApiError(400, "bad_request", f"search: got {search!r:.200}: {error}") from error


def _abridged(tree: TagTree, positions: dict[str, int]) -> Mapping[str, Any]:
    places, branches = tree.abridged()
    return {
        "tags": [tree.tags[place] for place in places],
        "logged": list(range(len(places))),
        "runs": _positions(tree, places, positions),
        "branches": [{"prefix": each.prefix, "tags": each.tags} for each in branches],
    }


def _positions(tree: TagTree, places: Iterable[int], positions: dict[str, int]) -> list[list[int]]:
    """The positions of the runs of each tag, which those get here."""
    return [
        [positions.setdefault(run, len(positions)) for run in tree.runs_of(place)]
        for place in places
    ]
