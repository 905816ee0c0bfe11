"""Tables and trees of a profile."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.profiling.tables import BY, By, What, table
from vdlite.profiling.trees import module_tree, stack_tree
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.routes.profile.parameters import (
    Asked,
    Columns,
    FirstStep,
    LastStep,
    between,
    some_of,
)
from vdlite.server.scheduling.reading import reading

router = APIRouter()


class ProfileTableAnswer(BaseModel):
    what: str
    by: list[str]
    columns: Columns
    sums: dict[str, int] = Field(description="of `self_ns` and `device_self_ns` over all rows")
    steps: int = Field(description="how many the profile has")


class TreeAnswer(BaseModel):
    what: str
    columns: Columns = Field(description="parents before their children; `parent` is a row, or -1")


@router.get("/profile/table", response_model=ProfileTableAnswer)
def read_profile_table(
    request: Request,
    context: InContext,
    source: Asked,
    what: What = "operator",
    by: Annotated[
        str,
        Query(
            description="what else distinguishes rows, with commas: " + ", ".join(BY),
            json_schema_extra={"pattern": some_of("|".join(BY))},
        ),
    ] = "",
    name: Annotated[
        str | None, Query(description="only this one, or the operators of this type")
    ] = None,
    first_step: FirstStep = None,
    last_step: LastStep = None,
) -> Response:
    """A row for each operator, type, kernel, module or phase, the longest own time first."""
    apart = [each for each in by.split(",") if each]
    for each in apart:
        if each not in BY:
            raise ApiError(
                400, "bad_request", f"by: got {each!r:.40}, want some of {', '.join(BY)}"
            )
    with reading(source.name):
        tables = context.profiles.tables(source).profile.tables
    columns = table(
        tables, what, by=cast("list[By]", apart), name=name, steps=between(first_step, last_step)
    )
    sums = {each: int(columns[each].sum()) for each in ("self_ns", "device_self_ns")}
    content: dict[str, Any] = {
        "what": what,
        "by": apart,
        "columns": columns,
        "sums": sums,
        "steps": len(tables.steps),
    }
    return answer(request, content)


@router.get("/profile/tree", response_model=TreeAnswer)
def read_profile_tree(
    request: Request,
    context: InContext,
    source: Asked,
    what: Literal["module", "stack"] = "module",
    first_step: FirstStep = None,
    last_step: LastStep = None,
) -> Response:
    """Modules with their operators below them, of all steps or some; or what called what, of all."""
    with reading(source.name):
        tables = context.profiles.tables(source).profile.tables
    steps = between(first_step, last_step)
    columns = module_tree(tables, steps) if what == "module" else stack_tree(tables)
    return answer(request, {"what": what, "columns": columns})
