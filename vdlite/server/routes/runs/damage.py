"""The damage of the logs on disk."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext

router = APIRouter()


class Damage(BaseModel):
    """Bytes that are not what was written."""

    run: str = Field(description="id of the run")
    file: str = Field(description="relative to the logdir")
    offset: int = Field(description="first damaged byte")
    bytes: int = Field(description="length of the damaged region")
    reason: str


class Gap(BaseModel):
    """Records that a writer could not write, for instance because the disk was full."""

    run: str = Field(description="id of the run")
    file: str = Field(description="relative to the logdir")
    missing: int = Field(description="number of records")
    since: float = Field(description="seconds since 1970")
    until: float = Field(description="seconds since 1970")


class Unreadable(BaseModel):
    path: str = Field(description="relative to the logdir")
    reason: str
    is_damaged: bool = Field(
        description="false: it only takes a library which is not installed, as the reason says"
    )


class DamageAnswer(BaseModel):
    damage: list[Damage]
    gaps: list[Gap]
    unreadable: list[Unreadable]


@router.get("/damage", response_model=DamageAnswer)
def read_damage(request: Request, context: InContext) -> Response:
    """Damaged regions, gaps that writers reported, and paths that can't be read."""
    store = context.store
    content = {
        "damage": [{"run": run} | asdict(damage) for run, damage in store.damage()],
        "gaps": [{"run": run} | asdict(gap) for run, gap in store.gaps()],
        "unreadable": [asdict(item) for item in store.unreadable()],
    }
    return answer(request, content)
