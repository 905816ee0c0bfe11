"""The damage of a profile, before anybody asks for what is not there."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.routes.profile.parameters import Asked
from vdlite.server.scheduling.reading import reading

router = APIRouter()


class ProfileDamageAnswer(BaseModel):
    events: str | None = Field(description="why its events can't be read; null: they can")


@router.get("/profile/damage", response_model=ProfileDamageAnswer)
def read_damage(request: Request, context: InContext, source: Asked) -> Response:
    """Whether the events can be read, too; what was left out while it was recorded is in its notes."""
    with reading(source.name):
        damage = context.profiles.damage(source)
    return answer(request, {"events": damage})
