"""What the API says of itself, in the words of OpenAPI."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import FastAPI, Request, Response

from vdlite.server.answers.encoding import MSGPACK, answer
from vdlite.server.errors import ErrorAnswer
from vdlite.server.routes import all_routers
from vdlite.version import __version__

DESCRIPTION = """\
Everything that the page of vdlite shows. Times are seconds since 1970, sizes are bytes, steps are
integers. Ask with `Accept: application/msgpack` for msgpack, in which a column of numbers is
`{"dtype": "i8" | "f8" | ..., "data": bin}` with raw little-endian items; everything else
gets JSON, in which `"NaN"`, `"Infinity"` and `"-Infinity"` stand for what JSON can't write.
Send the token as `Authorization: Bearer TOKEN`.
"""

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": description}
    for status, description in {
        400: "A parameter has a wrong type or is out of range.",
        401: "The token is missing or wrong.",
        403: "The Host or Origin header names a foreign site, or the server allows no edits.",
        404: "There is no such route, run or tag.",
        405: "The route has no such method.",
        409: "A run can't be deleted or restored as it is now.",
        413: "The body is larger than 4 MiB, or the answer would be too large.",
        422: "The record that is asked for is damaged on disk.",
        429: "Too many wrong tokens came from this address.",
        500: "A defect of the server; its log says more.",
        503: "The drive of the run does not answer, or answers that nobody takes fill the memory.",
        507: "The logdir does not take what is to be kept in it.",
    }.items()
}


def read_openapi(request: Request) -> Response:
    """The description of the whole API."""
    prefix = request.scope["path"].removesuffix("/openapi.json")
    return answer(request, description(prefix))


@cache
def description(prefix: str) -> dict[str, Any]:
    """The framework's description of all routes below `prefix`, corrected where our answers differ from its own."""
    app = FastAPI(title="vdlite", version=__version__, description=DESCRIPTION)
    for router in all_routers():
        app.include_router(router, prefix=prefix, responses=REFUSALS)
    schema = app.openapi()
    for path in schema["paths"].values():
        for operation in path.values():
            answers = operation["responses"]
            answers["422"] = answers["400"] | {"description": REFUSALS[422]["description"]}
            content = answers["200"]["content"]
            if set(content) == {"application/json"}:  # the others are downloads and events
                content[MSGPACK] = content["application/json"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schema["components"]["schemas"].pop(unused, None)
    return schema
