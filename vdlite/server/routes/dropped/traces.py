"""Traces of other programs, to be looked at without logging them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import RequestBody
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.traces import MOST_BYTES, PIECE_BYTES, Trace

router = APIRouter()


class WantedTrace(RequestBody):
    name: str = Field(max_length=4096, description="of the file, with its suffix")
    bytes: int = Field(ge=1, le=MOST_BYTES)


class TraceAnswer(BaseModel):
    id: str
    name: str
    received: int = Field(description="bytes that have come")
    wanted: int = Field(description="bytes in all")
    piece: int = Field(description="bytes that one request may bring")
    state: Literal["receiving", "reading", "ready", "failed"]
    error: str | None = Field(description="why it failed")


class ForgottenTrace(BaseModel):
    id: str


@router.post("/traces", response_model=TraceAnswer)
def begin_trace(request: Request, wanted: WantedTrace, context: InContext) -> Response:
    """Make room for a trace. It lies in a folder of the server's until newer ones or the server's end push it out."""
    trace_id = context.traces.begin(wanted.name, wanted.bytes)
    return _answer(request, trace_id, context.traces.trace(trace_id))


@router.post("/traces/{trace}", response_model=TraceAnswer)
def add_piece(
    request: Request,
    context: InContext,
    trace: str,
    offset: Annotated[int, Query(ge=0, description="bytes that came before")],
    piece: Annotated[bytes, Body(media_type="application/octet-stream")],
) -> Response:
    """The next bytes of a trace; after the last ones it is read."""
    try:
        found = context.traces.add_piece(trace, offset, piece)
    except ValueError as error:
        raise ApiError(400, "bad_request", f"body: got {error}") from error
    except OSError as error:
        raise ApiError(507, "not_written", f"the piece can't be kept: {error.strerror}") from error
    return _answer(request, trace, found)


@router.get("/traces/{trace}", response_model=TraceAnswer)
def read_trace(request: Request, context: InContext, trace: str) -> Response:
    """How far a trace is. Once it is ready, the routes of profiles answer for `trace=ID`."""
    return _answer(request, trace, context.traces.report(trace))


@router.delete("/traces/{trace}", response_model=ForgottenTrace)
def forget_trace(request: Request, context: InContext, trace: str) -> Response:
    """Forget a trace."""
    context.traces.forget(trace)
    return answer(request, {"id": trace})


def _answer(request: Request, trace_id: str, trace: Trace) -> Response:
    content = {
        "id": trace_id,
        "name": trace.name,
        "received": trace.received,
        "wanted": trace.wanted,
        "piece": PIECE_BYTES,
        "state": trace.state,
        "error": trace.error,
    }
    return answer(request, content)
