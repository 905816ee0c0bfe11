"""Every answer that is not a success has one shape: {"error": {"code", "message"}}."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vdlite.errors import DriveError, NotFoundError, SidecarError, TrashError
from vdlite.packages import missing

logger = logging.getLogger("vdlite.server")

# What an HTTPException of the framework is called, by its status.
_CODES = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}
_MESSAGES = {
    400: "body: got something that can't be parsed, want a JSON object",
    404: "there is no such route; /api/openapi.json lists all of them",
    405: "this route has no such method",
}
_LONGEST_ECHO = 80  # characters of a wrong value that an error repeats


class ApiError(HTTPException):
    """A refusal with a status, a code of docs/http-api.md, and a text for people."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(status_code=status, detail=message)
        self.code = code


class ErrorDetail(BaseModel):
    code: str = Field(description="a word for programs, such as `not_found`")
    message: str = Field(description="what happened, and what to do, for people")


class ErrorAnswer(BaseModel):
    """The body of every answer that is not a success."""

    error: ErrorDetail


def error_response(
    status: int, code: str, message: str, headers: Mapping[str, str] | None = None
) -> Response:
    """The answer for a refusal."""
    body = json.dumps({"error": {"code": code, "message": message}})
    return Response(
        body, status, dict(headers or {}) | {"Cache-Control": "no-store"}, "application/json"
    )


def add_error_handlers(app: FastAPI) -> None:
    """Give the framework's own refusals our shape as well."""
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(NotFoundError, _not_found)
    app.add_exception_handler(TrashError, _not_as_it_is)
    app.add_exception_handler(SidecarError, _not_written)
    app.add_exception_handler(DriveError, _no_answer)
    app.add_exception_handler(ModuleNotFoundError, _not_installed)


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # registered for nothing else
    if isinstance(error, ApiError):
        return error_response(error.status_code, error.code, error.detail)
    code = _CODES.get(error.status_code, "bad_request")
    message = _MESSAGES.get(error.status_code, str(error.detail))
    return error_response(error.status_code, code, message, error.headers)


async def _not_found(_: Request, error: Exception) -> Response:
    return error_response(404, "not_found", str(error))


async def _not_as_it_is(_: Request, error: Exception) -> Response:
    return error_response(409, "conflict", str(error))


async def _not_written(_: Request, error: Exception) -> Response:
    return error_response(507, "not_written", str(error))


async def _no_answer(_: Request, error: Exception) -> Response:
    return error_response(503, "hangs", str(error))


async def _not_installed(_: Request, error: Exception) -> Response:
    assert isinstance(error, ModuleNotFoundError)  # registered for nothing else
    lacking = missing(error)
    if lacking is None:
        raise error
    return error_response(400, "not_installed", f"{lacking}, where vdlite runs")


async def _invalid_request(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # registered for nothing else
    return error_response(400, "bad_request", _describe(error.errors()))


def _describe(problems: Sequence[Any]) -> str:
    """The first problem: where it is, what was got, what is wanted."""
    first = problems[0]
    if first["type"] == "json_invalid":
        return f"body: got no valid JSON ({first['ctx']['error']}), want a JSON object"
    where = _path(first["loc"])
    if first["type"] == "missing":
        return f"{where}: got nothing, want a value"
    if first["type"] in {"model_attributes_type", "dict_type"} and where == "body":
        return "body: want a JSON object, sent with Content-Type: application/json"
    if first["type"] == "extra_forbidden":
        return f"{where}: there is no such parameter"
    got = repr(first["input"])
    if len(got) > _LONGEST_ECHO:
        got = got[:_LONGEST_ECHO] + "…"
    wanted = str(first["msg"]).removeprefix("Input should be ").removeprefix("Value error, ")
    return f"{where}: got {got}, want {wanted}"


def _path(location: Sequence[str | int]) -> str:
    """("body", "series", 0, "run") -> "series[0].run"."""
    path = ""
    for part in location[1:]:
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    return path.lstrip(".") or str(location[0])


class ErrorBoundary:
    """The outermost edge of a request: a defect is logged once and answered with 500."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def watching_send(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watching_send)
        except asyncio.CancelledError:
            pass  # the server ends, and has cut the connection; uvicorn would log it as a defect
        except Exception:
            if begun:  # too late for an answer: uvicorn logs it and cuts the connection
                raise
            logger.exception("%s %s failed", scope["method"], scope["path"])
            answer = error_response(500, "internal", "a defect of the server; its log says more")
            await answer(scope, receive, send)
