"""The trash: runs are deleted into it and restored from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import NotFoundError
from vdlite.reader.run.run_state import most_quiet
from vdlite.server.access.editing import MAY_EDIT
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import RequestBody
from vdlite.server.context import Context, InContext
from vdlite.server.errors import ApiError

router = APIRouter()

MOST_RUNS = 2000  # in one request


class TrashItemAnswer(BaseModel):
    id: str
    run: str = Field(description="name of the run")
    deleted: float = Field(description="seconds since 1970")
    bytes: int
    files: int


class TrashAnswer(BaseModel):
    items: list[TrashItemAnswer] = Field(description="the one deleted last first")


class Deletion(RequestBody):
    runs: list[str] = Field(min_length=1, max_length=MOST_RUNS, description="ids")


_FIELDS = tuple(TrashItemAnswer.model_fields)


@router.get("/trash", response_model=TrashAnswer)
def read_trash(request: Request, context: InContext) -> Response:
    """What was deleted and can be restored."""
    return answer(request, _content(context))


@router.post("/trash", response_model=TrashAnswer, dependencies=[MAY_EDIT])
def delete_runs(request: Request, wanted: Deletion, context: InContext) -> Response:
    """Move the files of runs into the trash of their logdir; none of them if one is live."""
    ids = list(dict.fromkeys(wanted.runs))
    live = [run for run in map(context.store.run, ids) if run.info.state == "live"]
    if live:
        quiet = most_quiet(live[0].files)
        raise ApiError(
            409,
            "live",
            f"the run {live[0].name!r} is live; end its training, or wait until it has been quiet for "
            f"{quiet:.0f} seconds",
        )
    gone: NotFoundError | None = None
    try:
        for run in ids:
            try:
                context.annotated.delete(run)
            except NotFoundError as error:  # somebody else has deleted it just now
                gone = error
    finally:
        context.watcher.hurry()
    if gone is not None:
        raise gone
    return answer(request, _content(context))


@router.post("/trash/{item}/restore", response_model=TrashAnswer, dependencies=[MAY_EDIT])
def restore_run(request: Request, item: str, context: InContext) -> Response:
    """Move the files of an item back to where they were."""
    context.annotated.restore(item)
    context.watcher.hurry()
    return answer(request, _content(context))


def _content(context: Context) -> Mapping[str, Any]:
    items = context.annotated.trash()
    return {"items": [{name: getattr(item, name) for name in _FIELDS} for item in items]}
