"""The check of a code that lets a browser in."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError

router = APIRouter()


class LoginAnswer(BaseModel):
    made_here: bool = Field(description="true; another server answers 404")


@router.get("/login", response_model=LoginAnswer)
def read_login(
    request: Request,
    context: InContext,
    name: Annotated[str, Query(description="what is before the dot of a code")],
) -> Response:
    """Whether this server has made the code of that name.

    With one that it has made, this needs no token, and a page of any origin may read the answer: so the output of a
    notebook finds the address at which the browser reaches this server.
    """
    if not context.logins.knows(name):
        raise ApiError(404, "not_found", "no code of that name was made by this server")
    answered = answer(request, {"made_here": True})
    answered.headers["Access-Control-Allow-Origin"] = "*"
    answered.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answered
